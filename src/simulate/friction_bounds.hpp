#pragma once

#include "simulate/run_state.hpp"

namespace porthos::simulate {

/// Watches the bounds of dry friction in a run: with a negative bound, friction would drive.
class FrictionBounds {
 public:
  explicit FrictionBounds(RunState& now);

  /// Ends the run, and returns true, if a bound is negative in the present state, whose quantities
  /// are up to date.
  bool are_negative();

 private:
  const system::Workspace& readouts();

  RunState& now_;
  bool are_fixed_ = false;                        // all bounds follow from parameters alone
  std::shared_ptr<const system::System> looked_;  // whose fixed bounds are none of them negative
  system::Workspace of_laws_;                     // for a method that solves set-valued laws
  VecX largest_;  // (laws) the largest |bound| so far: rounding is relative to it
};

}  // namespace porthos::simulate
