#pragma once

#include "base/problem.hpp"
#include "system/assemble.hpp"
#include "system/system.hpp"

namespace porthos::simulate {

struct RunState;

/// The values of the stated invariants in the state of `at`, after compute_rates.
VecX invariants_at(const system::System& system, const system::Assembled& assembled,
                   system::Workspace& at);

/// Warns of stated invariants that changed in the run by more than its error explains (PH305).
void check_invariants(const RunState& now, Problems& to);

}  // namespace porthos::simulate
