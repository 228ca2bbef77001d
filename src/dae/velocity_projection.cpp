#include "dae/velocity_projection.hpp"

#include <algorithm>
#include <limits>

#include "base/index.hpp"

namespace porthos::dae {

using system::Segment;

VelocityProjection::VelocityProjection(ProjectionData& data, PositionProjection& position)
    : data_(data),
      position_(position),
      saddle_(data.metric, data.kinematics.Gamma, data.system.row_sizes()) {}

Saddle& VelocityProjection::factorised() {
  data_.factorise(saddle_, data_.kinematics.Gamma.value);
  return saddle_;
}

bool VelocityProjection::find_dependence() { return factorised().has_dependent_rows(); }

void VelocityProjection::project_to(Workspace& at, const VecX& goal, VecX& supplied,
                                    bool is_beside) {
  const system::System& system = data_.system;
  const auto& n = system.sizes();
  if (!data_.accelerations.equations().is_plain()) return project_whole_rows(at, goal, supplied);
  if (n.nu() == 0) return;
  if (!is_beside) system.compute_kinematics(at, data_.kinematics);
  // Without velocity constraints P1 has factorised the same matrix.
  const bool has_matrix = is_beside && n.mu == 0 && !position_.is_dependent();
  Saddle& saddle = has_matrix ? position_.saddle() : factorised();
  for (int k = 0; k < 2; ++k) {
    auto w = system.segment(at, Segment::kW);
    missing_ = goal - system.rows(at);
    // A second correction only where the first one, from a large gap, left more than rounding.
    if (k > 0 && missing_.lpNorm<Eigen::Infinity>() <= 1e-15 * w.lpNorm<Eigen::Infinity>()) break;
    const auto& [change, impulse] = saddle.correct(missing_);
    // T(w + d) - T(w) = impulse^T Gamma (w + d/2): prescribed motion supplies its part of it.
    if (!data_.prescribed.empty()) {
      const VecX work = impulse.cwiseProduct(data_.kinematics.Gamma.times(w + 0.5 * change));
      for (const PrescribedMotion& one : data_.prescribed) supplied[one.u] += work[one.row];
    }
    w += change;
    data_.compute_rows(at);
  }
}

double VelocityProjection::clock_rate(const PrescribedMotion& one) const {
  const Sparse& c = data_.kinematics.c_prime;
  const int row = data_.system.active()[index(one.row)];
  return c.value[index(c.find({row, one.clock}))];
}

void VelocityProjection::project_whole_rows(Workspace& at, const VecX& goal, VecX& supplied) {
  constexpr int kMostCorrections = 8;
  constexpr double kRounding = 1e-15;
  // After a correction this small, L and (K) have errors of its size, which leave its square of the
  // gap.
  constexpr double kBeside = 1e-8;
  const system::System& system = data_.system;
  const ConstraintEquations& equations = data_.accelerations.equations();
  double previous = std::numeric_limits<double>::infinity();
  for (int k = 0; k < kMostCorrections; ++k) {
    if (previous > kBeside) data_.accelerations.compute(at);
    missing_ = equations.residual(at) - goal;
    missing_ = -equations.fixed_part(missing_);
    const auto& [dz, dw, impulse] = equations.solve(data_.zero_w, missing_);
    const auto share = [](const VecX& change, const auto& x) {
      return x.size() == 0 ? 0.0
                           : change.template lpNorm<Eigen::Infinity>() /
                                 (x.template lpNorm<Eigen::Infinity>() + 1e-300);
    };
    const double size = std::max(share(dz, system.segment(at, Segment::kZ)),
                                 share(dw, system.segment(at, Segment::kW)));
    if (!(size < previous) || size == 0) break;
    move(at, supplied);
    previous = size;
    if (size <= kRounding) break;
  }
  system.segment(at, Segment::kLambda).setZero();
  system.segment(at, Segment::kMu).setZero();
  system.compute_rates(at);
}

/// Moves z and w by the last solution of the equations, and adds the work that ports supply.
void VelocityProjection::move(Workspace& at, VecX& supplied) {
  const system::System& system = data_.system;
  const ConstraintEquations& equations = data_.accelerations.equations();
  const auto& [dz, dw, impulse] = equations.solution();
  system.compute_powers(at);
  flow_ = system.segment(at, Segment::kFlow);
  // Velocities without mass move z by their part of the impulse, and with it the ports, whose
  // efforts do work meanwhile. (Flows are linear. A relation that has power there is in J, and
  // moves nothing.)
  const VecX& unknowns = equations.unknowns(at);
  missing_ = unknowns + impulse;
  equations.set_unknowns(at, missing_);
  system.compute_powers(at);
  flow_change_ = system.segment(at, Segment::kFlow) - flow_;
  equations.set_unknowns(at, unknowns);
  effort_ = system.segment(at, Segment::kU);
  system.segment(at, Segment::kZ) += dz;
  system.segment(at, Segment::kW) += dw;
  system.compute_rates(at);
  // The row of a prescribed port has minus its impulse as effort, at the mean of its flows; that of
  // a position constraint with a clock moves at the rate of the clock.
  system.compute_powers(at);
  flow_ = 0.5 * (flow_ + system.segment(at, Segment::kFlow));
  effort_ = 0.5 * (effort_ + system.segment(at, Segment::kU));
  const auto& assembly = system.assembly();
  for (std::size_t u = 0; u < assembly.prescribed.size(); ++u)
    if (const auto i = static_cast<Eigen::Index>(u); assembly.prescribed[u] < 0)
      supplied[i] += effort_[i] * flow_change_[i];
  if (!assembly.clocks.empty()) system.compute_kinematics(at, data_.kinematics);
  for (const PrescribedMotion& one : data_.prescribed) {
    const double speed = one.clock < 0 ? flow_[one.u] : -clock_rate(one);
    supplied[one.u] -= speed * impulse[equations.count() - system.sizes().nu() + one.row];
  }
}

/// If a prescribed motion stands still, its gap may be rounding of the velocities, so it is
/// compared with 1 m/s.
bool VelocityProjection::is_violated(const Workspace& at) const {
  constexpr double kMuch = 1e-3, kLittle = 1e-6;
  const system::System& system = data_.system;
  const auto& n = system.sizes();
  if (n.mu == 0 || !data_.accelerations.equations().is_plain()) return false;
  const Sparse& Gamma = data_.kinematics.Gamma;
  const auto w = system.segment(at, Segment::kW);
  const auto left = system.rows(at);
  for (int i = n.lambda; i < n.nu(); ++i) {
    double size = kLittle;
    for (int k = Gamma.start[index(i)]; k < Gamma.start[index(i + 1)]; ++k)
      size += std::abs(Gamma.value[index(k)] * w[Gamma.column[index(k)]]);
    if (std::abs(left[i]) > kMuch * size) return true;
  }
  return false;
}

VecX VelocityProjection::least_change(Workspace& at, const VecX& r) {
  if (r.size() == 0) return data_.zero_w;
  data_.system.compute_kinematics(at, data_.kinematics);
  return factorised().correct(r).change;
}

VecX VelocityProjection::fixed_residual(Workspace& at, Accelerations& accelerations) const {
  if (accelerations.equations().is_plain()) return data_.system.rows(at);
  accelerations.compute(at);
  return accelerations.equations().fixed_part(accelerations.equations().residual(at));
}

}  // namespace porthos::dae
