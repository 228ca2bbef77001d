#pragma once

#include <string>
#include <vector>

#include "linearize/linearization.hpp"

namespace porthos::linearize {

/// The names of the position constraints that move at t = 0, where time is held.
std::vector<std::string> moving_constraints(const Equations& equations,
                                            const system::Assembled& model,
                                            const Reference& reference,
                                            const std::vector<int>& clocks);

/// Decides whether the reference motion is at rest or steady, and whether it is stable: `motion`
/// and `stability` of `made`, whose linear system and modes are known. PH206 for a motion that is
/// neither, PH210 where the modes of set-valued laws end before the reference.
void judge_motion(Linearization& made, Place asked, const Equations& equations,
                  const Candidates& candidates, const Reference& reference,
                  const std::vector<int>& clocks, Problems& to);

/// True if force laws, inputs or prescribed flows may do work.
bool has_outer_power(const Equations& equations, const system::Assembled& model,
                     const Reference& reference);

}  // namespace porthos::linearize
