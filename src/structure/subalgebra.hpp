#pragma once

#include <functional>

#include "structure/check.hpp"
#include "structure/subspace.hpp"

namespace porthos::structure {

/// The bracket [a, b] of a Lie algebra, linear in both.
using Bracket = std::function<VecX(const VecX&, const VecX&)>;

/// The span of these vectors is closed under the bracket; the residual is the largest part outside,
/// relative to their lengths. For V^perp: the Lie-Poisson structure with constraint forces in V is
/// closed (T-13; [004] Prop. 4.2). For the motions of a joint: they form a group (T-26; [002] Sec.
/// 5.1).
Check subalgebra(const Statement& statement, const Bracket& bracket, const MatX& vectors);

}  // namespace porthos::structure
