#pragma once

#include "inspect/subject.hpp"

namespace porthos::inspect {

/// T-02: the structure does not jump at the switches of its formulas, such as x = 0 of `if(x > 0,
/// 1, -1)`: its projectors on both sides agree. Empty if no formula switches with the state. ([001]
/// Def. 4)
Findings check_jumps(const Subject& subject);

/// True if constraints, rates, masses, energies or prescribed flows jump at a switch, or may jump:
/// there the momenta may jump.
bool may_jump(const Subject& subject);

}  // namespace porthos::inspect
