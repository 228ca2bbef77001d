#pragma once

#include "linearize/derivatives.hpp"

namespace porthos::linearize {

/// Linear functions N^T z of the positions that no motion changes, N^T z' = 0 whatever multipliers
/// are and velocities that satisfy the velocity constraints (z x casimirs), orthonormal: the
/// Casimirs by which positions part into leaves ([004] Sec. 4). From the rates in some states
/// around this one.
MatX linear_casimirs(const Equations& equations, const system::Workspace& at);

}  // namespace porthos::linearize
