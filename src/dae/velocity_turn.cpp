#include "dae/velocity_turn.hpp"

#include <cmath>
#include <limits>

#include "base/dense.hpp"

namespace porthos::dae {

namespace {

constexpr double kDependentRows = 1e-9;

double largest_entry(const auto& x) {
  return x.size() > 0 ? x.template lpNorm<Eigen::Infinity>() : 0;
}

/// The lengths of the rows; 1 for a row that vanishes.
VecX lengths(const MatX& rows) {
  VecX made = rows.rowwise().norm();
  for (double& length : made)
    if (!(length > 0)) length = 1;
  return made;
}

/// The rank, whatever the units of the rows.
Eigen::Index rank_of(MatX rows) {
  rows.array().colwise() /= lengths(rows).array();
  return Orthogonal(rows, kDependentRows).rank();
}

}  // namespace

VelocityTurn::VelocityTurn(const Integrable& system) : data_(system), at_(system.workspace()) {
  constexpr Eigen::Index kMost = 300;  // velocities, see Orthogonal
  const auto& n = system.sizes();
  is_possible_ = n.nu() > 0 && n.w > 0 && n.w <= kMost && !data_.metric.has_massless() &&
                 data_.accelerations.equations().is_plain();
  if (!is_possible_) return;
  root_.compute(system.mass().dense());
  is_possible_ = root_.info() == Eigen::Success;
}

VelocityTurn::Rows VelocityTurn::rows(const State& at) {
  const system::System& system = data_.system;
  Integrable(system).set_state(at_, at);
  system.compute_kinematics(at_, data_.kinematics);
  system.compute_rows(at_);
  gap_ = system.segment(at_, system::Segment::kGap);
  const MatX Gamma = data_.kinematics.Gamma.dense();
  return {root_.matrixL().solve(Gamma.transpose()).transpose(), Gamma * at.w - system.rows(at_)};
}

void VelocityTurn::begin(const State& at) {
  if (is_possible_) before_ = rows(at);
}

/// (dy/ds; the work of each row per ds), y = L^T w. Not finite where the rank changes.
VecX VelocityTurn::rate(double s, const VecX& y) {
  const Eigen::Index count = before_.q.size();
  MatX Gamma = before_.Gamma + s * change_.Gamma;
  const VecX right = change_.q - change_.Gamma * y.head(Gamma.cols());
  const VecX q = before_.q + s * change_.q;
  const VecX sizes = lengths(Gamma);
  Gamma.array().colwise() /= sizes.array();
  const Orthogonal parts(Gamma, kDependentRows);
  if (parts.rank() != rank_)
    return VecX::Constant(y.size(), std::numeric_limits<double>::quiet_NaN());
  VecX made = VecX::Zero(y.size());
  made.head(Gamma.cols()) = parts.solve(right.cwiseQuotient(sizes));
  if (!q.isZero(0))
    made.tail(count) = Orthogonal(Gamma.transpose(), kDependentRows)
                           .solve(made.head(Gamma.cols()))
                           .cwiseQuotient(sizes)
                           .cwiseProduct(q);
  return made;
}

/// (y, work) at s = 1 by Runge's and Kutta's method.
VecX VelocityTurn::integrated(VecX y, int parts) {
  const double h = 1.0 / parts;
  for (int part = 0; part < parts && y.allFinite(); ++part) {
    const double s = part * h;
    const VecX a = rate(s, y), b = rate(s + h / 2, y + h / 2 * a),
               c = rate(s + h / 2, y + h / 2 * b), d = rate(s + h, y + h * c);
    y += h / 6 * (a + 2 * b + 2 * c + d);
  }
  return y;
}

Outcome VelocityTurn::finish(State& at) {
  constexpr int kParts = 160;  // with the extrapolation an error of about 1e-13
  constexpr double kRounding = 1e-12, kMet = 1e-9;
  if (!is_possible_) return Outcome::kRunning;
  const VecX gap = gap_;
  change_ = rows(at);
  const double length = 1 + largest_entry(at.z);
  if (largest_entry(gap_ - gap) > kMet * length) return Outcome::kConstraintLost;
  const Rows after = change_;
  change_.Gamma -= before_.Gamma;
  change_.q -= before_.q;
  if (!(largest_entry(change_.Gamma) > kRounding * largest_entry(before_.Gamma)) &&
      !(largest_entry(change_.q) > kRounding * largest_entry(before_.q)))
    return Outcome::kRunning;
  const Eigen::Index n = at.w.size();
  VecX y = VecX::Zero(n + before_.q.size());
  y.head(n) = root_.matrixU() * at.w;
  if (largest_entry(after.Gamma * y.head(n) - after.q) <=
      kRounding * largest_entry(after.Gamma) * largest_entry(y))
    return Outcome::kRunning;
  rank_ = rank_of(before_.Gamma);
  const VecX rough = integrated(y, kParts), fine = integrated(y, 2 * kParts);
  y = fine + (fine - rough) / 15;
  if (!y.allFinite()) return Outcome::kConstraintLost;
  at.w = root_.matrixU().solve(y.head(n));
  for (const PrescribedMotion& one : data_.prescribed) at.supplied[one.u] += y[n + one.row];
  return Outcome::kRunning;
}

}  // namespace porthos::dae
