#pragma once

#include <span>
#include <vector>

#include "base/sparse.hpp"

namespace porthos {

/// An independent set of rows of a matrix that spans them all.
struct IndependentRows {
  std::vector<char> is_kept;  // (rows)
  int rank = 0;
  /// Each row is either far from a combination of the others or equal to one up to rounding. The
  /// rank is then stable.
  bool is_clear = false;
};

/// Elimination: each pivot is one of the larger remaining entries, in a row with few entries (Duff,
/// Erisman, Reid: Direct Methods for Sparse Matrices, 9.8). Only the directions of rows count, in
/// the metric with these masses, (columns). Rows of a later turn, (rows), are taken only if rows of
/// earlier turns do not span them.
IndependentRows independent_rows(const Sparse& matrix, const VecX& masses,
                                 std::span<const int> turn);

}  // namespace porthos
