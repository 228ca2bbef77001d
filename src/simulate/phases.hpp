#pragma once

#include "simulate/run_state.hpp"

namespace porthos::simulate {

/// The phases of a run. A phase ends where a formula of time alone jumps or has a corner (an `if`
/// on t, a floor, an abs, ...). No step crosses such a time, and formulas continue smoothly beyond
/// the ends of their phase. The times are computed before the steps.
class Phases {
 public:
  explicit Phases(RunState& now) : now_(now) {}

  /// The time up to which a step to `end` may go. Ends the run if a formula of time has a pole
  /// before it.
  double limit(double end);
  /// True if the phase ends at the present time.
  bool is_over() const { return now_.state.t >= now_.phase.end; }
  /// Begins the next phase. A jump of a prescribed flow is an impact, P2, whose work is supplied by
  /// the port; the work of other constraints counts as event energy. False, with the state
  /// unchanged, if it contradicts the present modes of set-valued laws, which have to change first.
  bool pass();

 private:
  bool check_jump(const VecX& before);

  RunState& now_;
};

}  // namespace porthos::simulate
