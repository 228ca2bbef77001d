#pragma once

#include <string>
#include <vector>

#include "inspect/subject.hpp"

namespace porthos::inspect {

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
