#pragma once

#include <utility>
#include <vector>

#include "inspect/jet.hpp"

namespace porthos::inspect {

using JetMatrix = std::vector<std::vector<Jet>>;  // row by row

/// Vectors that are independent beyond rounding, by elimination.
class IndependentVectors {
 public:
  /// `scales` of the coordinates: the size of a large entry.
  explicit IndependentVectors(std::vector<double> scales) : scales_(std::move(scales)) {}

  /// Adds a vector if it is independent of the previous ones.
  bool add(std::vector<Tracked> vector);
  int rank() const { return static_cast<int>(rows_.size()); }
  /// (rank) a basis; each vector without the pivots of the previous ones
  const std::vector<std::vector<Tracked>>& rows() const { return rows_; }
  /// False if it is unclear whether an entry is rounding.
  bool is_clear() const { return is_clear_; }
  /// The largest entry that was treated as 0, relative to its terms.
  double dropped() const { return dropped_; }

 private:
  std::vector<double> scales_;
  std::vector<std::vector<Tracked>> rows_;
  std::vector<std::size_t> pivots_;
  bool is_clear_ = true;
  double dropped_ = 0;
};

/// Rows of polynomials, reduced to the identity in their pivots. Rows that are dependent at the
/// point are dropped.
struct Eliminated {
  JetMatrix rows;
  std::vector<std::pair<int, int>> pivots;  // the original row, and its column
  bool is_clear = true;                     // false if it is unclear whether a pivot is rounding
};

/// `columns`: the number of leading columns that may have pivots.
Eliminated eliminate(const JetSpace& space, JetMatrix rows, std::size_t columns);

}  // namespace porthos::inspect
