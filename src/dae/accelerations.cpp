#include "dae/accelerations.hpp"

#include <cmath>
#include <limits>
#include <vector>

namespace porthos::dae {

using system::Segment;

namespace {

/// Broyden's correction of a step of Newton's method with an old matrix, from the steps since it
/// was made (Kelley: Solving Nonlinear Equations with Newton's Method, 4.3).
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

void Accelerations::find_correction(system::Workspace& at) {
  force_ = -rows_.force_defect(at, w_rate_);
  defect_ = -rows_.defect(at, w_rate_);
  const auto& [dz, dw, dx] = rows_.solve(force_, defect_);
  correction_.resize(dw.size() + dx.size());
  correction_.head(dw.size()) = dw;
  correction_.tail(dx.size()) = dx;
}

/// Where relations read the reactions they may have no value, or no derivative, at zero: there the
/// search begins elsewhere.
const VecX& Accelerations::compute(system::Workspace& at) {
  bool is_found = solve(at, 0);
  if (!is_found && !system_.is_linear_in_multipliers())
    for (const double guess : {1.0, -1.0, 1e-3, -1e-3, 1e3, -1e3})
      if ((is_found = solve(at, guess))) break;
  if (!is_found) {
    constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
    last_x_ = x_;
    rows_.set_unknowns(at, VecX::Constant(rows_.count(), kNone));
    w_rate_.setConstant(kNone);
  }
  system_.segment(at, Segment::kWdot) = w_rate_;
  return w_rate_;
}

bool Accelerations::solve(system::Workspace& at, double guess) {
  // The rates of the rows by x are not in the matrix; where they matter Broyden's method makes up
  // for them.
  constexpr int kNewton = 8, kMost = 50;
  constexpr double kRounding = 1e-14, kStalled = 1e-10, kLinear = 1e-6;
  const bool is_linear = rows_.is_plain() && system_.is_linear_in_multipliers();
  // Not all the same: the root of a sum of their squares has a slope then, and a difference none of
  // them cancels.
  const auto begin = [&](Eigen::VectorBlock<VecX> multipliers) {
    for (Eigen::Index i = 0; i < multipliers.size(); ++i)
      multipliers[i] = guess == 0 ? 0 : guess * (1 + 0.1 * static_cast<double>(i * i % 7));
  };
  begin(system_.segment(at, Segment::kLambda));
  begin(system_.segment(at, Segment::kMu));
  x_ = rows_.unknowns(at);
  w_rate_.setZero(system_.sizes().w);
  system_.compute_rates(at);
  corrections_.clear();
  double before = std::numeric_limits<double>::infinity();
  const auto size = [&] { return std::max(w_rate_.norm(), x_.norm()); };
  for (int k = 0; k < kMost; ++k) {
    ++system_.work().evaluations;
    rows_.linearise(at);
    // Most rows are linear in x: the second correction finds rounding, with the matrix of the
    // first.
    const bool is_old = k == 1 || k >= kNewton;
    if (is_old) find_correction(at);
    if (!is_old || (k == 1 && !(correction_.norm() <= kLinear * size()))) {
      if (!rows_.factorise(at)) return false;
      find_correction(at);
    }
    if (k >= kNewton) correct_step(correction_, corrections_);
    if (k + 1 >= kNewton) corrections_.push_back(correction_);
    if (!correction_.allFinite()) return false;
    w_rate_ += correction_.head(w_rate_.size());
    x_ += correction_.tail(x_.size());
    rows_.set_unknowns(at, x_);
    system_.compute_rates(at);
    if (is_linear) return true;
    const double change = correction_.norm();
    if (change <= kRounding * size() || size() == 0) return true;
    if (change <= kStalled * size() && change > 0.3 * before) return true;
    before = change;
  }
  return false;
}

VecX reactions_at(const system::System& system, const Metric& metric, system::Workspace& at,
                  const State& state) {
  system.set_time(at, state.t);
  system.segment(at, Segment::kZ) = state.z;
  system.segment(at, Segment::kW) = state.w;
  Accelerations accelerations(system, metric);
  accelerations.compute(at);
  VecX nu(system.sizes().nu());
  nu << system.segment(at, Segment::kLambda), system.segment(at, Segment::kMu);
  return nu.allFinite() ? nu : VecX::Zero(nu.size());
}

}  // namespace porthos::dae
