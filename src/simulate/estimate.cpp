#include "simulate/estimate.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace porthos::simulate {

namespace {

/// of the motion: a larger difference is no error estimate
constexpr double kTooFar = 0.1;
/// of the motion: smaller errors are not reported
constexpr double kNone = 1e-8;

VecX pack(const dae::State& state) {
  VecX y(state.z.size() + state.w.size());
  y << state.z, state.w;
  return y;
}

/// (z; w) of `a` less that of `b`, into `to`.
void put_difference(const dae::State& a, const dae::State& b, VecX& to) {
  to.resize(a.z.size() + a.w.size());
  to.head(a.z.size()) = a.z - b.z;
  to.tail(a.w.size()) = a.w - b.w;
}

/// The largest entry of an error (z + w), by size, relative to the motion; NaN if one of them is.
double relative(const VecX& error, const RunState& now) {
  const Companion& of = now.companion;
  if (error.size() == 0) return 0;
  double largest = 0;
  const auto look = [&](Eigen::Index first, Eigen::Index count) {
    if (count == 0) return;
    const auto motion = of.motion.segment(first, count);
    const double start = of.start.segment(first, count).lpNorm<Eigen::Infinity>();
    const double least = std::max({1e-2 * motion.maxCoeff(), 1e-6 * start, 1e-12});
    for (Eigen::Index i = 0; i < count; ++i) {
      const double size = std::abs(error[first + i]) / std::max(motion[i], least);
      if (size > largest || std::isnan(size)) largest = size;
    }
  };
  look(0, now.state.z.size());
  look(now.state.z.size(), now.state.w.size());
  return largest;
}

/// Of the steps of an adaptive run and its companion: below it they are about equal.
constexpr double kLeastRatio = 1.25;

/// True if too much of the run lies between events that are too close to each other.
bool has_skipped(const RunState& now) {
  constexpr double kMost = 0.25;  // of the time: the error there may be of another size
  const Companion& it = now.companion;
  return it.skipped > kMost * now.state.t && it.skipped > 3 * now.options.step;
}

/// A step of a companion. False if there is none, or if an adaptive method needs far more steps
/// than the run should: then the error is not worth them.
bool steps_within_limit(integrate::Stepper& stepper, dae::State& state, double h) {
  long attempts = 1000;
  return stepper.prepare(state, h, attempts) && stepper.step(state, h) == Outcome::kRunning;
}

/// True if a larger tolerance does not make steps longer, so that the companion says nothing.
bool has_equal_steps(const RunState& now) {
  const Companion& it = now.companion;
  return now.method.traits.is_adaptive && it.own_steps > 0 &&
         static_cast<double>(it.run_steps) < kLeastRatio * static_cast<double>(it.own_steps);
}

}  // namespace

void Estimate::begin() {
  Companion& it = now_.companion;
  it.start = pack(now_.state);
  it.motion = it.error = it.kept = it.largest = VecX::Zero(it.start.size());
  it.state = it.shadow = now_.state;
  const auto& traits = now_.method.traits;
  it.factor = traits.is_adaptive ? RunState::kWider : traits.order <= 4 ? kLong : kLongOfHighOrder;
  if (now_.solves_laws()) it.factor = 0;
  join_anew();
}

void Estimate::join_anew() {
  Companion& it = now_.companion;
  if (!it.is_waiting) it.skipped += now_.state.t - it.state.t;
  // Velocities that alternate from step to step would dominate the difference.
  if (it.factor > kShort && now_.method.traits.keeps_velocities && !is_adaptive())
    it.opening = kOpening;
  join();
  // A shadow costs a few steps: too much at each of many events where the error is small.
  constexpr double kWorthIt = 1e-6;
  if (it.factor > 0) begin_shadow(kWorthIt);
}

void Estimate::join() {
  Companion& it = now_.companion;
  it.kept = it.error;
  it.state = now_.state;
  it.distance.setZero(it.start.size());
  it.time = it.weight = it.share = 0;
  it.met_at = now_.work.steps;
  if (it.factor > 0) now_.reset_stepper(now_.companion_stepper);
}

