#include <algorithm>

#include "base/index.hpp"
#include "base/suggest.hpp"
#include "expr/derivative.hpp"
#include "expr/query.hpp"
#include "expr/text.hpp"
#include "model/component_reader.hpp"

namespace porthos::model {

/// J_z, the effect of efforts on the rates, is skew: it transmits power and takes none.
void ComponentReader::check_structure() {
  const Laws& laws = component_->laws;
  const int n = static_cast<int>(component_->positions.size());
  laws::Matrix J(n);
  for (const auto& [row, col, value] : expr::jacobian(laws.kinematics, laws.e).entries)
    if (row < n && col < n) J.add(row, col, value);
  for (const auto& [i, j] : lower_triangle(J)) {
    const std::vector<Expr> lower{J(i, j)}, upper{-J(j, i)};
    if (agree(lower, upper)) continue;
    const std::string &a = component_->positions[index(i)].name,
                      &b = component_->positions[index(j)].name;
    reader_.fail(
        "PH122", component_->where + "/kinematics/" + pointer_token(a),
        i == j ? "a rate of \"" + a + "\" with a term in its own effort"
               : "rates of \"" + a + "\" and \"" + b + "\" whose coefficients are not opposite",
        "the coefficient of effort(" + b + ") in the rate of " + a + " is minus that of effort(" +
            a + ") in the rate of " + b,
        "a loss belongs under dissipation, with \"flow\": \"effort(" + a + ")\"");
  }
}

/// If efforts of other components change own rates, the own efforts change theirs in return, as
/// velocities do. The text of those components does not know this, and J_z of the whole stays skew.
void ComponentReader::mirror_kinematics() {
  Laws& laws = component_->laws;
  const int n = static_cast<int>(component_->positions.size());
  for (const auto& [row, col, value] : expr::jacobian(laws.kinematics, laws.e).entries)
    if (row < n && col >= n) laws.kinematics[index(col)] -= value * laws.e[index(row)];
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
      const std::vector<std::string> known = declared_names("positions");
      reader_.fail_unknown("PH111", place, name, among("the name of a position", known), known);
      continue;
    }
    const StateEntries position = *found;
    const Tensor rate = formulas_.read_shaped(place, position.shape, "\"" + name + "\" is",
                                              kPositions | kVelocities | kEfforts);
    formulas_.units().expect(
        rate.entries,
        per(read_unit(component_->positions[index(position.indices[0])].unit), read_unit("s")),
        place, "the unit of the rate of \"" + name + "\"");
    for (std::size_t i = 0; i < position.indices.size(); ++i) {
      const std::size_t entry = index(position.indices[i]);
      has_rate_[entry] = 1;
      if (!formulas_.check_linear(rate.entries[i], place, false)) break;
      laws.kinematics[entry] = rate.entries[i];
    }
  }
}

void ComponentReader::read_ports() {
  const Place all = root_["ports"];
  if (!reader_.object(all)) return;
  for (const auto& [name, json] : all.members()) {
    const Place place(json);
    if (!reader_.name(name, place)) continue;
    if (component_->find_port(name) || component_->clocks.count(name)) {
      reader_.fail("PH106", place,
                   "\"" + name + "\", the name of a constraint that moves with time",
                   "a name of its own");
    } else if (json.is_string()) {
      const auto path = port_path(json.get<std::string>(), place);
      if (path && path->parts.empty())
        reader_.fail("PH131", place, describe(json),
                     "a port of a component, as \"component.port\"");
      else if (path)
        component_->shown_ports[name] = *path;
    } else if (reader_.object(place, "port")) {
      if (component_->ports.size() >= index(Limits::kPorts)) {
        reader_.fail("PH105", place, "more than " + std::to_string(Limits::kPorts) + " ports",
                     "at most that many in one text", "split the model into components");
        return;
      }
      read_port(name, place);
    }
  }
}

void ComponentReader::read_port(const std::string& name, Place place) {
  Laws& laws = component_->laws;
  Port port{.name = name,
            .first = static_cast<int>(laws.ports.size()),
            .flow_unit = reader_.unit(place["flow_unit"]),
            .effort_unit = reader_.unit(place["effort_unit"]),
            .position_unit = reader_.unit(place["position_unit"]),
            .quantity = reader_.text(place["quantity"])};
  if (!place["flow"] && !place["position"]) {
    reader_.fail("PH103", place, "neither flow nor position",
                 "\"flow\": a formula linear in the velocities, or \"position\"");
    return;
  }
  std::vector<Expr> flows =
      formulas_.read_array(place["flow"], -1, kPositions | kVelocities | kEfforts);
  for (std::size_t i = 0; i < flows.size(); ++i)
    formulas_.check_linear(flows[i], place["flow"]->is_array() ? place["flow"][i] : place["flow"],
                           false);
  expect(flows, port.flow_unit, place["flow"], "the unit of the flow");
  if (place["position"] && !read_port_position(place, port, flows)) return;
  port.size = static_cast<int>(flows.size());
  for (std::size_t i = 0; i < flows.size(); ++i) {
    laws.ports.push_back({numbered(name, i, flows.size()), flows[i]});
    laws.u.push_back(laws.graph->symbol("input(" + numbered(name, i, flows.size()) + ")"));
  }
  component_->ports.push_back(port);
}

