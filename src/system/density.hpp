#pragma once

#include "system/system.hpp"

namespace porthos::system {

/// True if the constraints couple so many quantities with each other that they cannot be
/// solved in a reasonable time (LuOrder::is_too_dense).
bool is_too_dense(const System& system);

/// True if the rates couple so many states with each other that an implicit method cannot solve its
/// steps in a reasonable time.
bool rates_are_too_dense(const System& system);

}  // namespace porthos::system