/// Places `to` near a state in the direction of an error, so near that the distance grows like an
/// error. Returns the distance as a share of the error, or 0 where it is impossible.
double Estimate::put_beside(const dae::State& from, const VecX& error, dae::State& to) {
  constexpr double kBeside = 1e-4;  // share of the motion
  const double share = kBeside / relative(error, now_);
  to = from;
  to.z += share * error.head(to.z.size());
  to.w += share * error.tail(to.w.size());
  system::Workspace at = now_.system->workspace();
  if (now_.tools->projection.project(at, to, 0).outcome != Outcome::kRunning) return 0;
  now_.load(to, at);  // with its own ledger
  to.start_energy +=
      now_.system->potential_energy(at) + now_.system->kinetic_energy(to.w) - to.demanded();
  return share;
}

/// Starts the shadow where the error is more than `least`.
void Estimate::begin_shadow(double least) {
  Companion& it = now_.companion;
  const double error = relative(it.kept, now_);
  if (!(error > least && error < kTooFar)) return;
  it.share = put_beside(now_.state, it.kept, it.shadow);
  if (it.share > 0) now_.reset_stepper(now_.shadow_stepper);
}

void Estimate::follow(bool is_end) {
  Companion& it = now_.companion;
  if (it.factor == 0) return;
  const auto note = [&](Eigen::Index first, const VecX& x) {
    auto motion = it.motion.segment(first, x.size());
    motion = motion.cwiseMax((x - it.start.segment(first, x.size())).cwiseAbs());
  };
  note(0, now_.state.z);
  note(now_.state.z.size(), now_.state.w);
  const double h = now_.state.t - it.state.t, step = now_.options.step;
  const int factor = it.opening > 0 ? kShort : it.factor;
  // A step as long as the run's own gives no difference, but a shadow must reach the end.
  const bool is_rest = is_end && it.share > 0 && it.time > 0 && h > 1e-6 * step;
  if ((h < 1.5 * step && !is_rest) || (!is_end && h < (factor - 0.5) * step) || waits()) return;
  next_ = it.state;
  const double time = it.time;
  const bool is_first = time == 0, is_long = it.factor > kShort && it.opening == 0;
  const long before = now_.system->work().steps;
  const bool is_solved = steps_within_limit(*now_.companion_stepper, next_, h);
  it.own_steps += now_.system->work().steps - before;
  it.run_steps += now_.work.steps - std::exchange(it.met_at, now_.work.steps);
  if (is_solved) {
    put_difference(next_, now_.state, difference_);
    growth_ = difference_ - it.distance;
    if (!is_adaptive() && is_sudden(growth_, h) && !check_order(growth_, h)) {
      join();
      return begin_shadow(kNone);
    }
  }
  const bool is_reported = is_solved && compare(h);
  if (is_adaptive() && (!is_solved || !difference_.allFinite())) it.factor = 0;
  if (!is_reported && it.time == time && !is_adaptive()) estimate_by_halving(h);
  const bool is_opened = it.opening > 0 && --it.opening == 0;
  if (is_reported && !is_opened) return;
  // A step that ends too far away is too long. With an explicit method it may be unstable, and the
  // shadow would take that for growth by the motion.
  if (is_adaptive()) {
    if (it.factor == 0) return;
  } else if (!is_reported && ((is_first && is_long) || now_.method.traits.is_explicit)) {
    it.factor = kShort;
  }
  if (is_first && !is_solved && !is_long) it.factor = 0;
  const bool is_shadowed = it.share > 0;
  join();
  if ((!is_reported || is_shadowed) && it.factor > 0) begin_shadow(kNone);
}

