#include "expr/digits.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>

// Not std::to_chars: its tables alone would be a tenth of the engine that a browser loads.

namespace porthos::expr {
namespace {

std::string print(const char* format, int precision, double value) {
  std::array<char, 40> text;
  std::snprintf(text.data(), text.size(), format, precision, value);
  return text.data();
}

/// Every double of up to 15 digits survives being read back, except where they are denormal.
int first_precision(double value) {
  return std::abs(value) < std::numeric_limits<double>::min() ? 1 : 15;
}

std::string with_point(std::string text) {
  std::replace(text.begin(), text.end(), ',', '.');
  return text;
}

bool reads_back(const std::string& text, double value) {
  return std::strtod(text.c_str(), nullptr) == value;
}

}  // namespace

std::string shortest_digits(double value) {
  for (int digits = first_precision(value);; ++digits)
    if (std::string text = print("%.*g", digits, value); digits == 17 || reads_back(text, value))
      return with_point(std::move(text));
}

std::string scientific_digits(double value, int most) {
  for (int digits = std::min(first_precision(value), most);; ++digits)
    if (std::string text = print("%.*e", digits - 1, value);
        digits == most || reads_back(text, value))
      return with_point(std::move(text));
}

}  // namespace porthos::expr
