#pragma once

#include <cstddef>
#include <vector>

#include "base/linear.hpp"

namespace porthos {

/// LU of a sparse matrix of square blocks of one size. Whole blocks are pivots, in an order of
/// approximate minimum degree (Amestoy, Davis, Duff 1996), which depends on the pattern alone; rows
/// are exchanged within a block. This suits matrices that are nearly symmetric and positive
/// semidefinite, such as Delassus matrices with a small regularisation: they need no exchange of
/// blocks, however many of their rows are redundant.
class BlockLu {
 public:
  /// The blocks that may differ from zero: `columns` of block row i from start[i] to start[i + 1],
  /// ascending, with the diagonal. The transpose of each block is taken to differ from zero, too.
  /// False, and nothing to factorise, if the elimination would touch more than `most_pairs` pairs
  /// of blocks. All blocks become zero.
  bool set_pattern(int block_size, const std::vector<int>& start, const std::vector<int>& columns,
                   std::size_t most_pairs);
  void set_zero();

  int size() const { return static_cast<int>(order_.size()); }  // block rows
  /// The entries of a block of the pattern, row by row: (block size)^2.
  double* block(int row, int column);

  /// Factorises in place. False if a diagonal block is singular or not finite.
  bool factorise();
  /// A^-1 b, in place; b: (block rows x block size).
  void solve(VecX& b) const;

 private:
  void find_order(const std::vector<int>& start, const std::vector<int>& columns);
  bool find_fill(const std::vector<int>& start, const std::vector<int>& columns,
                 std::size_t most_pairs);
  std::size_t place_of(int pivot, int later) const;

  int block_ = 0;
  std::vector<int> start_, columns_;   // the pattern
  std::vector<int> order_, position_;  // the block row of each pivot, the pivot of each block row
  // Blocks right of the diagonal in U, and below it in L: of pivot k with the later pivots
  // later_[later_start_[k]] and following, ascending.
  std::vector<int> later_start_, later_;
  // For each pair (i, j) of later pivots of k, in the order of rows: where block (i, j) is.
  std::vector<std::size_t> target_;
  std::vector<double> diagonal_, upper_, lower_;  // blocks; diagonal_: inverses after factorise()
};

}  // namespace porthos
