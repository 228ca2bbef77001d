#pragma once

#include "system/system.hpp"

namespace porthos::integrate {

/// True if a signal jumps between the last stage of a step, from t to t + h, and its end, or
/// between its start and the first: to a method without a stage at the ends nothing else would
/// tell. at: for use in between; its time and signals change.
bool has_jump(const system::System& system, system::Workspace& at, double t, double h);

}  // namespace porthos::integrate
