#pragma once

#include <functional>

#include "base/problem.hpp"
#include "simulate/start.hpp"
#include "system/assemble.hpp"
#include "system/system.hpp"

namespace porthos::simulate {

/// Assembles the model with rows that fix these starts of joints.
using AssembleWith = std::function<system::Assembled(const system::Guide&, Problems&)>;

/// Finds the pose and the velocities for the starts of joints, and replaces the starts of the model
/// by them. Starts of joints that cannot be met are left out one by one; a fixed one that cannot be
/// met is a problem.
void take_coordinates(system::Assembled& model, const AssembleWith& assemble, Problems& problems);

/// Adds the starts of joints that `start` could not meet to its changes.
void add_changed_coordinates(const system::System& system, const system::Assembled& model,
                             Start& start);

}  // namespace porthos::simulate
