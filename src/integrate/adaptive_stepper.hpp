#pragma once

#include <memory>

#include "integrate/branches.hpp"
#include "integrate/method.hpp"
#include "integrate/step_control.hpp"

namespace porthos::integrate {

/// An adaptive method. Its steps follow (C1) to (C3) of StepControl and run ahead of the output
/// times. The states at output times are found within the last step, so that the steps, and with
/// them the accuracy, do not depend on the output times.
class AdaptiveStepper : public Stepper {
 public:
  bool prepare(const State& state, double h, long& attempts) final;
  Outcome step(State& state, double h) final;
  void describe(Archive& archive) final;

 protected:
  AdaptiveStepper(const Integrable& system, const StepLaw& law, double unit);

  /// The result of a trial step: failure, or its error in units of the tolerance.
  struct Trial {
    Outcome outcome = Outcome::kRunning;
    double error = 0;
    /// the error that sets the length of the next step, with the part that rounding hides
    double with_rounding = 0;
  };

  /// Starts from head_. h: the run's step. Returns the length of the first step.
  virtual double initial_step(double h) = 0;
  virtual Trial attempt(double h) = 0;
  /// Accepts the last trial step.
  virtual Outcome accept(double h) = 0;
  /// Tries another method after a step was rejected with this error. first_h: the length of the
  /// first trial. False if there is none.
  virtual bool recover_from_rejection(double /*h*/, double /*error*/, double /*first_h*/) {
    return false;
  }
  /// The state at the time `target` within the last step.
  virtual Outcome find_within(State& state, double target) = 0;

  /// The additional memory of the method. is_started: after initial_step().
  virtual void describe_own(Archive& archive, bool is_started) = 0;
  void describe_state(Archive& archive, State& state) const;

  /// (power) `most` for rows that never supply energy, 0 for others: see State::clamp_dissipated.
  VecX most_clamped(double most) const;

  const Integrable system_;
  State head_, returned_;  // the end of the last step, and the last state that was returned
  double run_step_ = 0;    // the run's step
  StepControl control_;

 private:
  bool continues_from(const State& state) const;
  void restart(double h);
  Outcome advance(double target);
  Outcome cut(double from);

  int count_ = 0, jumps_ = 0;  // internal steps of the current step of the run, and jumps in them
  Outcome outcome_ = Outcome::kRunning;  // how the internal steps ended
  bool is_started_ = false;
  Branches branches_;
  bool is_cut_ = false;  // a branch changes at head_
  int cuts_ = 0;         // in the current step of the run
};

}  // namespace porthos::integrate
