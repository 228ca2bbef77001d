#include <algorithm>

#include "base/suggest.hpp"
#include "expr/derivative.hpp"
#include "expr/query.hpp"
#include "expr/text.hpp"
#include "laws/groups.hpp"
#include "model/component_reader.hpp"

namespace porthos::model {
namespace {

std::size_t at(int index) { return static_cast<std::size_t>(index); }
std::string numbered(const std::string& name, std::size_t index, std::size_t count) {
  return count == 1 ? name : name + "." + std::to_string(index + 1);
}

/// (i, j) with j <= i for what a matrix has there or on the other side of the diagonal.
std::set<std::pair<int, int>> lower_triangle(const laws::Matrix& matrix) {
  std::set<std::pair<int, int>> places;
  for (const auto& [place, formula] : matrix.entries())
    places.emplace(std::max(place.first, place.second), std::min(place.first, place.second));
  return places;
}

/// {"formula": ..., ...} or the formula itself.
Place formula_of(Place place) { return place->is_object() ? place["formula"] : place; }

}  // namespace

/// J_z, the part of the rates that is driven by efforts, is skew: it passes power on and takes
/// none.
void ComponentReader::check_structure() {
  const Laws& laws = component_->laws;
  const int n = static_cast<int>(component_->positions.size());
  laws::Matrix J(n);
  for (const auto& [row, col, value] : expr::jacobian(laws.kinematics, laws.e).entries)
    if (row < n && col < n) J.add(row, col, value);
  for (const auto& [i, j] : lower_triangle(J)) {
    const std::vector<Expr> lower{J(i, j)}, upper{-J(j, i)};
    if (agree(lower, upper)) continue;
    const std::string &a = component_->positions[at(i)].name,
                      &b = component_->positions[at(j)].name;
    reader_.fail("PH122", component_->where + "/kinematics/" + pointer_token(a),
                 i == j ? "a rate of \"" + a + "\" that its own effort drives"
                        : "rates of \"" + a + "\" and \"" + b + "\" that do not mirror each other",
                 "the coefficient of effort(" + b + ") in the rate of " + a +
                     " is minus that of effort(" + a + ") in the rate of " + b,
                 "a loss belongs under dissipation, with \"flow\": \"effort(" + a + ")\"");
  }
}

void ComponentReader::read_kinematics() {
  Laws& laws = component_->laws;
  laws.kinematics.assign(laws.z.size(), Expr(0.0));
  const Place all = root_["kinematics"];
  has_rate_.assign(component_->positions.size(), 0);
  if (!reader_.object(all)) return;
  for (const auto& [name, json] : all.members()) {
    const Place place(json);
    const StateEntries* found = own_position(name);
    if (!found) {
      reader_.fail_unknown("PH111", place, name, "the name of a position",
                           declared_names("positions"));
      continue;
    }
    const StateEntries position = *found;
    const Tensor rate = formulas_.read_shaped(place, position.shape, "\"" + name + "\" is",
                                              kPositions | kVelocities | kEfforts);
    for (std::size_t i = 0; i < position.indices.size(); ++i) {
      const std::size_t index = at(position.indices[i]);
      has_rate_[index] = 1;
      if (!formulas_.check_linear(rate.entries[i], place, false)) break;
      laws.kinematics[index] = rate.entries[i];
    }
  }
}

void ComponentReader::read_mass() {
  Laws& laws = component_->laws;
  const int n = static_cast<int>(component_->velocities.size());
  laws.mass = laws::Matrix(n);
  const Place energy = root_["kinetic_energy"], matrix = root_["mass"];
  if (energy && matrix) {
    reader_.fail("PH108", component_->where + "/mass", "a mass matrix beside a kinetic energy",
                 "one of the two");
    return;
  }
  if (matrix) {
    laws.mass = formulas_.read_matrix(matrix, n, kParameters);
    for (const auto& [i, j] : lower_triangle(laws.mass)) {
      const std::vector<Expr> upper{laws.mass(j, i)}, lower{laws.mass(i, j)};
      if (agree(upper, lower)) continue;
      if (matrix->is_string())
        reader_.fail("PH120", matrix, describe(*matrix), "a symmetric matrix");
      else
        reader_.fail("PH120", matrix[at(i)][at(j)], describe(*matrix[at(i)][at(j)]),
                     describe(*matrix[at(j)][at(i)]) + ", as on the other side of the diagonal",
                     "a mass matrix is symmetric");
    }
    return;
  }
  if (!energy) {
    if (n > 0)
      reader_.fail("PH103", component_->where + "/kinetic_energy",
                   "velocities without a kinetic energy",
                   "\"kinetic_energy\": a formula (J), or \"mass\": a matrix",
                   "a velocity without mass gets a zero row in \"mass\"");
    return;
  }
  const Expr T = formulas_.read(energy, kPositions | kVelocities);
  const std::vector<Expr> own(laws.w.begin(), laws.w.begin() + n), energies{T};
  std::vector<Expr> momenta(own.size());
  for (const auto& [row, i, value] : expr::jacobian(energies, own).entries) momenta[at(i)] = value;
  Expr quadratic(0.0);
  for (auto& [i, j, entry] : expr::jacobian(momenta, own).entries) {
    // M = d^2 T / dw^2 is constant, so its value at any state will do, if it exists there.
    if (const std::string more = formulas_.excess(entry, kParameters); !more.empty()) {
      std::vector<std::pair<Expr, Expr>> zeros;
      for (const Expr& symbol : formulas_.symbols(entry, kPositions | kVelocities))
        zeros.emplace_back(symbol, Expr(0.0));
      const std::vector<Expr> here{entry}, fixed{expr::substitute(entry, zeros, *laws.graph)};
      if (!agree(here, fixed)) {
        reader_.fail("PH114", energy, "a mass matrix that depends on " + more,
                     "a kinetic energy that is quadratic in the velocities with constant mass",
                     "choose velocities in which the mass is constant (body-fixed ones, or those "
                     "of the single bodies with position_constraints between them)");
        return;
      }
      entry = fixed[0];
    }
    laws.mass.add(i, j, entry);
    quadratic += 0.5 * entry * own[at(i)] * own[at(j)];
  }
  const std::vector<Expr> given{T}, found{quadratic};
  if (!agree(given, found))
    reader_.fail("PH112", energy, expr::text(T, 200),
                 "a kinetic energy that is purely quadratic in the velocities",
                 "terms without velocities belong under potential_energy");
}

void ComponentReader::read_potentials() {
  const Place place = root_["potential_energy"];
  if (!place) return;
  Laws& laws = component_->laws;
  if (!place->is_object()) {
    laws.potentials.push_back({"potential", formulas_.read(place, kPositions)});
    return;
  }
  for (const auto& [name, json] : place.members())
    if (name == "kinetic" || name == "potential" || name == "stored" || name == "dissipated" ||
        name == "supplied" || name == "events" || name == "balance_error")
      reader_.fail("PH107", Place(json), "the name \"" + name + "\"",
                   "a name that the ledger does not use itself", "for example \"" + name + "_1\"");
    else if (reader_.name(name, Place(json)))
      laws.potentials.push_back({name, formulas_.read(Place(json), kPositions)});
}

void ComponentReader::read_groups() {
  const Place place = root_["velocity_group"];
  if (!place) return;
  Laws& laws = component_->laws;
  const auto n = static_cast<Eigen::Index>(component_->velocities.size());
  const auto add = [&](Place name, const std::vector<int>& members, Place list) {
    std::vector<std::string> known;
    for (const auto& group : laws::groups()) known.emplace_back(group.name);
    const std::string wanted = reader_.text(name);
    const laws::Group* group = laws::find_group(wanted);
    if (!group) {
      reader_.fail_unknown("PH109", name, wanted, one_of(known), known);
      return;
    }
    if (members.size() != at(group->dimension)) {
      reader_.fail("PH113", list, std::to_string(members.size()) + " velocities",
                   std::to_string(group->dimension) + " for " + std::string(group->name) + ": " +
                       std::string(group->order));
      return;
    }
    laws.gyroscopic.resize(static_cast<int>(n));
    std::vector<Expr> momentum;
    for (const int i : members) momentum.push_back(laws.p[at(i)]);
    const laws::MatExpr g = group->gyroscopic(momentum);
    for (std::size_t i = 0; i < members.size(); ++i)
      for (std::size_t j = 0; j < members.size(); ++j)
        laws.gyroscopic.add(members[i], members[j],
                            g(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)));
  };
  if (place->is_string()) {
    std::vector<int> all;
    for (int i = 0; i < static_cast<int>(n); ++i) all.push_back(i);
    add(place, all, place);
    return;
  }
  if (!reader_.array(place, "the name of a group, or an array of groups with their velocities"))
    return;
  for (std::size_t k = 0; k < place.size(); ++k) {
    const Place entry = place[k];
    if (!reader_.object(entry, "group")) continue;
    if (!entry["group"] || !reader_.array(entry["velocities"])) continue;
    std::vector<int> members;
    bool is_known = true;
    for (std::size_t i = 0; i < entry["velocities"].size(); ++i) {
      const Place name = entry["velocities"][i];
      const StateEntries* found = own_velocity(reader_.text(name));
      if (found)
        members.insert(members.end(), found->indices.begin(), found->indices.end());
      else
        reader_.fail("PH111", name, describe(*name), "the name of a velocity");
      is_known = is_known && found;
    }
    if (is_known) add(entry["group"], members, entry["velocities"]);
  }
}

