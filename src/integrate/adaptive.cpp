#include "integrate/adaptive.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "base/metric.hpp"
#include "dae/accelerations.hpp"
#include "dae/projection.hpp"
#include "integrate/adaptive_stepper.hpp"

namespace porthos::integrate {
namespace {

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
///   err = max |d_x| / (tolerance (|x| + 1e-3 max |x| + 1e-6)),  |x| = max(|x_0|, |x_1|)       (A1)
///
/// without rounding, separately for z and w, and the error of the ledger relative to its energy:
/// the growth of its defect in the step, and the error of its parts. States do not show the energy
/// that prescribed motion supplies, and circuits without storage dissipate.
class Adaptive final : public AdaptiveStepper {
 public:
  Adaptive(const Integrable& system, std::unique_ptr<EstimatingStepper> method,
           std::unique_ptr<Stepper> within, StepSizeOptions options)
      : AdaptiveStepper(system, law_of(options.order), options.tolerance),
        projection_(system),
        metric_(projection_.metric()),
        at_(system.workspace()),
        sizes_(system.sizes()),
        options_(options),
        method_(std::move(method)),
        within_(std::move(within)) {}

 private:
  static constexpr double kMostFirst = 32;  // multiple of the run's step
  static constexpr int kMostPieces = 64;
  static constexpr double kRounding = 4e-15;    // of a step, relative to the largest state
  static constexpr double kMostClamped = 10;    // tolerances of the energy
  static constexpr double kMostReturned = 0.5;  // P3, after a relation was clamped

  /// A step in which no state should change by more than the tolerance to the power 1/order. The
  /// first errors correct it.
  double initial_step(double h) override {
    middle_ = tail_ = head_;
    if (metric_.has_massless()) return h;  // no accelerations
    system_.set_state(at_, head_);
    const VecX slope = dae::Accelerations(system_, metric_).compute(at_);
    const VecX rates = system_.z_rate(at_);
    // From rest any velocity is a large change: then the change of the positions counts.
    system_.w(at_) = slope;
    system_.compute_rates(at_);
    const VecX change = system_.z_rate(at_);
    const double fastest = std::max(
        relative(rates, head_.z, head_.z),
        std::min(relative(slope, head_.w, head_.w), std::sqrt(relative(change, head_.z, head_.z))));
    const double own = std::pow(options_.tolerance, 1.0 / options_.order) / fastest;
    return std::isfinite(own) ? std::clamp(own, 1e-6 * h, kMostFirst * h) : h;
  }

  Trial attempt(double h) override {
    next_ = head_;
    const Outcome outcome = method_->step(next_, h);
    if (outcome != Outcome::kRunning) return {outcome};
    const double error = std::max(size_of(method_->error()), ledger_error()) / options_.tolerance;
    return {outcome, error, hidden_by_rounding(error)};
  }

  /// If the tolerance is close to rounding, an error without its rounding is too small: the next
  /// step would be far too long, and then be rejected.
  double hidden_by_rounding(double error) const {
    constexpr double kFar = 20;
    if (options_.tolerance > kFar * kRounding) return error;
    // Half of the error that keeps the length of steps makes them a little longer by (C1).
    const double steady = 0.5 * std::pow(0.9, options_.order / 0.3);
    if (error >= steady) return error;
    const VecX& whole = method_->error();
    const double raw = std::max(size_with_rounding(whole.head(sizes_.z), next_.z, head_.z),
                                size_with_rounding(whole.tail(sizes_.w), next_.w, head_.w));
    return std::max(error, std::min(raw / options_.tolerance, steady));
  }

  static double size_with_rounding(const VecX& change, const VecX& x, const VecX& start) {
    if (x.size() == 0) return 0;
    const VecX size = x.cwiseAbs().cwiseMax(start.cwiseAbs());
    const double least = 1e-3 * size.maxCoeff() + 1e-6;
    return (change.array().abs() / (size.array() + least)).maxCoeff();
  }

  Outcome accept(double /*h*/) override {
    tail_ = std::exchange(head_, std::move(next_));
    middle_ = method_->middle() ? *method_->middle() : tail_;
    return Outcome::kRunning;
  }

