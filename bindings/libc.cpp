// What libc reads numbers with, for the JSON parser. Its own calculates with 128 bits, in software:
// 14 kB for a browser to load.

#include "base/digits.hpp"

extern "C" {

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
