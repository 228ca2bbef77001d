#include <algorithm>

#include "base/index.hpp"
#include "expr/derivative.hpp"
#include "expr/query.hpp"
#include "expr/switching.hpp"
#include "expr/text.hpp"
#include "laws/groups.hpp"
#include "model/component_reader.hpp"

namespace porthos::model {

void ComponentReader::read_energies() {
  laws::Laws& laws = component_->laws;
  laws.mass = laws::Matrix(static_cast<int>(component_->velocities.size()));
  const Place energy = root_["kinetic_energy"], matrix = root_["mass"], whole = root_["lagrangian"];
  for (const char* key : {"kinetic_energy", "mass", "potential_energy"})
    if (whole && root_[key])
      reader_.fail("PH108", component_->where + "/" + key,
                   "\"" + std::string(key) + "\" together with a Lagrangian", "one of the two");
  if (energy && matrix)
    reader_.fail("PH108", component_->where + "/mass", "both a mass matrix and a kinetic energy",
                 "one of the two");
  else if (whole)
    read_lagrangian(whole);
  else if (matrix)
    read_mass(matrix);
  else if (energy)
    read_kinetic_energy(energy);
  else if (laws.mass.size() > 0)
    reader_.fail("PH103", component_->where + "/kinetic_energy",
                 "velocities without a kinetic energy",
                 "\"kinetic_energy\": a formula (J), or \"mass\": a matrix",
                 "a velocity without mass gets a zero row in \"mass\"");
  if (!whole) read_potentials();
  check_moving_mass(whole ? whole : energy ? energy : matrix);
}

/// The rates of the positions in a mass must be velocities alone, so that v^T M v / 2 changes
/// accordingly (theory 9).
void ComponentReader::check_moving_mass(Place place) {
  const Laws& laws = component_->laws;
  std::vector<Expr> formulas = laws.shift;
  for (const auto& [entry, formula] : laws.mass.entries()) formulas.push_back(formula);
  for (const Expr& symbol : expr::symbols_of(formulas))
    for (std::size_t i = 0; i < component_->positions.size(); ++i)
      if (laws.z[i] == symbol && !formulas_.symbols(laws.kinematics[i], kEfforts).empty())
        reader_.fail("PH114", place,
                     "a mass that depends on \"" + component_->positions[i].name +
                         "\", whose rate an effort drives",
                     "a mass that depends on positions whose rates are velocities");
}

/// `product` contains entries times two velocities.
void ComponentReader::expect_matrix(const laws::Matrix& matrix, const Dimension& product,
                                    Place place, const std::string& what) {
  const auto unit = [&](int i) { return read_unit(component_->velocities[index(i)].unit); };
  for (const auto& [entry, formula] : matrix.entries()) {
    const auto& [i, j] = entry;
    const Place cell = place->is_string() ? place : place[index(i)][index(j)];
    formulas_.units().expect({&formula, 1}, per(per(product, unit(i)), unit(j)), cell, what);
  }
}

void ComponentReader::read_mass(Place matrix) {
  laws::Matrix& mass = component_->laws.mass;
  mass = formulas_.read_matrix(matrix, mass.size(), kPositions);
  expect_matrix(mass, joule(), matrix, "as a mass");
  for (const auto& [i, j] : lower_triangle(mass)) {
    const std::vector<Expr> upper{mass(j, i)}, lower{mass(i, j)};
    if (agree(upper, lower)) continue;
    if (matrix->is_string())
      reader_.fail("PH120", matrix, describe(*matrix), "a symmetric matrix");
    else
      reader_.fail("PH120", matrix[index(i)][index(j)], describe(*matrix[index(i)][index(j)]),
                   describe(*matrix[index(j)][index(i)]) + ", as on the other side of the diagonal",
                   "a mass matrix is symmetric");
  }
}

/// T = v^T M v / 2 + b^T v + T_0; the part T_0, from the motion of the coordinate frame itself, is
/// a potential energy -T_0.
void ComponentReader::read_kinetic_energy(Place place) {
  const Expr energy = formulas_.read(place, kPositions | kVelocities);
  expect({energy}, "J", place, "as an energy");
  const std::optional<Expr> rest = split_energy(energy, place);
  if (!rest) return;
  if (!is_zero(*rest) && formulas_.symbols(*rest, kPositions).empty())
    reader_.fail("PH112", place, expr::text(*rest, 200) + " in a kinetic energy",
                 "a kinetic energy that is zero, or depends on positions, without velocities",
                 "terms without velocities belong under potential_energy");
  else if (!is_zero(*rest))
    component_->laws.potentials.push_back({"centrifugal", -*rest});
}

/// L = v^T M v / 2 + b^T v - V, of positions, velocities and time.            [003] Sec. 3; S-17...
void ComponentReader::read_lagrangian(Place place) {
  Laws& laws = component_->laws;
  const Expr lagrangian = formulas_.read(place, kPositions | kVelocities | kTime);
  expect({lagrangian}, "J", place, "as an energy");
  const std::optional<Expr> rest = split_energy(lagrangian, place);
  if (!rest) return;
  if (!is_zero(*rest)) laws.potentials.push_back({"potential", with_clock(-*rest, "potential")});
  for (std::size_t i = 0; i < laws.shift.size(); ++i) {
    // The change of b with time does work that no port supplies: -(db/dt)^T v.
    const Expr push = expr::derivative(laws.shift[i], laws.t);
    if (!is_zero(push))
      laws.resistive.push_back({.name = "lagrangian." + component_->velocities[i].name,
                                .flow = laws.w[i],
                                .effort = push,
                                .is_force = true});
  }
}

/// Sets M and b of an energy T = v^T M v / 2 + b^T v + T_0, and returns T_0; nullopt after a
/// problem.
std::optional<Expr> ComponentReader::split_energy(const Expr& energy, Place place) {
  Laws& laws = component_->laws;
  const auto n = static_cast<std::ptrdiff_t>(component_->velocities.size());
  const std::vector<Expr> own(laws.w.begin(), laws.w.begin() + n), energies{energy};
  std::vector<std::pair<Expr, Expr>> at_rest;
  for (const Expr& v : own) at_rest.emplace_back(v, Expr(0.0));
  std::vector<Expr> momenta(own.size());
  for (const auto& [row, i, value] : expr::jacobian(energies, own).entries)
    momenta[index(i)] = value;
  Expr sum = expr::substitute(energy, at_rest, *laws.graph);
  const Expr rest = sum;
  for (const auto& [i, j, slope] : expr::jacobian(momenta, own).entries) {
    const std::optional<Expr> entry = mass_entry(slope, place);
    if (!entry) return std::nullopt;
    laws.mass.add(i, j, *entry);
    sum += 0.5 * *entry * own[index(i)] * own[index(j)];
  }
  std::vector<Expr> shift = expr::substitute(momenta, at_rest, *laws.graph);
  for (std::size_t i = 0; i < shift.size(); ++i) {
    const std::vector<Expr> found{shift[i], 1.0}, none{Expr(0.0), 1.0};
    if (agree(found, none, false)) shift[i] = Expr(0.0);
    sum += shift[i] * own[i];
  }
  if (std::ranges::any_of(shift, [](const Expr& b) { return !is_zero(b); })) laws.shift = shift;
  const std::vector<Expr> given{energy}, found{sum};
  if (agree(given, found)) {
    const std::vector<Expr> left{rest, 1.0}, none{Expr(0.0), 1.0};
    return agree(left, none, false) ? Expr(0.0) : rest;
  }
  reader_.fail("PH112", place, expr::text(energy, 200),
               "an energy that is quadratic in the velocities",
               "a product of three velocities, a root or a sine of one has no mass matrix");
  return std::nullopt;
}

/// d^2 T / dv^2. If it depends on states only in appearance, its value at any state is correct.
std::optional<Expr> ComponentReader::mass_entry(const Expr& slope, Place place) {
  Expr entry = slope;
  for (const unsigned without : {kVelocities | kTime, kPositions + 0U}) {
    std::vector<std::pair<Expr, Expr>> zeros;
    for (const Expr& symbol : formulas_.symbols(entry, without))
      zeros.emplace_back(symbol, Expr(0.0));
    if (zeros.empty()) continue;
    const std::vector<Expr> here{entry},
        fixed{expr::substitute(entry, zeros, *component_->laws.graph)};
    if (agree(here, fixed, without != kPositions)) {
      entry = fixed[0];
    } else if (without != kPositions) {
      const bool is_of_time = formulas_.symbols(entry, kVelocities).empty();
      reader_.fail(
          "PH114", place, "a mass matrix that depends on " + formulas_.excess(entry, kPositions),
          "an energy that is quadratic in the velocities, with a mass of the positions",
          is_of_time ? "a mass that changes with time is that of a system with another part, which "
                       "moves"
                     : "each term has exactly two velocities as factors, as m/2*v^2");
      return std::nullopt;
    }
  }
  return entry;
}

/// The formula with time replaced by a position with the rate 1. Energy that it gains as time
/// passes is then power that enters through a port, the clock (theory 10). Time still decides
/// branches.
Expr ComponentReader::with_clock(const Expr& formula, const std::string& name) {
  Laws& laws = component_->laws;
  if (!expr::depends_on(formula, laws.t)) return formula;
  const int z = foreign_state("clock(" + name + ")", true, "s");
  const Expr branch = laws.graph->symbol("#branch");
  const std::vector<Expr> given{formula};
  const Expr held = expr::hold_branches(given, laws.t, branch, laws.parameters).formulas[0];
  const std::vector<std::pair<Expr, Expr>> to{{laws.t, laws.z[index(z)]}, {branch, laws.t}};
  if (component_->clocks.insert(name).second) {
    const Port port{.name = name,
                    .first = static_cast<int>(laws.ports.size()),
                    .size = 1,
                    .flow_unit = "W",
                    .is_clock = true};
    laws.ports.push_back({name, laws.e[index(z)]});
    laws.u.push_back(laws.graph->symbol("input(clock " + name + ")"));
    component_->ports.push_back(port);
    component_->clock.formulas.assign(1, Expr(1.0));
    component_->clock.texts.assign(1, "1");
  }
  return expr::substitute(held, to, *laws.graph);
}

void ComponentReader::read_potentials() {
  const Place place = root_["potential_energy"];
  if (!place) return;
  Laws& laws = component_->laws;
  const auto add = [&](const std::string& name, Place formula) {
    const Expr energy = formulas_.read(formula, kPositions | kTime);
    expect({energy}, "J", formula, "as an energy");
    laws.potentials.push_back({name, with_clock(energy, name)});
  };
  if (!place->is_object()) {
    add("potential", place);
    return;
  }
  for (const auto& [name, json] : place.members())
    if (name == "kinetic" || name == "potential" || name == "stored" || name == "dissipated" ||
        name == "supplied" || name == "forces" || name == "centrifugal" || name == "events" ||
        name == "balance_error")
      reader_.fail("PH107", Place(json), "the name \"" + name + "\"",
                   "a name that the ledger does not use itself", "for example \"" + name + "_1\"");
    else if (reader_.name(name, Place(json)))
      add(name, Place(json));
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
    if (members.size() != index(group->dimension)) {
      reader_.fail("PH113", list, std::to_string(members.size()) + " velocities",
                   std::to_string(group->dimension) + " for " + std::string(group->name) + ": " +
                       std::string(group->order));
      return;
    }
    laws.gyroscopic.resize(static_cast<int>(n));
    std::vector<Expr> momentum;
    for (const int i : members) momentum.push_back(laws.p[index(i)]);
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
  expect_matrix(g, watt(), place, "as a gyroscopic coefficient");
  const bool is_whole = place->is_string();
  if (!is_whole && (!place->is_array() || place.size() != index(n))) return;
  for (const auto& [i, j] : lower_triangle(g)) {
    const std::vector<Expr> lower{g(i, j)}, upper{-g(j, i)};
    if (agree(lower, upper)) continue;
    const Place entry = is_whole ? place : place[index(i)][index(j)];
    reader_.fail("PH122", entry, describe(*entry),
                 "minus the entry on the other side of the diagonal",
                 "gyroscopic forces do no work, so G is skew; a resisting force belongs under "
                 "dissipation");
  }
  laws.gyroscopic.resize(n);
  for (const auto& [entry, formula] : g.entries())
    laws.gyroscopic.add(entry.first, entry.second, formula);
}

}  // namespace porthos::model