/// True if the distance from the run has grown suddenly in a step h: (E) with order 1 gives an
/// error to report, and `growth` is ten times that at the last check, or the last check was long
/// ago.
bool Estimate::is_sudden(const VecX& growth, double h) const {
  constexpr double kMuch = 1e-5;  // share of the motion
  constexpr long kLongAgo = 300;  // steps, of which a check takes some 18
  const Companion& it = now_.companion;
  const double size = relative(growth, now_);
  return size > kMuch * (h / now_.options.step - 1) &&
         (size > 10 * it.checked || now_.steps - it.checked_at > kLongAgo);
}

/// True if steps have their order in the last h. Otherwise the error is estimated by halving them.
bool Estimate::check_order(const VecX& growth, double h) {
  constexpr double kFactor = 4;  // smaller factors are ignored
  Companion& it = now_.companion;
  const double size = relative(growth, now_);
  it.checked = std::max(it.checked, size);
  it.checked_at = now_.steps;
  const std::optional<HalvedSteps> found = by_halving(h);
  if (!found) return true;
  const double by_order =
      std::pow(h / now_.options.step, now_.method.traits.order_for(*now_.system)) - 1;
  const double error = relative(found->error, now_);
  const double local = relative(pack(next_) - pack(found->end), now_);
  const bool is_less = error < kFactor * size / by_order;
  // The companion's step itself, without the distance before it, is off by far more than its order
  // explains: it is too long.
  const bool is_too_long = local > 0.5 * size && local > kFactor * error * by_order;
  if (is_less && !is_too_long) return true;
  add(*found, h);
  if (it.opening == 0) it.factor = kShort;
  return false;
}

/// The error that arises in the last h, where the companion's step has no solution or ends too far
/// away.
void Estimate::estimate_by_halving(double h) {
  if (const std::optional<HalvedSteps> found = by_halving(h)) add(*found, h);
}

/// Adds the error of the last h; the error before is carried on by the run's steps.
void Estimate::add(const HalvedSteps& found, double h) {
  Companion& it = now_.companion;
  it.error = carried(found.end, h) + found.error;
  it.largest = it.largest.cwiseMax(it.error.cwiseAbs());
  it.has_estimate = true;
}

/// Moves a state over the time h in this many steps. False if there is no solution.
bool Estimate::take(dae::State& state, double h, long steps) {
  std::unique_ptr<integrate::Stepper> stepper;
  now_.reset_stepper(stepper);
  for (long k = 0; k < steps; ++k)
    if (stepper->step(state, h / static_cast<double>(steps)) != Outcome::kRunning) return false;
  return true;
}

/// The error at the companion's state, carried over h by the run's steps, which end at `end`.
VecX Estimate::carried(const dae::State& end, double h) {
  const Companion& it = now_.companion;
  const double error = relative(it.error, now_);
  if (!(error > kNone && error < kTooFar)) return it.error;
  dae::State beside;
  const double share = put_beside(it.state, it.error, beside);
  if (share == 0 || !take(beside, h, steps_in(h))) return it.error;
  const VecX moved = (pack(beside) - pack(end)) / share;
  return moved.allFinite() ? moved : it.error;
}

/// The number of the run's steps in the time h.
long Estimate::steps_in(double h) const { return std::max(1L, std::lround(h / now_.options.step)); }

/// The end of the run's steps from the companion's state after h, and its difference to steps of
/// half the length.
std::optional<Estimate::HalvedSteps> Estimate::by_halving(double h) {
  HalvedSteps found{now_.companion.state, {}};
  dae::State halved = found.end;
  if (!take(found.end, h, steps_in(h)) || !take(halved, h, 2 * steps_in(h))) return std::nullopt;
  found.error = pack(found.end) - pack(halved);
  return found.error.allFinite() ? std::optional(found) : std::nullopt;
}

/// True while the error is about as large as the motion and the motion does not grow: a better
/// estimate is useless.
bool Estimate::waits() {
  constexpr double kLost = 0.3;
  Companion& it = now_.companion;
  const bool is_lost = relative(it.largest, now_) >= kLost;
  if (it.is_waiting && !is_lost) join();
  return std::exchange(it.is_waiting, is_lost) || is_lost;
}

