#pragma once

#include <complex>

namespace porthos {

/// a b, for code that serves real and complex numbers alike. Of complex numbers the language's own
/// product looks for infinities first.
inline double product(double a, double b) { return a * b; }
inline std::complex<double> product(const std::complex<double>& a, const std::complex<double>& b) {
  return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}

}  // namespace porthos
