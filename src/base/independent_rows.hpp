#pragma once

#include <span>
#include <vector>

#include "base/sparse.hpp"

namespace porthos {

/// An independent set of rows of a matrix that spans them all.
struct IndependentRows {
  std::vector<char> is_kept;  // (rows)
  int rank = 0;
  /// Every row is either far from a combination of the others or one to rounding: the rank is not
  /// about to change.
  bool is_clear = false;
};

/// By elimination: each pivot is one of the larger ones of those left, and of these in a row with
/// few entries (Duff, Erisman, Reid: Direct Methods for Sparse Matrices, 9.8). Rows count in the
/// metric with these masses, (columns), and by their directions alone. Rows of a later turn,
/// (rows), are taken only for what those of earlier ones leave open.
IndependentRows independent_rows(const Sparse& matrix, const VecX& masses,
                                 std::span<const int> turn);

}  // namespace porthos
