#pragma once

#include "linearize/derivatives.hpp"

namespace porthos::linearize {

/// Linear functions N^T z of the positions that no motion changes: N^T z' = 0 for all multipliers
/// and all velocities that satisfy the velocity constraints (z x casimirs), orthonormal. These
/// Casimirs divide the positions into leaves ([004] Sec. 4). They are computed from the rates in
/// several states around this one.
MatX linear_casimirs(const Equations& equations, const system::Workspace& at);

}  // namespace porthos::linearize
