#pragma once

#include <complex>
#include <span>

#include "base/linear.hpp"

namespace porthos::integrate {

/// Gauss collocation with s stages, order 2s:  c_i the zeros of the Legendre polynomial on [0, 1],
/// a_ij = int_0^{c_i} l_j,  b_j = int_0^1 l_j, l_j the Lagrange polynomials of the nodes c.
///
/// It keeps quadratic invariants, because  b_i a_ij + b_j a_ji = b_i b_j.
struct GaussTableau {
  explicit GaussTableau(int s);

  MatX a;  // (s x s)
  VecX b;  // (s)
  VecX c;  // (s)

  /// The eigenvalues of a^-1 that are not below the real axis.
  std::span<const std::complex<double>> eigenvalues() const;

  /// The values l_j(x), (s).
  VecX lagrange(double x) const;

  /// d with y_1 - y_0 = sum_i d_i (Y_i - y_0), that is d^T = b^T a^-1; (s).
  VecX increments() const;
};

}  // namespace porthos::integrate
