#include "base/index.hpp"
#include "expr/functions.hpp"
#include "expr/query.hpp"
#include "model/draft.hpp"

namespace porthos::model {
namespace {

constexpr int kMostFlows = 3, kMostSlips = 2;  // of one dry friction, of one contact

bool is_set_valued(Place relation) {
  return relation->is_object() && (relation["dry"] || relation["one_way"]);
}

/// Names that columns of all models have, so contacts may not.
bool is_taken(const std::string& name) { return name == "position" || name == "velocity"; }

Expr squares(const std::vector<Expr>& x) {
  Expr sum(0.0);
  for (const Expr& one : x) sum += one * one;
  return sum;
}

SetValued& add_set_valued(Draft& draft, const std::string& name, SetValued::Kind kind, int size) {
  Laws& laws = draft.component->laws;
  SetValued law{.name = name, .kind = kind, .size = size};
  const bool is_contact = kind == SetValued::Kind::kContact;
  law.row = static_cast<int>(is_contact ? laws.position_constraints.size()
                                        : laws.velocity_constraints.size());
  law.mode = static_cast<int>(laws.modes.size());
  law.resistive = static_cast<int>(laws.resistive.size());
  for (int i = 0; i < size; ++i) {
    laws.modes.push_back(laws.graph->symbol("mode(" + numbered(name, index(i), index(size)) + ")"));
    laws.resistive.push_back({.name = numbered(name, index(i), index(size))});
  }
  draft.component->set_valued.push_back(law);
  draft.set_valued_indices.push_back(draft.names.indices);
  return draft.component->set_valued.back();
}

void declare_friction(Draft& draft, const std::string& name, Place place, const Tensor& flow,
                      const Draft::SetValuedText& text) {
  const int size = static_cast<int>(flow.entries.size());
  const bool is_slip = text.normal.has_value();
  if (size > (is_slip ? kMostSlips : kMostFlows)) {
    draft.reader.fail("PH117", place, expr::describe(flow.shape),
                      is_slip ? "one or two velocities along a contact" : "at most three flows");
    if (is_slip) draft.component->set_valued.back().has_slip = false;
    return;
  }
  Laws& laws = draft.component->laws;
  SetValued& law = add_set_valued(draft, name, SetValued::Kind::kFriction, size);
  draft.set_valued_texts.push_back(text);
  for (int i = 0; i < size; ++i) {
    const Expr& one = flow.entries[index(i)];
    const std::string row = numbered(name, index(i), index(size));
    laws.velocity_constraints.push_back({row, law.unit, one});
    laws.mu.push_back(laws.graph->symbol("multiplier(" + row + ")"));
    laws.resistive[index(law.resistive + i)].flow = one;
  }
}

/// 0 <= gap, 0 <= multiplier. The row is -gap, so that the multiplier is the force that opens it.
void declare_contact(Draft& draft, const std::string& name, Place place) {
  Laws& laws = draft.component->laws;
  const std::size_t before = draft.reader.problems().size();
  const Expr gap = with_clock(draft, draft.formulas.read(place["gap"], kPositions | kTime), name);
  const bool is_known = draft.reader.problems().size() == before && place["gap"];
  if (is_known && is_of_no_position(draft, gap, name))
    draft.reader.fail("PH114", place["gap"], "a formula that no position changes, but for jumps",
                      "the distance of two bodies as a formula of the positions");
  const auto found = draft.formulas.units().of(gap);
  std::string unit = place["unit"] ? draft.reader.unit(place["unit"]) : std::string();
  if (unit.empty() && found && !found->is_none()) unit = describe(*found);
  SetValued& law = add_set_valued(draft, name, SetValued::Kind::kContact, 1);
  draft.set_valued_texts.push_back({place, {}, {}, {}});
  law.unit = unit;
  law.where = draft.component->where + "/contacts/" + pointer_token(name.substr(0, name.find('[')));
  laws.position_constraints.push_back({name, unit, -gap});
  const Expr multiplier = laws.graph->symbol("multiplier(" + name + ")");
  laws.lambda.push_back(multiplier);
  draft.names.multipliers[name] = multiplier;
  declare_multipliers(draft, name, {gap}, unit, joule(), place["gap"]);
  if (!is_known) draft.names.broken.insert("multiplier(" + name + ")");
  if (place["friction"] && !place["slip"])
    draft.reader.fail(
        "PH103", place, "friction without \"slip\"",
        "\"slip\": the velocities along the contact, formulas linear in the velocities");
  if (place["static_friction"] && !place["friction"])
    draft.reader.fail("PH103", place, "\"static_friction\" without \"friction\"",
                      "\"friction\": the coefficient of slip");
  if (place["slip"] && !place["friction"])
    draft.reader.fail("PH103", place, "\"slip\" without \"friction\"",
                      "\"friction\": a coefficient");
  if (!place["friction"] || !place["slip"]) return;
  const Tensor slip =
      draft.formulas.read_tensor(place["slip"], kPositions | kVelocities | kEfforts);
  for (const Expr& one : slip.entries) draft.formulas.check_linear(one, place["slip"], false);
  draft.component->set_valued.back().has_slip = true;
  declare_friction(draft, name + ".slip", place["slip"], slip,
                   {place, place["friction"], place["static_friction"], multiplier});
}

/// 0 <= flow, effort <= 0. The row is -flow, so that the multiplier is minus the effort.
void declare_one_way(Draft& draft, const std::string& name, Place place, const Tensor& flow) {
  if (!place["one_way"]->is_boolean() || !place["one_way"]->get<bool>())
    draft.reader.fail("PH102", place["one_way"], describe(*place["one_way"]), "true");
  for (const char* key : {"effort", "dry", "static", "heats"})
    if (place[key])
      draft.reader.fail("PH108", place[key], "\"one_way\" and \"" + std::string(key) + "\"",
                        "a law that lets its flow pass in one direction, without dissipation");
  if (!flow.is_scalar()) {
    draft.reader.fail("PH117", place["flow"], expr::describe(flow.shape), "one flow");
    return;
  }
  Laws& laws = draft.component->laws;
  SetValued& law = add_set_valued(draft, name, SetValued::Kind::kOneWay, 1);
  draft.set_valued_texts.push_back({place, {}, {}, {}});
  laws.velocity_constraints.push_back({name, "", -flow.scalar()});
  laws.mu.push_back(laws.graph->symbol("multiplier(" + name + ")"));
  laws.resistive[index(law.resistive)].flow = flow.scalar();
}

/// The force of a law, for outputs, events and the view: multiplier(name), unless a constraint has
/// this name.
void add_force(Draft& draft, const std::string& name, const Tensor& force) {
  if (draft.names.multipliers.count(name)) return;
  for (std::size_t i = 0; !force.is_scalar() && i < force.entries.size(); ++i)
    draft.names.multipliers[numbered(name, i, force.entries.size())] = force.entries[i];
  draft.names.multipliers[name] = force;
}

void finish_contact(Draft& draft, SetValued& law, const Draft::SetValuedText& text) {
  const Laws& laws = draft.component->laws;
  const Place restitution = text.law["restitution"];
  const Expr bounce = draft.formulas.read(restitution, kParameters);
  if (const auto value = expr::constant(bounce); value && !(*value >= 0 && *value <= 1))
    draft.reader.fail("PH104", restitution, describe(*restitution), "a number from 0 to 1");
  const Expr mode = laws.modes[index(law.mode)];
  const Expr force = laws.lambda[index(law.row)];
  const Expr gap = -laws.position_constraints[index(law.row)].formula;
  law.root = add_readouts(draft, {mode * force + (1.0 - mode) * gap});
  law.restitution = add_readouts(draft, {bounce});
  law.flow = add_readouts(draft, {gap});
}

void finish_one_way(Draft& draft, SetValued& law) {
  const Laws& laws = draft.component->laws;
  const Expr mode = laws.modes[index(law.mode)];
  const Expr force = laws.mu[index(law.row)];
  const Expr flow = laws.resistive[index(law.resistive)].flow;
  law.root = add_readouts(draft, {mode * force + (1.0 - mode) * flow});
  law.flow = add_readouts(draft, {flow});
  const int first = add_readouts(draft, {flow, -force});
  draft.component->relations.push_back({law.name, "", "", first});
  add_force(draft, law.name, force);
}

/// f/|f|, which a step may need beyond the end of the slip. There the part along d changes its
/// sign, and the part aside still resists: y/|y| with y = f + (|s| - s) d, s = d.f. So a slip that
/// turns as it ends has no jump where s changes its sign.
std::vector<Expr> shares_of(const std::vector<Expr>& flow, const std::vector<Expr>& direction,
                            const Expr& along, const Expr& slips) {
  if (flow.size() == 1) return {direction[0]};
  // Slip that begins at rest, or a flow that other laws hold at rest, has the direction of its
  // mode, whatever the rounding of its flow.
  constexpr double kRest = 1e-13;
  const Expr more = expr::sqrt(along * along + kRest * kRest) - along + kRest;
  std::vector<Expr> share;
  for (std::size_t i = 0; i < flow.size(); ++i) share.push_back(flow[i] + more * direction[i]);
  // 1 in a mode without slip. Of a direction that is a unit vector only up to rounding, the fourth
  // power is nothing beside the smallest y, where the square would be a millionth.
  const Expr sticks = (1.0 - slips) * (1.0 - slips);
  const Expr length = expr::sqrt(squares(share) + sticks * sticks);
  for (Expr& one : share) one = slips * one / length;
  return share;
}

void finish_friction(Draft& draft, SetValued& law, const Draft::SetValuedText& text) {
  Laws& laws = draft.component->laws;
  const unsigned allowed = kPositions | kVelocities | kEfforts | kMultipliers | kTime;
  const auto read_bound = [&](Place place) {
    const Expr bound = draft.formulas.read(place, allowed);
    if (const auto value = expr::constant(bound); value && *value < 0)
      draft.reader.fail("PH104", place, describe(*place), "a bound that is not negative");
    return bound;
  };
  Expr bound = read_bound(text.bound);
  Expr static_bound = text.static_bound ? read_bound(text.static_bound) : bound;
  if (draft.kinds.symbols(bound + static_bound, kMultipliers | kEfforts).empty())
    law.stated = add_readouts(draft, {bound, static_bound});
  law.has_fixed_bound = draft.kinds.symbols(bound + static_bound, allowed).empty();
  law.where = draft.reader.where(text.static_bound ? text.static_bound : text.bound);
  if (text.normal) {  // coefficients of the force of the contact
    bound = bound * *text.normal;
    static_bound = static_bound * *text.normal;
  }
  std::vector<Expr> flow, direction, force;
  for (int i = 0; i < law.size; ++i) {
    flow.push_back(laws.resistive[index(law.resistive + i)].flow);
    direction.push_back(laws.modes[index(law.mode + i)]);
    force.push_back(laws.mu[index(law.row + i)]);
    draft.formulas.units().expect_power(flow.back(), bound, text.law);
  }
  // In slip the direction is a unit vector, so that this is 1; else 0.
  const Expr slips = law.size == 1 ? direction[0] * direction[0] : squares(direction);
  Expr along(0.0);
  for (int i = 0; i < law.size; ++i) along += direction[index(i)] * flow[index(i)];
  const std::vector<Expr> share = shares_of(flow, direction, along, slips);
  const Expr size = law.size == 1 ? expr::abs(force[0]) : expr::sqrt(squares(force));
  law.root = add_readouts(draft, {along + (1.0 - slips) * (static_bound - size)});
  law.flow = add_readouts(draft, flow);
  law.bound = add_readouts(draft, {bound, static_bound});
  for (int i = 0; i < law.size; ++i) {
    laws::Resistive& one = laws.resistive[index(law.resistive + i)];
    one.effort = bound * share[index(i)];
    force[index(i)] = one.effort + force[index(i)];
    const int first = add_readouts(draft, {one.flow, force[index(i)]});
    draft.component->relations.push_back({one.name, "", "", first});
  }
  add_force(draft, law.name,
            law.size == 1 ? Tensor(force[0]) : Tensor(expr::vector_of(law.size), std::move(force)));
}

}  // namespace

void declare_set_valued(Draft& draft) {
  if (const Place all = draft.root["contacts"]; draft.reader.object(all))
    for_each_member(draft, all, [&](const std::string& name, Place place) {
      if (is_left_out(draft, place)) {
        draft.names.multipliers[name] = Expr(0.0);
        draft.component->absent_laws.push_back(name);
        if (place["slip"]) draft.names.left_out.emplace(name + ".slip", place["slip"]);
        return;
      }
      if (is_taken(name))
        draft.reader.fail(
            "PH107", place, "the name \"" + name + "\"",
            "a name without a column: gap." + name + " is the largest gap of all constraints");
      else if (draft.reader.name(name.substr(0, name.find('[')), place) &&
               draft.reader.object(place, "contact"))
        declare_contact(draft, name, place);
    });
  const Place all = draft.root["dissipation"];
  if (!all || !all->is_object()) return;
  for_each_member(draft, all, [&](const std::string& name, Place place) {
    if (!is_set_valued(place) || !draft.reader.name(name.substr(0, name.find('[')), place)) return;
    if (is_left_out(draft, place)) {
      draft.component->absent_laws.push_back(name);
      if (place["flow"]) draft.names.left_out.emplace(name, place["flow"]);
      return;
    }
    draft.reader.object(place, "dissipation");
    const Tensor flow =
        draft.formulas.read_tensor(place["flow"], kPositions | kVelocities | kEfforts);
    if (!place["flow"]) return;
    for (const Expr& one : flow.entries) draft.formulas.check_linear(one, place["flow"], false);
    if (place["dry"] && place["effort"])
      draft.reader.fail("PH108", place, "\"effort\" and \"dry\"", "one of the two",
                        "a separate relation for each");
    if (place["one_way"])
      declare_one_way(draft, name, place, flow);
    else
      declare_friction(draft, name, place, flow, {place, place["dry"], place["static"], {}});
  });
}

void finish_set_valued(Draft& draft) {
  for (std::size_t k = 0; k < draft.component->set_valued.size(); ++k) {
    SetValued& law = draft.component->set_valued[k];
    const WithIndices indices(draft.names, draft.set_valued_indices[k]);
    switch (law.kind) {
      case SetValued::Kind::kContact: finish_contact(draft, law, draft.set_valued_texts[k]); break;
      case SetValued::Kind::kOneWay: finish_one_way(draft, law); break;
      case SetValued::Kind::kFriction:
        finish_friction(draft, law, draft.set_valued_texts[k]);
        break;
    }
  }
}

}  // namespace porthos::model
