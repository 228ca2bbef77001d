#include "linearize/linearization.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/index.hpp"
#include "base/suggest.hpp"
#include "linearize/differentiation_index.hpp"
#include "linearize/motion.hpp"
#include "linearize/response.hpp"
#include "linearize/samples.hpp"
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
  if (options.at == Place::kSteady)
    return "start nearer to one. For a body that spins use angles, or axes that do not spin: its "
           "rates are constant in these. \"start\" takes the start as it is";
  if (left.empty() || left.starts_with("the force on"))
    return "start nearer to one. Forces on a body that nothing holds never balance";
  if (left == "the rate of a position")
    return "start nearer to one. Where a port or a constraint keeps a velocity from zero there is "
           "no state of rest, but \"steady\" may find a motion";
  return "start nearer to one";
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
  std::vector<system::Named> states;
  for (const auto* all : {&model.z, &model.w})
    for (const auto& state : *all) states.push_back({state.name, state.unit});
  const std::vector<int> fixed =
      find_names(options.fixed, states, "fixed", "the name of a position or velocity", to);
  if (has_errors(to)) return false;
  if (options.at == Place::kStart) return true;
  const bool is_rest = options.at == Place::kEquilibrium;
  const Reference from = make_reference(equations, z, w, clocks);
  const bool keeps_energy = equations.system().sizes().heat > 0 &&
                            is_lossless(equations, from.at) &&
                            !has_outer_power(equations, model, from);
  made.equilibrium =
      find_equilibrium(equations, z, w, is_rest ? Stationary::kRest : Stationary::kSteady, clocks,
                       fixed, keeps_energy);
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
         std::string(is_rest ? "no equilibrium" : "no steady motion") +
             " was found near the start" + (left.empty() ? "" : " (" + left + " is left)"),
         is_rest ? "a state at which all forces balance" : "a motion without accelerations",
         hint_for_none(made, options, left));
  return false;
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
