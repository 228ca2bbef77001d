#pragma once

#include <memory>
#include <vector>

#include "system/system.hpp"

namespace porthos::simulate {

/// The longest that a start looks ahead, s.
constexpr double kFirstPhase = 1;

/// The phase with which a run begins: formulas that switch at t = 0 take the branch that follows.
/// It ends at the next switching time, or at kFirstPhase.
system::Phase first_phase(const system::System& system);

/// The rows (c' z', a) that vanish identically in the phase of the system, such as
/// `if(t < 1, 0, 1)*(a.omega - b.omega)` before t = 1, (nu): they hold nothing, and no method
/// solves for their multipliers. Looked for at several times between `from` and `until` and states
/// beside (z, w), where value and derivatives have to be exactly zero. Empty if there are none, or
/// if no formula switches in time.
std::vector<char> vanishing_rows(const system::System& system, const VecX& z, const VecX& w,
                                 double from, double until);

/// The system without the rows that are not 0 in `idle`, (nu); nullptr if all of them stay.
std::unique_ptr<system::System> without_vanishing(const system::System& system, const VecX& idle);

}  // namespace porthos::simulate
