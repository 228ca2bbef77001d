#include "integrate/adaptive.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "base/metric.hpp"
#include "base/numbers.hpp"
#include "dae/accelerations.hpp"
#include "dae/projection.hpp"
#include "integrate/adaptive_stepper.hpp"

namespace porthos::integrate {
namespace {

using system::Segment;
using system::System;

/// (C1) and (C2) with the exponents 0.7/p and 0.4/p.
StepLaw law_of(int order) {
  const double p = order;
  return {.order = p,
          .alpha = 0.7 / p,
          .beta = 0.4 / p,
          .least = 0.2,
          .most = 5,
          .least_retry = 0.1,
          .failure = 0.25};
}

/// See make_adaptive. With the estimate d of the method, of each state x of a step from x_0 to x_1,
///
///   err = max |d_x| / (goal (|x| + 1e-3 max |x| + 1e-6)),    |x| = max(|x_0|, |x_1|)          (A1)
///
/// less what is rounding, for z and w each, and of the account, relative to its energy: what the
/// step adds to its defect, and the error of its parts. Of motion that is prescribed, and of
/// circuits that store nothing, the states say nothing of what they take.
class Adaptive final : public AdaptiveStepper {
 public:
  Adaptive(const System& system, std::unique_ptr<EstimatingStepper> method,
           std::unique_ptr<Stepper> beside, Pace pace)
      : AdaptiveStepper(system, law_of(pace.order), pace.goal),
        projection_(system),
        metric_(projection_.metric()),
        at_(system.workspace()),
        sizes_(system.sizes()),
        pace_(pace),
        method_(std::move(method)),
        beside_(std::move(beside)) {}

 private:
  static constexpr double kMostFirst = 32;  // of the run's steps
  static constexpr int kMostPieces = 64;
  static constexpr double kRounding = 4e-15;    // of a step, relative to the largest state
  static constexpr double kMostReturned = 0.5;  // P3 of what a relation has not given back

  /// One in which no state should change by more than the root of the tolerance that the order
  /// makes of it; if it is wrong, the first errors tell.
  double begin(double h) override {
    middle_ = tail_ = head_;
    if (metric_.has_massless()) return h;  // what has no mass has no acceleration
    system_.set_time(at_, head_.t);
    system_.segment(at_, Segment::kZ) = head_.z;
    system_.segment(at_, Segment::kW) = head_.w;
    const VecX slope = dae::Accelerations(system_, metric_).compute(at_);
    const VecX rates = system_.segment(at_, Segment::kZdot);
    // From rest any velocity is a large change: then it counts how soon the positions change.
    system_.segment(at_, Segment::kW) = slope;
    system_.compute_rates(at_);
    const VecX change = system_.segment(at_, Segment::kZdot);
    const double fastest = std::max(
        relative(rates, head_.z, head_.z),
        std::min(relative(slope, head_.w, head_.w), std::sqrt(relative(change, head_.z, head_.z))));
    const double own = std::pow(pace_.goal, 1.0 / pace_.order) / fastest;
    return std::isfinite(own) ? std::clamp(own, 1e-6 * h, kMostFirst * h) : h;
  }

  Trial attempt(double h) override {
    next_ = head_;
    const Outcome outcome = method_->step(next_, h);
    if (outcome != Outcome::kRunning) return {outcome};
    const double error = std::max(size_of(method_->error()), account_error()) / pace_.goal;
    return {outcome, error, hidden_by_rounding(error)};
  }

  /// Where the goal is not far above rounding an error of which rounding is taken off says too
  /// little: the next step would be far too long, and the one after that rejected.
  double hidden_by_rounding(double error) const {
    constexpr double kFar = 20;
    if (pace_.goal > kFar * kRounding) return error;
    // (C1) makes steps a little longer with half of the error that keeps their length.
    const double steady = 0.5 * std::pow(0.9, pace_.order / 0.3);
    if (error >= steady) return error;
    const VecX& whole = method_->error();
    const double raw = std::max(size_with_rounding(whole.head(sizes_.z), next_.z, head_.z),
                                size_with_rounding(whole.tail(sizes_.w), next_.w, head_.w));
    return std::max(error, std::min(raw / pace_.goal, steady));
  }

  static double size_with_rounding(const VecX& change, const VecX& x, const VecX& start) {
    if (x.size() == 0) return 0;
    const VecX size = x.cwiseAbs().cwiseMax(start.cwiseAbs());
    const double least = 1e-3 * size.maxCoeff() + 1e-6;
    return (change.array().abs() / (size.array() + least)).maxCoeff();
  }

  Outcome arrive(double /*h*/) override {
    tail_ = std::exchange(head_, std::move(next_));
    middle_ = method_->middle() ? *method_->middle() : tail_;
    return Outcome::kRunning;
  }

