#include "linearize/reference.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "base/dense.hpp"
#include "base/index.hpp"
#include "dae/accelerations.hpp"

namespace porthos::linearize {

using system::Segment;

namespace {

/// For each velocity the first one that it is coupled with, by the mass matrix or by constraints.
std::vector<Eigen::Index> coupled_velocities(const MatX& M, const MatX& rows) {
  std::vector<Eigen::Index> first(static_cast<std::size_t>(M.cols()));
  std::iota(first.begin(), first.end(), Eigen::Index{0});
  const MatX couplings = stacked(M, rows);
  for (bool is_changed = true; is_changed;) {
    is_changed = false;
    for (Eigen::Index i = 0; i < couplings.rows(); ++i) {
      Eigen::Index least = M.cols();
      for (Eigen::Index j = 0; j < M.cols(); ++j)
        if (couplings(i, j) != 0) least = std::min(least, first[index(j)]);
      for (Eigen::Index j = 0; j < M.cols(); ++j)
        if (couplings(i, j) != 0 && first[index(j)] != least) {
          first[index(j)] = least;
          is_changed = true;
        }
    }
  }
  return first;
}

}  // namespace

Reference make_reference(const Equations& equations, const VecX& z, const VecX& w,
                         const std::vector<int>& clocks) {
  const system::System& system = equations.system();
  Reference made{system.workspace(), VecX::Zero(equations.s())};
  system.set_time(made.at, 0);
  // Time stands still, and inputs with it.
  system.segment(made.at, Segment::kUdot).setZero();
  for (const auto& [u, clock] : system.assembly().clocks)
    system.segment(made.at, Segment::kU)[u] = 0;
  system.segment(made.at, Segment::kZ) = z;
  system.segment(made.at, Segment::kW) = w;
  const Metric metric = system.metric();
  dae::Accelerations accelerations(system, metric);
  const VecX w_rate = accelerations.compute(made.at);
  made.s_rate << system.segment(made.at, Segment::kZdot),
      w_rate - equations.N() * (equations.N().transpose() * w_rate);
  for (const int clock : clocks) made.s_rate[clock] = 0;
  // Where forces balance, computed rates are not zero: they are rounding errors of their terms.
  constexpr double kRounding = 1e-9;
  const Derivatives d = equations.derivatives(made.at);
  const VecX sizes = equations.sizes(made.at);
  const auto changes = [&](const MatX& by_s, const MatX& by_x) -> VecX {
    return by_s.cwiseAbs() * sizes.head(equations.s()) +
           by_x.cwiseAbs() * sizes.tail(equations.x());
  };
  auto z_rate = made.s_rate.head(equations.z());
  auto w_rates = made.s_rate.tail(equations.w());
  const VecX z_terms = changes(d.g_s, d.g_x);
  if ((z_rate.cwiseAbs().array() <= kRounding * z_terms.array()).all()) z_rate.setZero();
  // A position with a relatively tiny rate among moving ones is at rest.
  for (Eigen::Index i = 0; i < z_rate.size(); ++i)
    if (std::abs(z_rate[i]) <= 1e-3 * kRounding * z_terms[i]) z_rate[i] = 0;
  const VecX forces = equations.M() * w_rates;
  VecX w_terms = changes(d.f_s, d.f_x);
  if (w_terms.size() > 0)
    w_terms += d.Z.cwiseAbs().transpose() * system.segment(made.at, Segment::kE).cwiseAbs();
  // Rounding passes from one force to another by constraints, so powers are compared with those of
  // the velocities that constraints couple.
  const VecX speeds = sizes.segment(equations.z(), equations.w());
  const auto group =
      coupled_velocities(equations.M(), d.R_s.middleCols(equations.z(), equations.w()));
  VecX power = VecX::Zero(equations.w());
  for (Eigen::Index i = 0; i < power.size(); ++i) {
    double& most = power[group[index(i)]];
    most = std::max(most, w_terms[i] * speeds[i]);
  }
  const auto is_rounding = [&](Eigen::Index i) {
    return std::abs(forces[i]) * speeds[i] <= kRounding * power[group[index(i)]];
  };
  bool is_balanced = true;
  for (Eigen::Index i = 0; i < power.size(); ++i) is_balanced = is_balanced && is_rounding(i);
  if (is_balanced) w_rates.setZero();
  return made;
}

bool is_spin(const Equations& equations, const Reference& reference,
             const std::vector<int>& clocks) {
  constexpr double kRounding = 1e-9;
  if (equations.z() > static_cast<int>(clocks.size()) || !reference.is_at_rest()) return false;
  const VecX w = equations.system().segment(reference.at, Segment::kW);
  const VecX sizes = equations.sizes(reference.at);
  return !(w.cwiseAbs().array() <= kRounding * sizes.segment(equations.z(), w.size()).array())
              .all();
}

}  // namespace porthos::linearize
