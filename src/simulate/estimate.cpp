#include "simulate/estimate.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace porthos::simulate {

namespace {

/// Of the motion: from there on a difference says nothing of an error.
constexpr double kTooFar = 0.1;

VecX pack(const integrate::State& state) {
  VecX y(state.z.size() + state.w.size());
  y << state.z, state.w;
  return y;
}

/// What errors are measured by, (z + w).
VecX motion_of(const Present& now) {
  const Companion& of = now.companion;
  VecX size(of.motion.size());
  const auto kind = [&](Eigen::Index first, Eigen::Index count) {
    if (count == 0) return;
    const auto motion = of.motion.segment(first, count);
    const double start = of.start.segment(first, count).lpNorm<Eigen::Infinity>();
    const double least = std::max({1e-2 * motion.maxCoeff(), 1e-6 * start, 1e-12});
    size.segment(first, count) = motion.cwiseMax(least);
  };
  kind(0, now.state.z.size());
  kind(now.state.z.size(), now.state.w.size());
  return size;
}

double relative(const VecX& error, const Present& now) {
  return error.size() == 0 ? 0 : error.cwiseQuotient(motion_of(now)).maxCoeff();
}

}  // namespace

void Estimate::begin() {
  Companion& it = now_.companion;
  it.start = pack(now_.state);
  it.motion = it.error = it.kept = it.largest = VecX::Zero(it.start.size());
  it.factor = now_.method.traits.is_adaptive ? 0 : kLong;
  join();
}

void Estimate::join() {
  Companion& it = now_.companion;
  it.kept = it.error;
  it.state = now_.state;
  it.time = it.weight = 0;
  if (it.factor > 0) now_.companion_stepper = now_.new_stepper();
}

void Estimate::follow(bool is_end) {
  Companion& it = now_.companion;
  if (it.factor == 0) return;
  it.motion = it.motion.cwiseMax((pack(now_.state) - it.start).cwiseAbs());
  const double h = now_.state.t - it.state.t;
  // As long a step as the run's own would tell nothing.
  if (h < 1.5 * now_.options.step || (!is_end && now_.steps % it.factor != 0)) return;
  integrate::State next = it.state;
  const bool is_first = it.time == 0;
  const bool is_solved = now_.companion_stepper->step(next, h) == Outcome::kRunning;
  if (is_solved && compare(std::move(next), h)) return;
  // Too far away in a single step: that is too long for it.
  if (is_first && it.factor == kLong)
    it.factor = kShort;
  else if (is_first && !is_solved)
    it.factor = 0;
  join();
}

/// Takes the companion to its next state; false if that has nothing to say any more.
bool Estimate::compare(integrate::State next, double h) {
  Companion& it = now_.companion;
  const double factor = h / now_.options.step;
  const double weight = it.weight + h * (std::pow(factor, now_.method.traits.order) - 1);
  const double time = it.time + h;
  const VecX difference = (pack(next) - pack(now_.state)).cwiseAbs();
  if (!difference.allFinite()) return false;
  const VecX error = it.kept + difference / (weight / time);  // (E), of steps of several lengths
  const bool is_far = relative(difference, now_) > kTooFar;
  if (is_far && it.time == 0 && it.factor == kLong) return false;
  it.error = error;
  it.largest = it.largest.cwiseMax(error);
  it.has_told = true;
  it.time = time;
  it.weight = weight;
  it.state = std::move(next);
  it.state.t = now_.state.t;
  return !is_far;
}

std::optional<double> Estimate::largest(const Present& now) {
  const Companion& it = now.companion;
  if (it.factor == 0 || !it.has_told) return std::nullopt;
  // What a step rounds adds up like a random walk.
  constexpr double kRounding = 8 * std::numeric_limits<double>::epsilon();
  const double walk = kRounding * std::sqrt(static_cast<double>(now.steps));
  return relative(it.largest + walk * (it.start.cwiseAbs() + it.motion), now);
}

double Estimate::present(const Present& now) { return relative(now.companion.error, now); }

}  // namespace porthos::simulate
