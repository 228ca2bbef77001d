#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "simulate/estimate.hpp"
#include "simulate/events.hpp"
#include "simulate/friction_bounds.hpp"
#include "simulate/phases.hpp"
#include "simulate/recorder.hpp"
#include "simulate/run_state.hpp"

namespace porthos::simulate {

/// Advances a run along its grid of times, k * step and `until`.
class Stepping {
 public:
  Stepping(RunState& now, Events& events, Recorder& recorder);

  /// Advances by up to max_steps steps, in at most `attempts` internal steps, which it counts down:
  /// then it stops even within a step.
  void advance(int max_steps, long& attempts);
  /// Gives parameters new values, (index, value), at the end of the present step of the grid.
  void change(const std::vector<std::pair<int, double>>& values);

 private:
  bool step_to(double end, long& attempts);
  void fire(const std::vector<int>& events);
  double length_to(double end) const;
  bool take_step(double end, long& attempts);
  bool slips_in_space() const;
  std::optional<std::vector<int>> advance_piece(double end, long& attempts);
  bool is_ledger_open();
  bool has_crossed_pole();

  RunState& now_;
  Events& events_;
  Recorder& recorder_;
  Estimate estimate_;
  Phases phases_{now_};
  FrictionBounds bounds_{now_};
  const long count_;
  VecX modes_before_;
  dae::State before_;  // state at the start of the last step
};

}  // namespace porthos::simulate
