#include "integrate/adaptive.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "base/metric.hpp"
#include "base/numbers.hpp"
#include "integrate/accelerations.hpp"

namespace porthos::integrate {
namespace {

using system::System;

/// See make_adaptive.
class Adaptive final : public Stepper {
 public:
  Adaptive(const System& system, MakeStepper base, int order, double tolerance)
      : system_(system),
        metric_(system.mass()),
        at_(system.workspace()),
        sizes_(system.sizes()),
        order_(order),
        tolerance_(tolerance),
        whole_(base(system, tolerance)),
        halves_(base(system, tolerance)),
        beside_(base(system, tolerance)) {}

  Outcome step(State& state, double h) override {
    const double target = state.t + h;
    pace_ = h;
    if (!continues(state)) {
      head_ = middle_ = tail_ = state;
      h_ = first_step(state, h);
      last_error_ = 1;
      is_started_ = true;
    }
    const double near = 1e-12 * (std::abs(target) + h);
    for (int count = 0; head_.t < target - near; ++count) {
      h_ = std::min(h_, kMostAhead * h);
      const Outcome outcome = count < kMostSteps ? advance() : Outcome::kStepTooSmall;
      if (outcome == Outcome::kRunning) continue;
      is_started_ = false;
      return outcome;
    }
    State found = head_.t < target + near ? head_ : middle_.t < target + near ? middle_ : tail_;
    if (std::abs(found.t - target) > near) {
      const Outcome outcome = beside_->step(found, target - found.t);
      if (outcome != Outcome::kRunning) {
        is_started_ = false;
        return outcome;
      }
    }
    found.t = target;
    state = given_ = std::move(found);
    return Outcome::kRunning;
  }

  std::vector<double> memory() const override {
    NumberWriter to;
    for (const double number : {static_cast<double>(is_started_), h_, last_error_}) to.put(number);
    if (is_started_)
      for (const State* state : {&head_, &middle_, &tail_, &given_}) write(*state, to);
    for (const auto* stepper : {&whole_, &halves_, &beside_})
      to.put_list(std::span<const double>((*stepper)->memory()));
    return to.take();
  }

  bool set_memory(const std::vector<double>& numbers) override {
    NumberReader from(numbers);
    is_started_ = from.get() != 0;
    h_ = from.get();
    last_error_ = from.get();
    if (is_started_)
      for (State* state : {&head_, &middle_, &tail_, &given_}) read(from, *state);
    for (auto* stepper : {&whole_, &halves_, &beside_}) {
      const auto list = from.get_list();
      if (!(*stepper)->set_memory({list.begin(), list.end()})) return false;
    }
    return from.is_done();
  }

 private:
  static constexpr int kMostSteps = 100000;
  static constexpr double kMostAhead = 32;  // of the run's steps
  /// Of the tolerance, what one step may take: their errors add up.
  static constexpr double kShare = 0.05;
  /// At a jump of a signal no step is short enough for the estimate: one as short as this, relative
  /// to the time, is taken as it is.
  static constexpr double kJump = 1e-12, kJumpError = 1e9;

  bool continues(const State& state) const {
    return is_started_ && state.z == given_.z && state.w == given_.w &&
           std::abs(state.t - given_.t) <= 1e-12 * (std::abs(state.t) + h_);
  }

  /// One in which no state should change by more than the root of the tolerance that the order
  /// makes of it; if it is wrong, the first errors tell.
  double first_step(const State& state, double h) {
    if (metric_.has_massless()) return h;  // what has no mass has no acceleration
    system_.set_time(at_, state.t);
    system_.segment(at_, system::Segment::kZ) = state.z;
    system_.segment(at_, system::Segment::kW) = state.w;
    const VecX slope = Accelerations(system_, metric_).compute(at_);
    const VecX rates = system_.segment(at_, system::Segment::kZdot);
    // From rest any velocity is a large change: then it counts how soon the positions change.
    system_.segment(at_, system::Segment::kW) = slope;
    system_.compute_rates(at_);
    const VecX change = system_.segment(at_, system::Segment::kZdot);
    const double fastest = std::max(
        relative(rates, state.z, state.z),
        std::min(relative(slope, state.w, state.w), std::sqrt(relative(change, state.z, state.z))));
    const double own = std::pow(tolerance_, 1.0 / (order_ + 1)) / fastest;
    return std::isfinite(own) ? std::clamp(own, 1e-6 * h, kMostAhead * h) : h;
  }

