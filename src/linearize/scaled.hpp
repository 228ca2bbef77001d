#pragma once

#include "base/dense.hpp"

namespace porthos::linearize {

/// A matrix of mixed units with scaled rows and columns, all of size about one. Ranks and least
/// squares then do not depend on whether a length is in m or in mm.
///
/// A column counts as zero if all its entries are rounding of their rows, whatever its scale.
///
///   A = diag(rows) S diag(columns)        A x = b  <=>  S (columns x) = b / rows
class Scaled {
 public:
  /// Entries below `threshold` in the scaled matrix count as rounding.
  explicit Scaled(const MatX& a, double threshold = 1e-10);
  /// With the sizes of x, so that the rounding of a row does not depend on units: entries below
  /// `nothing` count as rounding. Sizes are known to some powers of ten.
  Scaled(const MatX& a, const VecX& sizes, double threshold = 1e-10, double nothing = 1e-11);

  Eigen::Index rank() const { return parts_.rank(); }
  /// False if a threshold ten times larger, or a hundred times smaller, gives another rank.
  bool is_rank_clear() const;
  /// The least-squares solutions of A x = b, one per column of b; if there are several, the
  /// smallest in the scale of the columns.
  MatX solve(const MatX& b) const;
  /// The residual A x - b relative to the largest entry of b, in the scale of the rows.
  double misfit(const MatX& x, const MatX& b) const;
  /// For each entry of solutions x of A x = b: the sum of the terms whose rounding it inherits,
  /// |A^+| (|A| |x| + terms), where `terms` are the sizes of the summands of b.
  MatX terms(const MatX& x, const MatX& terms) const;
  /// Bases of the x with A x = 0 and of the y with y^T A = 0, one per column.
  MatX kernel() const;
  MatX left_kernel() const;
  /// A bound of how much A leaves the first x undetermined: 0 if they are unique, 1 if one is free.
  double freedom(Eigen::Index first) const;
  /// Condition number of the scaled matrix: its largest singular value over the smallest that
  /// counts.
  double condition() const;

 private:
  VecX rows_, columns_;
  MatX scaled_;
  double threshold_;
  Orthogonal parts_;
};

}  // namespace porthos::linearize
