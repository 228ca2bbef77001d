#include <algorithm>

#include "base/index.hpp"
#include "base/suggest.hpp"
#include "expr/derivative.hpp"
#include "expr/query.hpp"
#include "expr/text.hpp"
#include "model/draft.hpp"

namespace porthos::model {
namespace {

/// Stores it in the port. If the text has no flows, they are its rates. False if it has no
/// position.
bool read_port_position(Draft& draft, Place place, Port& port, std::vector<Expr>& flows) {
  const Laws& laws = draft.component->laws;
  port.position = draft.formulas.read_array(place["position"], -1, kPositions);
  expect_unit(draft, port.position, port.position_unit, place["position"],
              "the unit of the position");
  const std::vector<Expr> others(
      laws.z.begin() + static_cast<std::ptrdiff_t>(draft.component->positions.size()),
      laws.z.end());
  const bool is_own = std::ranges::none_of(
      port.position, [&](const Expr& formula) { return expr::depends_on_any(formula, others); });
  if (!is_own && !place["flow"]) {
    draft.reader.fail("PH103", place, "no flow for a position of other components",
                      "\"flow\": the rate of the position, which only those components know");
    return false;
  }
  // d/dt position = (dposition/dz) kinematics
  std::vector<Expr> rates(port.position.size());
  std::vector<Expr> kinematics = laws.kinematics;
  kinematics.resize(laws.z.size());
  for (const auto& [row, col, value] : expr::jacobian(port.position, laws.z).entries)
    rates[index(row)] += value * kinematics[index(col)];
  if (!place["flow"]) flows = rates;
  if (flows.size() != rates.size()) {
    draft.reader.fail("PH113", place["position"], std::to_string(rates.size()) + " positions",
                      std::to_string(flows.size()) + ", one for each flow");
    port.position.clear();
  } else if (is_own && !agree(flows, rates)) {
    draft.reader.fail("PH134", place["position"], "a position whose rate is not the port's flow",
                      "d/dt position = flow", "leave out \"flow\" to have it derived");
    port.position.clear();
  }
  return true;
}

void read_port(Draft& draft, const std::string& name, Place place) {
  Laws& laws = draft.component->laws;
  Port port{.name = name,
            .first = static_cast<int>(laws.ports.size()),
            .flow_unit = draft.reader.unit(place["flow_unit"]),
            .effort_unit = draft.reader.unit(place["effort_unit"]),
            .position_unit = draft.reader.unit(place["position_unit"]),
            .quantity = draft.reader.text(place["quantity"])};
  if (!place["flow"] && !place["position"]) {
    draft.reader.fail("PH103", place, "neither flow nor position",
                      "\"flow\": a formula linear in the velocities, or \"position\"");
    return;
  }
  std::vector<Expr> flows =
      draft.formulas.read_array(place["flow"], -1, kPositions | kVelocities | kEfforts);
  for (std::size_t i = 0; i < flows.size(); ++i)
    draft.formulas.check_linear(
        flows[i], place["flow"]->is_array() ? place["flow"][i] : place["flow"], false);
  expect_unit(draft, flows, port.flow_unit, place["flow"], "the unit of the flow");
  if (place["position"] && !read_port_position(draft, place, port, flows)) return;
  port.size = static_cast<int>(flows.size());
  for (std::size_t i = 0; i < flows.size(); ++i) {
    laws.ports.push_back({numbered(name, i, flows.size()), flows[i]});
    laws.u.push_back(laws.graph->symbol("input(" + numbered(name, i, flows.size()) + ")"));
  }
  draft.component->ports.push_back(port);
}

void add_output(Draft& draft, Readout output, const Expr& formula) {
  Laws& laws = draft.component->laws;
  output.index = add_readouts(draft, {formula});
  draft.component->outputs.push_back(output);
  if (!output.is_invariant) return;
  // Linear in w means linear in (w, p = M w).
  const std::vector<Expr> xs = draft.kinds.symbols(formula, kVelocities | kMomenta);
  if (xs.empty() || !expr::linear_coefficients(formula, xs)) return;
  std::vector<std::pair<Expr, Expr>> momenta;
  std::vector<Expr> p = laws::product(laws.mass, laws.w);
  for (std::size_t i = 0; i < p.size(); ++i) {
    if (i < laws.shift.size()) p[i] += laws.shift[i];
    momenta.emplace_back(laws.p[i], p[i]);
  }
  laws.readouts[index(output.index)] = expr::substitute(formula, momenta, *laws.graph);
  laws.momenta.push_back(output.index);
}

/// Formulas of own parameters by which others divide: if one of them is zero, the fault is their
/// value, not the start.
void find_divisors(Draft& draft, const std::vector<Expr>& formulas) {
  const Laws& laws = draft.component->laws;
  std::vector<Expr> others{laws.t};
  const auto foreign = static_cast<std::ptrdiff_t>(draft.component->foreign_parameters.size());
  others.insert(others.end(), laws.parameters.end() - foreign, laws.parameters.end());
  for (const Expr pole : expr::poles(formulas))
    if (draft.kinds.excess(pole, kParameters | kTime).empty() &&
        !expr::depends_on_any(pole, others))
      draft.component->divisors.push_back(pole);
}

}  // namespace

void check_structure(Draft& draft) {
  const Laws& laws = draft.component->laws;
  const int n = static_cast<int>(draft.component->positions.size());
  laws::Matrix J(n);
  for (const auto& [row, col, value] : expr::jacobian(laws.kinematics, laws.e).entries)
    if (row < n && col < n) J.add(row, col, value);
  for (const auto& [i, j] : lower_triangle(J)) {
    const std::vector<Expr> lower{J(i, j)}, upper{-J(j, i)};
    if (agree(lower, upper)) continue;
    const std::string &a = draft.component->positions[index(i)].name,
                      &b = draft.component->positions[index(j)].name;
    draft.reader.fail(
        "PH122", draft.component->where + "/kinematics/" + pointer_token(a),
        i == j ? "a rate of \"" + a + "\" with a term in its own effort"
               : "rates of \"" + a + "\" and \"" + b + "\" whose coefficients are not opposite",
        "the coefficient of effort(" + b + ") in the rate of " + a + " is minus that of effort(" +
            a + ") in the rate of " + b,
        "a loss belongs under dissipation, with \"flow\": \"effort(" + a + ")\"");
  }
}

void mirror_kinematics(Draft& draft) {
  Laws& laws = draft.component->laws;
  const int n = static_cast<int>(draft.component->positions.size());
  for (const auto& [row, col, value] : expr::jacobian(laws.kinematics, laws.e).entries)
    if (row < n && col >= n) laws.kinematics[index(col)] -= value * laws.e[index(row)];
}

void read_kinematics(Draft& draft) {
  Laws& laws = draft.component->laws;
  laws.kinematics.assign(laws.z.size(), Expr(0.0));
  const Place all = draft.root["kinematics"];
  draft.has_rate.assign(draft.component->positions.size(), 0);
  if (!draft.reader.object(all)) return;
  for (const auto& [name, json] : all.members()) {
    const Place place(json);
    const StateEntries* found = own_position(draft, name);
    if (!found) {
      const std::vector<std::string> known = declared_names(draft, "positions");
      draft.reader.fail_unknown("PH111", place, name, among("the name of a position", known),
                                known);
      continue;
    }
    const StateEntries position = *found;
    const Tensor rate = draft.formulas.read_shaped(place, position.shape, "\"" + name + "\" is",
                                                   kPositions | kVelocities | kEfforts);
    draft.formulas.units().expect(
        rate.entries,
        per(read_unit(draft.component->positions[index(position.indices[0])].unit), read_unit("s")),
        place, "the unit of the rate of \"" + name + "\"");
    for (std::size_t i = 0; i < position.indices.size(); ++i) {
      const std::size_t entry = index(position.indices[i]);
      draft.has_rate[entry] = 1;
      if (!draft.formulas.check_linear(rate.entries[i], place, false)) break;
      laws.kinematics[entry] = rate.entries[i];
    }
  }
}

void read_ports(Draft& draft, Place all) {
  for (const auto& [name, json] : all.members()) {
    const Place place(json);
    if (!draft.reader.name(name, place)) continue;
    if (draft.component->find_port(name) || draft.component->clocks.count(name)) {
      draft.reader.fail("PH106", place,
                        "\"" + name + "\", the name of a constraint that moves with time",
                        "a name of its own");
    } else if (json.is_string()) {
      const auto path = port_path(draft, json.get<std::string>(), place);
      if (path && path->parts.empty())
        draft.reader.fail("PH131", place, describe(json),
                          "a port of a component, as \"component.port\"");
      else if (path)
        draft.component->shown_ports[name] = *path;
    } else if (draft.reader.object(place, "port")) {
      if (draft.component->ports.size() >= index(Limits::kPorts)) {
        draft.reader.fail("PH105", place, "more than " + std::to_string(Limits::kPorts) + " ports",
                          "at most that many in one text", "split the model into components");
        return;
      }
      read_port(draft, name, place);
    }
  }
}

void read_readouts(Draft& draft, const char* key, bool is_invariant) {
  const Place all = draft.root[key];
  if (!draft.reader.object(all)) return;
  for_each_member(draft, all, [&](const std::string& name, Place place) {
    if (!draft.reader.name(name.substr(0, name.find('[')), place)) return;
    const auto& outputs = draft.component->outputs;
    if (own_position(draft, name) || own_velocity(draft, name) ||
        std::any_of(outputs.begin(), outputs.end(),
                    [&](const Readout& o) { return o.name == name; }))
      draft.reader.fail("PH106", place, "\"" + name + "\", the name of another column",
                        "a name that no other state, output or invariant has");
    if (place->is_object()) draft.reader.object(place, "readout");
    const std::string unit = place->is_object() ? draft.reader.unit(place["unit"]) : "";
    const std::string label = place->is_object() ? draft.reader.text(place["label"]) : "";
    const unsigned allowed = is_invariant ? kPositions | kVelocities | kMomenta | kTime : kReport;
    const Tensor value = draft.formulas.read_tensor(formula_of(place), allowed);
    expect_unit(draft, value.entries, unit, formula_of(place), "the unit of \"" + name + "\"");
    draft.component->output_shapes[name] = value.shape;
    for (int i = 0; i < value.shape.size(); ++i)
      add_output(draft, {name + expr::entry_suffix(value.shape, i), unit, label, 0, is_invariant},
                 value.entries[index(i)]);
  });
}

int add_readouts(Draft& draft, const std::vector<Expr>& formulas) {
  auto& readouts = draft.component->laws.readouts;
  const int first = static_cast<int>(readouts.size());
  readouts.insert(readouts.end(), formulas.begin(), formulas.end());
  return first;
}

void read_requirements(Draft& draft, Place all) {
  for (const auto& [sentence, json] : all.members()) {
    const Place place(json);
    if (!json.is_string())
      draft.reader.text(place);
    else
      draft.component->requirements.push_back(
          {sentence, draft.formulas.read(place, kCondition), draft.reader.where(place)});
  }
}

void watch_poles(Draft& draft) {
  Laws& laws = draft.component->laws;
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
    if (!draft.kinds.excess(pole, kParameters | kTime).empty()) laws.watched.push_back(pole);
  for (const auto& [place, formula] : laws.mass.entries()) all.push_back(formula);
  find_divisors(draft, all);
}

}  // namespace porthos::model
