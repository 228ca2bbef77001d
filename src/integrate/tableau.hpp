#pragma once

#include <complex>
#include <vector>

#include "base/linear.hpp"

namespace porthos::integrate {

/// The values l_j(x), (s), of the Lagrange polynomials of nodes (s).
VecX lagrange(const VecX& nodes, double x);

/// Collocation at the nodes c of [0, 1]:  a_ij = int_0^{c_i} l_j,  b_j = int_0^1 l_j, l_j the
/// Lagrange polynomials of the nodes.
struct Tableau {
  /// weights: b, exact for polynomials of degree s at least. eigenvalues: of a^-1, those that are
  /// not below the real axis.
  Tableau(VecX nodes, VecX weights, std::vector<std::complex<double>> eigenvalues);

  MatX a;        // (s x s)
  MatX inverse;  // of a
  VecX b;        // (s)
  VecX c;        // (s)
  std::vector<std::complex<double>> eigenvalues;

  /// The values l_j(x), (s).
  VecX lagrange(double x) const { return porthos::integrate::lagrange(c, x); }

  /// d with y_1 - y_0 = sum_i d_i (Y_i - y_0), that is d^T = b^T a^-1, d_i = l_i(1) / c_i; (s).
  VecX increments() const;
};

/// Gauss: s = 1 to 4 stages at the zeros of the Legendre polynomial, order 2s. It keeps quadratic
/// invariants, because  b_i a_ij + b_j a_ji = b_i b_j.
Tableau gauss_tableau(int s);

/// Radau IIA: three stages, the last one at the end of the step; order 5, L-stable (Hairer, Wanner:
/// Solving Ordinary Differential Equations II, IV.5).
Tableau radau_tableau();

}  // namespace porthos::integrate
