#include <algorithm>

#include "base/index.hpp"
#include "base/unit.hpp"
#include "expr/derivative.hpp"
#include "expr/lexer.hpp"
#include "expr/query.hpp"
#include "expr/text.hpp"
#include "model/component_reader.hpp"

namespace porthos::model {
namespace {

/// A single name, not another formula.
bool is_name(std::string_view text) {
  const expr::Token token = expr::next_token(text, 0);
  return token.kind == expr::Token::Kind::kName && token.text == text;
}

}  // namespace

void ComponentReader::read_dissipation() {
  read_contact_heats();
  const Place all = root_["dissipation"];
  if (!reader_.object(all)) return;
  for_each_member(all, [&](const std::string& name, Place place) {
    const Json& json = *place;
    if (is_left_out(place)) return;
    if (json.is_object() && (place["dry"] || place["one_way"])) {  // set-valued law
      if (place["dry"] && place["heats"]) heat_friction(name, read_temperature(place["heats"]));
      return;
    }
    const unsigned allowed = kPositions | kVelocities | kEfforts | kMultipliers | kTime;
    if (json.is_object() && reader_.object(place, "dissipation") && !place["effort"])
      reader_.fail("PH103", place, "no \"effort\"",
                   "\"effort\": the resisting force; or \"dry\" for dry friction, or \"one_way\"");
    if (json.is_object() && place["static"])
      reader_.fail("PH108", place["static"], "\"static\" without \"dry\"",
                   "\"static\" together with \"dry\": both are bounds of dry friction");
    std::optional<Expr> heats;
    if (json.is_object() && place["heats"]) heats = read_temperature(place["heats"]);
    for (laws::Resistive& one : read_relation(name, place, allowed)) {
      one.heats = heats;
      component_->laws.resistive.push_back(std::move(one));
    }
  });
}

/// The heat of impacts and of the friction of contacts.
void ComponentReader::read_contact_heats() {
  const Place all = root_["contacts"];
  if (!all || !all->is_object()) return;
  for_each_member(all, [&](const std::string& name, Place place) {
    if (!place->is_object() || !place["heats"] || is_left_out(place)) return;
    const Expr temperature = read_temperature(place["heats"]);
    heat_friction(name, temperature);
    heat_friction(name + ".slip", temperature);
  });
}

/// The heat of a dry friction or of impacts.
void ComponentReader::heat_friction(const std::string& name, const Expr& temperature) {
  for (const SetValued& law : component_->set_valued)
    for (int i = 0; law.name == name && i < law.size; ++i)
      component_->laws.resistive[index(law.resistive + i)].heats = temperature;
}

/// Force laws: relations whose effort may have any sign, and drives.
void ComponentReader::read_forces() {
  const Place all = root_["forces"];
  if (!reader_.object(all)) return;
  for_each_member(all, [&](const std::string& name, Place place) {
    if (place->is_object()) reader_.object(place, "force");
    for (laws::Resistive& one : read_relation(name, place, kState)) {
      one.effort = -one.effort;
      one.is_force = true;
      component_->laws.resistive.push_back(std::move(one));
    }
  });
}

/// Whether the effort or velocity is a temperature: by its unit, since a relation heats it, or
/// since it is the flow of a thermal port.
bool ComponentReader::is_temperature(const Expr& symbol) {
  const auto kelvin = read_unit("K");
  const Laws& laws = component_->laws;
  return formulas_.units().of(symbol) == kelvin ||
         std::ranges::any_of(laws.resistive,
                             [&](const auto& one) { return one.heats && *one.heats == symbol; }) ||
         std::ranges::any_of(component_->ports, [&](const Port& port) {
           return port.size == 1 && read_unit(port.flow_unit) == kelvin &&
                  laws.ports[index(port.first)].flow == symbol;
         });
}

/// Sets the entropy that the flows of heating relations take from thermal states.
void ComponentReader::find_entropy_taken() {
  Laws& laws = component_->laws;
  for (laws::Resistive& one : laws.resistive) {
    if (!one.heats) continue;
    for (const auto* symbols : {&laws.e, &laws.w})
      for (const auto& [row, column, slope] : expr::jacobian({&one.flow, 1}, *symbols).entries)
        if (is_temperature((*symbols)[index(column)])) one.taken += slope;
  }
}

/// Flow and effort of each relation, for their columns.
void ComponentReader::report_relations() {
  const auto unit = [&](const Expr& formula) {
    const auto found = formulas_.units().of(formula);
    return !found || found->is_none() ? std::string() : describe(*found);
  };
  std::size_t first_set_valued = component_->laws.resistive.size(), i = 0;
  std::size_t count = 0;
  for (const SetValued& law : component_->set_valued) {
    first_set_valued = std::min(first_set_valued, index(law.resistive));
    count += index(law.size);
  }
  for (const laws::Resistive& one : component_->laws.resistive) {
    const std::size_t k = i++;
    if (k >= first_set_valued && k < first_set_valued + count) continue;  // reported elsewhere
    const Expr effort = one.is_force ? -one.effort : one.effort;
    component_->relations.push_back(
        {one.name, unit(one.flow), unit(effort), add_readouts({one.flow, effort})});
  }
}

/// A flow and an effort, under the name of a velocity or another name.
std::vector<laws::Resistive> ComponentReader::read_relation(const std::string& name, Place place,
                                                            unsigned allowed) {
  const Laws& laws = component_->laws;
  std::vector<laws::Resistive> made;
  const auto add = [&](int i, const expr::Shape& shape, const Expr& flow, const Expr& effort) {
    made.push_back({.name = name + expr::entry_suffix(shape, i),
                    .flow = flow,
                    .effort = effort,
                    .is_row = shape.size() > 1});
  };
  if (!place->is_object()) {
    const StateEntries* found = own_velocity(name);
    if (!found) {
      reader_.fail_unknown("PH111", place, name,
                           "the name of a velocity, or {\"flow\", \"effort\"} for another flow",
                           declared_names("velocities"));
      return made;
    }
    const StateEntries velocity = *found;
    const Tensor effort =
        formulas_.read_shaped(place, velocity.shape, "\"" + name + "\" is", allowed);
    for (std::size_t i = 0; i < velocity.indices.size(); ++i) {
      formulas_.units().expect_power(laws.w[index(velocity.indices[i])], effort.entries[i], place);
      add(static_cast<int>(i), velocity.shape, laws.w[index(velocity.indices[i])],
          effort.entries[i]);
    }
    return made;
  }
  if (!reader_.name(name.substr(0, name.find('[')), place)) return made;
  const Tensor flow = formulas_.read_tensor(place["flow"], kPositions | kVelocities | kEfforts);
  const Tensor effort =
      place["effort"] ? formulas_.read_shaped(place["effort"], flow.shape, "the flow is", allowed)
                      : Tensor(flow.shape, std::vector<Expr>(flow.entries.size()));
  for (std::size_t i = 0; i < flow.entries.size(); ++i) {
    if (place["flow"]) formulas_.check_linear(flow.entries[i], place["flow"], false);
    formulas_.units().expect_power(flow.entries[i], effort.entries[i], place);
    add(static_cast<int>(i), flow.shape, flow.entries[i], effort.entries[i]);
  }
  return made;
}

/// The temperature of a heat receiver: an entropy of this component or of another, a thermal port,
/// whose flow is its temperature, or a formula.
Expr ComponentReader::read_temperature(Place place) {
  const Laws& laws = component_->laws;
  std::string name = place->is_string() ? place->get<std::string>() : "";
  if (is_name(name)) {
    const auto full = resolve(name, place, "PH111", *component_);
    if (!full) return Expr(1.0);
    name = *full;
  }
  if (const StateEntries* s = formulas_.find_position(name); s && s->indices.size() == 1)
    return laws.e[index(s->indices[0])];
  if (const Port* port = component_->find_port(name); port && port->size == 1)
    return laws.ports[index(port->first)].flow;
  if (name.empty() || formulas_.find_position(name) || component_->find_port(name)) {
    reader_.fail("PH111", place, describe(*place),
                 "the name of a position that stores entropy, of a thermal port, or the formula "
                 "of a temperature");
    return Expr(1.0);
  }
  const Expr temperature = formulas_.read(place, kPositions | kVelocities | kEfforts);
  formulas_.check_linear(temperature, place, false);
  return temperature;
}

/// True if the effort of a position is in a flow: then the relation or the port moves it.
bool ComponentReader::is_moved_by_effort(std::size_t position) const {
  const Laws& laws = component_->laws;
  const auto reads_effort = [&](const Expr& flow) {
    return expr::depends_on(flow, laws.e[position]);
  };
  return std::ranges::any_of(laws.resistive, reads_effort, &laws::Resistive::flow) ||
         std::ranges::any_of(laws.ports, reads_effort, &laws::Port::flow);
}

/// Every position has a rate: a kinematic formula, or the heat of a dissipation that it receives.
void ComponentReader::check_positions() {
  for (std::size_t i = 0; i < component_->positions.size(); ++i) {
    const std::string& name = component_->positions[i].name;
    const bool has_formula = has_rate_[i] != 0;
    const auto& resistive = component_->laws.resistive;
    const bool is_heated = std::any_of(resistive.begin(), resistive.end(), [&](const auto& r) {
      return r.heats && *r.heats == component_->laws.e[i];
    });
    if (!has_formula && !is_heated && !is_moved_by_effort(i))
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

}  // namespace porthos::model
