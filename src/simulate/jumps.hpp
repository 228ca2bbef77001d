#pragma once

#include <string>

#include "simulate/run_state.hpp"

namespace porthos::simulate {

/// The formula in the forces of a model that jumps where the motion stands, and holds it there, as
/// sign(v) does where a block comes to rest: its text, or "" where there is none. A step of the run
/// takes it over its jump, and the next one back.
std::string jump_ahead(const RunState& now);

}  // namespace porthos::simulate