  Outcome find_within(State& state, double target) override {
    const double near = 1e-12 * (std::abs(target) + (head_.t - tail_.t));
    state = middle_.t < target + near ? middle_ : tail_;
    if (std::abs(state.t - target) > near)
      if (const Outcome outcome = step_within(state, target); outcome != Outcome::kRunning)
        return outcome;
    // A shorter step has an error of its own, of about the tolerance.
    const VecX most = most_clamped(kMostClamped * options_.tolerance * head_.energy_size());
    if (!state.clamp_dissipated(returned_, head_, most) || !options_.closes_ledger)
      return Outcome::kRunning;
    return projection_.project(at_, state, kMostReturned).outcome;
  }

  /// A part of an accepted step may still be too long for `within_`, which has no history: then it
  /// is taken in pieces.
  Outcome step_within(State& state, double target) {
    Outcome outcome = Outcome::kRunning;
    for (int pieces = 1; pieces <= kMostPieces; pieces *= 4) {
      State end = state;
      for (int k = 0; k < pieces; ++k) {
        outcome = within_->step(end, (target - state.t) / pieces);
        if (outcome != Outcome::kRunning) break;
      }
      if (outcome != Outcome::kRunning) continue;
      state = std::move(end);
      break;
    }
    return outcome;
  }

  /// The largest error of a state at the end of a step, relative to the allowed error.
  double size_of(const VecX& error) const {
    // Massless velocities follow from the others, and are less exact.
    VecX of_w = error.tail(sizes_.w), massless;
    if (metric_.has_massless()) {
      metric_.put_massless_part(of_w, massless);
      of_w -= massless;
    }
    return std::max(relative(error.head(sizes_.z), next_.z, head_.z),
                    relative(of_w, next_.w, head_.w, energy_rounding()));
  }

  static double rounding_of(const State& state) {
    return 4e-16 * state.energy_size() + state.rounding;
  }

  /// P3 restores an energy with rounding, and so velocities with a relative rounding that grows
  /// towards rest: d w / w = d H / 2T.
  double energy_rounding() const {
    constexpr double kOfKinetic = 2.5, kLeast = 1e-6;  // of T: smaller changes have no effect
    if (!options_.closes_ledger) return 0;
    const double kinetic = system_.kinetic_energy(next_.w);
    return kinetic > kLeast * next_.scale ? kOfKinetic * rounding_of(next_) / kinetic : 0;
  }

  double ledger_error() {
    // At both ends: the rounding of V, and the defect that P3 leaves (Projection::balance).
    constexpr double kOfPotential = 2.5, kLeft = 1e-13;
    const auto defect = [&](const State& state) {
      system_.z(at_) = state.z;
      return system_.potential_energy(at_) + system_.kinetic_energy(state.w) - state.demanded();
    };
    const double added = std::abs(defect(next_) - defect(head_));
    const double scale = next_.energy_size();
    const double rounding =
        kOfPotential * next_.rounding + (options_.closes_ledger ? kLeft * scale : 0);
    const double of_parts = method_->ledger_error() - rounding_of(next_);
    return std::max({0.0, added - rounding, of_parts}) / (scale + 1e-6);
  }

  static double relative(const VecX& change, const VecX& x, const VecX& start, double share = 0) {
    if (x.size() == 0) return 0;
    const VecX size = x.cwiseAbs().cwiseMax(start.cwiseAbs());
    const double least = 1e-3 * size.maxCoeff() + 1e-6;
    const double rounding = (kRounding + share) * size.maxCoeff();
    return ((change.array().abs() - rounding).max(0.0) / (size.array() + least)).maxCoeff();
  }

  void describe_own(Archive& archive, bool is_started) override {
    if (is_started)
      for (State* state : {&middle_, &tail_}) describe_state(archive, *state);
    archive(*method_, *within_, projection_);
  }

  dae::Projection projection_;
  const Metric& metric_;
  dae::Workspace at_;
  const dae::Sizes sizes_;
  const StepSizeOptions options_;
  std::unique_ptr<EstimatingStepper> method_;
  std::unique_ptr<Stepper> within_;
  State tail_, middle_;  // the start of the last step, and its middle if the method has one
  State next_;           // the end of the step that is being tried
};

}  // namespace

std::unique_ptr<Stepper> make_adaptive(const Integrable& system,
                                       std::unique_ptr<EstimatingStepper> method,
                                       std::unique_ptr<Stepper> within, StepSizeOptions options) {
  return std::make_unique<Adaptive>(system, std::move(method), std::move(within), options);
}

}  // namespace porthos::integrate
