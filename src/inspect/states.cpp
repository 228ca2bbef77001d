#include "inspect/states.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>

#include "base/dense.hpp"
#include "base/index.hpp"
#include "base/metric.hpp"
#include "base/saddle.hpp"
#include "dae/accelerations.hpp"
#include "system/switching_times.hpp"

namespace porthos::inspect {
namespace {

using system::Segment;

/// Numbers between -1 and 1, the same in each run.
class Scatter {
 public:
  explicit Scatter(std::uint32_t seed) : random_(seed) {}
  double next() {
    random_ = random_ * 1664525u + 1013904223u;
    return static_cast<double>(random_ >> 8) / (1 << 23) - 1;
  }

 private:
  std::uint32_t random_;
};

/// A copy whose phase a sample may set.
std::unique_ptr<system::System> copy_of(const system::System& system) {
  return system.with_rows(std::vector<char>(index(system.sizes().nu()), 1));
}

/// Moves the velocities with least energy so that the constraints hold at the time of the
/// workspace; false if they cannot. Each row is measured by its own terms, and each velocity by its
/// mass, so that the units of a model do not matter.
bool meet_rows(const system::System& system, system::Workspace& at) {
  constexpr double kMet = 1e-11, kRounding = 1e-15, kDependent = 1e-12;  // of the terms of a row
  if (system.sizes().nu() == 0) return true;
  const VecX unit = diagonal(system.metric().regular()).cwiseSqrt().cwiseInverse();
  system::Kinematics kinematics = system.kinematics();
  VecX rows, terms;
  const auto compute = [&] {
    system.compute_rows(at);
    system.compute_kinematics(at, kinematics);
    rows = system.rows(at);
    const VecX w = system.segment(at, Segment::kW);
    const VecX rest = rows - kinematics.Gamma.times(w);
    Sparse sizes = kinematics.Gamma;
    for (double& value : sizes.value) value = std::abs(value);
    terms = sizes.times(w.cwiseAbs()) + rest.cwiseAbs();
    return (rows.cwiseAbs().array() <= kRounding * terms.array()).all();
  };
  for (int k = 0; k < 3 && !compute(); ++k) {
    MatX even = kinematics.Gamma.dense() * unit.asDiagonal();
    VecX right = rows;
    for (Eigen::Index i = 0; i < even.rows(); ++i)
      if (const double size = even.row(i).norm(); size > 0) {
        even.row(i) /= size;
        right[i] /= size;
      }
    const VecX change = Orthogonal(even, kDependent).solve(right);
    system.segment(at, Segment::kW) -= unit.cwiseProduct(change);
  }
  compute();
  return rows.allFinite() && (rows.cwiseAbs().array() <= kMet * terms.array()).all();
}

/// The state of the motion for z, w and t of the workspace.
std::optional<State> state_of(const system::System& system, system::Workspace& at, double t) {
  const Metric metric = system.metric();
  dae::Accelerations accelerations(system, metric);
  accelerations.compute(at);
  State state{system.segment(at, Segment::kZ), system.velocities(at),
              VecX::Zero(system.sizes().c),    system.segment(at, Segment::kMu),
              system.port_efforts(at),         t};
  const VecX lambda = system.segment(at, Segment::kLambda);
  for (Eigen::Index i = 0; const int row : system.active()) state.lambda[row] = lambda[i++];
  const bool is_finite =
      state.w.allFinite() && lambda.allFinite() && state.mu.allFinite() && state.u.allFinite();
  return is_finite ? std::optional(std::move(state)) : std::nullopt;
}

/// Times of a run, alternating between the intervals of switching times.
class Times {
 public:
  Times(const Opened& model, bool has_time) : ends_{0} {
    if (!has_time) return;
    constexpr std::size_t kMost = 40;
    const double until = model.component->simulation.until;
    system::SwitchingTimes switches(model.assembled->assembly.time);
    for (auto moment = switches.next(0, until); moment && ends_.size() < kMost;
         moment = switches.next(moment->t, until))
      ends_.push_back(moment->t);
    ends_.push_back(until);
  }

  double next(Scatter& random) {
    if (ends_.size() < 2) return 0;
    const std::size_t k = turn_++ % (ends_.size() - 1);
    return ends_[k] + (0.5 + 0.49 * random.next()) * (ends_[k + 1] - ends_[k]);
  }

