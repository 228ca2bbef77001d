#include "simulate/events.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/index.hpp"
#include "expr/query.hpp"

namespace porthos::simulate {

using dae::State;
using integrate::Bracket;
using integrate::Cubic;
using integrate::sign;
using system::Segment;

namespace {

constexpr double kEps = std::numeric_limits<double>::epsilon();
// The drift of the root function of bodies that stay in contact, relative to its largest value.
constexpr double kDrift = 1e-12;
// Rates are differences over 2e-4 of a step: rounding alone changes them by 1e-12 in a step.
constexpr double kStill = 2e-11;

}  // namespace

/// The resolution of times in a step of length h from t: a few rounding errors, s.
double Events::resolution(double t, double h) { return 4 * kEps * (std::abs(t) + h); }

/// True if z, t and signals alone decide the root functions, and z' follows from z and w: then no
/// accelerations are needed.
bool Events::are_of_positions() const {
  if (!now_.tools->accelerations.equations().is_plain()) return false;
  std::vector<char> is_root(static_cast<std::size_t>(now_.system->sizes().readout), 0);
  for (const auto& event : now_.assembled->events) is_root[index(event.root)] = 1;
  return std::ranges::none_of(now_.system->assembly().instances, [&](const auto& instance) {
    const laws::Laws& laws = *instance.laws;
    const auto rates = laws::position_rates(laws);
    for (std::size_t i = 0; i < instance.readout.size(); ++i) {
      if (is_root[index(instance.readout[i])] == 0) continue;
      for (const auto* others :
           {&laws.w, &laws.e, &laws.p, &laws.w_rate, &laws.lambda, &laws.mu, &rates})
        if (expr::depends_on_any(laws.readouts[i], *others)) return true;
    }
    return false;
  });
}

void Events::find_roots(const State& state, VecX& value) {
  if (!of_positions_) {
    probe(state);
  } else {
    now_.load_shown(state, probe_);
    now_.shown().compute_readouts(probe_);
  }
  const auto readouts = now_.shown().segment(probe_, Segment::kReadout);
  value.resize(now_.sides.size());
  for (Eigen::Index i = 0; i < value.size(); ++i)
    value[i] = readouts[now_.assembled->events[index(i)].root];
  // Set-valued laws are the last events. A method that solves them passes over their switches.
  if (now_.solves_laws())
    value.tail(now_.margins.size()).setOnes();
  else
    value.tail(now_.margins.size()) += now_.margins;
}

/// The rates are differences along the tangent of the motion.
void Events::find_roots(const State& state, Roots& roots) {
  // The error of the difference is the square of this part of a step, plus rounding divided by it.
  const double reach = 1e-4 * now_.options.step;
  if (!of_positions_) {
    probe(state);
    w_rate_ = accelerations_;
  } else {
    w_rate_.setZero(state.w.size());
    now_.load_shown(state, probe_);
    now_.shown().compute_rates(probe_);
  }
  z_rate_ = now_.shown().segment(probe_, Segment::kZdot);
  const auto find_beside = [&](double by, VecX& value) {
    beside_.t = state.t + by;
    beside_.z = state.z + by * z_rate_;
    beside_.w = state.w + by * w_rate_;
    find_roots(beside_, value);
  };
  find_beside(reach, roots.rate);
  find_beside(-reach, before_);
  roots.rate = (roots.rate - before_) / (2 * reach);
  find_roots(state, roots.value);
}

/// Finds the modes of set-valued laws from the present state on. The quantity that will end a mode
/// is not zero yet.
void Events::find_modes(const std::vector<int>& events) {
  const bool is_switching = now_.has_set_valued() && !now_.solves_laws();
  if (!is_switching || now_.outcome != Outcome::kRunning) return;
  const auto first = now_.assembled->events.size() - now_.assembled->set_valued.size();
  std::vector<std::size_t> ended;
  for (const int i : events)
    if (is_switch(i)) ended.push_back(index(i) - first);
  modes_.pass(ended);
  probe_ = now_.shown().workspace();
}

void Events::renew_modes(const VecX& before) {
  if (modes_before_.size() == 0) modes_before_ = before;
  bool stops = false;
  if (pass_switches({}, stops) && stops) now_.outcome = Outcome::kStopped;
}

void Events::find_roots_in_modes() {
  State at = now_.state;
  at.t = modes_.time();
  find_roots(at, roots_);
}

/// After find_modes and find_roots_in_modes: each law is on the side where its mode lasts.
void Events::begin_modes() {
  constexpr double kMostMargins = 200;
  constexpr double kRounding = 1e-15;  // of positions
  const double nodes = modes_.rounding_of_flows();
  const double length = kRounding * (1 + now_.state.z.lpNorm<Eigen::Infinity>());
  const auto first = now_.sides.size() - now_.margins.size();
  for (Eigen::Index i = 0; i < now_.sides.size(); ++i) {
    if (!is_switch(i)) continue;
    // A mode that has ended by rounding lasts until its quantity passes zero by another rounding
    // error.
    double& margin = now_.margins[i - first];
    if (const double value = roots_.value[i];
        value < margin && value > -std::max(kMostMargins * margin, nodes)) {
      roots_.value[i] = margin;
      margin += margin - value;
    }
    // A slow flight begins within the rounding of its gap: it would end there again and again.
    if (const double value = roots_.value[i];
        now_.assembled->set_valued[index(i - first)].kind == model::SetValued::Kind::kContact &&
        margin == 0 && std::abs(value) < length && (value <= 0 || roots_.rate[i] > 0)) {
      roots_.value[i] = length;
      margin = length - value;
    }
    now_.sides[i] = 1;
    now_.largest[i] = std::abs(roots_.value[i]);
  }
}

std::vector<int> Events::begin() {
  if (!now_.has_events()) return {};
  find_modes({});
  if (now_.outcome != Outcome::kRunning) return {};
  const auto count = static_cast<Eigen::Index>(now_.assembled->events.size());
  probe_ = now_.shown().workspace();
  of_positions_ = are_of_positions();
  now_.sides = VecX::Zero(count);
  now_.largest = VecX::Zero(count);
  find_roots_in_modes();
  if (!roots_.value.allFinite()) {
    now_.outcome = Outcome::kNotFinite;
    return {};
  }
  now_.largest = roots_.value.cwiseAbs();
  std::vector<int> events;
  begin_modes();
  for (Eigen::Index i = 0; i < count; ++i) {
    if (is_switch(i)) continue;
    const double value = roots_.value[i], rate = roots_.rate[i];
    // cos(pi/2) is zero up to rounding. A value is zero if the motion reaches zero in a negligible
    // time.
    const bool is_crossing = std::abs(value) <= 1e-12 * now_.options.step * std::abs(rate);
    if (!is_crossing && !touches_at_start(i)) {
      now_.sides[i] = sign(value);
      continue;
    }
    const int to = is_leaving(i, rate) ? sign(rate) : 0;
    const bool is_passage = now_.assembled->events[index(i)].direction != 0 && is_wanted(i, -to);
    now_.sides[i] = is_passage ? -to : to;
    if (is_passage) events.push_back(static_cast<int>(i));
  }
  return events;
}

void Events::resume() {
  now_.pending.reset();
  search_.is_under_way = false;
  if (!now_.has_events()) return;
  probe_ = now_.shown().workspace();
  find_roots(now_.state, roots_);
}

/// Zero up to rounding.
bool Events::is_zero(Eigen::Index i, double value) const {
  return std::abs(value) <= 16 * kEps * now_.largest[i];
}

/// True if the root function changes by more than rounding in a step.
bool Events::is_leaving(Eigen::Index i, double rate) const {
  return std::abs(rate) * now_.options.step > kStill * now_.largest[i];
}

/// Computes a part of the step of length h, from its start and with a separate stepper. nullopt if
/// there are no attempts left.
std::optional<Outcome> Events::take(double share, double h, Passage& to, long& attempts) {
  Search& it = search_;
  if (it.seen < it.taken.size()) {
    to = it.taken[it.seen].second;
    return it.taken[it.seen++].first;
  }
  if (!it.has_part) now_.reset_stepper(now_.partial_stepper);
  it.has_part = true;
  if (!now_.partial_stepper->prepare(now_.state, share * h, attempts)) return std::nullopt;
  to.share = share;
  to.state = now_.state;
  Outcome outcome = now_.partial_stepper->step(to.state, share * h);
  it.has_part = false;
  if (outcome == Outcome::kRunning) {
    to.state.t = now_.state.t + share * h;
    find_roots(to.state, to.value);
    if (!to.value.allFinite()) outcome = Outcome::kNotFinite;
  }
  it.taken.emplace_back(outcome, to);
  it.seen = it.taken.size();
  return outcome;
}

/// True if the event reacts to a passage from this side.
bool Events::is_wanted(Eigen::Index i, int side) const {
  const int direction = now_.assembled->events[index(i)].direction;
  return side != 0 && (direction == 0 || direction == -side);
}

/// After its own event a function may be on the wrong side of zero by rounding and move to the
/// right one. It passes only after its direction has changed.
bool Events::is_turning(Eigen::Index i) const {
  return sign(roots_.value[i]) != sign(now_.sides[i]) && roots_.rate[i] * now_.sides[i] > 0;
}

/// The side of a value. Rounding does not end a lasting contact: a function at zero, or slightly
/// beyond, has to move by more than rounding.
int Events::side_of(Eigen::Index i, double value, int before) const {
  const double first = roots_.value[i];
  if (is_leaving(i, roots_.rate[i])) return sign(value);
  if (!search_.is_at_rest[index(static_cast<int>(i))])
    return is_zero(i, first) && is_zero(i, value) ? before : sign(value);
  const double drift = kDrift * now_.largest[i];
  const bool is_held = std::abs(first) <= drift || first * before < 0;
  return is_held && std::abs(value) <= std::abs(first) + drift ? before : sign(value);
}

/// Moves `first` to the first passage of one root function before it; false if there is none,
/// nullopt if there are no attempts left. `known` is the last place before it at which the
/// function's side is known. A function that begins at zero may have left it and come back before
/// the next extremum that the cubic shows: beyond its first value it has passed.
std::optional<bool> Events::find_passage(Eigen::Index i, double h, Passage& first, Side& known,
                                         long& attempts) {
  const Roots& end = search_.end;
  search_.seen = 0;
  bool is_still_turning = is_turning(i);
  Passage high;
  const auto passes = [&](const Passage& at) {
    const int now = side_of(i, at.value[i], known.sign);
    const bool is_beyond =
        at.value[i] * known.sign < -(std::abs(roots_.value[i]) + kDrift * now_.largest[i]);
    const bool is_passage =
        now != known.sign && is_wanted(i, known.sign) && (!is_still_turning || is_beyond);
    if (is_still_turning && !is_passage)
      known = {known.sign, at.share, at.value[i]};
    else if (now != 0 && !is_passage)
      known = {now, at.share, at.value[i]};
    is_still_turning = false;
    return is_passage;
  };
  // Between extrema of the cubic that lie on different sides.
  const Cubic cubic(roots_.value[i], h * roots_.rate[i], end.value[i], h * end.rate[i]);
  bool is_found = false;
  for (const double share : cubic.extrema()) {
    if (is_found || share >= first.share) break;
    if (sign(cubic(share)) == known.sign && !is_still_turning) continue;
    const auto outcome = take(share, h, high, attempts);
    if (!outcome) return std::nullopt;
    if (*outcome == Outcome::kRunning) is_found = passes(high);
  }
  if (!is_found) {
    if (!passes(first)) return false;
    high = first;
  }

  const auto signed_like = [&](double value, int by) {
    return by * std::max(std::abs(value), std::numeric_limits<double>::min());
  };
  Bracket bracket(known.share, signed_like(known.value, known.sign), high.share,
                  signed_like(high.value[i], -known.sign), resolution(now_.state.t, h) / h);
  while (!bracket.is_closed() && high.value[i] != 0) {
    Passage between;
    const double share = bracket.next();
    const auto outcome = take(share, h, between, attempts);
    if (!outcome) return std::nullopt;
    now_.outcome = *outcome;
    if (now_.outcome != Outcome::kRunning) return false;
    const bool is_low = side_of(i, between.value[i], known.sign) == known.sign;
    bracket.found(share, signed_like(between.value[i], is_low ? known.sign : -known.sign), is_low);
    if (!is_low) high = std::move(between);
  }
  first = std::move(high);
  return true;
}

/// Ends the run if a root function is not finite at the end of the step.
void Events::begin_search() {
  Search& it = search_;
  it.is_under_way = true;
  find_roots(now_.pending->state, it.end);
  if (!it.end.value.allFinite()) now_.outcome = Outcome::kNotFinite;
  it.is_at_rest.clear();
  for (Eigen::Index i = 0; i < it.end.rate.size(); ++i)
    it.is_at_rest.push_back(!is_leaving(i, roots_.rate[i]) && !is_leaving(i, it.end.rate[i]));
  it.first.share = 1;
  it.first.value = it.end.value;
  it.is_found = false;
  it.known.clear();
  it.taken.clear();
  it.has_part = false;
}

std::optional<std::vector<int>> Events::locate(long& attempts, State& before) {
  const double h = now_.pending->state.t - now_.state.t;
  Search& it = search_;
  if (!it.is_under_way) begin_search();
  for (auto i = static_cast<Eigen::Index>(it.known.size());
       i < now_.sides.size() && now_.outcome == Outcome::kRunning; ++i) {
    Side side{sign(now_.sides[i]), 0, roots_.value[i]};
    const auto is_found = find_passage(i, h, it.first, side, attempts);
    if (!is_found) return std::nullopt;
    it.is_found = it.is_found || *is_found;
    it.known.push_back(side);
    it.taken.clear();
  }
  std::vector<int> events;
  if (now_.outcome == Outcome::kRunning) events = move_to_result(h, before);
  now_.pending.reset();
  it.is_under_way = false;
  return events;
}

/// Moves the run to the result of the search.
std::vector<int> Events::move_to_result(double h, State& before) {
  auto& [is_under_way, end, is_at_rest, first, is_found, known, taken, seen, has_part] = search_;
  const double least = resolution(now_.state.t, h);
  if (is_found && (1 - first.share) * h > least) {
    before = std::exchange(now_.state, std::move(first.state));
    find_roots(now_.state, end);
  } else {
    before = std::exchange(now_.state, std::move(now_.pending->state));
    first.share = 1;
  }
  std::vector<int> events;
  for (Eigen::Index i = 0; i < now_.sides.size(); ++i) {
    const Side& last = known[index(i)];
    const bool is_known = last.share < first.share;
    const int side = is_known ? last.sign : sign(now_.sides[i]);
    if (!is_known && is_turning(i)) continue;
    const int now = side_of(i, end.value[i], side);
    // Another event is simultaneous if it would be reached within the resolution.
    const double rate = end.rate[i];
    const bool is_about_to =
        rate * side < 0 && std::abs(end.value[i]) <= 8 * least * std::abs(rate);
    const bool is_at_zero =
        std::abs(end.value[i]) <= std::max(8 * least * std::abs(rate), kDrift * now_.largest[i]);
    if (is_found && (now != side || is_about_to) && is_wanted(i, side))
      events.push_back(static_cast<int>(i));
    else if (now != 0 && !is_at_zero)  // rounding has no side
      now_.sides[i] = now;
  }
  std::swap(roots_, end);
  now_.largest = now_.largest.cwiseMax(roots_.value.cwiseAbs());
  return events;
}

std::vector<int> Events::look_after_jump() {
  find_roots(now_.state, roots_);
  if (!roots_.value.allFinite()) now_.outcome = Outcome::kNotFinite;
  find_terms();
  has_fired_.assign(now_.assembled->events.size(), 0);
  std::vector<int> events;
  for (Eigen::Index i = 0; i < now_.sides.size(); ++i) {
    const int before = sign(now_.sides[i]), now = sign(roots_.value[i]);
    if (!is_switch(i) && is_driven(i)) events.push_back(static_cast<int>(i));
    if (now == 0 || now == before || is_at_zero(i)) continue;
    if (is_wanted(i, before)) events.push_back(static_cast<int>(i));
    now_.sides[i] = now;
  }
  now_.largest = now_.largest.cwiseMax(roots_.value.cwiseAbs());
  return events;
}

}  // namespace porthos::simulate