  /// One accepted step at the head.
  Outcome advance() {
    Outcome reason = Outcome::kStepTooSmall;
    const double age = std::abs(head_.t) + pace_;
    for (bool was_rejected = false;; was_rejected = true) {
      const double h = h_;
      if (!(h > 1e-15 * age)) return reason;
      State whole = head_, half = head_;
      Outcome outcome = whole_->step(whole, h);
      if (outcome == Outcome::kRunning) outcome = halves_->step(half, h / 2);
      State end = half;
      if (outcome == Outcome::kRunning) outcome = halves_->step(end, h / 2);
      if (outcome != Outcome::kRunning) {  // the step may be too long for the equations
        reason = outcome;
        h_ = h / 4;
        if (h_ < 1e-12 * age) return reason;
        continue;
      }
      double error = difference(whole, end) / (std::exp2(order_) - 1);
      if (has_jump(head_.t, h)) error = std::max(error, kJumpError);
      const double exponent = 1.0 / (order_ + 1);
      if (!(error <= 1) && !(h < kJump * age)) {
        h_ = h * std::clamp(0.9 * std::pow(error, -exponent), 0.1, 0.9);
        continue;
      }
      const double factor = 0.9 * std::pow(std::max(error, 1e-10), -0.7 * exponent) *
                            std::pow(last_error_, 0.4 * exponent);
      h_ = h * std::clamp(factor, 0.2, was_rejected ? 1.0 : 5.0);
      last_error_ = std::max(error, 1e-4);
      tail_ = std::exchange(head_, std::move(end));
      middle_ = std::move(half);
      return Outcome::kRunning;
    }
  }

  /// True if a signal jumps between the last stage of a step and its end, or between its start and
  /// the first: nothing else would tell. Extrapolated to the end from the half beside it, what is
  /// smooth misses by a sixteenth of what it misses by from the whole; a jump does not.
  bool has_jump(double t, double h) {
    if (system_.assembly().signals.empty()) return false;
    constexpr double kShrunk = 0.3, kRounding = 1e-9;
    const auto signals = [&](double time) {
      system_.set_time(at_, time);
      return VecX(system_.segment(at_, system::Segment::kU));
    };
    for (const double side : {1.0, -1.0}) {
      const double end = side > 0 ? t + h : t;
      const VecX u = signals(end);
      const auto miss = [&](double length) -> VecX {  // by a cubic through four points
        const double d = -side * length / 8;
        return u - 2.1875 * signals(end + d) + 2.1875 * signals(end + 3 * d) -
               1.3125 * signals(end + 5 * d) + 0.3125 * signals(end + 7 * d);
      };
      const VecX far = miss(h), near = miss(h / 2);
      for (Eigen::Index i = 0; i < u.size(); ++i)
        if (std::abs(near[i]) > kShrunk * std::abs(far[i]) + kRounding * (1 + std::abs(u[i])))
          return true;
    }
    return false;
  }

  /// The largest difference of a state, relative to what it may be.
  double difference(const State& a, const State& b) const {
    VecX gap = a.w - b.w;  // velocities without mass follow from the others, and are less exact
    if (metric_.has_massless()) gap -= metric_.massless_part(gap);
    return std::max(relative(a.z - b.z, b.z, head_.z), relative(gap, b.w, head_.w)) /
           (kShare * tolerance_);
  }

  static double relative(const VecX& change, const VecX& x, const VecX& start) {
    if (x.size() == 0) return 0;
    const VecX size = x.cwiseAbs().cwiseMax(start.cwiseAbs());
    const double least = 1e-3 * size.maxCoeff() + 1e-6;
    return (change.array().abs() / (size.array() + least)).maxCoeff();
  }

  static void write(const State& state, NumberWriter& to) {
    for (const double number : {state.t, state.start_energy, state.start_potential, state.scale})
      to.put(number);
    for (const VecX* list : {&state.z, &state.w, &state.dissipated, &state.supplied})
      to.put_list(*list);
  }
  void read(NumberReader& from, State& state) const {
    for (double* number : {&state.t, &state.start_energy, &state.start_potential, &state.scale})
      *number = from.get();
    state.z.resize(sizes_.z);
    state.w.resize(sizes_.w);
    state.dissipated.resize(sizes_.power);
    state.supplied.resize(sizes_.u);
    for (VecX* list : {&state.z, &state.w, &state.dissipated, &state.supplied})
      from.get_list(*list);
  }

  const System& system_;
  const Metric metric_;
  system::Workspace at_;
  const system::Sizes sizes_;
  const int order_;
  const double tolerance_;
  std::unique_ptr<Stepper> whole_, halves_, beside_;
  /// The ends and the middle of the last step, and what was handed out.
  State tail_, middle_, head_, given_;
  double pace_ = 0;  // the run's step
  double h_ = 0, last_error_ = 1;
  bool is_started_ = false;
};

}  // namespace

std::unique_ptr<Stepper> make_adaptive(const System& system, MakeStepper base, int order,
                                       double tolerance) {
  return std::make_unique<Adaptive>(system, base, order, tolerance);
}

}  // namespace porthos::integrate
