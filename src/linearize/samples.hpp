#pragma once

#include <vector>

#include "linearize/derivatives.hpp"

namespace porthos::linearize {

/// Some states around one, at fixed pseudo-random places, with random multipliers, that satisfy the
/// velocity constraints as far as velocities and multipliers can; their rates are computed.
/// Positions move by up to 0.3 (1 + |z|), velocities by 0.3, and need not satisfy c(z) = 0.
std::vector<system::Workspace> states_around(const Equations& equations,
                                             const system::Workspace& at, int count);

}  // namespace porthos::linearize
