#include "simulate/stiffness.hpp"

#include "dae/accelerations.hpp"

namespace porthos::simulate {

using system::Segment;

bool decays_within_a_step(const RunState& now) {
  constexpr int kMost = 60;          // limit on power iterations
  constexpr double kSettled = 0.02;  // relative to the rate
  constexpr double kBeside = 1e-6;   // relative to the states
  constexpr double kFast = 5;        // exp(-5) is left after a step
  if (now.method.traits.is_l_stable) return false;
  const system::System& system = *now.system;
  dae::Accelerations accelerations(system, now.tools->projection.metric());
  system::Workspace at = system.workspace();
  const Eigen::Index z = now.state.z.size(), w = now.state.w.size();
  const auto rates = [&](const VecX& y) {
    system.set_time(at, now.state.t);
    system.segment(at, Segment::kZ) = y.head(z);
    system.segment(at, Segment::kW) = y.tail(w);
    VecX all(z + w);
    all.tail(w) = accelerations.compute(at);
    all.head(z) = system.segment(at, Segment::kZdot);
    return all;
  };
  VecX y(z + w), way(z + w);
  y << now.state.z, now.state.w;
  if (y.size() == 0) return false;
  for (Eigen::Index i = 0; i < way.size(); ++i) way[i] = 1 + 0.1 * static_cast<double>(i % 7);
  way.normalize();
  const double reach = kBeside * (y.norm() > 0 ? y.norm() : 1);
  for (int k = 0; k < kMost; ++k) {
    const VecX change = (rates(y + reach * way) - rates(y - reach * way)) / (2 * reach);
    const double size = change.norm(), rate = way.dot(change);
    if (!(size > 0) || !change.allFinite()) return false;
    if ((change - rate * way).norm() < kSettled * size) return -rate * now.options.step > kFast;
    way = change / size;
  }
  return false;
}

}  // namespace porthos::simulate
