#include "linearize/derivatives.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace porthos::linearize {

using system::Segment;
using system::Workspace;

namespace {

/// A value without a size to compare it with may be rounding of zero up to this, in any unit.
constexpr double kRoundingOfZero = 1e-10;

}  // namespace

Equations::Equations(const system::System& system) : system_(system), M_(system.mass().dense()) {
  const Metric metric = system.metric();
  Eigen::Index count = 0;
  for (const auto& group : metric.massless()) count += group.directions.cols();
  N_ = MatX::Zero(w(), count);
  Eigen::Index next = 0;
  for (const auto& [velocities, directions] : metric.massless())
    for (Eigen::Index k = 0; k < directions.cols(); ++k, ++next)
      for (std::size_t i = 0; i < velocities.size(); ++i)
        N_(velocities[i], next) = directions(static_cast<Eigen::Index>(i), k);
}

Derivatives Equations::derivatives(Workspace& at) const {
  Sparse sparse = system_.jacobian();
  system_.linearize(at, sparse);
  const MatX J = sparse.dense();  // rows z', f, (c' z', a); columns z, w, (lambda, mu)
  system::Kinematics kinematics = system_.kinematics();
  system_.compute_kinematics(at, kinematics);
  const int nu = system_.sizes().nu(), m = massless();
  // The massive part of w, and x next to it.
  MatX by_s = J.leftCols(s()), by_x(J.rows(), x());
  const MatX by_w = by_s.rightCols(w());
  by_s.rightCols(w()) -= by_w * N_ * N_.transpose();
  by_x << by_w * N_, J.rightCols(nu);
  Derivatives d;
  d.g_s = by_s.topRows(z());
  d.g_x = by_x.topRows(z());
  d.f_s = by_s.middleRows(z(), w());
  d.f_x = by_x.middleRows(z(), w());
  d.R_s.resize(m + nu, s());
  d.R_s << N_.transpose() * d.f_s, by_s.bottomRows(nu);
  d.R_x.resize(m + nu, x());
  d.R_x << N_.transpose() * d.f_x, by_x.bottomRows(nu);
  d.c_s = MatX::Zero(system_.sizes().c, s());
  d.c_s.leftCols(z()) = kinematics.c_prime.dense();
  d.Z = J.block(0, z(), z(), w());
  return d;
}

VecX Equations::unknowns(const Workspace& at) const {
  const VecX w = system_.segment(at, Segment::kW);
  VecX made(s() + x());
  made << system_.segment(at, Segment::kZ), w, N_.transpose() * w,
      system_.segment(at, Segment::kLambda), system_.segment(at, Segment::kMu);
  return made;
}

void Equations::measure_by(Workspace start) {
  typical_ = unknowns(start).cwiseAbs();
  const Derivatives d = derivatives(start);
  const VecX forces = d.f_s.cwiseAbs() * typical_.head(s()) +
                      d.Z.cwiseAbs().transpose() * system_.segment(start, Segment::kE).cwiseAbs();
  const VecX balances = N_.cwiseAbs().transpose() * forces;
  for (int k = 0; k < x(); ++k) {
    double least = std::numeric_limits<double>::infinity();
    // An effect may be the rounding of zero, as the lever of a vertical rod.
    const auto column = k < massless() ? d.R_x.col(k).head(massless()) : d.f_x.col(k).head(w());
    const double some = column.size() > 0 ? kRoundingOfZero * column.lpNorm<Eigen::Infinity>() : 0;
    const auto measure = [&](double effect, double force) {
      if (std::abs(effect) > some && force > 0) least = std::min(least, force / std::abs(effect));
    };
    for (int j = 0; j < massless() && k < massless(); ++j) measure(d.R_x(j, k), balances[j]);
    for (int j = 0; j < w() && k >= massless(); ++j) measure(d.f_x(j, k), forces[j]);
    double& size = typical_[s() + k];
    if (std::isfinite(least))
      size = std::max(size, least);
    else if (size <= kRoundingOfZero)
      size = 0;
  }
}

VecX Equations::sizes(const Workspace& at) const {
  VecX values = unknowns(at).cwiseAbs();
  VecX made = values.array() + 1;
  if (typical_.size() != made.size()) return made;
  for (Eigen::Index i = 0; i < made.size(); ++i) {
    if (values[i] <= kRoundingOfZero * made[i]) values[i] = 0;
    const double size = std::max(values[i], typical_[i]);
    if (!std::isfinite(size)) continue;
    if (i >= s() && size > 0) made[i] = size;
    if (i < s() && size > kRoundingOfZero * made[i]) made[i] = std::min(size, made[i]);
  }
  return made;
}

void Equations::move(Workspace& at, const VecX& ds, const VecX& dx) const {
  const auto& n = system_.sizes();
  system_.segment(at, Segment::kZ) += ds.head(n.z);
  system_.segment(at, Segment::kW) += ds.tail(n.w) + N_ * dx.head(massless());
  system_.segment(at, Segment::kLambda) += dx.segment(massless(), n.lambda);
  system_.segment(at, Segment::kMu) += dx.tail(n.mu);
  system_.compute_rates(at);
}

}  // namespace porthos::linearize
