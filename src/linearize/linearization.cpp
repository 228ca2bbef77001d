#include "linearize/linearization.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/index.hpp"
#include "base/suggest.hpp"
#include "linearize/differentiation_index.hpp"
#include "linearize/line.hpp"
#include "linearize/response.hpp"
#include "linearize/scaled.hpp"
#include "linearize/singular_pose.hpp"
#include "simulate/start_rank.hpp"
#include "simulate/vanishing_rows.hpp"

namespace porthos::linearize {

using system::Segment;

namespace {

/// The place of an entry of an array of names.
std::string place(const char* list, std::size_t i) {
  return std::string("/") + list + "/" + std::to_string(i);
}

/// The index of each name in a list; PH111 for unknown names.
template <class List>
std::vector<int> find_names(const std::vector<std::string>& names, const List& list,
                            const char* option, const char* expected, Problems& to) {
  std::vector<int> found;
  std::vector<std::string> known;
  for (const auto& one : list) known.push_back(one.name);
  for (std::size_t i = 0; i < names.size(); ++i) {
    const auto at = std::ranges::find(known, names[i]);
    if (at == known.end())
      report(to, "PH111", place(option, i), "\"" + names[i] + "\"", among(expected, known),
             did_you_mean(names[i], known));
    else
      found.push_back(static_cast<int>(at - known.begin()));
  }
  return found;
}

/// A possible input: a scalar of a port, by its own name and that of its port.
struct PossibleInput {
  Drive drive;
  std::string name, port;
};

std::vector<PossibleInput> entrances(const system::Assembled& model) {
  std::vector<PossibleInput> made;
  for (const auto& port : model.ports) {
    if (port.is_clock || !port.feedback.empty()) continue;
    for (std::size_t k = 0; k < port.u.size(); ++k) {
      PossibleInput one;
      one.drive.u = port.u[k];
      one.drive.row = model.assembly.prescribed[index(port.u[k])];
      const bool is_flow = one.drive.row >= 0;
      one.drive.name = port.name + (is_flow ? ".flow" : ".effort");
      if (port.u.size() > 1) one.drive.name += "." + std::to_string(k + 1);
      one.drive.unit = is_flow ? port.flow_unit : port.effort_unit;
      one.name = one.drive.name;
      one.port = port.name;
      made.push_back(std::move(one));
    }
  }
  return made;
}

/// The requested inputs, by the name of a port or of a column; all if none are requested.
std::vector<Drive> find_drives(const system::Assembled& model, const Options& options,
                               Problems& to) {
  const std::vector<PossibleInput> all = entrances(model);
  std::vector<Drive> drives;
  if (!options.inputs) {
    for (const PossibleInput& one : all) drives.push_back(one.drive);
    return drives;
  }
  std::vector<std::string> known;
  for (const PossibleInput& one : all) {
    known.push_back(one.name);
    known.push_back(one.port);
  }
  for (std::size_t i = 0; i < options.inputs->size(); ++i) {
    const std::string& name = (*options.inputs)[i];
    const std::size_t before = drives.size();
    for (const PossibleInput& one : all)
      if (one.name == name || one.port == name) drives.push_back(one.drive);
    if (drives.size() == before)
      report(to, "PH111", place("inputs", i), "\"" + name + "\"",
             among("the name of an outer port, or of its input", known), did_you_mean(name, known));
  }
  return drives;
}

/// The requested columns; by default the outputs of the model and the conjugates of the inputs.
std::vector<int> find_outputs(const Outputs& outputs, const system::Assembled& model,
                              const Options& options, const std::vector<Drive>& drives,
                              Problems& to) {
  if (options.outputs)
    return find_names(*options.outputs, outputs.columns(), "outputs",
                      "the name of a column of states, multipliers, ports, outputs or powers", to);
  std::vector<std::string> wanted;
  for (const auto& output : model.outputs) wanted.push_back(output.name);
  for (const Drive& drive : drives) {
    const bool is_flow = drive.row >= 0;
    const std::string_view own = is_flow ? ".flow" : ".effort";
    std::string name = drive.name;
    wanted.push_back(name.replace(name.rfind(own), own.size(), is_flow ? ".effort" : ".flow"));
  }
  Problems none;
  return find_names(wanted, outputs.columns(), "outputs", "", none);
}

std::vector<int> find_clocks(const system::Assembled& model) {
  std::vector<int> clocks;
  for (std::size_t i = 0; i < model.z.size(); ++i)
    if (model.z[i].is_clock) clocks.push_back(static_cast<int>(i));
  return clocks;
}

/// The names of the equations (S), for the report on the largest residual.
std::string worst_equation(const Equations& equations, const system::Assembled& model,
                           Eigen::Index resting, int worst) {
  Eigen::Index i = worst - resting;
  if (i < 0) return "the rate of a position";
  if (i < equations.w()) return "the force on " + model.w[index(i)].name;
  i -= equations.w();
  const auto c = static_cast<Eigen::Index>(model.c.size());
  if (i < c) return model.c[index(i)].name;
  return "a constraint's rate";
}

/// The hint for a state that was not found, by the equation that is left.
std::string hint_for_none(const Linearization& made, const Options& options,
                          const std::string& left) {
  if (!options.fixed.empty()) return "start nearer to one, or fix fewer states";
  if (!made.built.modes.empty())
    return "start nearer to one. Contacts, dry friction and one-way laws stay in the modes of "
           "the start: friction that slips there does not hold";
  if (left.empty() || left.starts_with("the force on"))
    return "start nearer to one; forces on a free body never balance";
  if (left == "the rate of a position")
    return "start nearer to one. Where a port or a constraint keeps a velocity from zero there is "
           "no state of rest, but \"steady\" may find a motion";
  return "start nearer to one";
}

/// The motion is steady if the linear system maps its own rates xi' to zero change, and if the
/// linear systems a little earlier and a little later are equal.
bool is_steady(const Equations& equations, const Candidates& candidates, const LinearSystem& linear,
               const Reference& reference, const std::vector<int>& clocks) {
  constexpr double kRounding = 1e-7, kStep = 0.02;
  const VecX& rate = reference.s_rate;
  system::Workspace at = reference.at;
  const MatX L = candidates.rows(at);
  VecX xi_rate(linear.A.cols());
  for (Eigen::Index i = 0; i < xi_rate.size(); ++i)
    xi_rate[i] = L.row(linear.chosen[index(i)]) * rate;
  const VecX left = linear.A * xi_rate, size = linear.A.cwiseAbs() * xi_rate.cwiseAbs();
  if (left.size() == 0) return true;
  if (left.cwiseAbs().maxCoeff() > kRounding * (1e-3 + size.maxCoeff())) return false;
  const double step = kStep / rate.lpNorm<Eigen::Infinity>();
  const auto beside = [&](double side) {
    const VecX z = equations.system().segment(reference.at, Segment::kZ) +
                   side * step * rate.head(equations.z());
    const VecX w = equations.system().segment(reference.at, Segment::kW);
    Reference there = make_reference(equations, z, w, clocks);
    return linear_system(equations, candidates, there, {}, clocks, {}, linear.chosen).A;
  };
  const MatX later = beside(1), earlier = beside(-1);
  if (later.cols() != linear.A.cols() || earlier.cols() != linear.A.cols()) return false;
  // The states leave the constraint set by the square of the step, equally on both sides.
  return (later - earlier).cwiseAbs().maxCoeff() <= 1e-6 * linear.A.cwiseAbs().maxCoeff();
}

/// Limits the model: derivatives use full matrices of some hundred states.
bool is_too_large(const system::System& system, Problems& to) {
  constexpr int kMost = 600;
  const auto& n = system.sizes();
  const int size = n.z + n.w + 2 * n.nu();
  if (size <= kMost) return false;
  report(to, "PH105", "", std::to_string(size) + " unknowns of a linearization",
         "at most " + std::to_string(kMost) + ": positions, velocities, and constraints twice",
         "linearize a part of the model");
  return true;
}

/// The number of independent changes of positions, without rounding.
int rank_of_positions(MatX of) {
  constexpr double kRounding = 1e-10;
  if (of.size() == 0) return 0;
  const double largest = of.cwiseAbs().maxCoeff();
  of = (of.array().abs() > kRounding * largest).select(of, 0.0);
  return static_cast<int>(Scaled(of).rank());
}

/// Finds the requested state; false, with a problem, if there is none.
bool find_state(Linearization& made, const Equations& equations, const Options& options,
                const std::vector<int>& clocks, VecX& z, VecX& w, Problems& to) {
  const system::Assembled& model = *made.built.assembled;
  z = made.built.start.z;
  w = made.built.start.w;
  if (options.at == Place::kStart) return true;
  std::vector<system::Named> states;
  for (const auto* all : {&model.z, &model.w})
    for (const auto& state : *all) states.push_back({state.name, state.unit});
  const std::vector<int> fixed =
      find_names(options.fixed, states, "fixed", "the name of a position or velocity", to);
  if (has_errors(to)) return false;
  const bool is_rest = options.at == Place::kEquilibrium;
  made.equilibrium = find_equilibrium(
      equations, z, w, is_rest ? Stationary::kRest : Stationary::kSteady, clocks, fixed);
  const Equilibrium& found = *made.equilibrium;
  z = found.z;
  w = found.w;
  made.w = w;
  if (found.is_found) return true;
  const auto resting = static_cast<Eigen::Index>(model.z.size() - clocks.size());
  const std::string left = is_rest && found.worst >= 0
                               ? worst_equation(equations, model, resting, found.worst)
                               : std::string();
  report(to, "PH205", "/at",
         std::string(is_rest ? "no equilibrium" : "no steady motion") + " near the start" +
             (left.empty() ? "" : " (" + left + " is left)"),
         is_rest ? "a state at which all forces balance" : "a motion without accelerations",
         hint_for_none(made, options, left));
  return false;
}

/// True if a port prescribes a motion and does work by it.
bool is_led(const system::System& system, system::Workspace at) {
  constexpr double kRest = 1e-9;  // relative to the rates
  system.compute_powers(at);
  const auto flows = system.segment(at, Segment::kFlow);
  for (Eigen::Index u = 0; u < flows.size(); ++u)
    if (system.assembly().prescribed[index(u)] >= 0 && !(std::abs(flows[u]) <= kRest)) return true;
  return false;
}

/// True if a formula of the motion contains the time, or an input does; with `has_modes` also if a
/// bound of a set-valued law may.
bool depends_on_time(const Equations& equations, const Reference& reference, bool has_modes) {
  const system::System& system = equations.system();
  const system::Assembly& assembly = system.assembly();
  if (!assembly.time.switches.empty() || !assembly.clocks.empty()) return true;
  const auto reads_time = [](const system::Program& program) {
    return std::ranges::any_of(program.inputs, [](const system::Slot& input) {
      return input.segment == Segment::kT || input.segment == Segment::kPhase;
    });
  };
  for (const system::Instance& one : assembly.instances) {
    const system::ElementType& type = *one.type;
    for (const system::Program* program : {&type.effort, &type.rate, &type.gap_rate, &type.gap,
                                           &type.row, &type.velocity, &type.frame})
      if (reads_time(*program)) return true;
    if (has_modes && reads_time(type.readout)) return true;
  }
  const auto signals_at = [&](double t) {
    system::Workspace at = reference.at;
    system.set_time(at, t);
    return VecX(system.segment(at, Segment::kU));
  };
  const VecX now = signals_at(0);
  return std::ranges::any_of(std::vector{0.1234, 0.789, 1.6180, 11.33},
                             [&](double t) { return signals_at(t) != now; });
}

/// The hint for a motion that is neither at rest nor steady, by the requested place and the
/// constraints that move with time.
std::string hint_for_moving(Place asked, const std::vector<std::string>& moving) {
  const std::string holds =
      "the eigenvalues are valid at this time only, and depend on the coordinates. ";
  if (!moving.empty())
    return holds + "No state is at rest or steady while constraints move at t = 0, where time is " +
           "held: " + simulate::listed(moving) +
           ". Let their motion begin with zero speed, as 1 - cos(t) does";
  if (asked == Place::kSteady)
    return holds +
           "Give starts near the steady motion: a position that is at rest at the start stays so. "
           "For a body that spins use angles, or axes that do not spin";
  if (asked == Place::kEquilibrium) return holds + "Start nearer to the equilibrium";
  return holds + "Choose \"equilibrium\" or \"steady\"";
}

/// Whether the fixed modes of set-valued laws last at the reference, and what the verdict is then.
void judge_modes(Linearization& made, const Reference& reference, Problems& to) {
  constexpr double kRounding = 1e-9;
  const system::System& system = *made.built.system;
  system::Workspace at = reference.at;
  system.compute_readouts(at);
  const auto readouts = system.segment(at, Segment::kReadout);
  std::string list, ended;
  for (const model::Event& end : made.built.assembled->events) {
    const auto mode = made.built.modes.find(end.name);
    if (mode == made.built.modes.end()) continue;
    list += (list.empty() ? "" : ", ") + end.name + " " + mode->second;
    if (readouts[end.root] < kRounding) ended += (ended.empty() ? "\"" : ", \"") + end.name + "\"";
  }
  if (ended.empty()) {
    made.stability.because += "; for motions that keep the modes: " + list;
    return;
  }
  report(to, "PH210", "/at", "the modes of the start, which end before this state: " + ended,
         "a state that keeps them", "start near the state, with the laws in its modes")
      .severity = Problem::Severity::kWarning;
  made.stability = {"undecided", "the modes of set-valued laws change on the way to this state"};
}

/// The position constraints that move at t = 0, where time is held.
std::vector<std::string> moving_constraints(const Equations& equations,
                                            const system::Assembled& model,
                                            const Reference& reference,
                                            const std::vector<int>& clocks) {
  constexpr double kRounding = 1e-12;
  std::vector<std::string> found;
  system::Workspace at = reference.at;
  const MatX c_s = equations.derivatives(at).c_s;
  for (Eigen::Index i = 0; i < c_s.rows(); ++i)
    for (const int clock : clocks)
      if (std::abs(c_s(i, clock)) > kRounding * std::max(1.0, c_s.row(i).cwiseAbs().maxCoeff()))
        found.push_back(model.c[index(static_cast<int>(i))].name);
  return found;
}

/// The position constraints that move at t = 0 in the reference, or in states beside it that the
/// constraints allow: a base may have a speed across the rod that it holds.
std::vector<std::string> moving_beside(const Equations& equations, const system::Assembled& model,
                                       const Reference& reference, const MatX& S,
                                       const std::vector<int>& clocks) {
  constexpr double kRounding = 1e-8;
  std::vector<std::string> found = moving_constraints(equations, model, reference, clocks);
  const Sparse& pattern = equations.system().kinematics().c_prime;
  const bool has_time = std::ranges::any_of(
      pattern.column, [&](int column) { return std::ranges::count(clocks, column) > 0; });
  if (!found.empty() || !has_time || S.cols() == 0) return found;
  VecX direction = VecX::Zero(S.rows());
  for (Eigen::Index k = 0; k < S.cols(); ++k)
    if (const double size = S.col(k).norm(); size > 0)
      direction += std::sin(1.0 + 2.0 * static_cast<double>(k)) / size * S.col(k);
  direction.tail(equations.w()).setZero();
  const auto speeds = [&](double step) {
    system::Workspace there = reference.at;
    equations.move(there, step * direction, VecX::Zero(equations.x()));
    const MatX c_s = equations.derivatives(there).c_s;
    VecX sum = VecX::Zero(c_s.rows());
    for (const int clock : clocks) sum += c_s.col(clock);
    return sum;
  };
  const VecX changes = derivative_along(speeds, reach_of(direction));
  system::Workspace at = reference.at;
  const MatX c_s = equations.derivatives(at).c_s;
  for (Eigen::Index i = 0; i < changes.size(); ++i)
    if (!(std::abs(changes[i]) <= kRounding * std::max(1.0, c_s.row(i).cwiseAbs().maxCoeff())))
      found.push_back(model.c[index(static_cast<int>(i))].name);
  return found;
}

/// Decides whether the motion is at rest or steady, and stable.
void judge_motion(Linearization& made, Place asked, const Equations& equations,
                  const Candidates& candidates, const Reference& reference,
                  const std::vector<int>& clocks, Problems& to) {
  const std::vector<std::string> moving =
      moving_beside(equations, *made.built.assembled, reference, made.linear.S, clocks);
  const bool moves = !moving.empty();
  if (!moves && reference.is_at_rest())
    made.motion = is_spin(equations, reference, clocks) ? Motion::kSteady : Motion::kRest;
  else if (!moves && is_steady(equations, candidates, made.linear, reference, clocks))
    made.motion = Motion::kSteady;
  else
    made.motion = Motion::kMoving;
  if (made.motion == Motion::kMoving) {
    Problem& problem =
        report(to, "PH206", "/at", "a motion that is neither at rest nor steady",
               "an equilibrium, or a motion along which the linear system does not change",
               hint_for_moving(asked, moving));
    problem.severity = Problem::Severity::kWarning;
    made.stability = {"undecided", "the motion is neither at rest nor steady"};
    return;
  }
  const system::System& system = *made.built.system;
  const system::Assembled& model = *made.built.assembled;
  const auto efforts = system.segment(reference.at, Segment::kU);
  const bool has_feedback =
      std::ranges::any_of(model.ports, [](const auto& port) { return !port.feedback.empty(); });
  std::vector<std::string> names;
  for (const auto& state : model.z) names.push_back(state.name);
  Motions motions{equations, candidates, reference, made.linear, made.modes, clocks, false, names};
  motions.has_other_forces = std::ranges::count(system.is_force(), 1) > 0 || has_feedback ||
                             !efforts.isZero(0) || is_led(system, reference.at);
  made.stability = judge(motions);
  if (!made.built.modes.empty()) judge_modes(made, reference, to);
  const auto acts = [](const model::Event& event) {
    return std::ranges::any_of(event.actions, [](const model::Action& action) {
      return action.kind != model::Action::Kind::kStop &&
             action.kind != model::Action::Kind::kRecord;
    });
  };
  if (std::ranges::any_of(model.events, acts))
    made.stability.because += "; between events, which it leaves out";
  if (depends_on_time(equations, reference, !made.built.modes.empty()) || !clocks.empty())
    made.stability.because += "; time is held at 0, and inputs at their values there";
}

}  // namespace

Linearization linearization_of(simulate::Built built, const Options& options, bool with_outputs,
                               Problems& to) {
  Linearization made;
  made.built = std::move(built);
  made.built.system->set_phase(simulate::first_phase(*made.built.system));
  const system::System& system = *made.built.system;
  const system::Assembled& model = *made.built.assembled;
  if (is_too_large(system, to)) return made;
  Equations equations(system);
  const std::vector<int> clocks = find_clocks(model);
  equations.measure_by(
      make_reference(equations, made.built.start.z, made.built.start.w, clocks).at);
  made.drives = find_drives(model, options, to);
  VecX w;
  if (!find_state(made, equations, options, clocks, made.z, w, to)) return made;
  Reference reference = make_reference(equations, made.z, w, clocks);
  made.w = system.velocities(reference.at);
  if (!reference.s_rate.allFinite()) {
    report(to, "PH207", "", "a state whose accelerations the equations do not determine",
           "a regular state", "start near this pose instead, or fix other states");
    return made;
  }
  const Candidates candidates(equations, model, reference);
  const std::vector<int> preferred =
      find_names(options.coordinates, candidates.list(), "coordinates",
                 "the name of a position, of a velocity, or of a turn", to);
  std::optional<Outputs> outputs;
  std::vector<int> columns;
  if (with_outputs) {
    outputs.emplace(made.built);
    columns = find_outputs(*outputs, model, options, made.drives, to);
  }
  if (has_errors(to)) return made;

  LinearSystem& linear = made.linear;
  linear = linear_system(equations, candidates, reference, made.drives, clocks, preferred);
  const bool is_singular = is_singular_pose(equations, reference);
  if (reference.is_at_rest() && is_singular) linear.is_regular = false;
  made.rows = system.sizes().nu();
  const MatX L = candidates.rows(reference.at);
  if (linear.is_regular) made.index = differentiation_index(equations, reference.at).value;
  for (const int one : linear.chosen) made.coordinates.push_back(candidates.list()[index(one)]);
  made.free_positions = rank_of_positions(linear.S.topRows(equations.z()));
  if (!linear.is_regular || !linear.A.allFinite()) {
    const auto moving = moving_constraints(equations, model, reference, clocks);
    if (moving.empty())
      report(to, "PH207", "",
             "a state at which the linearized equations do not determine the motion",
             "a regular state",
             is_singular ? "constraints are redundant in this pose and may be independent near it: "
                           "start near it, or remove redundant ones"
                         : "remove redundant constraints, or give free velocities a mass");
    else
      report(to, "PH207", "",
             "constraints that move at t = 0, where time is held: " + simulate::listed(moving),
             "constraints that are at rest then",
             "give the motion as the prescribed flow of a port, or start where it is at rest");
    return made;
  }
  made.is_linear = true;

  // From (s, x) to positions and the model's own velocities.
  const auto to_states = [&](const MatX& ds, const MatX& dx) {
    MatX whole = ds;
    whole.bottomRows(equations.w()) += equations.N() * dx.topRows(equations.massless());
    MatX states(equations.s(), ds.cols());
    states << ds.topRows(equations.z()), L.bottomRows(equations.w()) * whole;
    return states;
  };
  made.map = to_states(linear.S, linear.X);
  made.map_drive = to_states(linear.S_drive, linear.X_drive);

  made.modes = find_modes(linear.A, noise_of(equations, candidates, reference, linear, clocks));
  judge_motion(made, options.at, equations, candidates, reference, clocks, to);
  if (!with_outputs) return made;
  for (const int column : columns) made.outputs.push_back(outputs->columns()[index(column)]);
  made.output_matrices = outputs->matrices(equations, reference, linear, made.drives, columns);
  if (made.drives.empty() || made.outputs.empty()) return made;
  made.omega = grid(options.frequencies.value_or(Frequencies{}), made.modes);
  for (const double omega : made.omega)
    made.response.push_back(response(linear, made.output_matrices, omega));
  return made;
}

}  // namespace porthos::linearize
