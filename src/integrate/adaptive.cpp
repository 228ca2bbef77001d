#include "integrate/adaptive.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "base/metric.hpp"
#include "base/numbers.hpp"
#include "integrate/accelerations.hpp"
#include "integrate/projection.hpp"

namespace porthos::integrate {
namespace {

using system::System;

/// See make_adaptive.
class Adaptive final : public Stepper {
 public:
  Adaptive(const System& system, std::unique_ptr<EstimatingStepper> method,
           std::unique_ptr<Stepper> beside, Pace pace)
      : system_(system),
        projection_(system),
        metric_(projection_.metric()),
        at_(system.workspace()),
        sizes_(system.sizes()),
        pace_(pace),
        method_(std::move(method)),
        beside_(std::move(beside)) {}

  bool prepare(const State& state, double h, long& attempts) override {
    if (!continues(state)) {
      head_ = middle_ = tail_ = given_ = state;
      h_ = first_step(state, h);
      last_error_ = 1;
      count_ = 0;
      is_started_ = true;
    }
    row_step_ = h;
    reached_ = Outcome::kRunning;
    for (const double near = nearness(state.t + h, h); head_.t < state.t + h - near; ++count_) {
      if (attempts-- <= 0) return false;
      h_ = system_.phase().limited(head_.t, std::min(h_, kMostAhead * h));
      reached_ = count_ < kMostSteps ? advance() : Outcome::kStepTooSmall;
      if (reached_ != Outcome::kRunning) break;
    }
    return true;
  }

  Outcome step(State& state, double h) override {
    const double target = state.t + h, near = nearness(target, h);
    long all = std::numeric_limits<long>::max();
    prepare(state, h, all);
    count_ = 0;
    if (reached_ != Outcome::kRunning) {
      is_started_ = false;
      return reached_;
    }
    State found = head_.t < target + near ? head_ : middle_.t < target + near ? middle_ : tail_;
    if (std::abs(found.t - target) > near) {
      const Outcome outcome = take_beside(found, target);
      if (outcome != Outcome::kRunning) {
        is_started_ = false;
        return outcome;
      }
    }
    found.t = target;
    if (found.keep_dissipated_between(given_, head_, system_.is_force()) && pace_.closes_ledger) {
      const Outcome outcome = projection_.project(at_, found, kMostReturned).outcome;
      if (outcome != Outcome::kRunning) {
        is_started_ = false;
        return outcome;
      }
    }
    state = given_ = std::move(found);
    return Outcome::kRunning;
  }

  std::vector<double> memory() const override {
    NumberWriter to;
    for (const double number :
         {static_cast<double>(is_started_), static_cast<double>(count_), h_, last_error_})
      to.put(number);
    if (is_started_)
      for (const State* state : {&head_, &middle_, &tail_, &given_}) write(*state, to);
    to.put_list(std::span<const double>(method_->memory()));
    to.put_list(std::span<const double>(beside_->memory()));
    projection_.write(to);
    return to.take();
  }

  bool set_memory(const std::vector<double>& numbers) override {
    NumberReader from(numbers);
    is_started_ = from.get() != 0;
    count_ = from.get_count(kMostSteps);
    h_ = from.get();
    last_error_ = from.get();
    if (is_started_)
      for (State* state : {&head_, &middle_, &tail_, &given_}) read(from, *state);
    const auto own = from.get_list(), other = from.get_list();
    return method_->set_memory({own.begin(), own.end()}) &&
           beside_->set_memory({other.begin(), other.end()}) && projection_.read(from) &&
           from.is_done();
  }

 private:
  static constexpr int kMostSteps = 100000, kMostPieces = 64;
  static constexpr double kMostAhead = 32;      // of the run's steps
  static constexpr double kMostReturned = 0.5;  // P3 of what a relation has not given back
  /// Where a formula of the state jumps no step is short enough for the estimate: one as short as
  /// this, relative to the time, is taken as it is.
  static constexpr double kJump = 1e-12;
  static constexpr double kRounding = 1e-11;

  /// Two times nearer than that are one.
  static double nearness(double target, double h) { return 1e-12 * (std::abs(target) + h); }

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
    const double own = std::pow(pace_.goal, 1.0 / pace_.order) / fastest;
    return std::isfinite(own) ? std::clamp(own, 1e-6 * h, kMostAhead * h) : h;
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

