#pragma once

#include <cmath>
#include <limits>

// Numbers with an estimate of their rounding error: a standard deviation, as if the errors of
// different operations were independent.

namespace porthos::structure {

inline constexpr double kEpsilon = std::numeric_limits<double>::epsilon();
/// Relative; data are computed by a few operations before they arrive here.
inline constexpr double kDataError = 2 * kEpsilon;

/// A number counts as zero up to this times its error, as known from the larger one on. Between
/// them nothing is decided. Rounding errors are rarely more than a few standard deviations.
inline constexpr double kSurelyZero = 30, kSurelyNot = 3000;

inline bool is_sure(double value, double error) { return std::abs(value) > kSurelyNot * error; }
inline bool is_zero(double value, double error) { return std::abs(value) <= kSurelyZero * error; }

inline double square(double x) { return x * x; }

/// The nearest power of 2, by which a division is exact.
inline double power_of_two(double size) {
  return size > 0 ? std::exp2(std::round(std::log2(size))) : 1;
}

}  // namespace porthos::structure
