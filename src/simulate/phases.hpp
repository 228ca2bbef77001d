#pragma once

#include "simulate/run_state.hpp"

namespace porthos::simulate {

/// The phases of a run. Where a formula of time alone jumps or has a corner (an `if` on t, a floor,
/// an abs, ...) one ends and the next begins: no method steps over such a time, and each sees the
/// formulas of its phase continued smoothly beyond its ends. They are known before the steps.
class Phases {
 public:
  explicit Phases(RunState& now) : now_(now) {}

  /// How far a step to `end` may go. If a formula of time has a pole before, the run ends.
  double limit(double end);
  /// True if the phase ends at the present time.
  bool is_over() const { return now_.state.t >= now_.phase.end; }
  /// Goes over to the next phase. What prescribes flows may jump: that is an impact, P2, whose work
  /// the account of the ports has; the part of constraints that do not prescribe a flow is booked
  /// as that of events.
  void pass();

 private:
  bool check_jump(const VecX& before);

  RunState& now_;
};

}  // namespace porthos::simulate
