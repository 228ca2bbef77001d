#pragma once

#include <vector>

#include "inspect/velocity_forms.hpp"

namespace porthos::inspect {

/// The results for the velocity constraints of a model (T-13, [004] Prop. 4.1).
struct HolonomicReport {
  /// The constraints of the structure first, then prescribed flows, as in VelocityForms.
  Findings rows;
  /// (rows) the constraints with which a row is integrable; empty if it is integrable alone.
  std::vector<std::vector<int>> with;
  /// All of them together, with the number of integrable combinations and of reachable positions.
  Check whole;
  /// Whether the constraints of the structure are holonomic at each fixed time.
  Verdict at_fixed_time = Verdict::kNotApplicable;
};

/// Uses the derived flag of the admissible velocities at random states.
HolonomicReport judge_rows(const Subject& subject, const VelocityForms& forms);

}  // namespace porthos::inspect
