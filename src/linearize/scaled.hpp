#pragma once

#include "base/dense.hpp"

namespace porthos::linearize {

/// A matrix of mixed units, with rows and columns divided by their sizes until all are about one:
/// only then ranks and least squares do not depend on whether a length is in m or in mm.
///
/// A column in which all is rounding of its rows counts as zero, however it would be scaled.
///
///   A = diag(rows) S diag(columns)        A x = b  <=>  S (columns x) = b / rows
class Scaled {
 public:
  /// What is smaller than `threshold` of the scaled matrix counts as rounding.
  explicit Scaled(MatX a, double threshold = 1e-10);

  Eigen::Index rank() const { return parts_.rank(); }
  /// The x, one a column of b, that come closest to A x = b; of several the smallest, in the scale
  /// of the columns.
  MatX solve(const MatX& b) const;
  /// What A x misses b by, relative to the largest entry of b, in the scale of the rows.
  double misfit(const MatX& x, const MatX& b) const;
  /// Bases of the x with A x = 0 and of the y with y^T A = 0, one a column.
  MatX kernel() const;
  MatX left_kernel() const;
  /// How much A leaves the first x open, at most: 0 where they are unique, 1 where one is free.
  double freedom(Eigen::Index first) const;
  /// Of the scaled matrix: its largest singular value over the smallest that counts.
  double condition() const;

 private:
  VecX rows_, columns_;
  MatX scaled_;
  Orthogonal parts_;
};

}  // namespace porthos::linearize
