// What the JSON library needs of libc, in a way that is small for a browser to load.

#include <cstdarg>
#include <cstddef>

#include "base/digits.hpp"

extern "C" {

/// Prints the codes of letters, as %04x or %.4X. The original can do everything else too.
int snprintf(char* to, std::size_t, const char* format, ...) {
  std::va_list codes;
  va_start(codes, format);
  char* end = to;
  while (*format != '\0') {
    if (*format != '%') {
      *end++ = *format++;
      continue;
    }
    const char* digits = format[3] == 'X' ? "0123456789ABCDEF" : "0123456789abcdef";
    const unsigned code = va_arg(codes, unsigned);
    for (int shift = 12; shift >= 0; shift -= 4) *end++ = digits[code >> shift & 15];
    format += 4;
  }
  *end = '\0';
  va_end(codes);
  return static_cast<int>(end - to);
}

/// Reads numbers. The original calculates with 128 bits, in software: 14 kB.
double strtod(const char* text, char** end) {
  const char* stop = nullptr;
  const double value = porthos::read_number(text, &stop);
  if (end != nullptr) *end = const_cast<char*>(stop);
  return value;
}

// Nobody calls these, but libc has all three in one piece.
float strtof(const char* text, char** end) { return static_cast<float>(strtod(text, end)); }
long double strtold(const char* text, char** end) { return strtod(text, end); }
}
