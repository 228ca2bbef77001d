#include <cmath>

#include "base/dense.hpp"
#include "dae/projection.hpp"

// How rows depend on each other, and whether they agree where they do.

namespace porthos::dae {

using system::Segment;
using system::Workspace;

Projection::Dependence Projection::dependence(Workspace& at, const State& state) {
  constexpr int kMost = 300;  // rows of which an orthogonal decomposition takes no time
  constexpr double kDependent = 1e-9, kBeside = 1e-3;
  const auto& n = system_.sizes();
  if (n.lambda == 0 || n.nu() > kMost || n.w == 0) return {};
  load(at, state);
  const auto rank = [&](int first, int count) {
    MatX rows = kinematics_.Gamma.dense().middleRows(first, count);
    for (Eigen::Index i = 0; i < rows.rows(); ++i)
      if (const double size = rows.row(i).norm(); size > 0) rows.row(i) /= size;
    return rows.allFinite() ? Orthogonal(rows, kDependent).rank() : Eigen::Index{0};
  };
  const auto look = [&] {
    system_.compute_rates(at);
    system_.compute_kinematics(at, kinematics_);
  };
  look();
  const Eigen::Index here = rank(0, n.nu());
  Dependence found;
  found.across_levels = n.mu > 0 && here < rank(0, n.lambda) + rank(n.lambda, n.mu);
  auto z = system_.segment(at, Segment::kZ);
  for (Eigen::Index i = 0; i < z.size(); ++i)
    z[i] += kBeside * (1 + std::abs(z[i])) * (static_cast<double>(i * i % 7) - 3) / 3;
  look();
  found.on_surface = here < rank(0, n.nu());
  return found;
}

/// Whether P2 would leave hardly anything of the gaps of the velocities, which are not moved.
bool Projection::rows_agree(Workspace& at, const State& state) {
  if (system_.sizes().mu == 0 || !has_plain_rows()) return true;
  load(at, state);
  look(at);
  system_.compute_kinematics(at, kinematics_);
  if (!lacks_velocity(at)) return true;
  VecX unused = state.supplied;
  close_velocities(at, nothing_, unused, false);
  return !lacks_velocity(at);
}

}  // namespace porthos::dae