bool ComponentReader::read_port_position(Place place, Port& port, std::vector<Expr>& flows) {
  const Laws& laws = component_->laws;
  port.position = formulas_.read_array(place["position"], -1, kPositions);
  expect(port.position, port.position_unit, place["position"], "the unit of the position");
  const std::vector<Expr> others(
      laws.z.begin() + static_cast<std::ptrdiff_t>(component_->positions.size()), laws.z.end());
  const bool is_own = std::ranges::none_of(
      port.position, [&](const Expr& formula) { return expr::depends_on_any(formula, others); });
  if (!is_own && !place["flow"]) {
    reader_.fail("PH103", place, "no flow for a position of other components",
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
    reader_.fail("PH113", place["position"], std::to_string(rates.size()) + " positions",
                 std::to_string(flows.size()) + ", one for each flow");
    port.position.clear();
  } else if (is_own && !agree(flows, rates)) {
    reader_.fail("PH134", place["position"], "a position whose rate is not the port's flow",
                 "d/dt position = flow", "leave out \"flow\" to have it derived");
    port.position.clear();
  }
  return true;
}

void ComponentReader::read_readouts(const char* key, bool is_invariant) {
  const Place all = root_[key];
  if (!reader_.object(all)) return;
  for_each_member(all, [&](const std::string& name, Place place) {
    if (!reader_.name(name.substr(0, name.find('[')), place)) return;
    const auto& outputs = component_->outputs;
    if (own_position(name) || own_velocity(name) ||
        std::any_of(outputs.begin(), outputs.end(),
                    [&](const Readout& o) { return o.name == name; }))
      reader_.fail("PH106", place, "\"" + name + "\", the name of another column",
                   "a name that no other state, output or invariant has");
    if (place->is_object()) reader_.object(place, "readout");
    const std::string unit = place->is_object() ? reader_.unit(place["unit"]) : "";
    const std::string label = place->is_object() ? reader_.text(place["label"]) : "";
    const unsigned allowed = is_invariant ? kPositions | kVelocities | kMomenta | kTime : kReport;
    const Tensor value = formulas_.read_tensor(formula_of(place), allowed);
    expect(value.entries, unit, formula_of(place), "the unit of \"" + name + "\"");
    component_->output_shapes[name] = value.shape;
    for (int i = 0; i < value.shape.size(); ++i)
      add_output({name + expr::entry_suffix(value.shape, i), unit, label, 0, is_invariant},
                 value.entries[index(i)]);
  });
}

void ComponentReader::add_output(Readout output, const Expr& formula) {
  Laws& laws = component_->laws;
  output.index = add_readouts({formula});
  component_->outputs.push_back(output);
  if (!output.is_invariant) return;
  // Linear in w means linear in (w, p = M w).
  const std::vector<Expr> xs = formulas_.symbols(formula, kVelocities | kMomenta);
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

int ComponentReader::add_readouts(const std::vector<Expr>& formulas) {
  auto& readouts = component_->laws.readouts;
  const int first = static_cast<int>(readouts.size());
  readouts.insert(readouts.end(), formulas.begin(), formulas.end());
  return first;
}

void ComponentReader::read_requirements() {
  const Place all = root_["requires"];
  if (!reader_.object(all)) return;
  for (const auto& [sentence, json] : all.members()) {
    const Place place(json);
    if (!json.is_string())
      reader_.text(place);
    else
      component_->requirements.push_back(
          {sentence, formulas_.read(place, kCondition), reader_.where(place)});
  }
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
  for (const auto& [place, formula] : laws.mass.entries()) all.push_back(formula);
  find_divisors(all);
}

/// Formulas of own parameters by which others divide: if one of them is zero, the fault is their
/// value, not the start.
void ComponentReader::find_divisors(const std::vector<Expr>& formulas) {
  const Laws& laws = component_->laws;
  std::vector<Expr> others{laws.t};
  const auto foreign = static_cast<std::ptrdiff_t>(component_->foreign_parameters.size());
  others.insert(others.end(), laws.parameters.end() - foreign, laws.parameters.end());
  for (const Expr pole : expr::poles(formulas))
    if (formulas_.excess(pole, kParameters | kTime).empty() && !expr::depends_on_any(pole, others))
      component_->divisors.push_back(pole);
}

}  // namespace porthos::model
