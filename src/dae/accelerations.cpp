#include "dae/accelerations.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace porthos::dae {

using system::Segment;

namespace {

/// Broyden's correction of a step of Newton's method with an old matrix, from the steps with that
/// matrix (Kelley: Solving Nonlinear Equations with Newton's Method, 4.3).
void correct_step(VecX& step, const std::vector<VecX>& steps) {
  for (std::size_t j = 0; j < steps.size(); ++j) {
    const double share = steps[j].dot(step) / steps[j].squaredNorm();
    if (j + 1 < steps.size())
      step += share * steps[j + 1];
    else
      step /= 1 - share;
  }
}

}  // namespace

void Accelerations::find_correction(Workspace& at) {
  force_ = -equations_.force_defect(at, w_rate_);
  defect_ = -equations_.rate_defect(at, w_rate_);
  const auto& [dz, dw, dx] = equations_.solve(force_, defect_);
  correction_.resize(dw.size() + dx.size());
  correction_.head(dw.size()) = dw;
  correction_.tail(dx.size()) = dx;
  if (!force_.allFinite() || !defect_.allFinite())
    correction_.setConstant(std::numeric_limits<double>::quiet_NaN());
}

/// Relations that read reactions may have no value, or no derivative, at zero: then other guesses
/// are tried.
const VecX& Accelerations::compute(Workspace& at) {
  first_w_ = system_.segment(at, Segment::kW);
  bool is_found = solve(at, 0);
  if (!is_found && !system_.is_linear_in_multipliers())
    for (const double guess : {1.0, -1.0, 1e-3, -1e-3, 1e3, -1e3})
      if ((is_found = solve(at, guess))) break;
  if (!is_found && !is_linear()) is_found = solve_damped(at);
  if (!is_found) {
    constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
    last_x_ = x_;
    equations_.set_unknowns(at, VecX::Constant(equations_.count(), kNone));
    w_rate_.setConstant(kNone);
  }
  system_.segment(at, Segment::kWdot) = w_rate_;
  return w_rate_;
}

bool Accelerations::is_linear() const {
  return equations_.is_plain() && system_.is_linear_in_multipliers();
}

void Accelerations::begin(Workspace& at, double guess) {
  system_.segment(at, Segment::kW) = first_w_;
  // Different values, so that differences of them do not cancel.
  const auto set = [&](Eigen::VectorBlock<VecX> multipliers) {
    for (Eigen::Index i = 0; i < multipliers.size(); ++i)
      multipliers[i] = guess == 0 ? 0 : guess * (1 + 0.1 * static_cast<double>(i * i % 7));
  };
  set(system_.segment(at, Segment::kLambda));
  set(system_.segment(at, Segment::kMu));
  x_ = equations_.unknowns(at);
  w_rate_.setZero(system_.sizes().w);
  system_.compute_rates(at);
}

void Accelerations::move(Workspace& at, const VecX& w_rate, const VecX& x) {
  w_rate_ = w_rate;
  x_ = x;
  equations_.set_unknowns(at, x_);
  system_.compute_rates(at);
}

bool Accelerations::solve_damped(Workspace& at) {
  constexpr int kMost = 200;
  constexpr double kLeast = 1e-12, kNear = 1e-3;
  begin(at, 0);
  double share = 1;
  for (int k = 0; k < kMost; ++k) {
    ++system_.work().evaluations;
    equations_.linearise(at);
    if (!equations_.factorise(at)) return false;
    find_correction(at);
    const VecX step = correction_, w_rate = w_rate_, x = x_;
    if (!step.allFinite()) return false;
    const auto is_nearer = [&] {
      move(at, w_rate + share * step.head(w_rate.size()), x + share * step.tail(x.size()));
      find_correction(at);
      return correction_.allFinite() && correction_.norm() <= (1 - share / 4) * step.norm();
    };
    for (share = std::min(1.0, 4 * share); !is_nearer(); share /= 2)
      if (share < kLeast) return false;
    if (share == 1 && step.norm() <= kNear * std::max(w_rate_.norm(), x_.norm())) return refine(at);
  }
  return false;
}

bool Accelerations::solve(Workspace& at, double guess) {
  begin(at, guess);
  return refine(at);
}

bool Accelerations::refine(Workspace& at) {
  // The matrix lacks the derivatives of the rates of the rows by x. Where they matter Broyden's
  // method compensates.
  constexpr int kNewton = 8, kMost = 50;
  constexpr double kRounding = 1e-14, kStalled = 1e-10, kLinear = 1e-6, kMet = 1e-7;
  corrections_.clear();
  double before = std::numeric_limits<double>::infinity();
  const auto size = [&] { return std::max(w_rate_.norm(), x_.norm()); };
  // Rows in very different units may leave rounding at which Newton's method stays and from which
  // Broyden's leads away: then Newton's result counts.
  VecX w_rate_by_newton, x_by_newton;
  const auto return_to_newton = [&] {
    if (x_by_newton.size() != x_.size() || w_rate_by_newton.size() != w_rate_.size()) return false;
    move(at, w_rate_by_newton, x_by_newton);
    return true;
  };
  for (int k = 0; k < kMost; ++k) {
    ++system_.work().evaluations;
    equations_.linearise(at);
    // Most rows are linear in x: then the second correction, with the first one's matrix, is
    // rounding.
    const bool is_old = k == 1 || k >= kNewton;
    if (is_old) find_correction(at);
    if (!is_old || (k == 1 && !(correction_.norm() <= kLinear * size()))) {
      if (!equations_.factorise(at)) return false;
      find_correction(at);
    }
    if (k >= kNewton) correct_step(correction_, corrections_);
    if (k + 1 >= kNewton) corrections_.push_back(correction_);
    if (!correction_.allFinite()) return return_to_newton();
    w_rate_ += correction_.head(w_rate_.size());
    x_ += correction_.tail(x_.size());
    equations_.set_unknowns(at, x_);
    system_.compute_rates(at);
    if (is_linear()) return true;
    const double change = correction_.norm();
    if (change <= kRounding * size() || size() == 0) return true;
    if (change <= kStalled * size() && change > 0.3 * before) return true;
    if (k + 1 == kNewton && change <= kMet * size()) {
      w_rate_by_newton = w_rate_;
      x_by_newton = x_;
    }
    before = change;
  }
  return return_to_newton();
}

double Accelerations::opening(Workspace& at) {
  const VecX& open = equations_.fixed_part(equations_.rate_defect(at, w_rate_));
  return open.size() > 0 ? open.lpNorm<Eigen::Infinity>() : 0;
}

VecX balanced(const Integrable& system, const Metric& metric, Workspace& at, const State& state) {
  system.set_state(at, state);
  Accelerations accelerations(system, metric);
  accelerations.compute(at);
  VecX x(system.sizes().z + system.sizes().w + system.sizes().nu());
  x << state.z, system.w(at), system.lambda(at), system.mu(at);
  if (!x.allFinite()) x << state.z, state.w, VecX::Zero(system.sizes().nu());
  return x;
}

VecX reactions_at(const Integrable& system, const Metric& metric, Workspace& at,
                  const State& state) {
  return balanced(system, metric, at, state).tail(system.sizes().nu());
}

}  // namespace porthos::dae
