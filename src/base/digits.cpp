#include "base/digits.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>

namespace porthos {
namespace {

std::string printed(const char* format, int precision, double value) {
  std::array<char, 64> text;
  const int length = std::snprintf(text.data(), text.size(), format, precision, value);
  return {text.data(), static_cast<std::size_t>(length)};
}

/// Each double with up to 15 digits survives a round trip through text, except denormal numbers.
int first_precision(double value) {
  return std::abs(value) < std::numeric_limits<double>::min() ? 1 : 15;
}

/// The number in the least precision, at most `most`, that survives a round trip.
std::string shortest(const char* format, double value, int least, int most) {
  for (int precision = std::min(least, most);; ++precision) {
    std::string text = printed(format, precision, value);
    if (precision == most || std::isnan(value) || read_number(text) == value) return text;
  }
}

}  // namespace

double read_number(const std::string& text) { return std::strtod(text.c_str(), nullptr); }

std::string shortest_digits(double value) {
  constexpr int kMost = std::numeric_limits<double>::max_digits10;
  return shortest("%.*g", value, first_precision(value), kMost);
}

std::string scientific_digits(double value, int most) {
  // %e counts the digits after the point.
  return shortest("%.*e", value, first_precision(value) - 1, most - 1);
}

std::string rounded_digits(double value, int digits) { return printed("%.*g", digits, value); }

}  // namespace porthos
