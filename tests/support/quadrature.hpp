/// Integrals and elliptic functions to rounding, for oracles.
#pragma once

#include <array>
#include <cmath>
#include <numbers>

namespace porthos::test {

/// The integral of f from a to b by Gauss-Legendre with 8 points on each of `pieces` pieces. Per
/// piece of length H the error is of order (H/4)^16 of a smooth f.
template <class F>
double integral(const F& f, double a, double b, int pieces = 1) {
  constexpr std::array<double, 4> x = {0.1834346424956498049, 0.5255324099163289858,
                                       0.7966664774136267396, 0.9602898564975362317};
  constexpr std::array<double, 4> w = {0.3626837833783619830, 0.3137066458778872873,
                                       0.2223810344533744705, 0.1012285362903762591};
  const double half = (b - a) / (2 * pieces);
  double sum = 0;
  for (int piece = 0; piece < pieces; ++piece) {
    const double middle = a + (2 * piece + 1) * half;
    for (size_t i = 0; i < x.size(); ++i)
      sum += w[i] * (f(middle - half * x[i]) + f(middle + half * x[i]));
  }
  return sum * half;
}

/// The integral of a smooth function over its period: the trapezoidal rule converges geometrically.
template <class F>
double integral_over_period(const F& f, double period, int points = 512) {
  double sum = 0;
  for (int i = 0; i < points; ++i) sum += f(period * i / points);
  return sum * period / points;
}

/// K(k), the complete elliptic integral of the first kind with modulus k, by the
/// arithmetic-geometric mean.
inline double elliptic_K(double k) {
  double a = 1, b = std::sqrt(1 - k * k);
  while (std::abs(a - b) > 1e-16 * a) {  // quadratic convergence: six rounds at most
    const double mean = (a + b) / 2;
    b = std::sqrt(a * b);
    if (mean == a) break;
    a = mean;
  }
  return std::numbers::pi / (2 * a);
}

}  // namespace porthos::test
