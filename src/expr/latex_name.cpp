#include "expr/latex_name.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <numeric>
#include <utility>
#include <vector>

#include "base/digits.hpp"
#include "expr/latex.hpp"

namespace porthos::expr {
namespace {

constexpr std::array<std::string_view, 33> kGreek{
    "alpha",   "beta",   "gamma", "delta", "epsilon", "zeta",  "eta",   "theta", "iota",
    "kappa",   "lambda", "mu",    "nu",    "xi",      "pi",    "rho",   "sigma", "tau",
    "upsilon", "phi",    "chi",   "psi",   "omega",   "Gamma", "Delta", "Theta", "Lambda",
    "Xi",      "Pi",     "Sigma", "Phi",   "Psi",     "Omega"};

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

/// Number of characters of a UTF-8 text.
std::ptrdiff_t character_count(std::string_view text) {
  return std::count_if(text.begin(), text.end(),
                       [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; });
}

/// Text for \\mathrm, where an underscore would be an index.
std::string escaped(std::string_view name) {
  std::string result;
  for (const char c : name) result += c == '_' ? std::string("\\_") : std::string(1, c);
  return result;
}

/// A word without digits at its end and without underscores: \omega, x, \mathrm{mass}.
std::string word(std::string_view name) {
  if (std::find(kGreek.begin(), kGreek.end(), name) != kGreek.end()) {
    // The usual printed forms: phi and epsilon are the curly ones.
    if (name == "phi" || name == "epsilon") return "\\var" + std::string(name);
    return '\\' + std::string(name);
  }
  if (character_count(name) <= 1) return std::string(name);
  return "\\mathrm{" + std::string(name) + '}';
}

/// More than one letter, and not a Greek one.
bool is_word(std::string_view name) {
  return name.size() > 1 && std::ranges::all_of(name, is_letter) &&
         std::ranges::find(kGreek, name) == kGreek.end();
}

/// A subscript: 1A, \omega, \mathrm{max}.
std::string subscript(std::string_view name) {
  return std::all_of(name.begin(), name.end(), is_letter) ? word(name) : std::string(name);
}

/// The digits without point and the power of ten of the first one: 0.025 is "25", -2.
std::pair<std::string, int> decimal_digits(double value) {
  const auto split = [](const std::string& text) {
    const std::size_t e = text.find('e');
    std::string digits = text.substr(0, e);
    std::erase(digits, '.');
    digits.erase(digits.find_last_not_of('0') + 1);
    return std::pair(digits, std::stoi(text.substr(e + 1)));
  };
  const auto exact = split(scientific_digits(value));
  // 0.1*3 is 0.30000000000000004: the rounding of a folded constant is not printed.
  const auto rounded = split(scientific_digits(value, 14));
  return rounded.first.size() + 3 < exact.first.size() ? rounded : exact;
}

std::string decimal(double value) {
  const auto [digits, exponent] = decimal_digits(value);
  const bool is_round = digits.size() <= 3;
  if (exponent < -3 || exponent > 14 || (exponent > 5 && is_round)) {
    const std::string power = "10^{" + std::to_string(exponent) + '}';
    if (digits == "1") return power;
    const std::string fraction = digits.size() > 1 ? '.' + digits.substr(1) : "";
    return digits[0] + fraction + "\\cdot " + power;
  }
  if (exponent < 0) {
    return "0." + std::string(static_cast<std::size_t>(-exponent - 1), '0') + digits;
  }
  const auto point = static_cast<std::size_t>(exponent) + 1;
  if (digits.size() <= point) return digits + std::string(point - digits.size(), '0');
  return digits.substr(0, point) + '.' + digits.substr(point);
}

/// p with value = p/q*unit up to rounding, 1 <= p <= largest and no common divisor; else 0.
int find_numerator(double value, double unit, int q, int largest) {
  const double scaled = value * q / unit;
  if (!(scaled < largest + 0.5)) return 0;
  const double p = std::round(scaled);
  const bool is_close = std::abs(scaled - p) <= 4e-16 * p;  // twice the rounding
  return is_close && std::gcd(static_cast<int>(p), q) == 1 ? static_cast<int>(p) : 0;
}

/// 1/q is a finite decimal fraction.
bool has_finite_decimals(int q) {
  while (q % 2 == 0) q /= 2;
  while (q % 5 == 0) q /= 5;
  return q == 1;
}

}  // namespace

LatexRatio latex_ratio(double magnitude) {
  if (std::isnan(magnitude)) return {"\\mathrm{undefined}", ""};
  if (std::isinf(magnitude)) return {"\\infty", ""};
  if (magnitude == 0) return {"0", ""};
  for (const int q : {1, 2, 3, 4, 6, 8, 12, 180}) {
    const int p = find_numerator(magnitude, std::numbers::pi, q, q == 180 ? 360 : 12);
    if (p == 0) continue;
    return {(p == 1 ? "" : std::to_string(p)) + "\\pi", q == 1 ? "" : std::to_string(q)};
  }
  for (const int q : {2, 4, 8, 16}) {
    if (magnitude * q == 1) return {"1", std::to_string(q)};
  }
  for (int q = 3; q <= 360; ++q) {
    if (has_finite_decimals(q)) continue;
    const int p = find_numerator(magnitude, 1, q, 99);
    if (p != 0) return {std::to_string(p), std::to_string(q)};
  }
  return {decimal(magnitude), ""};
}

std::string latex_fraction(const LatexRatio& ratio) {
  if (ratio.denominator.empty()) return ratio.numerator;
  return "\\frac{" + ratio.numerator + "}{" + ratio.denominator + '}';
}

std::string latex_number(double value) {
  return (std::signbit(value) ? "-" : "") + latex_fraction(latex_ratio(std::abs(value)));
}

std::string latex_symbol(std::string_view name) {
  if (const std::size_t dot = name.rfind('.'); dot != name.npos) {
    return latex_symbol(name.substr(dot + 1)) + "^{\\mathrm{" + escaped(name.substr(0, dot)) + "}}";
  }
  const std::size_t underscore = name.find('_');
  std::string_view base = name.substr(0, underscore);
  if (base.empty() || name.ends_with('_')) return "\\mathrm{" + escaped(name) + '}';
  std::vector<std::string_view> indices;
  const std::size_t digits = base.find_last_not_of("0123456789") + 1;
  if (digits > 0 && digits < base.size()) {
    indices.push_back(base.substr(digits));
    base = base.substr(0, digits);
  }
  if (underscore != name.npos) {
    std::string_view rest = name.substr(underscore + 1);
    for (std::size_t end; (end = rest.find('_')) != rest.npos; rest.remove_prefix(end + 1)) {
      indices.push_back(rest.substr(0, end));
    }
    indices.push_back(rest);
  }
  std::string result = word(base);
  const bool has_words = indices.size() > 1 && std::ranges::all_of(indices, is_word);
  if (has_words) {
    std::string words;
    for (const std::string_view index : indices) (words += words.empty() ? "" : ",") += index;
    return result + "_{\\text{" + words + "}}";
  }
  for (std::size_t i = 0; i < indices.size(); ++i) {
    result += (i == 0 ? "_{" : ",") + subscript(indices[i]);
  }
  return indices.empty() ? result : result + '}';
}

}  // namespace porthos::expr
