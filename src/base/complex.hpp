#pragma once

#include <cmath>
#include <complex>

namespace porthos {

/// a b, for code that serves real and complex numbers alike. The built-in complex product first
/// checks for infinities.
inline double product(double a, double b) { return a * b; }
inline std::complex<double> product(const std::complex<double>& a, const std::complex<double>& b) {
  return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}

/// |x| up to a factor of 1.4; the modulus of a complex number would need a square root.
inline double size_of(double x) { return std::abs(x); }
inline double size_of(const std::complex<double>& x) {
  return std::abs(x.real()) + std::abs(x.imag());
}

/// 1 / x.
inline double inverse_of(double x) { return 1 / x; }
inline std::complex<double> inverse_of(const std::complex<double>& x) {
  const double square = x.real() * x.real() + x.imag() * x.imag();
  return {x.real() / square, -x.imag() / square};
}

}  // namespace porthos
