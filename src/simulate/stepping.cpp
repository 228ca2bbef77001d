#include "simulate/stepping.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "base/digits.hpp"
#include "base/index.hpp"
#include "system/density.hpp"

namespace porthos::simulate {

using system::Segment;

namespace {

/// The most often that a step is halved near the end of a slip of several flows.
constexpr int kMostHalves = 40;

}  // namespace

Stepping::Stepping(RunState& now, Events& events, Recorder& recorder)
    : now_(now), events_(events), recorder_(recorder), estimate_(now), count_(now.options.count()) {
  if (const auto at_start = events_.begin(); !at_start.empty()) {
    now_.update_quantities();
    events_.fire(at_start);
    if (now_.outcome == Outcome::kRunning) now_.ending_event = -1;
  }
  estimate_.begin();
  now_.try_reactions();
  now_.update_quantities();
  now_.update_largest();
  has_crossed_pole();
  recorder_.record();
  bounds_.are_negative();
  std::string_view objection = now_.stepper->objection(now_.state);
  if (!now_.method.traits.is_explicit && system::rates_are_too_dense(*now_.system))
    objection =
        "Its forces couple so many states with each other that the equations of an implicit step "
        "would take too long: use an explicit method.";
  const integrate::Traits& traits = now_.method.traits;
  if (now_.has_set_valued() &&
      !(traits.solves_laws || (traits.closes_ledger && traits.keeps_velocities) ||
        traits.is_adaptive))
    objection =
        "Contacts, dry friction and one-way laws need a method that locates where their modes "
        "change: gauss(s), adaptive-gauss(s), radau(3) or dop853; or moreau, which solves them in "
        "each step.";
  if (now_.outcome == Outcome::kRunning && !objection.empty()) {
    now_.outcome = Outcome::kUnsuited;
    now_.cause = " " + std::string(objection);
  }
  if (count_ == 0 && now_.outcome == Outcome::kRunning) now_.outcome = Outcome::kFinished;
}

void Stepping::advance(int max_steps, long& attempts) {
  for (int k = 0; k < max_steps && now_.outcome == Outcome::kRunning; ++k) {
    const bool is_last = now_.steps + 1 == count_;
    if (!step_to(now_.options.time_of(now_.steps + 1), attempts) ||
        now_.outcome != Outcome::kRunning)
      break;
    now_.pieces = now_.phases = 0;
    ++now_.steps;
    estimate_.follow(is_last);
    if (is_last) now_.outcome = Outcome::kFinished;
    if (is_last || now_.steps % now_.options.output_every == 0) recorder_.record();
  }
}

void Stepping::change(const std::vector<std::pair<int, double>>& values) {
  const bool is_within = now_.pending || now_.state.t != now_.options.time_of(now_.steps);
  long all = std::numeric_limits<long>::max();
  if (is_within) advance(1, all);
  if (now_.outcome != Outcome::kRunning) return;
  estimate_.follow(true);
  const auto driven = events_.change(values);
  // A bound that has changed may end modes.
  if (driven.empty() && now_.outcome == Outcome::kRunning && now_.has_set_valued())
    events_.renew_modes(now_.modes);
  if (now_.outcome == Outcome::kStopped) recorder_.record();
  now_.update_largest();
  estimate_.join_anew();
  if (now_.outcome == Outcome::kRunning) fire(driven);
}

void Stepping::fire(const std::vector<int>& events) {
  // More is chatter. The series of a bouncing ball has more switches than a step has events.
  const int most_pieces = now_.has_set_valued() ? 10000 : 100;
  if (events.empty()) return;
  estimate_.follow(true);
  events_.fire(events);
  now_.update_largest();
  estimate_.join_anew();
  if (now_.outcome == Outcome::kRunning && ++now_.pieces > most_pieces)
    now_.outcome = Outcome::kChatter;
  if (now_.outcome == Outcome::kStopped || now_.outcome == Outcome::kChatter) recorder_.record();
  if (now_.outcome == Outcome::kRunning) now_.ending_event = -1;
}

/// One step of the grid of times, cut at events and switching times. False if there are no attempts
/// left before its end.
bool Stepping::step_to(double end, long& attempts) {
  constexpr int kMostPhases = 1000;  // more is chatter
  while (now_.state.t < end && now_.outcome == Outcome::kRunning) {
    const double limit = phases_.limit(end);
    if (now_.outcome != Outcome::kRunning) break;
    const system::System& system = *now_.system;  // events may set another one
    const system::Work before = system.work();
    system::Work done = now_.pending ? now_.pending->work : system::Work();
    auto events = advance_piece(limit, attempts);
    done += system.work() - before;
    if (now_.pending)
      now_.pending->work = done;
    else
      now_.work += done;
    if (!events) return false;
    if (now_.outcome == Outcome::kRunning) phases_.reach_end();
    // Formulas of t still have the branches of the phase that ends here. Modes are found in the
    // next one.
    if (phases_.is_over()) std::erase_if(*events, [&](int i) { return events_.is_switch(i); });
    fire(*events);
    if (now_.outcome != Outcome::kRunning || !phases_.is_over()) continue;
    estimate_.follow(true);
    const VecX modes = now_.modes;
    if (!phases_.pass(events_.modes())) events_.renew_modes(modes);
    if (now_.outcome == Outcome::kStopped) recorder_.record();
    now_.update_largest();
    estimate_.join_anew();
    recorder_.touch();
    if (now_.outcome == Outcome::kRunning && ++now_.phases > kMostPhases)
      now_.outcome = Outcome::kChatter;
    if (now_.outcome == Outcome::kRunning && now_.has_events()) fire(events_.look_after_jump());
  }
  return true;
}

/// A step of the nominal length has exactly that length; only the last step and pieces are shorter.
double Stepping::length_to(double end) const {
  const double rest = end - now_.state.t, step = now_.options.step;
  return std::abs(rest - step) < 1e-9 * step ? step : rest;
}

/// True if a friction of several flows slips: near its end the direction may turn faster and
/// faster, and steps have to become shorter.
bool Stepping::slips_in_space() const {
  if (now_.solves_laws()) return false;
  return std::ranges::any_of(now_.assembled->set_valued, [&](const model::SetValued& law) {
    return law.kind == model::SetValued::Kind::kFriction && law.size > 1 &&
           !now_.modes.segment(law.mode, law.size).isZero(0);
  });
}

/// One step to the end, before which events may happen. False if there are no attempts left.
bool Stepping::take_step(double end, long& attempts) {
  double h = length_to(end);
  if (now_.has_events()) now_.store_memory();  // a snapshot may come while they are searched
  PendingStep pending{std::move(before_), {}};
  pending.state = now_.state;
  if (!now_.stepper->prepare(now_.state, h, attempts)) return false;
  Outcome outcome = now_.stepper->step(pending.state, h);
  if (outcome != Outcome::kRunning && slips_in_space()) {
    now_.reset_stepper(now_.stepper);
    for (int k = 0; k < kMostHalves && outcome != Outcome::kRunning; ++k) {
      h /= 2;
      pending.state = now_.state;
      outcome = now_.stepper->step(pending.state, h);
    }
    end = now_.state.t + h;
  }
  if (outcome != Outcome::kRunning) {
    now_.outcome = outcome;
    return true;
  }
  pending.state.t = end;
  now_.pending = std::move(pending);
  return true;
}

/// Moves to the end, or to the first events before it, which are returned. nullopt, with the state
/// unchanged, if there are no attempts left.
std::optional<std::vector<int>> Stepping::advance_piece(double end, long& attempts) {
  std::optional<std::vector<int>> events(std::in_place);
  for (int halves = 0;; ++halves) {
    if (!now_.pending && !take_step(end, attempts)) return std::nullopt;
    if (!now_.pending) return events;  // the step has failed
    if (!now_.has_events()) {
      before_ = std::exchange(now_.state, std::move(now_.pending->state));
      now_.pending.reset();
      break;
    }
    const double tried = now_.pending->state.t - now_.state.t;
    events = events_.locate(attempts, before_);
    if (!events || now_.outcome == Outcome::kRunning) break;
    // A step over the end of a slip may succeed where its parts fail.
    if (now_.outcome != Outcome::kDiverged || !slips_in_space() || halves == kMostHalves)
      return events;
    now_.outcome = Outcome::kRunning;
    now_.reset_stepper(now_.stepper);
    end = now_.state.t + tried / 2;
  }
  if (!events) return events;
  if (!now_.method.traits.is_adaptive) ++now_.work.steps;
  recorder_.touch();
  if (now_.solves_laws()) {
    modes_before_ = now_.modes;
    const auto& struck = *now_.take_reactions();
    events_.list_switches(modes_before_, struck);
    for (const int fired : events_.fired_by_switches(modes_before_, struck))
      events->push_back(fired);
  }
  if (now_.needs_rates_for_rows_only())
    now_.update_energies();
  else
    now_.update_quantities();
  if (has_crossed_pole() || is_ledger_open() || bounds_.are_negative()) {
    now_.state = std::move(before_);
    return std::vector<int>();
  }
  now_.update_largest();
  if (slips_in_space()) now_.turn_slips();
  if (now_.has_active_vanishing_row()) now_.phase.end = now_.state.t;  // the next phase begins here
  return events;
}

/// Ends the run, and returns true, if a method that closes the ledger has left a defect.
bool Stepping::is_ledger_open() {
  if (!now_.has_open_ledger()) return false;
  now_.outcome = Outcome::kDiverged;
  now_.cause = " The energy ledger is open by " + rounded_digits(now_.balance_error, 3) +
               " J, more than a thousandth of its energy.";
  return true;
}

/// Ends the run, and returns true, if a divisor has changed its sign since the last step.
bool Stepping::has_crossed_pole() {
  now_.system->compute_watched(now_.at);
  const auto watched = now_.system->segment(now_.at, Segment::kWatched);
  for (Eigen::Index i = 0; i < now_.watched.size(); ++i) {
    if (!(watched[i] * now_.watched[i] <= 0)) continue;
    // Elements that are left out have no values.
    if (now_.solves_laws() && watched[i] == 0 && now_.watched[i] == 0) continue;
    now_.outcome = Outcome::kPole;
    now_.cause = " The formula that vanishes is " + now_.assembled->watched[index(i)] + ".";
    return true;
  }
  now_.watched = watched;
  return false;
}

}  // namespace porthos::simulate