  Outcome find(State& state, double target) override {
    const double near = 1e-12 * (std::abs(target) + (head_.t - tail_.t));
    state = middle_.t < target + near ? middle_ : tail_;
    if (std::abs(state.t - target) > near)
      if (const Outcome outcome = take_beside(state, target); outcome != Outcome::kRunning)
        return outcome;
    if (!state.keep_dissipated_between(given_, head_, system_.is_force()) || !pace_.closes_ledger)
      return Outcome::kRunning;
    return projection_.project(at_, state, kMostReturned).outcome;
  }

  /// A shorter step than one that has been found may yet be one too long for `beside`, which comes
  /// to it without a history: then in pieces.
  Outcome take_beside(State& state, double target) {
    Outcome outcome = Outcome::kRunning;
    for (int pieces = 1; pieces <= kMostPieces; pieces *= 4) {
      State end = state;
      for (int k = 0; k < pieces; ++k) {
        outcome = beside_->step(end, (target - state.t) / pieces);
        if (outcome != Outcome::kRunning) break;
      }
      if (outcome != Outcome::kRunning) continue;
      state = std::move(end);
      break;
    }
    return outcome;
  }

  /// The largest error of a state at the end of a step, relative to what it may be.
  double size_of(const VecX& error) const {
    // What has no mass follows from the others, and is less exact.
    VecX of_w = error.tail(sizes_.w), massless;
    if (metric_.has_massless()) {
      metric_.put_massless_part(of_w, massless);
      of_w -= massless;
    }
    return std::max(relative(error.head(sizes_.z), next_.z, head_.z),
                    relative(of_w, next_.w, head_.w, energy_rounding()));
  }

  /// What one knows the energy of a state by.
  static double energy_scale(const State& state) {
    return state.scale + std::abs(state.start_energy) + std::abs(state.start_potential) +
           state.dissipated.lpNorm<1>() + state.supplied.lpNorm<1>();
  }

  static double rounding_of(const State& state) {
    return 4e-16 * energy_scale(state) + state.rounding;
  }

  /// P3 returns an energy that is rounded, and with it velocities that are, by the more the slower
  /// the motion is: d w / w = d H / 2T.
  double energy_rounding() const {
    constexpr double kOfKinetic = 2.5, kLeast = 1e-6;  // of T: less is left alone
    if (!pace_.closes_ledger) return 0;
    const double kinetic = system_.kinetic_energy(next_.w);
    return kinetic > kLeast * next_.scale ? kOfKinetic * rounding_of(next_) / kinetic : 0;
  }

  double account_error() {
    // At both ends: of V, and what P3 leaves (Projection::balance).
    constexpr double kOfPotential = 2.5, kLeft = 1e-13;
    const auto defect = [&](const State& state) {
      system_.segment(at_, Segment::kZ) = state.z;
      return system_.potential_energy(at_) + system_.kinetic_energy(state.w) - state.demanded();
    };
    const double added = std::abs(defect(next_) - defect(head_));
    const double scale = energy_scale(next_);
    const double rounding =
        kOfPotential * next_.rounding + (pace_.closes_ledger ? kLeft * scale : 0);
    const double of_parts = method_->account_error() - rounding_of(next_);
    return std::max({0.0, added - rounding, of_parts}) / (scale + 1e-6);
  }

  static double relative(const VecX& change, const VecX& x, const VecX& start, double share = 0) {
    if (x.size() == 0) return 0;
    const VecX size = x.cwiseAbs().cwiseMax(start.cwiseAbs());
    const double least = 1e-3 * size.maxCoeff() + 1e-6;
    const double rounding = (kRounding + share) * size.maxCoeff();
    return ((change.array().abs() - rounding).max(0.0) / (size.array() + least)).maxCoeff();
  }

  void write_own(NumberWriter& to, bool is_started) const override {
    if (is_started)
      for (const State* state : {&middle_, &tail_}) write_state(*state, to);
    method_->write(to);
    beside_->write(to);
    projection_.write(to);
  }

  bool read_own(NumberReader& from, bool is_started) override {
    if (is_started)
      for (State* state : {&middle_, &tail_}) read_state(from, *state);
    return method_->read(from) && beside_->read(from) && projection_.read(from);
  }

  dae::Projection projection_;
  const Metric& metric_;
  system::Workspace at_;
  const system::Sizes sizes_;
  const Pace pace_;
  std::unique_ptr<EstimatingStepper> method_;
  std::unique_ptr<Stepper> beside_;
  State tail_, middle_;  // the start of the last step, and its middle if the method has one
  State next_;           // the end of the one that is being tried
};

}  // namespace

std::unique_ptr<Stepper> make_adaptive(const System& system,
                                       std::unique_ptr<EstimatingStepper> method,
                                       std::unique_ptr<Stepper> beside, Pace pace) {
  return std::make_unique<Adaptive>(system, std::move(method), std::move(beside), pace);
}

}  // namespace porthos::integrate
