#include "base/digits.hpp"

#include <bit>
#include <catch_amalgamated.hpp>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <random>
#include <string>

namespace porthos::digits_test {
namespace {

std::uint64_t bits(double value) { return std::bit_cast<std::uint64_t>(value); }

/// Doubles of every size, and doubles in which all bits but a few are equal.
std::vector<double> samples(int count) {
  std::mt19937_64 random(1);
  std::vector<double> made{0.1,
                           1.0 / 3,
                           5e-324,
                           2.2250738585072014e-308,
                           2.2250738585072011e-308,
                           1.7976931348623157e308,
                           9007199254740993.0,
                           1e22,
                           1e23,
                           9.5,
                           0.5};
  while (static_cast<int>(made.size()) < count) {
    const double any = std::bit_cast<double>(random());
    if (std::isfinite(any)) made.push_back(any);
    made.push_back(static_cast<double>(random() % 2000) / 64);
    made.push_back(std::ldexp(1.0, static_cast<int>(random() % 2098) - 1074));
  }
  return made;
}

std::string printed(const char* format, int precision, double value) {
  char text[64];
  std::snprintf(text, sizeof text, format, precision, value);
  return text;
}

}  // namespace

TEST_CASE("digits: a text is read as the nearest double", "[base]") {
  CHECK(bits(read_number("-0")) == bits(-0.0));
  CHECK(read_number("007") == 7);
  CHECK(read_number("1.") == 1);
  CHECK(read_number(".5") == 0.5);
  CHECK(read_number("1E+5") == 1e5);
  CHECK(read_number("0e999999999") == 0);
  CHECK(std::isinf(read_number("1e999999999")));
  CHECK(read_number("1e-400") == 0);
  CHECK(read_number("2.4703282292062327e-324") == 0);  // half of the least one, less a little
  CHECK(read_number("2.4703282292062328e-324") == std::numeric_limits<double>::denorm_min());
  CHECK(read_number("1.7976931348623158e308") == std::numeric_limits<double>::max());
  CHECK(std::isinf(read_number("1.7976931348623159e308")));
  // Between two doubles: a tie goes to the even one, but a digit far behind decides.
  const std::string tie = "9007199254740993." + std::string(900, '0');
  CHECK(read_number(tie) == 9007199254740992.0);
  CHECK(read_number(tie + "1") == 9007199254740994.0);
}

TEST_CASE("digits: the shortest text that reads back", "[base]") {
  for (const double value : samples(3000)) {
    const std::string text = shortest_digits(value);
    INFO(text);
    CHECK(bits(std::strtod(text.c_str(), nullptr)) == bits(value));
    int precision = std::abs(value) < std::numeric_limits<double>::min() ? 1 : 15;
    while (std::strtod(printed("%.*g", precision, value).c_str(), nullptr) != value) ++precision;
    CHECK(text == printed("%.*g", precision, value));
    CHECK(scientific_digits(value, 14).size() <= 14 + std::string("-.e-308").size());
  }
  CHECK(shortest_digits(0) == "0");
  CHECK(shortest_digits(-0.0) == "-0");
  CHECK(shortest_digits(1e15) == "1e+15");
  CHECK(scientific_digits(0.1) == "1.00000000000000e-01");
  CHECK(scientific_digits(2.0 / 3, 3) == "6.67e-01");
}

TEST_CASE("digits: rounded as printf does", "[base]") {
  for (const double value : samples(3000))
    for (const int digits : {1, 3, 6})
      CHECK(rounded_digits(value, digits) == printed("%.*g", digits, value));
  CHECK(rounded_digits(0.99999, 3) == "1");
  CHECK(rounded_digits(2.5, 1) == "2");
  CHECK(rounded_digits(std::nan(""), 3) == "nan");
  CHECK(rounded_digits(-std::numeric_limits<double>::infinity(), 3) == "-inf");
}

}  // namespace porthos::digits_test
