#pragma once

#include <functional>

#include "base/problem.hpp"
#include "system/assemble.hpp"

namespace porthos::simulate {

/// Puts starts with which joints report what they are to start with in the place of the model's
/// own: first positions, then velocities. Where there are none these stay, unless a joint's start
/// is fixed: then the problems are told.
///
/// assemble  gives the model with rows that hold these starts
void take_coordinates(system::Assembled& model,
                      const std::function<system::Assembled(system::Guide)>& assemble,
                      Problems& problems);

}  // namespace porthos::simulate
