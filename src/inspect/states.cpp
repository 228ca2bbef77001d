#include "inspect/states.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
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

std::vector<State> sample_states(const Opened& model, int count, double scatter) {
  std::vector<State> states;
  const system::System& system = *model.system;
  if (auto first = state_of(system, model.start.z, model.start.w))
    states.push_back(std::move(*first));
  Scatter random;
  system::Assembled moved = *model.assembled;
  for (int trial = 0; trial < 2 * count && static_cast<int>(states.size()) <= count; ++trial) {
    for (std::size_t i = 0; i < moved.z.size(); ++i) {
      moved.z[i].is_fixed = false;
      moved.z[i].value = model.start.z[static_cast<Eigen::Index>(i)];
      if (!moved.z[i].is_clock)
        moved.z[i].value += scatter * (1 + std::abs(moved.z[i].value)) * random.next();
    }
    for (std::size_t i = 0; i < moved.w.size(); ++i) {
      moved.w[i].is_fixed = false;
      moved.w[i].value = model.assembled->w[i].value;
      moved.w[i].value += (1 + std::abs(moved.w[i].value)) * random.next();
    }
    Problems none;
    const simulate::Start start = simulate::find_start(system, moved, none);
    if (has_errors(none)) continue;
    if (auto state = state_of(system, start.z, start.w)) states.push_back(std::move(*state));
  }
  return states;
}

std::optional<State> state_near(const Opened& model, const VecX& z, const VecX& w) {
  system::Assembled moved = *model.assembled;
  for (std::size_t i = 0; i < moved.z.size(); ++i) {
    moved.z[i].is_fixed = false;
    moved.z[i].value = z[static_cast<Eigen::Index>(i)];
  }
  for (std::size_t i = 0; i < moved.w.size(); ++i) {
    moved.w[i].is_fixed = false;
    moved.w[i].value = w[static_cast<Eigen::Index>(i)];
  }
  Problems none;
  const simulate::Start start = simulate::find_start(*model.system, moved, none);
  if (has_errors(none)) return std::nullopt;
  system::Workspace at = model.system->workspace();
  model.system->set_time(at, 0);
  model.system->segment(at, Segment::kZ) = start.z;
  model.system->segment(at, Segment::kW) = start.w;
  const system::Sizes& sizes = model.system->sizes();
  return State{start.z, model.system->velocities(at), VecX::Zero(sizes.c), VecX::Zero(sizes.mu),
               VecX::Zero(sizes.u)};
}

std::vector<State> states_of_run(Session& session, const std::string& options, int count) {
  Problems none;
  const auto started = model::parse_json(session.start(options), none);
  const Opened model = session.opened();
  if (!started || !started->contains("columns") || !model.system) return {};
  std::map<std::string, std::size_t> places;
  for (const model::Json& column : (*started)["columns"])
    places.emplace(column["name"].get<std::string>(), places.size());
  std::vector<std::size_t> of_z, of_w;
  for (const auto& [states, list] :
       {std::pair{&model.assembled->z, &of_z}, {&model.assembled->w, &of_w}})
    for (const system::StartValue& state : *states) {
      const auto place = places.find(state.name);
      if (place == places.end()) return {};
      list->push_back(place->second);
    }
  // What may be waited for: steps of small models, some of large ones.
  const auto size = static_cast<int>(of_z.size() + of_w.size());
  const int steps = std::clamp(10000 / (size + 1), 50, 2000);
  session.advance(steps, 4 * steps);
  const std::vector<double> rows = session.take_rows();
  const std::size_t width = places.size(), length = rows.size() / std::max<std::size_t>(1, width);
  const int most = std::clamp(3000 / (size + 1), 20, count);
  const std::size_t stride = std::max<std::size_t>(1, length / static_cast<std::size_t>(most));
  const system::Sizes& sizes = model.system->sizes();
  std::vector<State> states;
  for (std::size_t row = 0; row < length; row += stride) {
    State state{VecX(sizes.z), VecX(sizes.w), VecX::Zero(sizes.c), VecX::Zero(sizes.mu),
                VecX::Zero(sizes.u)};
    for (std::size_t i = 0; i < of_z.size(); ++i)
      state.z[static_cast<Eigen::Index>(i)] = rows[row * width + of_z[i]];
    for (std::size_t i = 0; i < of_w.size(); ++i)
      state.w[static_cast<Eigen::Index>(i)] = rows[row * width + of_w[i]];
    states.push_back(std::move(state));
  }
  return states;
}

}  // namespace porthos::inspect
