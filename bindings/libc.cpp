// What the engine needs of the C and C++ libraries in a way of its own.

#include <__verbose_abort>
#include <algorithm>
#include <cstdarg>
#include <cstdlib>
#include <new>

#include "base/digits.hpp"

/// Throws an error with this message, in the host.
extern "C" [[noreturn]] __attribute__((import_name("fail"))) void porthos_fail(const char* message);

void* operator new(std::size_t size) {
  if (void* memory = std::malloc(std::max(size, std::size_t{1}))) return memory;
  porthos_fail("out of memory");
}

/// Instead of an exception of the library.
void std::__libcpp_verbose_abort(const char* format, ...) { porthos_fail(format); }

extern "C" {

/// What the JSON library prints: codes of letters, as %04x or %.4X. The original can do everything
/// else as well: 8 kB.
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

/// What it reads numbers with. The original calculates with 128 bits, in software: 14 kB.
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
