#include <algorithm>

#include "base/index.hpp"
#include "expr/derivative.hpp"
#include "expr/query.hpp"
#include "model/draft.hpp"

// Reads the quantities of other components in formulas: their states, parameters, multipliers,
// offers and outputs.

namespace porthos::model {
namespace {

std::string unit_of(const Component& component, const std::string& parameter) {
  const auto found = std::ranges::find(component.parameters, parameter, &Parameter::name);
  return found == component.parameters.end() ? "" : found->unit;
}

/// The multiplier of a row of a part.
Expr take_multiplier(Draft& draft, const std::string& path, const std::string& unit,
                     bool is_of_positions) {
  Laws& laws = draft.component->laws;
  const Expr symbol = laws.graph->symbol("multiplier(" + path + ")");
  auto& known = is_of_positions ? draft.component->foreign_lambdas : draft.component->foreign_mus;
  if (std::ranges::find(known, path) != known.end()) return symbol;
  known.push_back(path);
  (is_of_positions ? laws.lambda : laws.mu).push_back(symbol);
  draft.formulas.units().declare(symbol, per(is_of_positions ? joule() : watt(), read_unit(unit)));
  if (!unit.empty()) draft.component->foreign_units[path] = unit;
  return symbol;
}

Expr foreign_parameter(Draft& draft, const std::string& path, const std::string& unit) {
  Laws& laws = draft.component->laws;
  const Expr symbol = laws.graph->symbol(path);
  auto& known = draft.component->foreign_parameters;
  if (std::find(known.begin(), known.end(), path) == known.end()) {
    known.push_back(path);
    laws.parameters.push_back(symbol);
    draft.formulas.units().declare(symbol, read_unit(unit));
    if (!unit.empty()) draft.component->foreign_units[path] = unit;
  }
  return symbol;
}

/// This component's symbol for one of another component; nullopt for time and for internal symbols.
std::optional<Expr> take_symbol(Draft& draft, const Component& from, const Expr& symbol,
                                const std::string& prefix) {
  const Laws &theirs = from.laws, &ours = draft.component->laws;
  const auto index_in = [&](const std::vector<Expr>& list) {
    const auto found = std::ranges::find(list, symbol);
    return found == list.end() ? std::nullopt
                               : std::optional(static_cast<std::size_t>(found - list.begin()));
  };
  const auto unit_of_foreign = [&](const std::string& path) {
    const auto found = from.foreign_units.find(path);
    return found == from.foreign_units.end() ? std::string() : found->second;
  };
  const auto state = [&](std::size_t k, bool is_position) {
    const auto& own = is_position ? from.positions : from.velocities;
    const auto& others = is_position ? from.foreign_positions : from.foreign_velocities;
    const bool is_own = k < own.size();
    const std::string& name = is_own ? own[k].name : others[k - own.size()];
    return static_cast<std::size_t>(foreign_state(draft, prefix + "." + name, is_position,
                                                  is_own ? own[k].unit : unit_of_foreign(name)));
  };
  const auto multiplier = [&](std::size_t k, const std::vector<laws::Constraint>& own,
                              const std::vector<std::string>& others, bool is_of_positions) {
    const bool is_own = k < own.size();
    const std::string& name = is_own ? own[k].name : others[k - own.size()];
    return take_multiplier(draft, prefix + "." + name, is_own ? own[k].unit : unit_of_foreign(name),
                           is_of_positions);
  };
  if (const auto k = index_in(theirs.z)) return ours.z[state(*k, true)];
  if (const auto k = index_in(theirs.e)) return ours.e[state(*k, true)];
  if (const auto k = index_in(theirs.w)) return ours.w[state(*k, false)];
  if (const auto k = index_in(theirs.p)) return ours.p[state(*k, false)];
  if (const auto k = index_in(theirs.w_rate)) return ours.w_rate[state(*k, false)];
  if (const auto k = index_in(theirs.lambda))
    return multiplier(*k, theirs.position_constraints, from.foreign_lambdas, true);
  if (const auto k = index_in(theirs.mu))
    return multiplier(*k, theirs.velocity_constraints, from.foreign_mus, false);
  if (const auto k = index_in(theirs.parameters)) {
    const std::size_t own = theirs.parameters.size() - from.foreign_parameters.size();
    const std::string name =
        *k < own ? theirs.graph->name(symbol) : from.foreign_parameters[*k - own];
    return foreign_parameter(draft, prefix + "." + name,
                             *k < own ? unit_of(from, name) : unit_of_foreign(name));
  }
  return std::nullopt;
}

/// part.output in a formula, with the quantities in it.
bool take_output(Draft& draft, const Component& from, const std::string& name,
                 const std::string& prefix) {
  const auto shape = from.output_shapes.find(name);
  if (shape == from.output_shapes.end()) return false;
  const std::string first = name + expr::entry_suffix(shape->second, 0);
  const auto output = std::ranges::find(from.outputs, first, &Readout::name);
  const auto begin = from.laws.readouts.begin() + output->index;
  Tensor value(shape->second, {begin, begin + shape->second.size()});
  const auto is_ours = [&](const Expr& symbol) {
    return symbol == from.laws.t || take_symbol(draft, from, symbol, prefix);
  };
  if (!std::ranges::all_of(expr::symbols_of(value.entries), is_ours)) return false;
  const std::string path = prefix + "." + name;
  value = take_values(draft, from, {{name, value}}, prefix).at(name);
  for (const Expr& entry : value.entries)
    draft.formulas.units().declare_formula(entry, output->unit);
  draft.names.values[path] = std::move(value);
  return true;
}

}  // namespace

bool make_foreign(Draft& draft, const std::string& path) {
  const Component* component = draft.component.get();
  std::string name = path;
  while (true) {  // follow parts as far as possible; the rest is a state
    const std::size_t dot = name.find('.');
    const Part* part = dot == name.npos ? nullptr : component->find_part(name.substr(0, dot));
    if (!part || !part->component) break;
    component = part->component.get();
    name = name.substr(dot + 1);
  }
  if (component == draft.component.get()) return false;
  const auto shape = component->shapes.find(name);
  StateEntries state{shape == component->shapes.end() ? expr::kScalar : shape->second, {}};
  const std::string first = name + expr::entry_suffix(state.shape, 0);
  const bool is_position = state_index(component->positions, first) >= 0;
  if (!is_position && state_index(component->velocities, first) < 0) return false;
  const auto& states = is_position ? component->positions : component->velocities;
  const std::string unit = states[index(state_index(states, first))].unit;
  for (int i = 0; i < state.shape.size(); ++i)
    state.indices.push_back(
        foreign_state(draft, path + expr::entry_suffix(state.shape, i), is_position, unit));
  (is_position ? draft.names.positions : draft.names.velocities)[path] = state;
  return true;
}

int foreign_state(Draft& draft, const std::string& path, bool is_position,
                  const std::string& unit) {
  Laws& laws = draft.component->laws;
  auto& symbols = is_position ? laws.z : laws.w;
  const auto [known, is_new] = draft.foreign.emplace(path, static_cast<int>(symbols.size()));
  if (!is_new) return known->second;
  add_state(draft, path, is_position, unit);
  if (!unit.empty()) draft.component->foreign_units[path] = unit;
  (is_position ? draft.component->foreign_positions : draft.component->foreign_velocities)
      .push_back(path);
  return known->second;
}

Values take_values(Draft& draft, const Component& from, const Values& values,
                   const std::string& prefix) {
  std::vector<Expr> formulas;
  for (const auto& [name, value] : values)
    formulas.insert(formulas.end(), value.entries.begin(), value.entries.end());
  std::vector<std::pair<Expr, Expr>> renaming{{from.laws.t, draft.component->laws.t}};
  for (const Expr& symbol : expr::symbols_of(formulas))
    if (const auto mine = take_symbol(draft, from, symbol, prefix))
      renaming.emplace_back(symbol, *mine);
  Values taken;
  for (const auto& [name, value] : values)
    taken.insert_or_assign(
        name, Tensor(value.shape,
                     expr::substitute(value.entries, renaming, *draft.component->laws.graph)));
  return taken;
}

bool take_offered(Draft& draft, const std::string& path) {
  std::string rest = path, before;
  const Component* component = draft.component.get();
  while (true) {
    const std::size_t dot = rest.find('.');
    const Part* part = dot == rest.npos ? nullptr : component->find_part(rest.substr(0, dot));
    if (!part || !part->component) break;
    component = part->component.get();
    before += (before.empty() ? "" : ".") + part->name;
    rest = rest.substr(dot + 1);
  }
  for (const Offer& offer : component->offers) {
    if (rest.rfind(offer.name + ".", 0) != 0) continue;
    const Values known = serve(offer.values, *offer.interface);
    const auto quantity = known.find(rest.substr(offer.name.size() + 1));
    if (quantity == known.end()) continue;
    const bool is_own = component == draft.component.get();
    draft.names.values[path] =
        is_own ? quantity->second
               : take_values(draft, *component, {*quantity}, before).begin()->second;
    return true;
  }
  if (component != draft.component.get()) return take_output(draft, *component, rest, before);
  if (component->broken_offers.count(rest.substr(0, rest.find('.'))) == 0) return false;
  draft.names.broken.insert(path);
  draft.names.values[path] = Expr(0.0);
  return true;
}

}  // namespace porthos::model