 private:
  std::vector<double> ends_;
  std::size_t turn_ = 0;
};

/// The distance of a value in a trial from its start: relative to 1 and its size, in each second
/// trial relative to the size of a small value alone. If samples spread, each third trial is
/// relative to the size alone, and each third is of arbitrary size.
double distance(const Sampling& sampling, int trial, double start, Scatter& random) {
  constexpr double kSmall = 1e-3, kNothing = 1e-9;  // smaller values may be rounding of zero
  const double size = std::abs(start);
  if (!sampling.spreads && trial % 2 == 1 && size < kSmall && size > kNothing) return size;
  if (!sampling.spreads || trial % 3 == 0) return 1 + std::abs(start);
  if (trial % 3 == 1) return start == 0 ? 1 : std::abs(start);
  return (1 + std::abs(start)) * std::pow(10, 6 * random.next());
}

/// Values a little further along admissible velocities. This stays near the constraint set of a
/// large model, where randomly scattered positions would be too far from it.
std::optional<std::pair<VecX, VecX>> values_along(const Opened& model, Scatter& random,
                                                  double distance) {
  const system::System& system = *model.system;
  system::Assembled moved = *model.assembled;
  for (std::size_t i = 0; i < moved.z.size(); ++i) {
    moved.z[i].is_fixed = moved.z[i].is_stated = false;
    moved.z[i].value = model.start.z[static_cast<Eigen::Index>(i)];
  }
  for (system::StartValue& w : moved.w) {
    w.is_fixed = w.is_stated = false;
    w.value += (1 + std::abs(w.value)) * random.next();
  }
  Problems none;
  const simulate::Start first = simulate::find_start(system, moved, none);
  if (has_errors(none)) return std::nullopt;
  system::Workspace at = system.workspace();
  system.set_time(at, 0);
  system.segment(at, Segment::kZ) = first.z;
  system.segment(at, Segment::kW) = first.w;
  const Metric metric = system.metric();
  dae::Accelerations accelerations(system, metric);
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
  return std::pair(second.z, second.w);
}

}  // namespace

VecX position_sizes(const Opened& model, const VecX& z) {
  constexpr double kNothing = 1e-9;  // smaller values may be rounding of zero
  VecX made(z.size());
  for (Eigen::Index i = 0; i < z.size(); ++i) {
    const double size = std::max(std::abs(z[i]), std::abs(model.start.z[i]));
    made[i] = size > kNothing ? size : 1;
  }
  return made;
}

std::vector<State> sample_states(const Opened& model, const Sampling& sampling) {
  std::vector<State> states;
  const auto system = copy_of(*model.system);
  const auto take = [&](const VecX& z, const VecX& w, double t) {
    system::Workspace at = system->workspace();
    system->set_phase({.at = t});
    system->set_time(at, t);
    system->segment(at, Segment::kZ) = z;
    system->segment(at, Segment::kW) = w;
    if (t != 0 && !meet_rows(*system, at)) return;
    if (auto state = state_of(*system, at, t)) states.push_back(std::move(*state));
  };
  take(model.start.z, model.start.w, 0);
  Scatter random(sampling.seed);
  Times times(model, sampling.has_time);
  constexpr int kLarge = 150;  // states
  const bool is_large = system->sizes().z + system->sizes().w > kLarge;
  system::Assembled moved = *model.assembled;
  for (int trial = 0;
       trial < 2 * sampling.count && static_cast<int>(states.size()) <= sampling.count; ++trial) {
    if (sampling.is_over && sampling.is_over()) break;
    if (is_large) {
      system->set_phase({});
      if (const auto values = values_along(model, random, sampling.scatter))
        take(values->first, values->second, 0);
      continue;
    }
    const double t = sampling.has_time ? times.next(random) : 0;
    for (std::size_t i = 0; i < moved.z.size(); ++i) {
      moved.z[i].is_fixed = moved.z[i].is_stated = false;
      moved.z[i].value = model.start.z[static_cast<Eigen::Index>(i)];
      double& value = moved.z[i].value;
      if (moved.z[i].is_clock)
        value += t;
      else
        value += sampling.scatter * distance(sampling, trial, value, random) * random.next();
    }
    for (std::size_t i = 0; i < moved.w.size(); ++i) {
      moved.w[i].is_fixed = moved.w[i].is_stated = false;
      double& value = moved.w[i].value;
      value = model.assembled->w[i].value;
      value += distance(sampling, trial, value, random) * random.next();
    }
    Problems none;
    system->set_phase({});
    const simulate::Start start = simulate::find_start(*system, moved, none);
    if (!has_errors(none)) take(start.z, start.w, t);
  }
  return states;
}

std::vector<State> with_reactions(const Opened& model, const std::vector<State>& states) {
  std::vector<State> made;
  const auto system = copy_of(*model.system);
  for (const State& state : states) {
    system::Workspace at = system->workspace();
    system->set_phase({.at = state.t});
    system->set_time(at, state.t);
    system->segment(at, Segment::kZ) = state.z;
    system->set_velocities(at, state.w);
    if (auto complete = state_of(*system, at, state.t)) made.push_back(std::move(*complete));
  }
  return made;
}

std::optional<State> state_near(const Opened& model, const VecX& z, const VecX& w) {
  system::Assembled moved = *model.assembled;
  for (std::size_t i = 0; i < moved.z.size(); ++i) {
    moved.z[i].is_fixed = moved.z[i].is_stated = false;
    moved.z[i].value = z[static_cast<Eigen::Index>(i)];
  }
  for (std::size_t i = 0; i < moved.w.size(); ++i) {
    moved.w[i].is_fixed = moved.w[i].is_stated = false;
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

/// The columns of a table that make up a state; `kNone` for a part that is zero.
struct Places {
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);
  std::vector<std::size_t> z, w, u, c, mu;
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
  for (const auto& [rows, list] : {std::pair{&model.c, &places.c}, {&model.mu, &places.mu}})
    for (const auto& row : *rows) list->push_back(place("multiplier." + row.name));
  for (const system::OuterPort& port : model.ports)
    for (std::size_t k = 0; k < port.u.size(); ++k) {
      const auto u = static_cast<std::size_t>(port.u[k]);
      if (u >= places.u.size()) places.u.resize(u + 1, Places::kNone);
      const std::string entry = port.u.size() == 1 ? "" : "." + std::to_string(k + 1);
      places.u[u] = place(port.name + ".effort" + entry);
    }
  return places.t == Places::kNone ? std::nullopt : std::optional(places);
}

/// True if an event of this name sets a parameter.
bool sets_parameter(const system::Assembled& model, const std::string& event) {
  return std::ranges::any_of(model.events, [&](const model::Event& one) {
    return one.name == event &&
           std::ranges::count(one.actions, model::Action::Kind::kSet, &model::Action::kind) > 0;
  });
}

}  // namespace

Motion run_of(Session& session, const std::string& options, const std::function<bool()>& is_over) {
  Problems none;
  const auto started = model::parse_json(session.start(options), none);
  const Opened model = session.opened();
  if (!started || !started->contains("columns") || !model.system) return {};
  const auto places = places_in((*started)["columns"], *model.assembled);
  if (!places) return {};
  // Limit: all steps of small models, some of large ones.
  const auto size = static_cast<int>(places->z.size() + places->w.size());
  const int steps = std::clamp(6000 / (size + 1), 50, 1200);
  Motion motion;
  const bool reads_reactions = !model.system->is_linear_in_multipliers();
  // In pieces only if the caller can abort.
  const int piece = is_over ? 10 : steps;
  for (int done = 0; done < steps && !motion.is_cut; done += piece) {
    const auto advanced = model::parse_json(session.advance(piece, 4 * piece), none);
    for (const model::Json& event : (*advanced)["events"]) {
      motion.events.push_back(event["t"].get<double>());
      if (sets_parameter(*model.assembled, event["name"].get<std::string>()))
        motion.changed = std::min(motion.changed, motion.events.back());
    }
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
    if (state.t > motion.changed) break;
    read(places->z, state.z);
    read(places->w, state.w);
    read(places->u, state.u);
    if (reads_reactions) {  // otherwise reactions are what a check finds to be missing
      read(places->c, state.lambda);
      read(places->mu, state.mu);
    }
    motion.states.push_back(std::move(state));
  }
  if (motion.states.empty()) return motion;
  const auto summary = model::parse_json(session.summary(), none);
  if (const model::Json& error = (*summary)["accuracy"]["error"]; error.is_number())
    motion.error = error.get<double>();
  // Events due to time alone: steps and corners of inputs.
  const double until = motion.states.back().t;
  for (auto moment = switches.next(motion.states.front().t, until);
       moment && static_cast<int>(motion.events.size()) < steps;
       moment = switches.next(moment->t, until))
    motion.events.push_back(moment->t);
  return motion;
}

}  // namespace porthos::inspect
