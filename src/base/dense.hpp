#pragma once

#include "base/linear.hpp"

namespace porthos {

/// A B. Eigen's product targets hundreds of rows: it packs blocks on the heap, with 10 kB of code.
MatX product(const MatX& A, const MatX& B);
/// A x, into y.
void multiply(const MatX& A, const VecX& x, VecX& y);
MatX stacked(const MatX& above, const MatX& below);

/// Eigen's complete orthogonal decomposition of a matrix that may be rank-deficient, with bases of
/// both null spaces. It accepts any shape, also without rows or columns, up to some hundred rows.
class Orthogonal {
 public:
  /// Columns below `threshold` times the largest one count as dependent. The default is the
  /// rounding of as many sums as there are columns.
  explicit Orthogonal(const MatX& a, double threshold = 0);

  Eigen::Index rank() const { return rank_; }
  /// The least-squares solution of A x = b of least norm; not finite if A is not.
  VecX solve(const VecX& b) const;
  /// An orthonormal basis of the x with A x = 0; (columns of A x dimension).
  MatX kernel() const;
  /// An orthonormal basis of the y with y^T A = 0; (rows of A x dimension).
  MatX left_kernel() const;

 private:
  Eigen::Index rows_, columns_, rank_ = 0;
  bool is_finite_;
  Eigen::CompleteOrthogonalDecomposition<MatX> parts_;
};

/// The eigenvalues of a symmetric matrix in ascending order, and its eigenvectors of length 1 as
/// columns. Only the lower triangle is read.
struct Spectrum {
  explicit Spectrum(const MatX& symmetric);

  VecX values;
  MatX vectors;
};

}  // namespace porthos