  /// One accepted step at the head.
  Outcome advance() {
    Outcome reason = Outcome::kStepTooSmall;
    const double age = std::abs(head_.t) + row_step_, exponent = 1.0 / pace_.order;
    double error_before = std::numeric_limits<double>::infinity(), h_before = 0;
    for (bool was_rejected = false;; was_rejected = true) {
      const double h = h_;
      if (!(h > 1e-15 * age)) return reason;
      State end = head_;
      const Outcome outcome = method_->step(end, h);
      if (outcome != Outcome::kRunning) {  // the step may be too long for the equations
        reason = outcome;
        h_ = h / 4;
        if (h_ < 1e-12 * age) return reason;
        continue;
      }
      const double error =
          std::max(size_of(method_->error(), end), account_error(end) / pace_.goal);
      // An error that a shorter step leaves as it is, is the rounding of the states.
      const bool is_rounding =
          error * pace_.goal < kRounding && error > 0.7 * error_before && h < 0.95 * h_before;
      if (!(error <= 1) && !(h < kJump * age) && !is_rounding) {
        error_before = error;
        h_before = h;
        h_ = h * std::clamp(0.9 * std::pow(error, -exponent), 0.1, 0.9);
        continue;
      }
      const double factor = 0.9 * std::pow(std::max(error, 1e-10), -0.7 * exponent) *
                            std::pow(last_error_, 0.4 * exponent);
      h_ = h * std::clamp(factor, is_rounding ? 1.0 : 0.2, was_rejected ? 1.0 : 5.0);
      last_error_ = std::max(error, 1e-4);
      tail_ = std::exchange(head_, std::move(end));
      middle_ = method_->middle() ? *method_->middle() : tail_;
      return Outcome::kRunning;
    }
  }

  /// The largest error of a state at the end of a step, relative to what it may be.
  double size_of(const VecX& error, const State& end) const {
    // What has no mass follows from the others, and is less exact.
    VecX of_w = error.tail(sizes_.w);
    if (metric_.has_massless()) of_w -= metric_.massless_part(of_w);
    return std::max(relative(error.head(sizes_.z), end.z, head_.z),
                    relative(of_w, end.w, head_.w)) /
           pace_.goal;
  }

  /// What a step adds to the defect of the account, relative to its energy: of motion that is
  /// prescribed the states say nothing of what it takes.
  double account_error(const State& end) {
    const auto stored = [&](const State& state) {
      system_.segment(at_, system::Segment::kZ) = state.z;
      return system_.potential_energy(at_) + system_.kinetic_energy(state.w);
    };
    const double defect = (stored(end) - end.demanded()) - (stored(head_) - head_.demanded());
    const double scale = end.scale + std::abs(end.start_energy) + end.dissipated.lpNorm<1>() +
                         end.supplied.lpNorm<1>();
    return std::abs(defect) / (scale + 1e-6);
  }

  static double relative(const VecX& change, const VecX& x, const VecX& start) {
    if (x.size() == 0) return 0;
    const VecX size = x.cwiseAbs().cwiseMax(start.cwiseAbs());
    const double least = 1e-3 * size.maxCoeff() + 1e-6;
    const double rounding = 4e-15 * size.maxCoeff();
    return ((change.array().abs() - rounding).max(0.0) / (size.array() + least)).maxCoeff();
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
  Projection projection_;
  const Metric& metric_;
  system::Workspace at_;
  const system::Sizes sizes_;
  const Pace pace_;
  std::unique_ptr<EstimatingStepper> method_;
  std::unique_ptr<Stepper> beside_;
  /// The ends and the middle of the last step, and what was handed out.
  State tail_, middle_, head_, given_;
  double row_step_ = 0;  // the run's
  double h_ = 0, last_error_ = 1;
  int count_ = 0;                        // own steps of the present one
  Outcome reached_ = Outcome::kRunning;  // by them
  bool is_started_ = false;
};

}  // namespace

std::unique_ptr<Stepper> make_adaptive(const System& system,
                                       std::unique_ptr<EstimatingStepper> method,
                                       std::unique_ptr<Stepper> beside, Pace pace) {
  return std::make_unique<Adaptive>(system, std::move(method), std::move(beside), pace);
}

}  // namespace porthos::integrate
