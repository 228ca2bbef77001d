#pragma once

#include <string>

#include "base/problem.hpp"
#include "simulate/run_state.hpp"

namespace porthos::simulate {

/// One sentence on how a run ended, with advice. It does not suggest smaller steps for an adaptive
/// method, nor an implicit method for an implicit one.
std::string sentence(Outcome outcome, const integrate::Traits& of);

/// The largest defect of the energy ledger so far, relative to the energy that has been exchanged.
double ledger_share(const RunState& now);
/// The sentence for a run that cannot pass a jump of this formula, where smaller steps do not help.
std::string sentence_on_jump(const std::string& formula);
/// The sentence for velocities without mass that nothing determines in the present state; "" if
/// there are none.
std::string sentence_on_singular(const RunState& now);

/// Warns where the estimated error of the trajectory exceeds a thousandth of the motion, with a
/// step or a method that suffices (PH301). The error of an adaptive method is judged by the defect
/// of its ledger.
void check_accuracy(const RunState& now, Problems& to);

/// Warns of contacts of a time-stepping method that penetrate far or are not solved (PH306), and of
/// switches that come faster than the steps of a method that locates them (PH307).
void check_contacts(const RunState& now, Problems& to);
/// Warns of the first reset of each event and velocity that the constraints did not allow, with the
/// actual value (PH302).
void check_resets(const RunState& now, Problems& to);

}  // namespace porthos::simulate
