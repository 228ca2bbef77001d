#pragma once

#include <complex>
#include <vector>

#include "base/linear.hpp"

namespace porthos::linearize {

using Complex = std::complex<double>;
using VecC = Eigen::VectorXcd;
using MatC = Eigen::MatrixXcd;

/// Eigenvalues of A that are not zero, with eigenvectors, and how many are zero.
struct Modes {
  std::vector<Complex> values;  // by falling real part, then rising |imaginary part|, + before -
  MatC vectors;                 // (xi x values), v of v exp(s t)
  int zeros = 0;                // algebraic multiplicity
  MatX still;                   // (xi x k): an orthonormal basis of A xi = 0
  double size = 0;              // of the balanced A: what its rounding is a share of
  double noise = 0;             // by how much entries of the balanced A are not known
  double spread = 0;            // by how much the largest real part changes with that noise
  bool is_found = false;
};

/// A zero eigenvalue of multiplicity k has errors of the k-th root of the rounding: cyclic
/// coordinates, x' = v, would be lost in 1e-8 or worse. So they are told by ranks, in the staircase
/// of Kublanovskaya (1966): with orthonormal bases of the kernels,
///
///   A U_1 = 0        U^T A U = [ 0  A_12 ]        and so on with A_22, until it is regular.
///                              [ 0  A_22 ]
///
/// A is balanced before (Parlett and Reinsch 1969), by powers of two.
///
/// noise  by how much entries of A are not known; empty if by rounding alone
Modes find_modes(const MatX& A, const MatX& noise = {});

}  // namespace porthos::linearize
