#include "base/unit.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numbers>
#include <utility>

#include "base/digits.hpp"

namespace porthos {
namespace {

struct Unit {
  std::string_view name;
  std::array<int, Dimension::kCount> exponents;  // of m, kg, s, A, K, mol, cd
  double scale = 1;
};

constexpr double kDegree = std::numbers::pi / 180;

// The first unit with a dimension describes it, up to rad.
constexpr Unit kUnits[] = {
    {"m", {1}},
    {"kg", {0, 1}},
    {"s", {0, 0, 1}},
    {"A", {0, 0, 0, 1}},
    {"K", {0, 0, 0, 0, 1}},
    {"mol", {0, 0, 0, 0, 0, 1}},
    {"cd", {0, 0, 0, 0, 0, 0, 1}},
    {"N", {1, 1, -2}},
    {"J", {2, 1, -2}},
    {"W", {2, 1, -3}},
    {"Pa", {-1, 1, -2}},
    {"V", {2, 1, -3, -1}},
    {"C", {0, 0, 1, 1}},
    {"F", {-2, -1, 4, 2}},
    {"Ohm", {2, 1, -3, -2}},
    {"S", {-2, -1, 3, 2}},
    {"Wb", {2, 1, -2, -1}},
    {"T", {0, 1, -2, -1}},
    {"H", {2, 1, -2, -2}},
    {"rad", {}},
    {"sr", {}},
    {"deg", {}, kDegree},
    {"°", {}, kDegree},
    {"rev", {}, 360 * kDegree},
    {"%", {}, 1e-2},
    {"Hz", {0, 0, -1}},
    {"rpm", {0, 0, -1}, 6 * kDegree},
    {"g", {0, 1}, 1e-3},
    {"t", {0, 1}, 1e3},
    {"min", {0, 0, 1}, 60},
    {"h", {0, 0, 1}, 3600},
    {"l", {3}, 1e-3},
    {"L", {3}, 1e-3},
    {"bar", {-1, 1, -2}, 1e5},
    {"eV", {2, 1, -2}, 1.602176634e-19},
    {"°C", {0, 0, 0, 0, 1}},
    {"\u03A9", {2, 1, -3, -2}},
    {"\u2126", {2, 1, -3, -2}},
};
constexpr std::pair<std::string_view, double> kPrefixes[] = {
    {"k", 1e3},       {"M", 1e6},       {"G", 1e9},  {"T", 1e12}, {"h", 1e2},
    {"d", 1e-1},      {"c", 1e-2},      {"m", 1e-3}, {"n", 1e-9}, {"p", 1e-12},
    {"\u00B5", 1e-6}, {"\u03BC", 1e-6}, {"u", 1e-6}};

const Unit* find(std::string_view name) {
  for (const Unit& unit : kUnits)
    if (unit.name == name) return &unit;
  return nullptr;
}

Dimension dimension_of(const Unit& unit) {
  Dimension made;
  for (std::size_t i = 0; i < Dimension::kCount; ++i) made.exponents[i] = unit.exponents[i];
  made.scale = unit.scale;
  return made;
}

Dimension times(Dimension dimension, double scale) {
  dimension.scale *= scale;
  return dimension;
}

std::optional<Dimension> named(std::string_view name) {
  if (name == "1") return Dimension();
  if (const Unit* unit = find(name)) return dimension_of(*unit);
  for (const auto& [prefix, scale] : kPrefixes)
    if (name.size() > prefix.size() && name.substr(0, prefix.size()) == prefix)
      if (const Unit* unit = find(name.substr(prefix.size())))
        return times(dimension_of(*unit), scale);
  return std::nullopt;
}

/// Recursive descent: product = factor { [* /] factor }, factor = (product | name) [^ number].
class UnitReader {
 public:
  explicit UnitReader(std::string_view text) : text_(text) {}

  std::optional<Dimension> read() {
    auto all = product();
    skip();
    return at_ == text_.size() ? all : std::nullopt;
  }

 private:
  static constexpr int kDeepest = 20;

  void skip() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
  }
  bool take(std::string_view mark) {
    skip();
    if (text_.substr(at_, mark.size()) != mark) return false;
    at_ += mark.size();
    return true;
  }

  std::optional<Dimension> product() {
    auto all = factor();
    bool is_below = false;
    while (all) {
      skip();
      if (at_ == text_.size() || text_[at_] == ')') break;
      const bool divides = take("/");
      const bool multiplies = !divides && (take("*") || take("\u00B7") || take("\u22C5"));
      if (!divides && !multiplies && is_below) return std::nullopt;  // J/kg K
      is_below = divides;
      const auto next = factor();
      if (!next) return std::nullopt;
      all = divides ? *all / *next : *all * *next;
    }
    return all;
  }

  std::optional<Dimension> factor() {
    std::optional<Dimension> made;
    if (take("(")) {
      if (++depth_ > kDeepest) return std::nullopt;
      made = product();
      --depth_;
      if (!take(")")) return std::nullopt;
    } else {
      skip();
      const std::size_t first = at_;
      while (at_ < text_.size() && !ends_name()) ++at_;
      made = named(text_.substr(first, at_ - first));
    }
    if (!made) return made;
    if (take("^")) {
      const auto exponent = number();
      return exponent ? std::optional(made->power(*exponent)) : std::nullopt;
    }
    if (take("\u00B2")) return made->power(2);
    if (take("\u00B3")) return made->power(3);
    return made;
  }

  bool ends_name() const {
    const std::string_view rest = text_.substr(at_);
    constexpr std::string_view kEnds[] = {" ", "*",      "/",      "^",      "(",
                                          ")", "\u00B7", "\u22C5", "\u00B2", "\u00B3"};
    for (const std::string_view end : kEnds)
      if (rest.substr(0, end.size()) == end) return true;
    return false;
  }