void ComponentReader::read_gyroscopic() {
  const Place place = root_["gyroscopic"];
  if (!place) return;
  Laws& laws = component_->laws;
  const int n = static_cast<int>(component_->velocities.size());
  const laws::Matrix g = formulas_.read_matrix(place, n, kPositions | kVelocities | kMomenta);
  const bool is_whole = place->is_string();
  if (!is_whole && (!place->is_array() || place.size() != at(n))) return;
  for (const auto& [i, j] : lower_triangle(g)) {
    const std::vector<Expr> lower{g(i, j)}, upper{-g(j, i)};
    if (agree(lower, upper)) continue;
    const Place entry = is_whole ? place : place[at(i)][at(j)];
    reader_.fail("PH122", entry, describe(*entry),
                 "minus the entry on the other side of the diagonal",
                 "gyroscopic forces do no work, so G is skew; a resisting force belongs under "
                 "dissipation");
  }
  laws.gyroscopic.resize(n);
  for (const auto& [entry, formula] : g.entries())
    laws.gyroscopic.add(entry.first, entry.second, formula);
}

void ComponentReader::declare_constraints() {
  Laws& laws = component_->laws;
  std::set<std::string> seen;
  for (const char* key : {"position_constraints", "velocity_constraints"}) {
    const Place all = root_[key];
    if (!reader_.object(all)) continue;
    const bool is_position = key == std::string("position_constraints");
    for (const auto& [name, json] : all.members()) {
      const Place place(json);
      if (!reader_.name(name, place)) continue;
      if (!seen.insert(name).second)
        reader_.fail("PH106", place, "the constraint \"" + name + "\" a second time",
                     "each name once");
      if (json.is_object()) reader_.object(place, "constraint");
      // For formulas in which it is not allowed; the rows, once read, say what it is.
      const Expr symbol = laws.graph->symbol("multiplier(" + name + ")");
      formulas_.add_multiplier(name, symbol);
      (is_position ? laws.lambda : laws.mu).push_back(symbol);
    }
  }
  std::vector<Expr> lambda, mu;
  for (const char* key : {"position_constraints", "velocity_constraints"}) {
    const Place all = root_[key];
    if (!all || !all->is_object()) continue;
    const bool is_position = key == std::string("position_constraints");
    for (const auto& [name, json] : all.members()) {
      const Place place = formula_of(Place(json));
      const std::size_t before = reader_.problems().size();
      const std::vector<Expr>& rows = constraint_rows_[std::string(key) + name] =
          formulas_.read_array(
              place, -1, is_position ? kPositions : kPositions | kVelocities | kEfforts | kTime);
      if (reader_.problems().size() != before) formulas_.mark_broken("multiplier(" + name + ")");
      std::vector<Expr> symbols;
      for (std::size_t i = 0; i < rows.size(); ++i) {
        const std::string row = numbered(name, i, rows.size());
        symbols.push_back(laws.graph->symbol("multiplier(" + row + ")"));
        formulas_.add_multiplier(row, symbols.back());
        (is_position ? lambda : mu).push_back(symbols.back());
      }
      add_multipliers(name, place, symbols);
    }
  }
  laws.lambda = lambda;
  laws.mu = mu;
}

