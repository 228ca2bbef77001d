#pragma once

#include <string>
#include <vector>

#include "inspect/subject.hpp"

namespace porthos::inspect {

/// Factors by which rows and columns of matrices of one shape get a largest entry of 1 over all of
/// them. Ranks stay, and no longer depend on units. A row or column below 1e-14 of the largest
/// entry is rounding, and becomes zero.
class Equilibration {
 public:
  explicit Equilibration(const std::vector<MatX>& samples);
  MatX operator()(const MatX& matrix) const {
    return rows_.asDiagonal() * matrix * columns_.asDiagonal();
  }

 private:
  VecX rows_, columns_;
};

/// c' of what is not inert, (active x z).
MatX active_slopes(const Subject& subject, const MatricesAt& at);

/// [c'Z; A] over (e, w): what the constraints say of efforts and velocities. ([001] (13))
MatX constraint_rows(const Subject& subject, const MatricesAt& at);

/// The names of the rows of [c'Z; A] that have a share in these combinations, (rows x any); at most
/// twelve.
std::vector<std::string> in_combinations(const Subject& subject, const MatX& combinations);

/// "phi = 1.571, x = 0": the first six of all positions, or of those that are asked for.
std::string pose_text(const Subject& subject, const VecX& z, std::vector<int> positions = {});

}  // namespace porthos::inspect
