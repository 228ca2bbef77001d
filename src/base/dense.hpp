#pragma once

#include "base/linear.hpp"

namespace porthos {

/// A B. Eigen's own product of matrices is for hundreds of rows: it packs them into blocks, on the
/// heap, with 10 kB of code.
MatX product(const MatX& A, const MatX& B);
/// A x, into y.
void multiply(const MatX& A, const VecX& x, VecX& y);
MatX stacked(const MatX& above, const MatX& below);

/// What there is to know of a matrix whose rows or columns may depend on each other: Eigen's
/// complete orthogonal decomposition, for matrices of up to some hundred rows, with bases of both
/// null spaces and of any shape, without rows or columns too.
class Orthogonal {
 public:
  /// Columns smaller than `threshold` times the largest count as dependent; by default that is the
  /// rounding of as many sums as there are columns.
  explicit Orthogonal(const MatX& a, double threshold = 0);

  Eigen::Index rank() const { return rank_; }
  /// The shortest of the x that come closest to A x = b; not finite where A is not.
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

/// A symmetric matrix by its eigenvalues, from the least on, and eigenvectors of length 1, which
/// are the columns; of the lower triangle.
struct Spectrum {
  explicit Spectrum(const MatX& symmetric);

  VecX values;
  MatX vectors;
};

}  // namespace porthos
