#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "simulate/estimate.hpp"
#include "simulate/events.hpp"
#include "simulate/phases.hpp"
#include "simulate/recorder.hpp"
#include "simulate/run_state.hpp"

namespace porthos::simulate {

/// Takes a run along its grid of times, k * step and `until`.
class Stepping {
 public:
  Stepping(RunState& now, Events& events, Recorder& recorder);

  /// Up to max_steps steps further, in at most `attempts` of the method's own steps, which it
  /// counts down: then it stops even within a step.
  void advance(int max_steps, long& attempts);
  /// Gives parameters new values, (index, value), at the end of the present step of the grid.
  void change(const std::vector<std::pair<int, double>>& values);

 private:
  bool step_to(double end, long& attempts);
  void fire(const std::vector<int>& events);
  double length_to(double end) const;
  bool step_ahead(double end, long& attempts);
  std::optional<std::vector<int>> take_piece(double end, long& attempts);
  bool is_ledger_open();
  bool crossed_pole();

  RunState& now_;
  Events& events_;
  Recorder& recorder_;
  Estimate estimate_;
  Phases phases_{now_};
  const long count_;
  dae::State before_;  // the begin of the last step, and room for the end of the next one
};

}  // namespace porthos::simulate
