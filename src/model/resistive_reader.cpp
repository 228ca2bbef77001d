#include <algorithm>

#include "base/index.hpp"
#include "base/unit.hpp"
#include "expr/derivative.hpp"
#include "expr/lexer.hpp"
#include "expr/query.hpp"
#include "expr/text.hpp"
#include "model/draft.hpp"

namespace porthos::model {
namespace {

/// A single name, not another formula.
bool is_name(std::string_view text) {
  const expr::Token token = expr::next_token(text, 0);
  return token.kind == expr::Token::Kind::kName && token.text == text;
}

/// The heat of a dry friction or of impacts.
void heat_friction(Draft& draft, const std::string& name, const Expr& temperature) {
  for (const SetValued& law : draft.component->set_valued)
    for (int i = 0; law.name == name && i < law.size; ++i)
      draft.component->laws.resistive[index(law.resistive + i)].heats = temperature;
}

/// The temperature of a heat receiver: an entropy of this component or of another, a thermal port,
/// whose flow is its temperature, or a formula.
Expr read_temperature(Draft& draft, Place place) {
  const Laws& laws = draft.component->laws;
  std::string name = place->is_string() ? place->get<std::string>() : "";
  if (is_name(name)) {
    const auto full = resolve(draft, name, place, "PH111", *draft.component);
    if (!full) return Expr(1.0);
    name = *full;
  }
  if (const StateEntries* s = draft.names.find_position(name); s && s->indices.size() == 1)
    return laws.e[index(s->indices[0])];
  if (const Port* port = draft.component->find_port(name); port && port->size == 1)
    return laws.ports[index(port->first)].flow;
  if (name.empty() || draft.names.find_position(name) || draft.component->find_port(name)) {
    draft.reader.fail(
        "PH111", place, describe(*place),
        "the name of a position that stores entropy, of a thermal port, or the formula "
        "of a temperature");
    return Expr(1.0);
  }
  const Expr temperature = draft.formulas.read(place, kPositions | kVelocities | kEfforts);
  draft.formulas.check_linear(temperature, place, false);
  return temperature;
}

/// The heat of impacts and of the friction of contacts.
void read_contact_heats(Draft& draft) {
  const Place all = draft.root["contacts"];
  if (!all || !all->is_object()) return;
  for_each_member(draft, all, [&](const std::string& name, Place place) {
    if (!place->is_object() || !place["heats"] || is_left_out(draft, place)) return;
    const Expr temperature = read_temperature(draft, place["heats"]);
    heat_friction(draft, name, temperature);
    heat_friction(draft, name + ".slip", temperature);
  });
}

/// Whether the effort or velocity is a temperature: by its unit, since a relation heats it, or
/// since it is the flow of a thermal port.
bool is_temperature(Draft& draft, const Expr& symbol) {
  const auto kelvin = read_unit("K");
  const Laws& laws = draft.component->laws;
  return draft.formulas.units().of(symbol) == kelvin ||
         std::ranges::any_of(laws.resistive,
                             [&](const auto& one) { return one.heats && *one.heats == symbol; }) ||
         std::ranges::any_of(draft.component->ports, [&](const Port& port) {
           return port.size == 1 && read_unit(port.flow_unit) == kelvin &&
                  laws.ports[index(port.first)].flow == symbol;
         });
}

/// A flow and an effort, under the name of a velocity or another name.
std::vector<laws::Resistive> read_relation(Draft& draft, const std::string& name, Place place,
                                           unsigned allowed) {
  const Laws& laws = draft.component->laws;
  std::vector<laws::Resistive> made;
  const auto add = [&](int i, const expr::Shape& shape, const Expr& flow, const Expr& effort) {
    made.push_back({.name = name + expr::entry_suffix(shape, i),
                    .flow = flow,
                    .effort = effort,
                    .is_row = shape.size() > 1});
  };
  if (!place->is_object()) {
    const StateEntries* found = own_velocity(draft, name);
    if (!found) {
      draft.reader.fail_unknown(
          "PH111", place, name,
          "the name of a velocity, or {\"flow\", \"effort\"} for another flow",
          declared_names(draft, "velocities"));
      return made;
    }
    const StateEntries velocity = *found;
    const Tensor effort =
        draft.formulas.read_shaped(place, velocity.shape, "\"" + name + "\" is", allowed);
    for (std::size_t i = 0; i < velocity.indices.size(); ++i) {
      draft.formulas.units().expect_power(laws.w[index(velocity.indices[i])], effort.entries[i],
                                          place);
      add(static_cast<int>(i), velocity.shape, laws.w[index(velocity.indices[i])],
          effort.entries[i]);
    }
    return made;
  }
  if (!draft.reader.name(name.substr(0, name.find('[')), place)) return made;
  const Tensor flow =
      draft.formulas.read_tensor(place["flow"], kPositions | kVelocities | kEfforts);
  const Tensor effort =
      place["effort"]
          ? draft.formulas.read_shaped(place["effort"], flow.shape, "the flow is", allowed)
          : Tensor(flow.shape, std::vector<Expr>(flow.entries.size()));
  for (std::size_t i = 0; i < flow.entries.size(); ++i) {
    if (place["flow"]) draft.formulas.check_linear(flow.entries[i], place["flow"], false);
    draft.formulas.units().expect_power(flow.entries[i], effort.entries[i], place);
    add(static_cast<int>(i), flow.shape, flow.entries[i], effort.entries[i]);
  }
  return made;
}

/// True if the effort of a position is in a flow: then the relation or the port moves it.
bool is_moved_by_effort(const Draft& draft, std::size_t position) {
  const Laws& laws = draft.component->laws;
  const auto reads_effort = [&](const Expr& flow) {
    return expr::depends_on(flow, laws.e[position]);
  };
  return std::ranges::any_of(laws.resistive, reads_effort, &laws::Resistive::flow) ||
         std::ranges::any_of(laws.ports, reads_effort, &laws::Port::flow);
}

}  // namespace

void read_dissipation(Draft& draft) {
  read_contact_heats(draft);
  const Place all = draft.root["dissipation"];
  if (!draft.reader.object(all)) return;
  for_each_member(draft, all, [&](const std::string& name, Place place) {
    const Json& json = *place;
    if (is_left_out(draft, place)) return;
    if (json.is_object() && (place["dry"] || place["one_way"])) {  // set-valued law
      if (place["dry"] && place["heats"])
        heat_friction(draft, name, read_temperature(draft, place["heats"]));
      return;
    }
    const unsigned allowed = kPositions | kVelocities | kEfforts | kMultipliers | kTime;
    if (json.is_object() && draft.reader.object(place, "dissipation") && !place["effort"])
      draft.reader.fail(
          "PH103", place, "no \"effort\"",
          "\"effort\": the resisting force; or \"dry\" for dry friction, or \"one_way\"");
    if (json.is_object() && place["static"])
      draft.reader.fail("PH108", place["static"], "\"static\" without \"dry\"",
                        "\"static\" together with \"dry\": both are bounds of dry friction");
    std::optional<Expr> heats;
    if (json.is_object() && place["heats"]) heats = read_temperature(draft, place["heats"]);
    for (laws::Resistive& one : read_relation(draft, name, place, allowed)) {
      one.heats = heats;
      draft.component->laws.resistive.push_back(std::move(one));
    }
  });
}

void read_forces(Draft& draft, Place all) {
  for_each_member(draft, all, [&](const std::string& name, Place place) {
    if (place->is_object()) draft.reader.object(place, "force");
    for (laws::Resistive& one : read_relation(draft, name, place, kState)) {
      one.effort = -one.effort;
      one.is_force = true;
      draft.component->laws.resistive.push_back(std::move(one));
    }
  });
}

void find_entropy_taken(Draft& draft) {
  Laws& laws = draft.component->laws;
  for (laws::Resistive& one : laws.resistive) {
    if (!one.heats) continue;
    for (const auto* symbols : {&laws.e, &laws.w})
      for (const auto& [row, column, slope] : expr::jacobian({&one.flow, 1}, *symbols).entries) {
        const Expr& symbol = (*symbols)[index(column)];
        if (is_temperature(draft, symbol) ||
            laws::is_subtracted(one.flow, symbol, *one.heats, laws))
          one.taken += slope;
      }
  }
}

void report_relations(Draft& draft) {
  const auto unit = [&](const Expr& formula) {
    const auto found = draft.formulas.units().of(formula);
    return !found || found->is_none() ? std::string() : describe(*found);
  };
  std::size_t first_set_valued = draft.component->laws.resistive.size(), i = 0;
  std::size_t count = 0;
  for (const SetValued& law : draft.component->set_valued) {
    first_set_valued = std::min(first_set_valued, index(law.resistive));
    count += index(law.size);
  }
  for (const laws::Resistive& one : draft.component->laws.resistive) {
    const std::size_t k = i++;
    if (k >= first_set_valued && k < first_set_valued + count) continue;  // reported elsewhere
    const Expr effort = one.is_force ? -one.effort : one.effort;
    draft.component->relations.push_back(
        {one.name, unit(one.flow), unit(effort), add_readouts(draft, {one.flow, effort})});
  }
}

void check_positions(Draft& draft) {
  for (std::size_t i = 0; i < draft.component->positions.size(); ++i) {
    const std::string& name = draft.component->positions[i].name;
    const bool has_formula = draft.has_rate[i] != 0;
    const auto& resistive = draft.component->laws.resistive;
    const bool is_heated = std::any_of(resistive.begin(), resistive.end(), [&](const auto& r) {
      return r.heats && *r.heats == draft.component->laws.e[i];
    });
    if (!has_formula && !is_heated && !is_moved_by_effort(draft, i))
      draft.reader.fail("PH103", draft.component->where + "/kinematics",
                        "no rate of \"" + name + "\"",
                        "\"" + name + "\": a formula linear in the velocities",
                        "a position that never changes is a parameter");
    if (is_heated && draft.component->laws.potentials.empty())
      draft.reader.fail("PH103", draft.component->where + "/potential_energy",
                        "heat for \"" + name + "\", which stores no energy",
                        "a potential energy that grows with it",
                        "for an environment of temperature theta write \"theta*" + name + "\"");
  }
}

}  // namespace porthos::model
