#pragma once

#include "structure/check.hpp"
#include "structure/subspace.hpp"

namespace porthos::structure {

/// T-06: f^T D f >= 0 for every flow. The residual is minus the smallest eigenvalue of (D + D^T) /
/// 2, relative to the largest absolute one. ([001] Def. 6)
Check resistive(const MatX& D);

/// T-24: an irreversible process f = O e has a symmetric O >= 0 and takes no energy: O (e + shift)
/// = 0. `shift` is the temperature of the environment for entropies and 0 otherwise. ([002] Sec. 2)
Checks onsager(const MatX& O, const VecX& e, const VecX& shift);

}  // namespace porthos::structure
