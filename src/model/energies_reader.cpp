#include <algorithm>

#include "base/index.hpp"
#include "expr/derivative.hpp"
#include "expr/query.hpp"
#include "expr/switching.hpp"
#include "expr/text.hpp"
#include "laws/groups.hpp"
#include "model/draft.hpp"

namespace porthos::model {
namespace {

/// The rates of the positions in a mass must be velocities alone, so that v^T M v / 2 changes
/// accordingly (theory 9).
void check_moving_mass(Draft& draft, Place place) {
  const Laws& laws = draft.component->laws;
  std::vector<Expr> formulas = laws.shift;
  for (const auto& [entry, formula] : laws.mass.entries()) formulas.push_back(formula);
  for (const Expr& symbol : expr::symbols_of(formulas))
    for (std::size_t i = 0; i < draft.component->positions.size(); ++i)
      if (laws.z[i] == symbol && !draft.kinds.symbols(laws.kinematics[i], kEfforts).empty())
        draft.reader.fail("PH114", place,
                          "a mass that depends on \"" + draft.component->positions[i].name +
                              "\", whose rate an effort drives",
                          "a mass that depends on positions whose rates are velocities");
}

/// `product` contains entries times two velocities.
void expect_matrix(Draft& draft, const laws::Matrix& matrix, const Dimension& product, Place place,
                   const std::string& what) {
  const auto unit = [&](int i) { return read_unit(draft.component->velocities[index(i)].unit); };
  for (const auto& [entry, formula] : matrix.entries()) {
    const auto& [i, j] = entry;
    const Place cell = place->is_string() ? place : place[index(i)][index(j)];
    draft.formulas.units().expect({&formula, 1}, per(per(product, unit(i)), unit(j)), cell, what);
  }
}

void read_mass(Draft& draft, Place matrix) {
  laws::Matrix& mass = draft.component->laws.mass;
  mass = draft.formulas.read_matrix(matrix, mass.size(), kPositions);
  expect_matrix(draft, mass, joule(), matrix, "as a mass");
  for (const auto& [i, j] : lower_triangle(mass)) {
    const std::vector<Expr> upper{mass(j, i)}, lower{mass(i, j)};
    if (agree(upper, lower)) continue;
    if (matrix->is_string())
      draft.reader.fail("PH120", matrix, describe(*matrix), "a symmetric matrix");
    else
      draft.reader.fail(
          "PH120", matrix[index(i)][index(j)], describe(*matrix[index(i)][index(j)]),
          describe(*matrix[index(j)][index(i)]) + ", as on the other side of the diagonal",
          "a mass matrix is symmetric");
  }
}

/// d^2 T / dv^2. If it depends on states only in appearance, its value at any state is correct.
std::optional<Expr> mass_entry(Draft& draft, const Expr& slope, Place place) {
  Expr entry = slope;
  for (const unsigned without : {kVelocities | kTime, kPositions + 0U}) {
    std::vector<std::pair<Expr, Expr>> zeros;
    for (const Expr& symbol : draft.kinds.symbols(entry, without))
      zeros.emplace_back(symbol, Expr(0.0));
    if (zeros.empty()) continue;
    const std::vector<Expr> here{entry},
        fixed{expr::substitute(entry, zeros, *draft.component->laws.graph)};
    if (agree(here, fixed, without != kPositions)) {
      entry = fixed[0];
    } else if (without != kPositions) {
      const bool is_of_time = draft.kinds.symbols(entry, kVelocities).empty();
      draft.reader.fail(
          "PH114", place, "a mass matrix that depends on " + draft.kinds.excess(entry, kPositions),
          "an energy that is quadratic in the velocities, with a mass of the positions",
          is_of_time ? "a mass that changes with time is that of a system with another part, which "
                       "moves"
                     : "each term has exactly two velocities as factors, as m/2*v^2");
      return std::nullopt;
    }
  }
  return entry;
}

/// Sets M and b of an energy T = v^T M v / 2 + b^T v + T_0, and returns T_0; nullopt after a
/// problem.
std::optional<Expr> split_energy(Draft& draft, const Expr& energy, Place place) {
  Laws& laws = draft.component->laws;
  const auto n = static_cast<std::ptrdiff_t>(draft.component->velocities.size());
  const std::vector<Expr> own(laws.w.begin(), laws.w.begin() + n), energies{energy};
  std::vector<std::pair<Expr, Expr>> at_rest;
  for (const Expr& v : own) at_rest.emplace_back(v, Expr(0.0));
  std::vector<Expr> momenta(own.size());
  for (const auto& [row, i, value] : expr::jacobian(energies, own).entries)
    momenta[index(i)] = value;
  Expr sum = expr::substitute(energy, at_rest, *laws.graph);
  const Expr rest = sum;
  for (const auto& [i, j, slope] : expr::jacobian(momenta, own).entries) {
    const std::optional<Expr> entry = mass_entry(draft, slope, place);
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
  draft.reader.fail("PH112", place, expr::text(energy, 200),
                    "an energy that is quadratic in the velocities",
                    "a product of three velocities, a root or a sine of one has no mass matrix");
  return std::nullopt;
}

/// T = v^T M v / 2 + b^T v + T_0; the part T_0, from the motion of the coordinate frame itself, is
/// a potential energy -T_0.
void read_kinetic_energy(Draft& draft, Place place) {
  const Expr energy = draft.formulas.read(place, kPositions | kVelocities);
  expect_unit(draft, {energy}, "J", place, "as an energy");
  const std::optional<Expr> rest = split_energy(draft, energy, place);
  if (!rest) return;
  if (!is_zero(*rest) && draft.kinds.symbols(*rest, kPositions).empty())
    draft.reader.fail("PH112", place, expr::text(*rest, 200) + " in a kinetic energy",
                      "a kinetic energy that is zero, or depends on positions, without velocities",
                      "terms without velocities belong under potential_energy");
  else if (!is_zero(*rest))
    draft.component->laws.potentials.push_back({"centrifugal", -*rest});
}

/// L = v^T M v / 2 + b^T v - V, of positions, velocities and time.            [003] Sec. 3; S-17...
void read_lagrangian(Draft& draft, Place place) {
  Laws& laws = draft.component->laws;
  const Expr lagrangian = draft.formulas.read(place, kPositions | kVelocities | kTime);
  expect_unit(draft, {lagrangian}, "J", place, "as an energy");
  const std::optional<Expr> rest = split_energy(draft, lagrangian, place);
  if (!rest) return;
  if (!is_zero(*rest))
    laws.potentials.push_back({"potential", with_clock(draft, -*rest, "potential")});
  for (std::size_t i = 0; i < laws.shift.size(); ++i) {
    // The change of b with time does work that no port supplies: -(db/dt)^T v.
    const Expr push = expr::derivative(laws.shift[i], laws.t);
    if (!is_zero(push))
      laws.resistive.push_back({.name = "lagrangian." + draft.component->velocities[i].name,
                                .flow = laws.w[i],
                                .effort = push,
                                .is_force = true});
  }
}

void read_potentials(Draft& draft) {
  const Place place = draft.root["potential_energy"];
  if (!place) return;
  Laws& laws = draft.component->laws;
  const auto add = [&](const std::string& name, Place formula) {
    const Expr energy = draft.formulas.read(formula, kPositions | kTime);
    expect_unit(draft, {energy}, "J", formula, "as an energy");
    laws.potentials.push_back({name, with_clock(draft, energy, name)});
  };
  if (!place->is_object()) {
    add("potential", place);
    return;
  }
  for (const auto& [name, json] : place.members())
    if (name == "kinetic" || name == "potential" || name == "stored" || name == "dissipated" ||
        name == "supplied" || name == "forces" || name == "centrifugal" || name == "events" ||
        name == "balance_error")
      draft.reader.fail("PH107", Place(json), "the name \"" + name + "\"",
                        "a name that the ledger does not use itself",
                        "for example \"" + name + "_1\"");
    else if (draft.reader.name(name, Place(json)))
      add(name, Place(json));
}

}  // namespace

void read_energies(Draft& draft) {
  laws::Laws& laws = draft.component->laws;
  laws.mass = laws::Matrix(static_cast<int>(draft.component->velocities.size()));
  const Place energy = draft.root["kinetic_energy"], matrix = draft.root["mass"],
              whole = draft.root["lagrangian"];
  for (const char* key : {"kinetic_energy", "mass", "potential_energy"})
    if (whole && draft.root[key])
      draft.reader.fail("PH108", draft.component->where + "/" + key,
                        "\"" + std::string(key) + "\" together with a Lagrangian",
                        "one of the two");
  if (energy && matrix)
    draft.reader.fail("PH108", draft.component->where + "/mass",
                      "both a mass matrix and a kinetic energy", "one of the two");
  else if (whole)
    read_lagrangian(draft, whole);
  else if (matrix)
    read_mass(draft, matrix);
  else if (energy)
    read_kinetic_energy(draft, energy);
  else if (laws.mass.size() > 0)
    draft.reader.fail("PH103", draft.component->where + "/kinetic_energy",
                      "velocities without a kinetic energy",
                      "\"kinetic_energy\": a formula (J), or \"mass\": a matrix",
                      "a velocity without mass gets a zero row in \"mass\"");
  if (!whole) read_potentials(draft);
  check_moving_mass(draft, whole ? whole : energy ? energy : matrix);
}

Expr with_clock(Draft& draft, const Expr& formula, const std::string& name) {
  Laws& laws = draft.component->laws;
  if (!expr::depends_on(formula, laws.t)) return formula;
  const int z = foreign_state(draft, "clock(" + name + ")", true, "s");
  const Expr branch = laws.graph->symbol("#branch");
  const std::vector<Expr> given{formula};
  const Expr held = expr::hold_branches(given, laws.t, branch, laws.parameters).formulas[0];
  const std::vector<std::pair<Expr, Expr>> to{{laws.t, laws.z[index(z)]}, {branch, laws.t}};
  if (draft.component->clocks.insert(name).second) {
    const Port port{.name = name,
                    .first = static_cast<int>(laws.ports.size()),
                    .size = 1,
                    .flow_unit = "W",
                    .is_clock = true};
    laws.ports.push_back({name, laws.e[index(z)]});
    laws.u.push_back(laws.graph->symbol("input(clock " + name + ")"));
    draft.component->ports.push_back(port);
    draft.component->clock.formulas.assign(1, Expr(1.0));
    draft.component->clock.texts.assign(1, "1");
  }
  return expr::substitute(held, to, *laws.graph);
}

void read_groups(Draft& draft) {
  const Place place = draft.root["velocity_group"];
  if (!place) return;
  Laws& laws = draft.component->laws;
  const auto n = static_cast<Eigen::Index>(draft.component->velocities.size());
  const auto add = [&](Place name, const std::vector<int>& members, Place list) {
    std::vector<std::string> known;
    for (const auto& group : laws::groups()) known.emplace_back(group.name);
    const std::string wanted = draft.reader.text(name);
    const laws::Group* group = laws::find_group(wanted);
    if (!group) {
      draft.reader.fail_unknown("PH109", name, wanted, one_of(known), known);
      return;
    }
    if (members.size() != index(group->dimension)) {
      draft.reader.fail("PH113", list, std::to_string(members.size()) + " velocities",
                        std::to_string(group->dimension) + " for " + std::string(group->name) +
                            ": " + std::string(group->order));
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
  if (!draft.reader.array(place,
                          "the name of a group, or an array of groups with their velocities"))
    return;
  for (std::size_t k = 0; k < place.size(); ++k) {
    const Place entry = place[k];
    if (!draft.reader.object(entry, "group")) continue;
    if (!entry["group"] || !draft.reader.array(entry["velocities"])) continue;
    std::vector<int> members;
    bool is_known = true;
    for (std::size_t i = 0; i < entry["velocities"].size(); ++i) {
      const Place name = entry["velocities"][i];
      const StateEntries* found = own_velocity(draft, draft.reader.text(name));
      if (found)
        members.insert(members.end(), found->indices.begin(), found->indices.end());
      else
        draft.reader.fail("PH111", name, describe(*name), "the name of a velocity");
      is_known = is_known && found;
    }
    if (is_known) add(entry["group"], members, entry["velocities"]);
  }
}

void read_gyroscopic(Draft& draft) {
  const Place place = draft.root["gyroscopic"];
  if (!place) return;
  Laws& laws = draft.component->laws;
  const int n = static_cast<int>(draft.component->velocities.size());
  const laws::Matrix g = draft.formulas.read_matrix(place, n, kPositions | kVelocities | kMomenta);
  expect_matrix(draft, g, watt(), place, "as a gyroscopic coefficient");
  const bool is_whole = place->is_string();
  if (!is_whole && (!place->is_array() || place.size() != index(n))) return;
  for (const auto& [i, j] : lower_triangle(g)) {
    const std::vector<Expr> lower{g(i, j)}, upper{-g(j, i)};
    if (agree(lower, upper)) continue;
    const Place entry = is_whole ? place : place[index(i)][index(j)];
    draft.reader.fail("PH122", entry, describe(*entry),
                      "minus the entry on the other side of the diagonal",
                      "gyroscopic forces do no work, so G is skew; a resisting force belongs under "
                      "dissipation");
  }
  laws.gyroscopic.resize(n);
  for (const auto& [entry, formula] : g.entries())
    laws.gyroscopic.add(entry.first, entry.second, formula);
}

}  // namespace porthos::model
