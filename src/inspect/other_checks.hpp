#pragma once

#include <string>

#include "inspect/subject.hpp"

namespace porthos::inspect {

/// T-15: whether the start is a stable equilibrium, by linearization there. `options` of a run.
Findings check_stability(const std::string& text, const std::string& files,
                         const model::Json& options);
/// T-23: the composition of the model.
Findings check_composition(const Subject& subject);
/// T-29: the kinematics keeps the conditions of rotation matrices and quaternions.
Findings check_rotations(const Subject& subject);

/// The reason why a requested check has no finding for this model.
Finding nothing_found(const std::string& number);

}  // namespace porthos::inspect