/// Of an array the name alone means the first, of a vector the vector.
void ComponentReader::add_multipliers(const std::string& name, Place formula,
                                      const std::vector<Expr>& symbols) {
  if (symbols.empty()) return;
  if (symbols.size() == 1 || formula->is_array())
    formulas_.add_multiplier(name, symbols[0]);
  else
    formulas_.add_multiplier(name, {expr::vector_of(static_cast<int>(symbols.size())), symbols});
}

void ComponentReader::read_constraints() {
  Laws& laws = component_->laws;
  if (const Place all = root_["position_constraints"]; all && all->is_object()) {
    for (const auto& [name, json] : all.members()) {
      const Place place = formula_of(Place(json));
      const std::string unit = json.is_object() ? reader_.text(Place(json)["unit"]) : "";
      const std::vector<Expr>& rows = constraint_rows_["position_constraints" + name];
      for (std::size_t i = 0; i < rows.size(); ++i) {
        laws.position_constraints.push_back({numbered(name, i, rows.size()), unit, rows[i]});
        if (constant(rows[i]) && !formulas_.is_broken("multiplier(" + name + ")"))
          reader_.fail("PH114", place, "a formula that depends on no position",
                       "a law between positions, c(z) = 0");
      }
    }
  }
  const Place all = root_["velocity_constraints"];
  if (!all || !all->is_object()) return;
  laws.mu.clear();
  for (const auto& [name, json] : all.members()) {
    const Place place = formula_of(Place(json));
    const std::string unit = json.is_object() ? reader_.text(Place(json)["unit"]) : "";
    const std::vector<Expr>& rows = constraint_rows_["velocity_constraints" + name];
    std::vector<Expr> rests;  // a(z, w, e) - q(t) without velocities and efforts: -q
    bool is_driven = false;
    for (const Expr row : rows) {
      const Expr rest = formulas_.rest(row);
      formulas_.check_linear(row, place, true);
      rests.push_back(rest);
      is_driven = is_driven || !is_zero(rest);
    }
    if (is_driven)
      add_driven_constraint(name, unit, rows, rests, place,
                            component_->where + "/velocity_constraints/" + pointer_token(name));
    else
      for (std::size_t i = 0; i < rows.size(); ++i) {
        const std::string row = numbered(name, i, rows.size());
        laws.velocity_constraints.push_back({row, unit, rows[i]});
        laws.mu.push_back(laws.graph->symbol("multiplier(" + row + ")"));
      }
  }
}