/// k of a step h of the companion.
double Estimate::ratio(double h) const {
  const Companion& it = now_.companion;
  if (!is_adaptive()) return h / now_.options.step;
  return std::max(kLeastRatio, static_cast<double>(it.run_steps) /
                                   static_cast<double>(std::max(1L, it.own_steps)));
}

/// Moves the companion to its next state; difference_ is its distance to the run. False if it is no
/// longer meaningful.
bool Estimate::compare(double h) {
  Companion& it = now_.companion;
  const double weight =
      it.weight + h * (std::pow(ratio(h), now_.method.traits.order_for(*now_.system)) - 1);
  const double time = it.time + h;
  if (!difference_.allFinite()) return false;
  const bool is_far = relative(difference_, now_) > kTooFar;
  if (is_far && it.time == 0 && it.factor > kShort && it.opening == 0) return false;
  it.time = time;
  it.weight = weight;
  std::swap(it.state, next_);
  it.state.t = now_.state.t;
  inherit(h);
  it.distance = difference_;
  difference_ /= weight / time;         // the mean over the steps
  it.error = inherited_ + difference_;  // (S)
  it.largest = it.largest.cwiseMax(inherited_.cwiseAbs() + difference_.cwiseAbs());
  it.has_estimate = true;
  const bool is_shadow_far = it.share > 0 && it.share * relative(inherited_, now_) > kTooFar;
  return !is_far && !is_shadow_far;
}

/// Computes the present value of the error at which the companion joined, inherited_.
void Estimate::inherit(double h) {
  Companion& it = now_.companion;
  inherited_ = it.kept;
  if (it.share == 0) return;
  if (steps_within_limit(*now_.shadow_stepper, it.shadow, h)) {
    it.shadow.t = now_.state.t;
    put_difference(it.shadow, it.state, inherited_);
    inherited_ /= it.share;
    if (inherited_.allFinite()) return;
  }
  it.share = 0;
  inherited_ = it.kept = it.error;
}

std::optional<double> Estimate::largest(const RunState& now) {
  const Companion& it = now.companion;
  if (it.factor == 0 || !it.has_estimate || has_equal_steps(now) || has_skipped(now))
    return std::nullopt;
  // The rounding of steps adds up like a random walk.
  constexpr double kRounding = 8 * std::numeric_limits<double>::epsilon();
  const double walk = kRounding * std::sqrt(static_cast<double>(now.steps));
  const double error = relative(it.largest + walk * (it.start.cwiseAbs() + it.motion), now);
  // Above the size of the motion the number has no meaning.
  return std::isfinite(error) ? std::optional(std::min(error, 1.0)) : std::nullopt;
}

std::string Estimate::because(const RunState& now) {
  const Companion& it = now.companion;
  if (largest(now)) return "";
  if (it.start.size() == 0) return "There is no state that could be off.";
  if (now.method.traits.is_adaptive && (it.factor == 0 || has_equal_steps(now)))
    return "A larger tolerance gives no other steps to compare.";
  if (now.solves_laws())
    return "Steps of another length meet impacts at other times, so their difference says nothing: "
           "compare runs with shorter steps.";
  if (it.factor == 0) return "Steps twice as long have no solution.";
  if (it.has_estimate && has_skipped(now))
    return "Many events are closer to each other than two steps.";
  if (it.has_estimate) return "The error has grown beyond the range of numbers.";
  if (now.steps < 2) return "The run has fewer than two steps to compare.";
  if (now.event_count > 0 || now.phase.at > 0)
    return "Events, or jumps of formulas of time, leave no two steps between them.";
  return now.method.traits.is_adaptive ? "A run with a larger tolerance is too far away to compare."
                                       : "Steps twice as long give no finite numbers.";
}

double Estimate::present(const RunState& now) { return relative(now.companion.error, now); }

}  // namespace porthos::simulate
