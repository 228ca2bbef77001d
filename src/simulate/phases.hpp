#pragma once

#include "simulate/run_state.hpp"

namespace porthos::simulate {

class Modes;

/// The phases of a run. A phase ends where a formula of time alone jumps or has a corner (an `if`
/// on t, a floor, an abs, ...). No step crosses such a time, and formulas continue smoothly beyond
/// the ends of their phase. The times are computed before the steps.
class Phases {
 public:
  explicit Phases(RunState& now) : now_(now) {}

  /// The time up to which a step to `end` may go. Ends the run if a formula of time has a pole
  /// before it.
  double limit(double end);
  /// Moves the present time to the end of the phase, if it lies before it by rounding: a law with a
  /// formula of time may end there a little too early.
  void reach_end();
  /// True if the phase ends at the present time.
  bool is_over() const { return now_.state.t >= now_.phase.end; }
  /// Begins the next phase. A jump of a prescribed flow is an impact, P2, whose work is supplied by
  /// the port; the work of other constraints counts as event energy. False if modes of set-valued
  /// laws have to be found: of laws that let go at the jump, or of massless velocities, with the
  /// state unchanged.
  bool pass(Modes& modes);

 private:
  /// Residuals of the rows of a system, and the gaps of its position constraints.
  struct Residuals {
    VecX rows, gap;
  };
  Residuals residuals() const;
  Residuals residuals_of(const system::System& free, const VecX& modes) const;
  bool has_jumped(const Residuals& before) const;
  bool check_jump(const VecX& before);
  void close(const VecX& goal, double stored, double supplied);

  RunState& now_;
};

}  // namespace porthos::simulate
