#include "inspect/states.hpp"

#include <cmath>
#include <cstdint>
#include <optional>

#include "base/metric.hpp"
#include "integrate/accelerations.hpp"

namespace porthos::inspect {
namespace {

using system::Segment;

/// Numbers between -1 and 1, the same every time.
class Scatter {
 public:
  double next() {
    random_ = random_ * 1664525u + 1013904223u;
    return static_cast<double>(random_ >> 8) / (1 << 23) - 1;
  }

 private:
  std::uint32_t random_ = 17;
};

/// The state of the motion with these positions and velocities of the system.
std::optional<State> state_of(const system::System& system, const VecX& z, const VecX& w) {
  system::Workspace at = system.workspace();
  system.set_time(at, 0);
  system.segment(at, Segment::kZ) = z;
  system.segment(at, Segment::kW) = w;
  const Metric metric(system.mass());
  integrate::Accelerations accelerations(system, metric);
  accelerations.compute(at);
  State state{z, system.velocities(at), VecX::Zero(system.sizes().c),
              system.segment(at, Segment::kMu), system.port_efforts(at)};
  const VecX lambda = system.segment(at, Segment::kLambda);
  for (Eigen::Index i = 0; const int row : system.active()) state.lambda[row] = lambda[i++];
  const bool is_finite =
      state.w.allFinite() && lambda.allFinite() && state.mu.allFinite() && state.u.allFinite();
  return is_finite ? std::optional(std::move(state)) : std::nullopt;
}

}  // namespace

std::vector<State> sample_states(const Opened& model, int count) {
  std::vector<State> states;
  const system::System& system = *model.system;
  if (auto first = state_of(system, model.start.z, model.start.w))
    states.push_back(std::move(*first));
  Scatter scatter;
  system::Assembled moved = *model.assembled;
  for (int trial = 0; trial < 2 * count && static_cast<int>(states.size()) <= count; ++trial) {
    for (std::size_t i = 0; i < moved.z.size(); ++i) {
      moved.z[i].is_fixed = false;
      moved.z[i].value = model.start.z[static_cast<Eigen::Index>(i)];
      if (!moved.z[i].is_clock)
        moved.z[i].value += 0.2 * (1 + std::abs(moved.z[i].value)) * scatter.next();
    }
    for (std::size_t i = 0; i < moved.w.size(); ++i) {
      moved.w[i].is_fixed = false;
      moved.w[i].value = model.assembled->w[i].value;
      moved.w[i].value += (1 + std::abs(moved.w[i].value)) * scatter.next();
    }
    Problems none;
    const simulate::Start start = simulate::find_start(system, moved, none);
    if (has_errors(none)) continue;
    if (auto state = state_of(system, start.z, start.w)) states.push_back(std::move(*state));
  }
  return states;
}

}  // namespace porthos::inspect
