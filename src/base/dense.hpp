#pragma once

#include <vector>

#include "base/linear.hpp"

// The factorisations and products of the engine, for matrices of up to some hundred rows. Eigen's
// own are made for any size, storage and type: the same ones take up several times as much in a
// browser.

namespace porthos {

MatX inverse(const MatX& a);

/// A B.
MatX product(const MatX& a, const MatX& b);
/// A^T B.
MatX transpose_product(const MatX& a, const MatX& b);

/// A P = Q R with the largest remaining column first, and then R = [T 0] V^T: what there is to know
/// of a matrix whose rows or columns may depend on each other.
class Orthogonal {
 public:
  /// Columns smaller than `threshold` times the largest count as dependent; by default that is the
  /// rounding of as many sums as there are columns.
  explicit Orthogonal(const MatX& a, double threshold = 0);

  Eigen::Index rank() const { return rank_; }
  /// The shortest of the x that come closest to A x = b.
  VecX solve(const VecX& b) const;
  /// An orthonormal basis of the x with A x = 0; (columns of A x dimension).
  MatX kernel() const;
  /// An orthonormal basis of the y with y^T A = 0; (rows of A x dimension).
  MatX left_kernel() const;

 private:
  MatX qr_, tv_;
  VecX q_scales_, v_scales_;
  std::vector<Eigen::Index> order_;
  Eigen::Index rank_ = 0;
};

/// A = V diag(values) V^T of a symmetric matrix, the values ascending.
struct SymmetricEigen {
  explicit SymmetricEigen(const MatX& a);

  VecX values;
  MatX vectors;
};

}  // namespace porthos
