#include "linearize/reference.hpp"

#include <cmath>

#include "dae/accelerations.hpp"

namespace porthos::linearize {

using system::Segment;

Reference make_reference(const Equations& equations, const VecX& z, const VecX& w,
                         const std::vector<int>& clocks) {
  const system::System& system = equations.system();
  Reference made{system.workspace(), VecX::Zero(equations.s())};
  system.set_time(made.at, 0);
  system.segment(made.at, Segment::kZ) = z;
  system.segment(made.at, Segment::kW) = w;
  const Metric metric = system.metric();
  dae::Accelerations accelerations(system, metric);
  const VecX w_rate = accelerations.compute(made.at);
  made.s_rate << system.segment(made.at, Segment::kZdot),
      w_rate - equations.N() * (equations.N().transpose() * w_rate);
  for (const int clock : clocks) made.s_rate[clock] = 0;
  // After a balance of forces the remaining accelerations are rounding of these forces.
  constexpr double kRounding = 1e-9;
  auto z_rate = made.s_rate.head(equations.z());
  auto w_rates = made.s_rate.tail(equations.w());
  const double fast = 1 + (w.size() > 0 ? w.lpNorm<Eigen::Infinity>() : 0);
  if (z_rate.size() == 0 || z_rate.lpNorm<Eigen::Infinity>() <= kRounding) z_rate.setZero();
  // A position with a relatively tiny rate among moving ones is at rest.
  const double fastest = z_rate.size() > 0 ? z_rate.lpNorm<Eigen::Infinity>() : 0;
  for (double& rate : z_rate)
    if (std::abs(rate) <= 1e-12 * fastest) rate = 0;
  if (w_rates.size() == 0 || w_rates.lpNorm<Eigen::Infinity>() <= 100 * kRounding * fast)
    w_rates.setZero();
  return made;
}

}  // namespace porthos::linearize
