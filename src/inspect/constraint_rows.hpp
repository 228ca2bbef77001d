#pragma once

#include <string>
#include <vector>

#include "inspect/subject.hpp"

namespace porthos::inspect {

/// Factors that scale the rows and columns of several matrices of one shape: the typical entries of
/// each column have the geometric mean 1, and the largest one of each row is 1. Ranks stay and no
/// longer depend on units. A row below 1e-14 of the largest entry of each column is rounding, and
/// becomes zero.
class Equilibration {
 public:
  explicit Equilibration(const std::vector<MatX>& samples);
  MatX operator()(const MatX& matrix) const {
    return rows_.asDiagonal() * matrix * columns_.asDiagonal();
  }

 private:
  VecX rows_, columns_;
};

/// The note where the lowest rank is not sure.
constexpr const char* kHiddenRows =
    "In a state sampled some rows are so large that they hide others.";

/// The ranks of several matrices of one shape with common factors of rows and columns.
struct Ranks {
  explicit Ranks(const std::vector<MatX>& samples);

  std::vector<Eigen::Index> all;
  std::size_t lowest = 0, highest = 0;  // the first of these, if there are samples
  /// The lowest rank holds with factors of its own matrix, too. Otherwise rows that are far larger
  /// than in the other matrices hide others.
  bool is_lowest_sure = true;
};

/// c' of the constraints that are not inert, (active x z).
MatX active_slopes(const Subject& subject, const MatricesAt& at);

/// [c'Z; A] over (e, w): the constraints on efforts and velocities. ([001] (13))
MatX constraint_rows(const Subject& subject, const MatricesAt& at);

/// The names of at most twelve rows of [c'Z; A] with a share in these combinations, (rows x any).
std::vector<std::string> in_combinations(const Subject& subject, const MatX& combinations);

/// "phi = 1.571, x = 0": the first six of all positions, or of the requested ones.
std::string pose_text(const Subject& subject, const VecX& z, std::vector<int> positions = {});
/// "the start", or "state 3 of 8, at x = 0.2": a state of the subject.
std::string place_with_pose(const Subject& subject, std::size_t state);

}  // namespace porthos::inspect