/// A constraint that moves with time does work: it is a port with a prescribed flow, so that the
/// ledger sees what it supplies.
void ComponentReader::add_driven_constraint(const std::string& name, const std::string& unit,
                                            const std::vector<Expr>& rows,
                                            const std::vector<Expr>& rests, Place formula,
                                            const std::string& where) {
  Laws& laws = component_->laws;
  Port port{.name = name,
            .first = static_cast<int>(laws.ports.size()),
            .size = static_cast<int>(rows.size()),
            .flow_unit = unit};
  Input input{.where = where, .prescribes_flow = true};
  std::vector<Expr> multipliers;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::string row = numbered(name, i, rows.size());
    // The multipliers of prescribed ports are numbered by their ports (system/type_cache.cpp).
    const Expr multiplier =
        laws.graph->symbol("multiplier(#" + std::to_string(laws.ports.size()) + ")");
    formulas_.add_multiplier(row, multiplier);
    multipliers.push_back(multiplier);
    laws.ports.push_back({row, rows[i] - rests[i]});
    laws.u.push_back(laws.graph->symbol("input(" + row + ")"));
    input.formulas.push_back(-rests[i]);
    input.texts.push_back(expr::text(-rests[i]));
  }
  add_multipliers(name, formula, multipliers);
  component_->ports.push_back(port);
  component_->inputs.emplace_back(name, std::move(input));
}

