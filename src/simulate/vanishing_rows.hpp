#pragma once

#include <memory>
#include <vector>

#include "system/system.hpp"

namespace porthos::simulate {

/// The largest time that a start looks ahead, s.
constexpr double kFirstPhase = 1;

/// The first phase of a run: formulas that switch at t = 0 take the branch after it. It ends at the
/// next switching time, or at kFirstPhase.
system::Phase first_phase(const system::System& system);

/// The rows (c' z', a) that vanish identically in the phase of the system, such as `if(t < 1, 0,
/// 1)*(a.omega - b.omega)` before t = 1, (nu): they constrain nothing, and methods leave them and
/// their multipliers out. Value and derivatives must be exactly zero at several times between
/// `from` and `until` and several states near (z, w). Empty if there are none, or if no formula
/// switches in time.
std::vector<char> vanishing_rows(const system::System& system, const VecX& z, const VecX& w,
                                 double from, double until);

/// The system without the rows that are not 0 in `idle`, (nu); nullptr if no row is left out.
std::unique_ptr<system::System> without_vanishing(const system::System& system, const VecX& idle);

}  // namespace porthos::simulate
