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

namespace {

/// A state a little further along velocities that the constraints admit: on the constraint set of a
/// large model, where positions scattered at random are too far from it to find back.
std::optional<State> state_along(const Opened& model, Scatter& random, double distance) {
  const system::System& system = *model.system;
  system::Assembled moved = *model.assembled;
  for (std::size_t i = 0; i < moved.z.size(); ++i) {
    moved.z[i].is_fixed = false;
    moved.z[i].value = model.start.z[static_cast<Eigen::Index>(i)];
  }
  for (system::StartValue& w : moved.w) {
    w.is_fixed = false;
    w.value += (1 + std::abs(w.value)) * random.next();
  }
  Problems none;
  const simulate::Start first = simulate::find_start(system, moved, none);
  if (has_errors(none)) return std::nullopt;
  system::Workspace at = system.workspace();
  system.set_time(at, 0);
  system.segment(at, Segment::kZ) = first.z;
  system.segment(at, Segment::kW) = first.w;
  const Metric metric(system.mass());
  integrate::Accelerations accelerations(system, metric);
  accelerations.compute(at);
  VecX rate = system.segment(at, Segment::kZdot);
  for (std::size_t i = 0; i < moved.z.size(); ++i)
    if (moved.z[i].is_clock) rate[static_cast<Eigen::Index>(i)] = 0;
  const double fastest = rate.size() > 0 ? rate.lpNorm<Eigen::Infinity>() : 0;
  if (!std::isfinite(fastest)) return std::nullopt;
  for (std::size_t i = 0; i < moved.z.size(); ++i)
    if (fastest > 0) moved.z[i].value += distance / fastest * rate[static_cast<Eigen::Index>(i)];
  for (std::size_t i = 0; i < moved.w.size(); ++i)
    moved.w[i].value = first.w[static_cast<Eigen::Index>(i)];
  const simulate::Start second = simulate::find_start(system, moved, none);
  if (has_errors(none)) return std::nullopt;
  return state_of(system, second.z, second.w);
}

}  // namespace

std::vector<State> sample_states(const Opened& model, int count, double scatter,
                                 const std::function<bool()>& is_over) {
  std::vector<State> states;
  const system::System& system = *model.system;
  if (auto first = state_of(system, model.start.z, model.start.w))
    states.push_back(std::move(*first));
  Scatter random;
  constexpr int kLarge = 150;  // states
  const bool is_large = system.sizes().z + system.sizes().w > kLarge;
  system::Assembled moved = *model.assembled;
  for (int trial = 0; trial < 2 * count && static_cast<int>(states.size()) <= count; ++trial) {
    if (is_over && is_over()) break;
    if (is_large) {
      if (auto state = state_along(model, random, scatter)) states.push_back(std::move(*state));
      continue;
    }
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

namespace {

/// Where a table has what a state consists of; `kNone` where it is zero.
struct Places {
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);
  std::vector<std::size_t> z, w, u;
  std::size_t t = 0, width = 0;
};

std::optional<Places> places_in(const model::Json& columns, const system::Assembled& model) {
  std::map<std::string, std::size_t> numbers;
  for (const model::Json& column : columns)
    numbers.emplace(column["name"].get<std::string>(), numbers.size());
  Places places;
  places.width = numbers.size();
  const auto place = [&](const std::string& name) {
    const auto found = numbers.find(name);
    return found == numbers.end() ? Places::kNone : found->second;
  };
  places.t = place("t");
  for (const auto& [states, list] : {std::pair{&model.z, &places.z}, {&model.w, &places.w}})
    for (const system::StartValue& state : *states) {
      list->push_back(state.is_clock ? places.t : place(state.name));
      if (list->back() == Places::kNone) return std::nullopt;
    }
  for (const system::OuterPort& port : model.ports)
    for (std::size_t k = 0; k < port.u.size(); ++k) {
      const auto u = static_cast<std::size_t>(port.u[k]);
      if (u >= places.u.size()) places.u.resize(u + 1, Places::kNone);
      const std::string entry = port.u.size() == 1 ? "" : "." + std::to_string(k + 1);
      places.u[u] = place(port.name + ".effort" + entry);
    }
  return places.t == Places::kNone ? std::nullopt : std::optional(places);
}

}  // namespace

Motion run_of(Session& session, const std::string& options, const std::function<bool()>& is_over) {
  Problems none;
  const auto started = model::parse_json(session.start(options), none);
  const Opened model = session.opened();
  if (!started || !started->contains("columns") || !model.system) return {};
  const auto places = places_in((*started)["columns"], *model.assembled);
  if (!places) return {};
  // What may be waited for: steps of small models, some of large ones.
  const auto size = static_cast<int>(places->z.size() + places->w.size());
  const int steps = std::clamp(6000 / (size + 1), 50, 1200);
  Motion motion;
  // In pieces only where somebody may end it.
  const int piece = is_over ? 10 : steps;
  for (int done = 0; done < steps && !motion.is_cut; done += piece) {
    const auto advanced = model::parse_json(session.advance(piece, 4 * piece), none);
    for (const model::Json& event : (*advanced)["events"])
      motion.events.push_back(event["t"].get<double>());
    motion.is_cut = is_over && is_over();
  }
  system::SwitchingTimes switches(model.assembled->assembly.time);
  const std::vector<double> rows = session.take_rows();
  const system::Sizes& sizes = model.system->sizes();
  for (auto row = rows.begin(); row != rows.end();
       row += static_cast<std::ptrdiff_t>(places->width)) {
    const auto read = [&](const std::vector<std::size_t>& from, VecX& to) {
      for (std::size_t i = 0; i < from.size(); ++i)
        if (from[i] != Places::kNone)
          to[static_cast<Eigen::Index>(i)] = row[static_cast<std::ptrdiff_t>(from[i])];
    };
    State state{VecX(sizes.z),       VecX(sizes.w),
                VecX::Zero(sizes.c), VecX::Zero(sizes.mu),
                VecX::Zero(sizes.u), row[static_cast<std::ptrdiff_t>(places->t)]};
    read(places->z, state.z);
    read(places->w, state.w);
    read(places->u, state.u);
    motion.states.push_back(std::move(state));
  }
  if (motion.states.empty()) return motion;
  // What time alone brings about: steps and corners of inputs.
  const double until = motion.states.back().t;
  for (auto moment = switches.next(motion.states.front().t, until);
       moment && static_cast<int>(motion.events.size()) < steps;
       moment = switches.next(moment->t, until))
    motion.events.push_back(moment->t);
  return motion;
}

}  // namespace porthos::inspect
