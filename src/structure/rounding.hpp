#pragma once

#include <cmath>
#include <limits>

// Numbers with an estimate of their rounding error: a standard deviation that treats the errors of
// different operations as independent.

namespace porthos::structure {

inline constexpr double kEpsilon = std::numeric_limits<double>::epsilon();
/// Relative error of data, which result from a few operations.
inline constexpr double kDataError = 2 * kEpsilon;

/// A number is zero if it is below the first multiple of its error, and nonzero above the second.
/// Between them it is undecided. Rounding errors rarely exceed a few standard deviations.
inline constexpr double kSurelyZero = 30, kSurelyNot = 3000;

inline bool is_sure(double value, double error) { return std::abs(value) > kSurelyNot * error; }
inline bool is_zero(double value, double error) { return std::abs(value) <= kSurelyZero * error; }

inline double square(double x) { return x * x; }

/// The nearest power of 2; division by it is exact.
inline double power_of_two(double size) {
  return size > 0 ? std::exp2(std::round(std::log2(size))) : 1;
}

}  // namespace porthos::structure
