#pragma once

#include <vector>

#include "system/assemble.hpp"

namespace porthos::system {

/// Position constraints whose rate c'(z) Z(z) vanishes wherever all constraints hold: the
/// kinematics satisfies them by itself, they have no multiplier, and a KKT matrix with them would
/// be singular (theory S-03, T-29: |q| = 1, R^T R = I). Decided at three fixed pseudo-random points
/// of the constraint set around the start; (c), 1 where inert. The system has no inert ones yet.
std::vector<char> find_inert(const System& system, const Assembled& assembled);

}  // namespace porthos::system
