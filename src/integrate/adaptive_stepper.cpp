#include "integrate/adaptive_stepper.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "base/numbers.hpp"

namespace porthos::integrate {

namespace {

constexpr int kMostSteps = 100000;    // of the method's own in one of the run's
constexpr double kMostAhead = 32;     // of the run's steps
constexpr double kLeastStep = 1e-15;  // of the time
constexpr double kLeastSolved = 1e-12;
/// Where a formula of the state jumps no step is short enough for the estimate: one as short as
/// this, relative to the time, is taken as it is.
constexpr double kJump = 1e-12;
constexpr int kMostJumps = 100;
constexpr int kMostOwnCuts = 1000;  // of one of the run's steps; what is left of it is not cut

/// Two times nearer than that are one.
double nearness(double target, double h) { return 1e-12 * h + 4e-16 * std::abs(target); }

}  // namespace

AdaptiveStepper::AdaptiveStepper(const system::System& system, const StepLaw& law, double unit)
    : system_(system), control_(law, unit), branches_(system) {}

/// True if `state` is what was given last: nobody has changed it since.
bool AdaptiveStepper::continues(const State& state) const {
  return is_started_ && state.z == given_.z && state.w == given_.w &&
         std::abs(state.t - given_.t) <= 1e-12 * (std::abs(state.t) + control_.h());
}

bool AdaptiveStepper::prepare(const State& state, double h, long& attempts) {
  const Branches::Held held(branches_);
  if (!continues(state)) {
    head_ = given_ = state;
    branches_.begin(head_, h);
    restart(h);
    count_ = jumps_ = cuts_ = 0;
    is_started_ = true;
  }
  row_step_ = h;
  reached_ = Outcome::kRunning;
  const double target = state.t + h;
  for (const double near = nearness(target, h); head_.t < target - near; ++count_) {
    if (attempts-- <= 0) return false;
    if (is_cut_) {
      branches_.pass(head_, h);
      if (++cuts_ > kMostOwnCuts) branches_.let_go();
      restart(h);
    } else if (count_ == 0) {
      branches_.resume();
    }
    const double from = head_.t;
    control_.set(system_.phase().limited(head_.t, std::min(control_.h(), kMostAhead * h)));
    reached_ = count_ < kMostSteps ? advance(target) : Outcome::kStepTooSmall;
    if (reached_ == Outcome::kRunning && !branches_.is_empty()) reached_ = cut(from);
    if (reached_ != Outcome::kRunning) break;
  }
  return true;
}

/// Begins at the head, without a past.
void AdaptiveStepper::restart(double h) {
  // What a method guesses beside a state that is all but zero, as where bounces come ever faster,
  // may be no time at all.
  control_.begin(std::max(begin(h), kJump * (std::abs(head_.t) + h)));
  is_cut_ = false;
}

/// Moves the head to the first change of a branch in the last step, which began at `from`. States
/// up to there are still found within that step.
Outcome AdaptiveStepper::cut(double from) {
  const double h = head_.t - from;
  const auto take = [&](double share, State& to) {
    to = head_;
    const Outcome outcome = find(to, from + share * h);
    to.t = from + share * h;
    return outcome;
  };
  std::optional<Branches::Cut> found;
  const Outcome outcome = branches_.find_cut(from, h, row_step_, head_, take, found);
  if (!found) return outcome;
  head_ = std::move(found->state);
  is_cut_ = true;
  return outcome;
}

Outcome AdaptiveStepper::step(State& state, double h) {
  const double target = state.t + h;
  long all = std::numeric_limits<long>::max();
  prepare(state, h, all);
  const Branches::Held held(branches_);
  count_ = jumps_ = cuts_ = 0;
  State next = head_;
  if (reached_ == Outcome::kRunning && head_.t > target + nearness(target, h))
    reached_ = find(next, target);
  is_started_ = reached_ == Outcome::kRunning;
  if (!is_started_) return reached_;
  next.t = target;
  state = given_ = std::move(next);
  return Outcome::kRunning;
}

/// One accepted step at the head.
Outcome AdaptiveStepper::advance(double target) {
  Outcome reason = Outcome::kDiverged;  // no step is short enough
  const double age = std::abs(head_.t) + row_step_, wide = control_.h();
  if (!branches_.is_held()) branches_.hold(true);
  for (control_.begin_step();;) {
    const double h = control_.h();
    if (!(h > kLeastStep * age)) return reason;
    Trial trial = attempt(h);
    const bool is_jump = std::isfinite(trial.error) && h < kJump * age;
    if (trial.outcome == Outcome::kRunning &&
        (control_.accepts(h, trial.error) || (is_jump && ++jumps_ < kMostJumps))) {
      trial.outcome = arrive(h);
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
      if (!branches_.is_empty()) branches_.hold(false);  // a formula ends beyond its branch
      control_.fail(h, is_undefined ? target - head_.t : h);
      if (control_.h() < kLeastSolved * age) return reason;
    }
    if (leads_over(h, trial.error, wide)) {
      ++system_.work().steps;
      return Outcome::kRunning;
    }
  }
}

void AdaptiveStepper::write_state(const State& state, NumberWriter& to) const {
  for (const double number :
       {state.t, state.start_energy, state.start_potential, state.scale, state.rounding})
    to.put(number);
  for (const VecX* list : {&state.z, &state.w, &state.dissipated, &state.supplied})
    to.put_list(*list);
}

void AdaptiveStepper::read_state(NumberReader& from, State& state) const {
  for (double* number :
       {&state.t, &state.start_energy, &state.start_potential, &state.scale, &state.rounding})
    *number = from.get();
  const system::Sizes& n = system_.sizes();
  state.z.resize(n.z);
  state.w.resize(n.w);
  state.dissipated.resize(n.power);
  state.supplied.resize(n.u);
  for (VecX* list : {&state.z, &state.w, &state.dissipated, &state.supplied}) from.get_list(*list);
}

void AdaptiveStepper::write(NumberWriter& to) const {
  to.put(is_started_);
  to.put(count_);
  to.put(jumps_);
  if (!branches_.is_empty()) {
    to.put(is_cut_);
    to.put(cuts_);
    branches_.write(to);
  }
  control_.write(to);
  if (is_started_)
    for (const State* state : {&head_, &given_}) write_state(*state, to);
  write_own(to, is_started_);
}

bool AdaptiveStepper::read(NumberReader& from) {
  is_started_ = from.get() != 0;
  count_ = from.get_count(kMostSteps);
  jumps_ = from.get_count(kMostJumps);
  if (!branches_.is_empty()) {
    is_cut_ = from.get() != 0;
    cuts_ = from.get_count(kMostOwnCuts + 1);
    if (!branches_.read(from)) return false;
  }
  control_.read(from);
  if (is_started_)
    for (State* state : {&head_, &given_}) read_state(from, *state);
  return from.is_good() && read_own(from, is_started_);
}

}  // namespace porthos::integrate
