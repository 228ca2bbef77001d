#pragma once

#include "system/system.hpp"

namespace porthos::inspect {

/// True if the equations of a step couple so many quantities with each other that they cannot be
/// solved in a reasonable time (LuOrder::is_too_dense).
bool is_too_dense(const system::System& system);

}  // namespace porthos::inspect
