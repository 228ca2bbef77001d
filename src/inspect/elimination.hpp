#pragma once

#include <utility>
#include <vector>

#include "inspect/jet.hpp"

namespace porthos::inspect {

using JetMatrix = std::vector<std::vector<Jet>>;  // row by row

/// Vectors that are independent beyond rounding, by elimination.
class IndependentVectors {
 public:
  /// `scales` of the coordinates: what counts as a large entry.
  explicit IndependentVectors(std::vector<double> scales) : scales_(std::move(scales)) {}

  /// Takes a vector in if it is independent of those before.
  bool add(std::vector<Tracked> vector);
  int rank() const { return static_cast<int>(rows_.size()); }
  /// (rank) a basis, each without the pivots of those before
  const std::vector<std::vector<Tracked>>& rows() const { return rows_; }
  /// False if an entry may be rounding or not.
  bool is_clear() const { return is_clear_; }
  /// The largest entry that counted as 0, relative to its terms.
  double dropped() const { return dropped_; }

 private:
  std::vector<double> scales_;
  std::vector<std::vector<Tracked>> rows_;
  std::vector<std::size_t> pivots_;
  bool is_clear_ = true;
  double dropped_ = 0;
};

/// Rows of polynomials, reduced to the identity in their pivots. What depends on other rows at the
/// point is dropped.
struct Eliminated {
  JetMatrix rows;
  std::vector<std::pair<int, int>> pivots;  // the row as it was, and its column
  bool is_clear = true;                     // false if a pivot may be rounding or not
};

/// `columns`: how many may have pivots, from the first on.
Eliminated eliminate(const JetSpace& space, JetMatrix rows, std::size_t columns);

}  // namespace porthos::inspect
