#pragma once

#include <string>

#include "base/linear.hpp"

namespace porthos::structure {

using Eigen::Index;

/// A singular value below this times the largest one counts as zero. This is far above rounding
/// (1e-16 times the dimension) and far below the values of a model.
inline constexpr double kRankCut = 1e-10;

/// The singular values of a matrix of any shape, with orthonormal bases of its four subspaces. A
/// matrix that is not finite has rank 0 and reports this.
class Subspaces {
 public:
  /// The cut is relative to the largest singular value, or to `scale` if that is larger: the size
  /// of the data from which A was computed, if A may consist of rounding only.
  explicit Subspaces(const MatX& a, double scale = 0);

  bool is_finite() const { return is_finite_; }
  Index rank() const { return rank_; }
  MatX image() const { return u_.leftCols(rank_); }                     // rows x rank
  MatX left_kernel() const { return u_.rightCols(u_.cols() - rank_); }  // y^T A = 0
  MatX coimage() const { return v_.leftCols(rank_); }                   // columns x rank
  MatX kernel() const { return v_.rightCols(v_.cols() - rank_); }       // A x = 0
  /// The smallest singular value above the cut and the largest below it, over the scale; 0 if there
  /// is none.
  double kept() const { return rank_ > 0 ? values_(rank_ - 1) / scale_ : 0; }
  double dropped() const {
    return rank_ < values_.size() && scale_ > 0 ? values_(rank_) / scale_ : 0;
  }
  /// True if the rank is the same for each cut between 1e-12 and 1e-8.
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

/// A^+, with the cut of the rank decision.
MatX pseudo_inverse(const MatX& a, double scale = 0);

/// The largest singular value; 0 for an empty matrix, NaN if A is not finite.
double spectral_norm(const MatX& a);

/// The largest absolute entry; 0 for an empty matrix, NaN if A is not finite.
double largest_entry(const MatX& a);

/// [A 0; 0 B]
MatX block_diagonal(const MatX& a, const MatX& b);

/// The orthogonal projector onto the columns of an orthonormal basis.
inline MatX projector_onto(const MatX& basis) { return basis * basis.transpose(); }

}  // namespace porthos::structure
