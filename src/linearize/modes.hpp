#pragma once

#include <complex>
#include <vector>

#include "base/linear.hpp"

namespace porthos::linearize {

using Complex = std::complex<double>;
using VecC = Eigen::VectorXcd;
using MatC = Eigen::MatrixXcd;

/// The nonzero eigenvalues of A with their eigenvectors, and the number of zero eigenvalues.
struct Modes {
  std::vector<Complex>
      values;         // by decreasing real part, then increasing |imaginary part|, + before -
  MatC vectors;       // (xi x values), v of v exp(s t)
  int zeros = 0;      // algebraic multiplicity
  MatX still;         // (xi x k): an orthonormal basis of A xi = 0
  double size = 0;    // size of the balanced A; its rounding is relative to it
  double noise = 0;   // uncertainty of the entries of the balanced A
  double spread = 0;  // change of the largest real part due to that noise
  bool is_found = false;
};

/// A zero eigenvalue of multiplicity k has errors of the k-th root of the rounding: cyclic
/// coordinates, x' = v, would be lost in 1e-8 or worse. Ranks determine them instead, in the
/// staircase of Kublanovskaya (1966). With orthonormal bases of the kernels,
///
///   A U_1 = 0        U^T A U = [ 0  A_12 ]        and so on with A_22, until it is regular.
///                              [ 0  A_22 ]
///
/// A is balanced first (Parlett and Reinsch 1969), by powers of two.
///
/// noise  uncertainty of the entries of A; empty if it is rounding only
Modes find_modes(const MatX& A, const MatX& noise = {});

/// The signs of the real parts of eigenvalues, beyond rounding.
struct Spectral {
  bool grows = false;   // one real part is positive
  bool decays = false;  // all nonzero eigenvalues have negative real parts
};

Spectral spectral_of(const Modes& modes);

/// True if all eigenvalues are imaginary up to rounding, and far from each other.
bool has_simple_frequencies(const Modes& modes);

}  // namespace porthos::linearize
