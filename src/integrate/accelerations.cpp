#include "integrate/accelerations.hpp"

#include <cmath>
#include <limits>
#include <utility>
#include <vector>

namespace porthos::integrate {

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

VecX Accelerations::compute(system::Workspace& at) {
  // The rates of the rows by x are not in the matrix; where they matter Broyden's method makes up
  // for them.
  constexpr int kNewton = 8, kMost = 50;
  constexpr double kRounding = 1e-14, kStalled = 1e-10, kLinear = 1e-6;
  const bool is_linear = rows_.is_plain() && system_.is_linear_in_multipliers();
  const auto give = [&](VecX found) {
    system_.segment(at, Segment::kWdot) = found;
    return found;
  };
  const auto fail = [&] {
    constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
    rows_.set_unknowns(at, VecX::Constant(rows_.count(), kNone));
    return give(VecX::Constant(system_.sizes().w, kNone));
  };
  system_.segment(at, Segment::kLambda).setZero();
  system_.segment(at, Segment::kMu).setZero();
  VecX x = rows_.unknowns(at), w_rate = VecX::Zero(system_.sizes().w);
  system_.compute_rates(at);
  std::vector<VecX> steps;
  double before = std::numeric_limits<double>::infinity();
  const auto correction = [&] {
    const VecX force = -rows_.force_defect(at, w_rate);
    const auto [dz, dw, dx] = rows_.solve(force, -rows_.defect(at, w_rate));
    VecX step(dw.size() + dx.size());
    step << dw, dx;
    return step;
  };
  const auto size = [&] { return std::max(w_rate.norm(), x.norm()); };
  for (int k = 0; k < kMost; ++k) {
    ++system_.work().evaluations;
    rows_.linearise(at);
    // Most rows are linear in x: the second correction finds rounding, with the matrix of the
    // first.
    const bool is_old = k == 1 || k >= kNewton;
    VecX step;
    if (is_old) step = correction();
    if (!is_old || (k == 1 && !(step.norm() <= kLinear * size()))) {
      if (!rows_.factorise(at)) return fail();
      step = correction();
    }
    if (k >= kNewton) {
      correct_step(step, steps);
      steps.push_back(step);
    } else {
      steps.assign(1, step);
    }
    if (!step.allFinite()) return fail();
    w_rate += step.head(w_rate.size());
    x += step.tail(x.size());
    rows_.set_unknowns(at, x);
    system_.compute_rates(at);
    if (is_linear) return give(std::move(w_rate));
    const double change = step.norm();
    if (change <= kRounding * size() || size() == 0) return give(std::move(w_rate));
    if (change <= kStalled * size() && change > 0.3 * before) return give(std::move(w_rate));
    before = change;
  }
  return fail();
}

}  // namespace porthos::integrate
