#pragma once

#include <string>

#include "simulate/run_state.hpp"

namespace porthos::simulate {

/// The text of the formula in the forces of a model whose jump stops the motion at the present
/// state, as sign(v) does where a block comes to rest; "" where there is none. A step crosses the
/// jump, and the next step crosses it back.
std::string blocking_jump(const RunState& now);

}  // namespace porthos::simulate
