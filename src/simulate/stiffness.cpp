#include "simulate/stiffness.hpp"

#include <cmath>

#include "dae/accelerations.hpp"

namespace porthos::simulate {

using system::Segment;

namespace {

/// The fastest motion near a state.
struct Fastest {
  double growth = 0;  // rate of growth, if it is one direction; negative: decay; else 0, 1/s
  double size = 0;    // magnitude of the eigenvalue, 1/s
};

/// By power iteration on the derivatives of the rates.
Fastest fastest_near(const RunState& now) {
  constexpr int kMost = 60;          // limit on power iterations
  constexpr int kMeasured = 20;      // the last ones, even: positions and velocities alternate
  constexpr double kSettled = 0.02;  // relative to the rate
  constexpr double kBeside = 1e-6;   // relative to the states
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
  if (y.size() == 0) return {};
  for (Eigen::Index i = 0; i < way.size(); ++i) way[i] = 1 + 0.1 * static_cast<double>(i % 7);
  way.normalize();
  const double reach = kBeside * (y.norm() > 0 ? y.norm() : 1);
  double logarithms = 0;
  for (int k = 0; k < kMost; ++k) {
    const VecX change = (rates(y + reach * way) - rates(y - reach * way)) / (2 * reach);
    const double size = change.norm(), rate = way.dot(change);
    if (!(size > 0) || !change.allFinite()) return {};
    if ((change - rate * way).norm() < kSettled * size) return {rate, size};
    if (k >= kMost - kMeasured) logarithms += std::log(size);
    way = change / size;
  }
  return {0, std::exp(logarithms / kMeasured)};
}

}  // namespace

bool decays_within_a_step(const RunState& now) {
  constexpr double kFast = 5;  // exp(-5) is left after a step
  return !now.method.traits.is_l_stable && -fastest_near(now).growth * now.options.step > kFast;
}

bool turns_within_a_step(const RunState& now) {
  constexpr double kHalfTurn = 3;
  if (now.method.traits.is_l_stable) return false;
  const Fastest fastest = fastest_near(now);
  return fastest.growth == 0 && fastest.size * now.options.step > kHalfTurn;
}

}  // namespace porthos::simulate
