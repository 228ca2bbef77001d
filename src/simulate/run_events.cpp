#include <algorithm>
#include <cmath>
#include <limits>

#include "base/saddle.hpp"
#include "simulate/run.hpp"

// Events: where a root function of the model passes through zero the run stops for a moment, does
// what the model says, and begins again. A passage is looked for with the method's own steps, from
// the state before the one in which it showed: so the state there has the method's full order and
// its energy account is as exact as everywhere else.

namespace porthos::simulate {

using integrate::State;
using system::Segment;

namespace {

constexpr double kEps = std::numeric_limits<double>::epsilon();
constexpr std::size_t kMostListed = 10000;

std::size_t at(int index) { return static_cast<std::size_t>(index); }

/// How well a time in a step of length h from t can be told: some roundings, s.
double resolution(double t, double h) { return 4 * kEps * (std::abs(t) + h); }

}  // namespace

/// All readouts in a state, with the multipliers of that moment.
VecX Run::readouts_at(const State& state, VecX* accelerations) {
  system_->set_time(probe_, state.t);
  system_->segment(probe_, Segment::kZ) = state.z;
  system_->segment(probe_, Segment::kW) = state.w;
  VecX found = tools_->accelerations.compute(probe_);
  if (accelerations) *accelerations = std::move(found);
  system_->compute_readouts(probe_);
  return system_->segment(probe_, Segment::kReadout);
}

VecX Run::roots_at(const State& state) {
  const VecX readouts = readouts_at(state);
  VecX value(sides_.size());
  for (Eigen::Index i = 0; i < value.size(); ++i)
    value[i] = readouts[assembled_->events[static_cast<std::size_t>(i)].root];
  return value;
}

/// Rates by the difference along the tangent of the motion.
Roots Run::roots_with_rates(const State& state) {
  // The difference errs by the square of this part of a step, and by rounding over it.
  const double reach = 1e-4 * options_.step;
  VecX w_rate;
  readouts_at(state, &w_rate);
  const VecX z_rate = system_->segment(probe_, Segment::kZdot);
  State beside;
  const auto moved = [&](double by) {
    beside.t = state.t + by;
    beside.z = state.z + by * z_rate;
    beside.w = state.w + by * w_rate;
    return roots_at(beside);
  };
  const VecX after = moved(reach), before = moved(-reach);
  return {roots_at(state), (after - before) / (2 * reach)};
}

/// A root function that is zero at the start has the side to which it leaves.
void Run::start_roots() {
  const auto count = static_cast<Eigen::Index>(assembled_->events.size());
  probe_ = system_->workspace();
  switched_ = VecX::Zero(2 * static_cast<Eigen::Index>(assembled_->parameters.size()));
  sides_ = VecX::Zero(count);
  largest_ = VecX::Zero(count);
  roots_ = roots_with_rates(state_);
  for (Eigen::Index i = 0; i < count; ++i) {
    const double value = roots_.value[i], rate = roots_.rate[i];
    // cos(pi/2) is zero but for rounding: it is if the motion gets there in next to no time.
    const bool is_zero = std::abs(value) <= 1e-12 * options_.step * std::abs(rate);
    sides_[i] = sign(is_zero ? rate : value);
    largest_[i] = std::abs(value);
  }
  if (!roots_.value.allFinite()) outcome_ = Outcome::kNotFinite;
}

/// Zero but for rounding.
bool Run::is_zero(Eigen::Index i, double value) const {
  return std::abs(value) <= 16 * kEps * largest_[i];
}

/// True if the root function changes by more than rounding in a step.
bool Run::is_leaving(Eigen::Index i) const {
  return std::abs(roots_.rate[i]) * options_.step > 1e-12 * largest_[i];
}

/// A part of the step of length h, from its start and with a memory of its own.
Outcome Run::take(const State& from, double share, double h, Passage& to) {
  to.share = share;
  to.state = from;
  const Outcome outcome = method_.make(*system_, options_.tolerance)->step(to.state, share * h);
  if (outcome != Outcome::kRunning) return outcome;
  to.state.t = from.t + share * h;
  to.value = roots_at(to.state);
  return to.value.allFinite() ? outcome : Outcome::kNotFinite;
}

/// True if a passage from this side is one that the event asks for.
bool Run::is_wanted(Eigen::Index i, int side) const {
  const int direction = assembled_->events[static_cast<std::size_t>(i)].direction;
  return side != 0 && (direction == 0 || direction == -side);
}

/// After its own event a function may stand a rounding on the wrong side of zero and move to the
/// right one. It passes only after it has turned back.
bool Run::is_turning(Eigen::Index i) const {
  return sign(roots_.value[i]) != sign(sides_[i]) && roots_.rate[i] * sides_[i] > 0;
}

/// The side of a value. What was held at zero, a contact that lasts, is not let go by rounding.
int Run::side_of(Eigen::Index i, double value, int before) const {
  const bool is_held = is_zero(i, roots_.value[i]) && !is_leaving(i);
  return is_held && is_zero(i, value) ? before : sign(value);
}

/// Moves `first` to the first passage of one root function before it; false if there is none.
/// `known` is the last place before it at which the function's side is known.
bool Run::find_passage(Eigen::Index i, const State& before, double h, const Roots& end,
                       Passage& first, Side& known) {
  bool is_still_turning = is_turning(i);
  Passage high;
  const auto passes = [&] {
    const int now = side_of(i, high.value[i], known.sign);
    const bool is_passage = now != known.sign && is_wanted(i, known.sign) && !is_still_turning;
    if (is_still_turning)
      known = {known.sign, high.share, high.value[i]};
    else if (now != 0 && !is_passage)
      known = {now, high.share, high.value[i]};
    is_still_turning = false;
    return is_passage;
  };
  // From one turning point of the cubic to the next, where it says that they are on other sides.
  const Cubic cubic(roots_.value[i], h * roots_.rate[i], end.value[i], h * end.rate[i]);
  bool is_found = false;
  for (const double share : cubic.extrema()) {
    if (is_found || share >= first.share) break;
    if (sign(cubic(share)) == known.sign && !is_still_turning) continue;
    if (take(before, share, h, high) == Outcome::kRunning) is_found = passes();
  }
  if (!is_found) {
    high = first;
    is_found = passes();
  }
  if (!is_found) return false;

  const auto signed_like = [&](double value, int by) {
    return by * std::max(std::abs(value), std::numeric_limits<double>::min());
  };
  Bracket bracket(known.share, signed_like(known.value, known.sign), high.share,
                  signed_like(high.value[i], -known.sign), resolution(before.t, h) / h);
  while (!bracket.is_closed() && high.value[i] != 0) {
    Passage between;
    const double share = bracket.next();
    outcome_ = take(before, share, h, between);
    if (outcome_ != Outcome::kRunning) return false;
    const bool is_low = side_of(i, between.value[i], known.sign) == known.sign;
    bracket.found(share, signed_like(between.value[i], is_low ? known.sign : -known.sign), is_low);
    if (!is_low) high = std::move(between);
  }
  first = std::move(high);
  return true;
}

/// The events at the first passage between `before` and the present state, which becomes that of
/// the passage; none, and the state stays, if nothing passes.
std::vector<int> Run::locate(const State& before) {
  const double h = state_.t - before.t, least = resolution(before.t, h);
  std::vector<int> events;
  Roots end = roots_with_rates(state_);
  if (!end.value.allFinite()) outcome_ = Outcome::kNotFinite;
  Passage first{1, state_, end.value};
  std::vector<Side> known;
  bool is_found = false;
  for (Eigen::Index i = 0; i < sides_.size() && outcome_ == Outcome::kRunning; ++i) {
    known.push_back({sign(sides_[i]), 0, roots_.value[i]});
    is_found = find_passage(i, before, h, end, first, known.back()) || is_found;
  }
  if (outcome_ != Outcome::kRunning) {
    state_ = before;
    return events;
  }
  if (is_found && (1 - first.share) * h > least) {
    state_ = first.state;
    end = roots_with_rates(state_);
  } else {
    first.share = 1;
  }
  for (Eigen::Index i = 0; i < sides_.size(); ++i) {
    const double value = end.value[i], rate = end.rate[i];
    const Side& last = known[static_cast<std::size_t>(i)];
    const bool is_known = last.share < first.share;
    const int side = is_known ? last.sign : sign(sides_[i]), now = side_of(i, value, side);
    if (!is_known && is_turning(i)) continue;
    // At the same time means: would get there within the resolution.
    const bool is_about_to = rate * side < 0 && std::abs(value) <= 8 * least * std::abs(rate);
    if (is_found && (now != side || is_about_to) && is_wanted(i, side))
      events.push_back(static_cast<int>(i));
    else if (now != 0)
      sides_[i] = now;
  }
  roots_ = std::move(end);
  largest_ = largest_.cwiseMax(roots_.value.cwiseAbs());
  return events;
}

/// Lets the events happen, in the order of the model, and begins again.
void Run::fire(const std::vector<int>& events) {
  const VecX value = roots_.value;
  bool stops = false;
  has_acted_ = false;
  for (const int i : events) {
    const system::Event& event = assembled_->events[at(i)];
    ++event_count_;
    if (happened_.size() < 2 * kMostListed)
      happened_.insert(happened_.end(), {state_.t, static_cast<double>(i)});
    if (!stops) acting_ = i;
    for (const model::Action& action : event.actions)
      stops = stops || action.kind == model::Action::Kind::kStop;
    act(event);
    if (outcome_ == Outcome::kRunning) continue;
    acting_ = i;
    return;
  }
  stepper_ = method_.make(*system_, options_.tolerance);
  roots_ = roots_with_rates(state_);
  if (!roots_.value.allFinite()) {
    outcome_ = Outcome::kNotFinite;
    return;
  }
  for (Eigen::Index i = 0; i < sides_.size(); ++i) {
    const double now = roots_.value[i];
    const bool is_fired = std::find(events.begin(), events.end(), i) != events.end();
    // A function that its own event has left at zero must leave it before it passes again.
    const bool is_at_zero =
        is_fired && (std::abs(now) <= 2 * std::abs(value[i]) || is_zero(i, now));
    if (!is_at_zero && now != 0)
      sides_[i] = sign(now);
    else if (is_leaving(i))
      sides_[i] = sign(roots_.rate[i]);
    else if (!has_acted_)
      sides_[i] = 0;
    // Else it stays on its side: a ball that is at rest on the floor would fall through it.
  }
  if (stops) outcome_ = Outcome::kStopped;
}

void Run::act(const system::Event& event) {
  for (const model::Action& action : event.actions) {
    switch (action.kind) {
      case model::Action::Kind::kStop: break;
      case model::Action::Kind::kRecord: record(); break;
      case model::Action::Kind::kReset: reset(action); break;
      case model::Action::Kind::kSet: switch_parameters(action); break;
    }
    if (outcome_ != Outcome::kRunning) return;
  }
}

/// Gives velocities new values. The others follow by the change of least kinetic energy that the
/// constraints ask for: what an impulse at these velocities does.
void Run::reset(const model::Action& action) {
  const VecX readouts = readouts_at(state_);
  std::vector<int> held;
  for (const auto& [velocity, value] : action.values) {
    held.push_back(velocity);
    state_.w[velocity] = readouts[value];
  }
  system_->segment(at_, Segment::kW) = state_.w;
  system_->compute_rates(at_);
  if (system_->sizes().nu() > 0) {
    system::Kinematics kinematics = system_->kinematics();
    system_->compute_kinematics(at_, kinematics);
    const Sparse unit = Sparse::unit_rows(held, system_->sizes().w);
    const Sparse rows = stacked(kinematics.Gamma, unit);
    Saddle saddle(tools_->projection.metric(), rows);
    saddle.factorise(rows.value);
    for (int k = 0; k < 2; ++k) {  // the second takes away what the first one leaves of 1e-12
      auto w = system_->segment(at_, Segment::kW);
      VecX right(rows.rows);
      right << -system_->rows(at_), unit.times(state_.w - w);
      w += saddle.correct(right).change;
      system_->compute_rates(at_);
    }
    VecX work = VecX::Zero(system_->sizes().u);  // in the account of the events
    // Where the new values contradict the constraints.
    integrate::Projection(*system_).velocity(at_, work);
  }
  state_.w = system_->segment(at_, Segment::kW);
  account(stored_);
}

/// The system with what events have set; nullptr if there can be none.
std::shared_ptr<const system::System> Run::system_for(const VecX& switched) const {
  std::map<std::string, double> values;
  for (Eigen::Index i = 0; i < switched.size(); i += 2)
    if (switched[i] != 0)
      values[assembled_->parameters[static_cast<std::size_t>(i / 2)].name] = switched[i + 1];
  return values.empty() ? first_system_ : rebuild_(values);
}

/// Gives parameters new values, and makes the state fit what they change of the constraints.
void Run::switch_parameters(const model::Action& action) {
  const VecX readouts = readouts_at(state_);
  VecX switched = switched_;
  for (const auto& [parameter, value] : action.values) {
    if (!std::isfinite(readouts[value])) {
      outcome_ = Outcome::kNotFinite;
      return;
    }
    switched[2 * parameter] = 1;
    switched[2 * parameter + 1] = readouts[value];
  }
  auto changed = system_for(switched);
  if (!changed) {
    outcome_ = Outcome::kSingular;
    return;
  }
  const double stored = stored_, potential = system_->potential_energy(at_);
  switched_ = std::move(switched);
  stepper_ = method_.make(*changed, options_.tolerance);  // the old one refers to the old system
  tools_ = std::make_unique<Tools>(*changed);
  system_ = std::move(changed);
  observe();
  integrate::Projection projection(*system_);  // one that has no past
  const bool is_met = projection.position(at_);
  system_->compute_rates(at_);
  VecX work = VecX::Zero(system_->sizes().u);
  projection.velocity(at_, work);
  state_.z = system_->segment(at_, Segment::kZ);
  state_.w = system_->segment(at_, Segment::kW);
  state_.start_potential += system_->potential_energy(at_) - potential;
  account(stored);
  if (!is_met && outcome_ == Outcome::kRunning) outcome_ = Outcome::kConstraintLost;
  system_->compute_watched(at_);
  watched_ = system_->segment(at_, Segment::kWatched);
}

/// Books what an action has added to the stored energy.
void Run::account(double before) {
  observe();
  const double added = stored_ - before;
  event_energy_ += added;
  state_.start_energy += added;
  state_.scale = std::max(state_.scale, system_->kinetic_energy(state_.w));
  balance_error_ = stored_ - state_.demanded();
  is_recorded_ = false;
  has_acted_ = true;
  if (!std::isfinite(added) || !state_.w.allFinite())
    outcome_ = Outcome::kNotFinite;
  else if (gaps_.velocity > 1e-8 * (1 + state_.w.lpNorm<Eigen::Infinity>()))
    outcome_ = Outcome::kConstraintLost;
}

}  // namespace porthos::simulate
