#pragma once

#include <string>

#include "base/problem.hpp"
#include "simulate/run_state.hpp"

namespace porthos::simulate {

/// One sentence on how a run ended that a student can act on: of a method that chooses its steps it
/// does not ask for smaller ones, nor of an implicit method for an implicit one.
std::string sentence(Outcome outcome, const integrate::Traits& of);

/// The largest defect of the energy ledger so far, relative to the energy that has moved.
double ledger_share(const RunState& now);
/// The same of a run that stands where this formula jumps: smaller steps do not help there.
std::string sentence_on_jump(const std::string& formula);

/// Warns where the estimated error of the trajectory exceeds a thousandth of the motion, with the
/// step or the method that would do (PH301). Adaptive methods know of their error what is missing
/// in the ledger.
void check_accuracy(const RunState& now, Problems& to);

/// Warns of the first reset of each event and velocity that the constraints did not allow, with
/// what became of it (PH302).
void check_resets(const RunState& now, Problems& to);

}  // namespace porthos::simulate