void ComponentReader::read_dissipation() {
  const Place all = root_["dissipation"];
  if (!reader_.object(all)) return;
  Laws& laws = component_->laws;
  for (const auto& [name, json] : all.members()) {
    const Place place(json);
    const unsigned effort_of = kPositions | kVelocities | kEfforts | kTime;
    if (!json.is_object()) {
      const StateEntries* found = own_velocity(name);
      if (!found) {
        reader_.fail_unknown("PH111", place, name,
                             "the name of a velocity, or {\"flow\", \"effort\"} for another flow",
                             declared_names("velocities"));
        continue;
      }
      const StateEntries velocity = *found;
      const Tensor effort =
          formulas_.read_shaped(place, velocity.shape, "\"" + name + "\" is", effort_of);
      for (std::size_t i = 0; i < velocity.indices.size(); ++i)
        laws.resistive.push_back({name + expr::entry_suffix(velocity.shape, static_cast<int>(i)),
                                  laws.w[at(velocity.indices[i])], effort.entries[i]});
      continue;
    }
    reader_.object(place, "dissipation");
    if (!reader_.name(name, place)) continue;
    const Tensor flow = formulas_.read_tensor(place["flow"], kPositions | kVelocities | kEfforts);
    const Tensor effort =
        place["effort"]
            ? formulas_.read_shaped(place["effort"], flow.shape, "the flow is", effort_of)
            : Tensor(flow.shape, std::vector<Expr>(flow.entries.size()));
    std::optional<int> heats;
    if (place["heats"]) {
      const int s = state_index(component_->positions, reader_.text(place["heats"]));
      if (s < 0)
        reader_.fail("PH111", place["heats"], describe(*place["heats"]),
                     "the name of a position that stores entropy");
      else
        heats = s;
    }
    for (std::size_t i = 0; i < flow.entries.size(); ++i) {
      if (place["flow"]) formulas_.check_linear(flow.entries[i], place["flow"], false);
      laws.resistive.push_back({name + expr::entry_suffix(flow.shape, static_cast<int>(i)),
                                flow.entries[i], effort.entries[i], heats});
    }
  }
}

/// Every position has a rate: a kinematic formula, or the heat that a dissipation turns into it.
void ComponentReader::check_positions() {
  for (std::size_t i = 0; i < component_->positions.size(); ++i) {
    const std::string& name = component_->positions[i].name;
    const bool has_formula = has_rate_[i] != 0;
    const auto& resistive = component_->laws.resistive;
    const bool is_heated = std::any_of(resistive.begin(), resistive.end(),
                                       [&](const auto& r) { return r.heats && at(*r.heats) == i; });
    if (!has_formula && !is_heated)
      reader_.fail("PH103", component_->where + "/kinematics", "no rate of \"" + name + "\"",
                   "\"" + name + "\": a formula linear in the velocities",
                   "a position that never changes is a parameter");
    if (is_heated && component_->laws.potentials.empty())
      reader_.fail("PH103", component_->where + "/potential_energy",
                   "heat for \"" + name + "\", which stores no energy",
                   "a potential energy that grows with it",
                   "for an environment of temperature theta write \"theta*" + name + "\"");
  }
}

void ComponentReader::read_ports() {
  const Place all = root_["ports"];
  if (!reader_.object(all)) return;
  Laws& laws = component_->laws;
  for (const auto& [name, json] : all.members()) {
    const Place place(json);
    if (!reader_.name(name, place)) continue;
    if (component_->find_port(name)) {
      reader_.fail("PH106", place,
                   "\"" + name + "\", which a constraint that moves with time is called",
                   "a name of its own");
      continue;
    }
    if (json.is_string()) {
      const auto path = port_path(json.get<std::string>(), place);
      if (path && path->parts.empty())
        reader_.fail("PH131", place, describe(json),
                     "a port of a component, as \"component.port\"");
      else if (path)
        component_->shown_ports[name] = *path;
      continue;
    }
    if (!reader_.object(place, "port")) continue;
    Port port{.name = name,
              .first = static_cast<int>(laws.ports.size()),
              .flow_unit = reader_.text(place["flow_unit"]),
              .effort_unit = reader_.text(place["effort_unit"]),
              .position_unit = reader_.text(place["position_unit"])};
    if (!place["flow"] && !place["position"]) {
      reader_.fail("PH103", place, "neither flow nor position",
                   "\"flow\": a formula linear in the velocities, or \"position\"");
      continue;
    }
    std::vector<Expr> flows =
        formulas_.read_array(place["flow"], -1, kPositions | kVelocities | kEfforts);
    for (std::size_t i = 0; i < flows.size(); ++i)
      formulas_.check_linear(flows[i], place["flow"]->is_array() ? place["flow"][i] : place["flow"],
                             false);
    if (place["position"]) {
      port.position = formulas_.read_array(place["position"], -1, kPositions);
      const std::vector<Expr> others(
          laws.z.begin() + static_cast<std::ptrdiff_t>(component_->positions.size()), laws.z.end());
      const bool is_own = std::ranges::none_of(port.position, [&](const Expr& formula) {
        return expr::depends_on_any(formula, others);
      });
      if (!is_own && !place["flow"]) {
        reader_.fail("PH103", place, "no flow for a position of other components",
                     "\"flow\": the rate of the position, which only they know");
        continue;
      }
      // d/dt position = (dposition/dz) kinematics
      std::vector<Expr> rates(port.position.size());
      std::vector<Expr> kinematics = laws.kinematics;
      kinematics.resize(laws.z.size());
      for (const auto& [row, col, value] : expr::jacobian(port.position, laws.z).entries)
        rates[at(row)] += value * kinematics[at(col)];
      if (!place["flow"]) flows = rates;
      if (flows.size() != rates.size()) {
        reader_.fail("PH113", place["position"], std::to_string(rates.size()) + " positions",
                     std::to_string(flows.size()) + ", as many as flows");
        port.position.clear();
      } else if (is_own && !agree(flows, rates)) {
        reader_.fail("PH134", place["position"], "a position whose rate is not the port's flow",
                     "d/dt position = flow", "leave out \"flow\" to have it derived");
        port.position.clear();
      }
    }
    port.size = static_cast<int>(flows.size());
    for (std::size_t i = 0; i < flows.size(); ++i) {
      laws.ports.push_back({numbered(name, i, flows.size()), flows[i]});
      laws.u.push_back(laws.graph->symbol("input(" + numbered(name, i, flows.size()) + ")"));
    }
    component_->ports.push_back(port);
  }
}

