#include <algorithm>
#include <limits>

#include "base/index.hpp"
#include "dae/projection.hpp"

// P2: w is brought back to Gamma w = q(t) by the impulses of the rows (numerics 1).

namespace porthos::dae {

using system::Segment;
using system::Workspace;

void Projection::velocity(Workspace& at, VecX& supplied) { impact(at, nothing_, supplied); }

void Projection::impact(Workspace& at, const VecX& goal, VecX& supplied) {
  close_velocities(at, goal, supplied, false);
}

void Projection::close_velocities(Workspace& at, const VecX& goal, VecX& supplied, bool is_beside) {
  const auto& n = system_.sizes();
  if (!accelerations_.rows().is_plain()) return close_rows(at, goal, supplied);
  if (n.nu() == 0) return;
  if (!is_beside) system_.compute_kinematics(at, kinematics_);
  // Without rows on velocities P1 has factorised the same matrix.
  Saddle& saddle = is_beside && n.mu == 0 && !is_dependent_ ? position_ : velocity_;
  if (&saddle == &velocity_) factorise(velocity_, kinematics_.Gamma.value);
  for (int k = 0; k < 2; ++k) {
    auto w = system_.segment(at, Segment::kW);
    missing_ = goal - system_.rows(at);
    // A second correction only where the first one, from a large gap, left more than rounding.
    if (k > 0 && missing_.lpNorm<Eigen::Infinity>() <= 1e-15 * w.lpNorm<Eigen::Infinity>()) break;
    const auto& [change, impulse] = saddle.correct(missing_);
    // T(w + d) - T(w) = impulse^T Gamma (w + d/2): in a row that leads, that is work supplied.
    if (!driven_.empty()) {
      const VecX work = impulse.cwiseProduct(kinematics_.Gamma.times(w + 0.5 * change));
      for (const Driven& one : driven_) supplied[one.u] += work[one.row];
    }
    w += change;
    look(at);
  }
}

double Projection::led_by(const Driven& one) const {
  const Sparse& c = kinematics_.c_prime;
  const int row = system_.active()[index(one.row)];
  return c.value[index(c.find({row, one.clock}))];
}

void Projection::close_rows(Workspace& at, const VecX& goal, VecX& supplied) {
  constexpr int kMostCorrections = 8;
  constexpr double kRounding = 1e-15;
  // After so small a correction L and (K) are off by as much, which leaves its square of the gap.
  constexpr double kBeside = 1e-8;
  const ConstraintEquations& rows = accelerations_.rows();
  double previous = std::numeric_limits<double>::infinity();
  for (int k = 0; k < kMostCorrections; ++k) {
    if (previous > kBeside) accelerations_.compute(at);
    missing_ = rows.values(at) - goal;
    missing_ = -rows.held(missing_);
    const auto& [dz, dw, impulse] = rows.solve(still_, missing_);
    const auto share = [](const VecX& change, const auto& x) {
      return x.size() == 0 ? 0.0
                           : change.template lpNorm<Eigen::Infinity>() /
                                 (x.template lpNorm<Eigen::Infinity>() + 1e-300);
    };
    auto z = system_.segment(at, Segment::kZ);
    auto w = system_.segment(at, Segment::kW);
    const double size = std::max(share(dz, z), share(dw, w));
    if (!(size < previous) || size == 0) break;
    system_.compute_powers(at);
    flow_ = system_.segment(at, Segment::kFlow);
    // Velocities without mass move z by their part of the impulse, and with it the ports: what
    // these push with meanwhile is work supplied. (Flows are linear; a relation that has power
    // there is in J, and moves nothing.)
    const VecX& unknowns = rows.unknowns(at);
    missing_ = unknowns + impulse;
    rows.set_unknowns(at, missing_);
    system_.compute_powers(at);
    way_ = system_.segment(at, Segment::kFlow) - flow_;
    rows.set_unknowns(at, unknowns);
    push_ = system_.segment(at, Segment::kU);
    z += dz;
    w += dw;
    system_.compute_rates(at);
    // The row of a prescribed port pushes with minus its impulse, at the mean of its flows; that
    // of a position constraint with a clock at the speed at which time leads it.
    system_.compute_powers(at);
    flow_ = 0.5 * (flow_ + system_.segment(at, Segment::kFlow));
    push_ = 0.5 * (push_ + system_.segment(at, Segment::kU));
    for (std::size_t u = 0; u < system_.assembly().prescribed.size(); ++u)
      if (const auto i = static_cast<Eigen::Index>(u); system_.assembly().prescribed[u] < 0)
        supplied[i] += push_[i] * way_[i];
    if (!system_.assembly().clocks.empty()) system_.compute_kinematics(at, kinematics_);
    for (const Driven& one : driven_) {
      const double speed = one.clock < 0 ? flow_[one.u] : -led_by(one);
      supplied[one.u] -= speed * impulse[rows.count() - system_.sizes().nu() + one.row];
    }
    previous = size;
    if (size <= kRounding) break;
  }
  system_.segment(at, Segment::kLambda).setZero();
  system_.segment(at, Segment::kMu).setZero();
  system_.compute_rates(at);
}

}  // namespace porthos::dae
