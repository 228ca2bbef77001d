#pragma once

#include "simulate/run_state.hpp"

namespace porthos::simulate {

/// True if the fastest motion near the present state decays within a part of a step, and the method
/// does not damp it: then no step of about this length is accurate.
bool decays_within_a_step(const RunState& now);

/// True if the fastest motion near the present state turns by about half a turn within a step, and
/// the method does not damp it: then errors are no powers of the step.
bool turns_within_a_step(const RunState& now);

}  // namespace porthos::simulate