void ComponentReader::read_readouts(const char* key, bool is_invariant) {
  const Place all = root_[key];
  if (!reader_.object(all)) return;
  for (const auto& [name, json] : all.members()) {
    const Place place(json);
    if (!reader_.name(name, place)) continue;
    const auto& outputs = component_->outputs;
    if (own_position(name) || own_velocity(name) ||
        std::any_of(outputs.begin(), outputs.end(),
                    [&](const Readout& o) { return o.name == name; }))
      reader_.fail("PH106", place, "\"" + name + "\", the name of another column",
                   "a name of its own among states, outputs and invariants");
    if (json.is_object()) reader_.object(place, "readout");
    const std::string unit = json.is_object() ? reader_.text(place["unit"]) : "";
    const unsigned allowed = is_invariant ? kPositions | kVelocities | kMomenta | kTime : ~0U;
    const Tensor value = formulas_.read_tensor(formula_of(place), allowed);
    for (int i = 0; i < value.shape.size(); ++i)
      add_output({name + expr::entry_suffix(value.shape, i), unit, 0, is_invariant},
                 value.entries[at(i)]);
  }
}

void ComponentReader::add_output(Readout output, const Expr& formula) {
  Laws& laws = component_->laws;
  const int index = output.index = add_readouts({formula});
  component_->outputs.push_back(output);
  if (!output.is_invariant) return;
  // Linear in w means linear in (w, p = M w).
  const std::vector<Expr> xs = formulas_.symbols(formula, kVelocities | kMomenta);
  if (xs.empty() || !expr::linear_coefficients(formula, xs)) return;
  std::vector<std::pair<Expr, Expr>> momenta;
  const std::vector<Expr> p = laws::product(laws.mass, laws.w);
  for (std::size_t i = 0; i < p.size(); ++i) momenta.emplace_back(laws.p[i], p[i]);
  laws.readouts[at(index)] = expr::substitute(formula, momenta, *laws.graph);
  laws.momenta.push_back(index);
}

int ComponentReader::add_readouts(const std::vector<Expr>& formulas) {
  auto& readouts = component_->laws.readouts;
  const int first = static_cast<int>(readouts.size());
  readouts.insert(readouts.end(), formulas.begin(), formulas.end());
  return first;
}

void ComponentReader::watch_poles() {
  Laws& laws = component_->laws;
  std::vector<Expr> all = laws.kinematics;
  for (const auto& part : laws.potentials) all.push_back(part.energy);
  for (const auto& row : laws.position_constraints) all.push_back(row.formula);
  for (const auto& row : laws.velocity_constraints) all.push_back(row.formula);
  for (const auto& port : laws.ports) all.push_back(port.flow);
  for (const auto& resistive : laws.resistive) {
    all.push_back(resistive.flow);
    all.push_back(resistive.effort);
  }
  for (const auto& [place, formula] : laws.gyroscopic.entries()) all.push_back(formula);
  for (const Expr pole : expr::poles(all))
    if (!formulas_.excess(pole, kParameters | kTime).empty()) laws.watched.push_back(pole);
}

}  // namespace porthos::model
