#pragma once

#include <vector>

#include "inspect/velocity_forms.hpp"

namespace porthos::inspect {

/// What is known of the velocity constraints of a model (T-13, [004] Prop. 4.1).
struct HolonomicReport {
  /// The constraints of the structure first, then prescribed flows, as in VelocityForms.
  Findings rows;
  /// (rows) the constraints with which a row is integrable; none where it is by itself.
  std::vector<std::vector<int>> with;
  /// All of them, with how many combinations are integrable and how many positions are within
  /// reach.
  Check whole;
  /// Whether the constraints of the structure are holonomic at each fixed time.
  Verdict at_fixed_time = Verdict::kNotApplicable;
};

/// By the derived flag of the velocities that the constraints admit, at random states.
HolonomicReport judge_rows(const Subject& subject, const VelocityForms& forms);

}  // namespace porthos::inspect
