#pragma once

#include <string>

#include "base/linear.hpp"

namespace porthos::structure {

using Eigen::Index;

/// A singular value below this times the largest one counts as zero: far above rounding (1e-16
/// times the dimension), far below what a model means.
inline constexpr double kRankCut = 1e-10;

/// The singular values of a matrix, with orthonormal bases of its four subspaces; of any shape,
/// also without rows or columns. One that is not finite has rank 0 and says so.
class Subspaces {
 public:
  /// The cut is relative to the largest singular value, or to `scale` where that is more: the size
  /// of what A was computed from, if A may be nothing but its rounding.
  explicit Subspaces(const MatX& a, double scale = 0);

  bool is_finite() const { return is_finite_; }
  Index rank() const { return rank_; }
  MatX image() const { return u_.leftCols(rank_); }                     // rows x rank
  MatX left_kernel() const { return u_.rightCols(u_.cols() - rank_); }  // y^T A = 0
  MatX coimage() const { return v_.leftCols(rank_); }                   // columns x rank
  MatX kernel() const { return v_.rightCols(v_.cols() - rank_); }       // A x = 0
  /// The smallest that counts and the largest that does not, over the scale; 0 where there is none.
  double kept() const { return rank_ > 0 ? values_(rank_ - 1) / scale_ : 0; }
  double dropped() const {
    return rank_ < values_.size() && scale_ > 0 ? values_(rank_) / scale_ : 0;
  }
  /// True if the rank does not hang on the cut: it is the same anywhere between 1e-12 and 1e-8.
  bool is_clear() const;
  /// "rank 3, singular values 0.2 | 1e-17"
  std::string gap() const;

 private:
  MatX u_, v_;
  VecX values_;
  double scale_ = 0;
  Index rank_ = 0;
  bool is_finite_ = true;
};

/// A^+, with the cut of the rank.
MatX pseudo_inverse(const MatX& a, double scale = 0);

/// The largest singular value; 0 of an empty matrix, not a number where A is not finite.
double spectral_norm(const MatX& a);

/// The largest absolute entry; 0 of an empty matrix, not a number where A is not finite.
double largest_entry(const MatX& a);

/// [A 0; 0 B]
MatX block_diagonal(const MatX& a, const MatX& b);

/// The orthogonal projector onto the columns of an orthonormal basis.
inline MatX projector_onto(const MatX& basis) { return basis * basis.transpose(); }

}  // namespace porthos::structure
