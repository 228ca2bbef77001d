#include "linearize/derivatives.hpp"

namespace porthos::linearize {

using system::Segment;
using system::Workspace;

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
  // The massive part of w, and x beside it.
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

void Equations::move(Workspace& at, const VecX& ds, const VecX& dx) const {
  const auto& n = system_.sizes();
  system_.segment(at, Segment::kZ) += ds.head(n.z);
  system_.segment(at, Segment::kW) += ds.tail(n.w) + N_ * dx.head(massless());
  system_.segment(at, Segment::kLambda) += dx.segment(massless(), n.lambda);
  system_.segment(at, Segment::kMu) += dx.tail(n.mu);
  system_.compute_rates(at);
}

}  // namespace porthos::linearize
