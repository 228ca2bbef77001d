#pragma once

#include <memory>

#include "integrate/branches.hpp"
#include "integrate/method.hpp"
#include "integrate/step_control.hpp"

namespace porthos::integrate {

/// An adaptive method: its steps follow (C1) to (C3) of StepControl and run ahead of the run's. The
/// states that the run asks for are found within the last of them, so that the steps, and with them
/// the accuracy, do not depend on how often one looks.
class AdaptiveStepper : public Stepper {
 public:
  bool prepare(const State& state, double h, long& attempts) final;
  Outcome step(State& state, double h) final;
  void write(NumberWriter& to) const final;
  bool read(NumberReader& from) final;

 protected:
  AdaptiveStepper(const system::System& system, const StepLaw& law, double unit);

  /// A step that has been tried: of no use, or with an error, 1 being what it may be.
  struct Trial {
    Outcome outcome = Outcome::kRunning;
    double error = 0;
    /// What the next step is chosen by, where rounding hides a part of the error.
    double with_rounding = 0;
  };

  /// Begins at the head. h: the run's step. Gives the length of the first step.
  virtual double begin(double h) = 0;
  virtual Trial attempt(double h) = 0;
  /// Makes the step that was tried last the last one.
  virtual Outcome arrive(double h) = 0;
  /// Another way to go on after a step that was rejected with this error; `wide`: what was tried
  /// first.
  virtual bool leads_over(double /*h*/, double /*error*/, double /*wide*/) { return false; }
  /// A state within the last step.
  virtual Outcome find(State& state, double target) = 0;

  /// What later steps depend on besides; `is_started` after a begin().
  virtual void write_own(NumberWriter& to, bool is_started) const = 0;
  virtual bool read_own(NumberReader& from, bool is_started) = 0;
  void write_state(const State& state, NumberWriter& to) const;
  void read_state(NumberReader& from, State& state) const;

  const system::System& system_;
  State head_, given_;   // the end of the last step, and what was given last
  double row_step_ = 0;  // the run's
  StepControl control_;

 private:
  bool continues(const State& state) const;
  void restart(double h);
  Outcome advance(double target);
  Outcome cut(double from);

  int count_ = 0, jumps_ = 0;            // own steps, and jumps in them, of the present one
  Outcome reached_ = Outcome::kRunning;  // by them
  bool is_started_ = false;
  Branches branches_;
  bool is_cut_ = false;  // the head is where a branch changes
  int cuts_ = 0;         // in the present step of the run
};

}  // namespace porthos::integrate
