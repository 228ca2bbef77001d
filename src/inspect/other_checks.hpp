#pragma once

#include <string>

#include "inspect/subject.hpp"

namespace porthos::inspect {

/// T-15: whether the start is a stable equilibrium, by linearizing there. `options` of a run.
Findings check_stability(const std::string& text, const std::string& files,
                         const model::Json& options);
/// T-23: how the model is composed.
Findings check_composition(const Subject& subject);
/// T-29: the kinematics keeps rotation matrices and quaternions what they are.
Findings check_rotations(const Subject& subject);

/// Why a check that was asked for found nothing in this model.
Finding nothing_found(const std::string& number);

}  // namespace porthos::inspect
