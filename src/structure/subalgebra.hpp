#pragma once

#include <functional>

#include "structure/check.hpp"
#include "structure/subspace.hpp"

namespace porthos::structure {

/// [a, b] of a Lie algebra, linear in both.
using Bracket = std::function<VecX(const VecX&, const VecX&)>;

/// The bracket of any two of these vectors is among them: the largest part outside, relative to
/// their lengths. Of V^perp it says that the Lie-Poisson structure with constraint forces in V is
/// closed (T-13; [004] Prop. 4.2), of the motions of a joint that they form a group (T-26; [002]
/// Sec. 5.1).
Check subalgebra(const Statement& statement, const Bracket& bracket, const MatX& vectors);

}  // namespace porthos::structure
