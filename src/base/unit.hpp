#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace porthos {

/// Exponents of the SI base units m, kg, s, A, K, mol, cd, and a factor: 1/100 for a centimetre.
/// Angles have no exponents: a radian is 1, a degree pi/180.
struct Dimension {
  static constexpr std::size_t kCount = 7;
  std::array<double, kCount> exponents{};
  double scale = 1;

  bool is_none() const { return *this == Dimension(); }
  Dimension power(double exponent) const;
  friend Dimension operator*(Dimension a, const Dimension& b);
  friend Dimension operator/(const Dimension& a, const Dimension& b) { return a * b.power(-1); }
  /// Up to the rounding of fractions.
  friend bool operator==(const Dimension& a, const Dimension& b);
};

/// The dimension of a unit in common notation: `N m`, `N*m`, `kg m^2/s^2`, `J/(kg K)`, `1/s`, `mm`;
/// nullopt for an empty or unknown text. A slash divides by the next factor only, so after it no
/// factor may follow a mere space.
std::optional<Dimension> read_unit(std::string_view text);

/// "m", "N", "kg m^2/s", "1/s", "cm", "0.01 m/s", or "no unit".
std::string describe(const Dimension& dimension);

/// A number in a unit without a factor: 0.15 in "m" for "15" and "cm". The texts stay as they are
/// if `unit` has no factor. The unit is "" for a factor alone. nullopt if `unit` is no unit.
struct Quantity {
  std::string number, unit;
  bool is_converted = false;
};
std::optional<Quantity> without_factor(const std::string& number, std::string_view unit);

/// True for "deg" and the degree sign.
bool is_degree(std::string_view unit);

/// True if two texts mean the same unit: N m and J, but not cm and m.
bool are_alike(std::string_view unit, std::string_view other);

}  // namespace porthos