  /// 2, -1, 0.5 or (1/2).
  std::optional<double> number() {
    const bool has_bracket = take("(");
    auto value = plain_number();
    if (value && has_bracket && take("/")) {
      const auto below = plain_number();
      value = below && *below != 0 ? std::optional(*value / *below) : std::nullopt;
    }
    if (has_bracket && !take(")")) return std::nullopt;
    return value && std::abs(*value) <= 20 ? value : std::nullopt;
  }
  std::optional<double> plain_number() {
    const double sign = take("-") ? -1 : 1;
    double value = 0, unit = 1;
    std::size_t digits = 0;
    bool is_fraction = false;
    for (; at_ < text_.size() && digits < 9; ++at_) {
      const char c = text_[at_];
      if (c == '.' && !is_fraction) {
        is_fraction = true;
        continue;
      }
      if (c < '0' || c > '9') break;
      ++digits;
      if (is_fraction) unit /= 10;
      value = is_fraction ? value + unit * (c - '0') : 10 * value + (c - '0');
    }
    return digits > 0 ? std::optional(sign * value) : std::nullopt;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  int depth_ = 0;
};

std::string with_power(std::string_view name, double exponent) {
  std::string text(name);
  if (exponent == 1) return text;
  std::string digits = std::to_string(exponent);
  while (digits.back() == '0') digits.pop_back();
  if (digits.back() == '.') digits.pop_back();
  return text + "^" + digits;
}

}  // namespace

Dimension Dimension::power(double exponent) const {
  Dimension made = *this;
  for (double& one : made.exponents) one *= exponent;
  made.scale = std::pow(scale, exponent);
  return made;
}

Dimension operator*(Dimension a, const Dimension& b) {
  for (std::size_t i = 0; i < Dimension::kCount; ++i) a.exponents[i] += b.exponents[i];
  a.scale *= b.scale;
  return a;
}

bool operator==(const Dimension& a, const Dimension& b) {
  constexpr double kRounding = 1e-9;
  for (std::size_t i = 0; i < Dimension::kCount; ++i)
    if (!(std::abs(a.exponents[i] - b.exponents[i]) <= kRounding)) return false;
  return std::abs(a.scale - b.scale) <= kRounding * std::abs(a.scale);
}

std::optional<Dimension> read_unit(std::string_view text) {
  constexpr std::size_t kLongest = 100;  // bytes; each entry of a vector reads it
  return text.size() > kLongest ? std::nullopt : UnitReader(text).read();
}

namespace {

/// "cm", "deg", or "0.01 m/s".
bool is_finite(const Dimension& dimension) {
  return dimension.scale > 0 && std::isfinite(dimension.scale) &&
         std::ranges::all_of(dimension.exponents, [](double e) { return std::isfinite(e); });
}

std::string describe_scaled(const Dimension& dimension) {
  for (const Unit& unit : kUnits)
    if (dimension_of(unit) == dimension) return std::string(unit.name);
  for (const Unit& unit : kUnits)
    for (const auto& [prefix, scale] : kPrefixes) {
      const bool is_usual = unit.scale == 1 && unit.name != "kg" &&
                            (unit.name == "m" || scale >= 1e3 || scale <= 1e-3);
      if (is_usual && times(dimension_of(unit), scale) == dimension)
        return std::string(prefix) + std::string(unit.name);
    }
  Dimension of_si = dimension;
  of_si.scale = 1;
  const std::string digits = rounded_digits(dimension.scale, 4);
  return of_si.is_none() ? digits : digits + " " + describe(of_si);
}

}  // namespace

std::string describe(const Dimension& dimension) {
  if (dimension.is_none()) return "no unit";
  if (!is_finite(dimension)) return "a unit to an infinite power";  // for example x^1e308
  if (!(times(dimension, 1 / dimension.scale) == dimension)) return describe_scaled(dimension);
  for (const Unit& unit : kUnits) {
    if (unit.name == "rad") break;  // the others are not SI units, or their dimension is too common
    if (dimension_of(unit) == dimension) return std::string(unit.name);
  }
  // kg before m, as in kg m^2/s.
  constexpr std::size_t kOrder[Dimension::kCount] = {1, 0, 2, 3, 4, 5, 6};
  std::string above, below;
  int divisors = 0;
  for (const std::size_t i : kOrder) {
    const double exponent = dimension.exponents[i];
    if (std::abs(exponent) < 1e-9) continue;
    std::string& side = exponent > 0 ? above : below;
    divisors += exponent < 0 ? 1 : 0;
    side += (side.empty() ? "" : " ") + with_power(kUnits[i].name, std::abs(exponent));
  }
  if (below.empty()) return above;
  return (above.empty() ? "1" : above) + "/" + (divisors > 1 ? "(" + below + ")" : below);
}

std::optional<Quantity> without_factor(const std::string& number, std::string_view unit) {
  const std::optional<Dimension> read = read_unit(unit);
  if (!read || !is_finite(*read)) return std::nullopt;
  Dimension plain = *read;
  plain.scale = 1;
  if (plain == *read) return Quantity{number, std::string(unit)};
  const double value = std::strtod(number.c_str(), nullptr) * read->scale;
  return Quantity{rounded_digits(value, 12), plain.is_none() ? "" : describe(plain), true};
}

bool is_degree(std::string_view unit) { return unit == "deg" || unit == "\u00b0"; }

bool are_alike(std::string_view unit, std::string_view other) {
  if (unit == other) return true;
  const auto a = read_unit(unit), b = read_unit(other);
  return a && b && *a == *b;
}

}  // namespace porthos
