#pragma once

#include <functional>

#include "base/problem.hpp"
#include "simulate/start.hpp"
#include "system/assemble.hpp"
#include "system/system.hpp"

namespace porthos::simulate {

/// Gives the model with rows that hold these starts of joints.
using AssembleWith = std::function<system::Assembled(const system::Guide&, Problems&)>;

/// Finds the pose and the velocities at which joints report what they are to start with, and puts
/// them in the place of the model's own starts. Starts of joints that no such pose meets are left
/// out one by one; where a fixed one cannot be met the problems say so.
void take_coordinates(system::Assembled& model, const AssembleWith& assemble, Problems& problems);

/// Adds the starts of joints that `start` does not have to its changes.
void add_changed_coordinates(const system::System& system, const system::Assembled& model,
                             Start& start);

}  // namespace porthos::simulate
