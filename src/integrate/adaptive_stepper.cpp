#include "integrate/adaptive_stepper.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "base/index.hpp"

namespace porthos::integrate {

namespace {

constexpr int kMostSteps = 100000;  // internal steps in one of the run's
// After so many of them, and after each multiple, the steps must not be so short that more than
// this number of them would reach the end: the motion then cannot leave a jump or a pole, and would
// go on in vain for a hundred thousand steps.
constexpr int kLookEvery = 3000;
constexpr double kMostAtPace = 1e7;
constexpr double kMostAhead = 32;     // multiple of the run's step
constexpr double kLeastStep = 1e-15;  // relative to the time
constexpr double kLeastSolved = 1e-12;
/// No step over a jump of a formula is short enough for the error estimate: a step as short as
/// this, relative to the time, is accepted.
constexpr double kJump = 1e-12;
constexpr int kMostJumps = 100;
constexpr int kMostCuts = 1000;  // of one of the run's steps; the rest of it is not cut

/// Times that are closer are equal.
double nearness(double target, double h) { return 1e-12 * h + 4e-16 * std::abs(target); }

}  // namespace

AdaptiveStepper::AdaptiveStepper(const Integrable& system, const StepLaw& law, double unit)
    : system_(system), control_(law, unit), branches_(system) {}

/// True if `state` is the state that was returned last.
bool AdaptiveStepper::continues_from(const State& state) const {
  return is_started_ && state.z == returned_.z && state.w == returned_.w &&
         std::abs(state.t - returned_.t) <= 1e-12 * (std::abs(state.t) + control_.h());
}

bool AdaptiveStepper::prepare(const State& state, double h, long& attempts) {
  const Branches::Fixed fixed(branches_);
  if (!continues_from(state)) {
    head_ = returned_ = state;
    branches_.begin(head_, h);
    restart(h);
    count_ = jumps_ = cuts_ = 0;
    is_started_ = true;
  }
  run_step_ = h;
  outcome_ = Outcome::kRunning;
  const double target = state.t + h;
  for (const double near = nearness(target, h); head_.t < target - near; ++count_) {
    if (attempts-- <= 0) return false;
    if (is_cut_) {
      outcome_ = branches_.switch_over(head_, h);
      if (outcome_ != Outcome::kRunning) break;
      if (++cuts_ > kMostCuts) branches_.release();
      restart(h);
    } else if (count_ == 0) {
      branches_.resume();
    }
    const double from = head_.t;
    control_.set(system_.phase().limited(head_.t, std::min(control_.h(), kMostAhead * h)));
    const bool is_stalled =
        count_ > 0 && count_ % kLookEvery == 0 && target - head_.t > kMostAtPace * control_.h();
    outcome_ = count_ < kMostSteps && !is_stalled ? advance(target) : Outcome::kStepTooSmall;
    if (outcome_ == Outcome::kRunning && !branches_.is_empty()) outcome_ = cut(from);
    if (outcome_ != Outcome::kRunning) break;
  }
  return true;
}

/// Starts from head_, without memory.
void AdaptiveStepper::restart(double h) {
  // Near a state of nearly zero, as where bounces accumulate, the guess of a method may be zero.
  control_.begin(std::max(initial_step(h), kJump * (std::abs(head_.t) + h)));
  is_cut_ = false;
}

/// Moves head_ to the first change of a branch in the last step, which began at `from`. States
/// up to there are still found within that step.
Outcome AdaptiveStepper::cut(double from) {
  const double h = head_.t - from;
  const auto within = [&](double share, State& to) {
    to = head_;
    const Outcome outcome = find_within(to, from + share * h);
    to.t = from + share * h;
    return outcome;
  };
  std::optional<Branches::Cut> found;
  const Outcome outcome = branches_.find_cut(from, h, run_step_, head_, within, found);
  if (!found) return outcome;
  head_ = std::move(found->state);
  is_cut_ = true;
  return outcome;
}

Outcome AdaptiveStepper::step(State& state, double h) {
  const double target = state.t + h;
  long all = std::numeric_limits<long>::max();
  prepare(state, h, all);
  const Branches::Fixed fixed(branches_);
  count_ = jumps_ = cuts_ = 0;
  State next = head_;
  if (outcome_ == Outcome::kRunning && head_.t > target + nearness(target, h))
    outcome_ = find_within(next, target);
  is_started_ = outcome_ == Outcome::kRunning;
  if (!is_started_) return outcome_;
  next.t = target;
  state = returned_ = std::move(next);
  return Outcome::kRunning;
}

/// Makes one accepted step from head_.
Outcome AdaptiveStepper::advance(double target) {
  Outcome reason = Outcome::kDiverged;
  const double age = std::abs(head_.t) + run_step_, first_h = control_.h();
  if (!branches_.is_fixed()) branches_.fix(true);
  for (control_.begin_step();;) {
    const double h = control_.h();
    if (!(h > kLeastStep * age)) return reason;
    Trial trial = attempt(h);
    const bool is_jump = std::isfinite(trial.error) && h < kJump * age;
    if (trial.outcome == Outcome::kRunning &&
        (control_.accepts(h, trial.error) || (is_jump && ++jumps_ < kMostJumps))) {
      trial.outcome = accept(h);
      if (trial.outcome == Outcome::kRunning) {
        control_.grow(h, std::max(trial.error, trial.with_rounding));
        ++system_.work().steps;
        return Outcome::kRunning;
      }
    }
    ++system_.work().rejected;
    if (trial.outcome == Outcome::kRunning) {
      control_.shrink(h, trial.error);
    } else {
      reason = trial.outcome;
      const bool is_undefined = reason == Outcome::kNotFinite;
      if (!branches_.is_empty()) branches_.fix(false);  // a formula has no value beyond its branch
      control_.fail(h, is_undefined ? target - head_.t : h);
      if (control_.h() < kLeastSolved * age) return reason;
    }
    if (recover_from_rejection(h, trial.error, first_h)) {
      ++system_.work().steps;
      return Outcome::kRunning;
    }
  }
}

VecX AdaptiveStepper::most_clamped(double most) const {
  VecX all = VecX::Constant(system_.sizes().power, most);
  for (Eigen::Index i = 0; i < all.size(); ++i)
    if (!system_.only_takes()[index(i)]) all[i] = 0;
  return all;
}

void AdaptiveStepper::describe_state(Archive& archive, State& state) const {
  if (archive.is_reading()) {
    const dae::Sizes& n = system_.sizes();
    state.z.resize(n.z);
    state.w.resize(n.w);
    state.dissipated.resize(n.power);
    state.supplied.resize(n.u);
  }
  archive(state);
}

void AdaptiveStepper::describe(Archive& archive) {
  archive(is_started_);
  archive.count(count_, 0, kMostSteps);
  archive.count(jumps_, 0, kMostJumps);
  if (!branches_.is_empty()) {
    archive(is_cut_);
    archive.count(cuts_, 0, kMostCuts + 1);
    archive(branches_);
  }
  archive(control_);
  if (is_started_)
    for (State* state : {&head_, &returned_}) describe_state(archive, *state);
  if (archive.is_good()) describe_own(archive, is_started_);
}

}  // namespace porthos::integrate
