#include <cmath>

#include "base/dense.hpp"
#include "dae/projection.hpp"

// Rows that depend on each other, and rows that contradict each other.

namespace porthos::dae {

using system::Segment;

Projection::Dependence Projection::dependence(Workspace& at, const State& state) {
  constexpr int kMost = 300;  // rows for which an orthogonal decomposition is fast
  constexpr double kDependent = 1e-9, kBeside = 1e-3;
  const system::System& system = data_.system;
  const auto& n = system.sizes();
  if (n.lambda == 0 || n.nu() > kMost || n.w == 0) return {};
  load(at, state);
  const auto rank = [&](int first, int count) {
    MatX rows = data_.kinematics.Gamma.dense().middleRows(first, count);
    for (Eigen::Index i = 0; i < rows.rows(); ++i)
      if (const double size = rows.row(i).norm(); size > 0) rows.row(i) /= size;
    return rows.allFinite() ? Orthogonal(rows, kDependent).rank() : Eigen::Index{0};
  };
  const auto linearize = [&] {
    system.compute_rates(at);
    system.compute_kinematics(at, data_.kinematics);
  };
  linearize();
  const Eigen::Index here = rank(0, n.nu());
  Dependence found;
  found.across_levels = n.mu > 0 && here < rank(0, n.lambda) + rank(n.lambda, n.mu);
  auto z = system.segment(at, Segment::kZ);
  for (Eigen::Index i = 0; i < z.size(); ++i)
    z[i] += kBeside * (1 + std::abs(z[i])) * (static_cast<double>(i * i % 7) - 3) / 3;
  linearize();
  found.on_surface = here < rank(0, n.nu());
  return found;
}

/// True if P2 would leave hardly any gap of the velocities. They stay.
bool Projection::rows_agree(Workspace& at, const State& state) {
  if (data_.system.sizes().mu == 0 || !has_plain_rows()) return true;
  load(at, state);
  data_.compute_rows(at);
  data_.system.compute_kinematics(at, data_.kinematics);
  if (!velocity_.is_violated(at)) return true;
  VecX unused = state.supplied;
  velocity_.project(at, unused);
  return !velocity_.is_violated(at);
}

}  // namespace porthos::dae
