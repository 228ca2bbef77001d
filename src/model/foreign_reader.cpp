#include <algorithm>

#include "base/index.hpp"
#include "expr/derivative.hpp"
#include "expr/query.hpp"
#include "model/component_reader.hpp"

// Reads the quantities of other components in formulas: their states, parameters, multipliers,
// offers and outputs.

namespace porthos::model {
namespace {

std::string unit_of(const Component& component, const std::string& parameter) {
  const auto found = std::ranges::find(component.parameters, parameter, &Parameter::name);
  return found == component.parameters.end() ? "" : found->unit;
}

}  // namespace

bool ComponentReader::make_foreign(const std::string& path) {
  const Component* component = component_.get();
  std::string name = path;
  while (true) {  // follow parts as far as possible; the rest is a state
    const std::size_t dot = name.find('.');
    const Part* part = dot == name.npos ? nullptr : component->find_part(name.substr(0, dot));
    if (!part || !part->component) break;
    component = part->component.get();
    name = name.substr(dot + 1);
  }
  if (component == component_.get()) return false;
  const auto shape = component->shapes.find(name);
  StateEntries state{shape == component->shapes.end() ? expr::kScalar : shape->second, {}};
  const std::string first = name + expr::entry_suffix(state.shape, 0);
  const bool is_position = state_index(component->positions, first) >= 0;
  if (!is_position && state_index(component->velocities, first) < 0) return false;
  const auto& states = is_position ? component->positions : component->velocities;
  const std::string unit = states[index(state_index(states, first))].unit;
  for (int i = 0; i < state.shape.size(); ++i)
    state.indices.push_back(
        foreign_state(path + expr::entry_suffix(state.shape, i), is_position, unit));
  if (is_position)
    formulas_.add_position(path, state);
  else
    formulas_.add_velocity(path, state);
  return true;
}

/// The index of a state of a part in the laws of this component.
int ComponentReader::foreign_state(const std::string& path, bool is_position,
                                   const std::string& unit) {
  Laws& laws = component_->laws;
  auto& symbols = is_position ? laws.z : laws.w;
  const auto [known, is_new] = foreign_.emplace(path, static_cast<int>(symbols.size()));
  if (!is_new) return known->second;
  add_state(path, is_position, unit);
  if (!unit.empty()) component_->foreign_units[path] = unit;
  (is_position ? component_->foreign_positions : component_->foreign_velocities).push_back(path);
  return known->second;
}

/// Formulas of another component, over this component's symbols for its states and parameters.
Values ComponentReader::take(const Component& from, const Values& values,
                             const std::string& prefix) {
  std::vector<Expr> formulas;
  for (const auto& [name, value] : values)
    formulas.insert(formulas.end(), value.entries.begin(), value.entries.end());
  std::vector<std::pair<Expr, Expr>> renaming{{from.laws.t, component_->laws.t}};
  for (const Expr& symbol : expr::symbols_of(formulas))
    if (const auto mine = take_symbol(from, symbol, prefix)) renaming.emplace_back(symbol, *mine);
  Values taken;
  for (const auto& [name, value] : values)
    taken.insert_or_assign(name, Tensor(value.shape, expr::substitute(value.entries, renaming,
                                                                      *component_->laws.graph)));
  return taken;
}

/// This component's symbol for one of another component; nullopt for time and for internal symbols.
std::optional<Expr> ComponentReader::take_symbol(const Component& from, const Expr& symbol,
                                                 const std::string& prefix) {
  const Laws &theirs = from.laws, &ours = component_->laws;
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
    return static_cast<std::size_t>(foreign_state(prefix + "." + name, is_position,
                                                  is_own ? own[k].unit : unit_of_foreign(name)));
  };
  const auto multiplier = [&](std::size_t k, const std::vector<laws::Constraint>& own,
                              const std::vector<std::string>& others, bool is_of_positions) {
    const bool is_own = k < own.size();
    const std::string& name = is_own ? own[k].name : others[k - own.size()];
    return take_multiplier(prefix + "." + name, is_own ? own[k].unit : unit_of_foreign(name),
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
    return foreign_parameter(prefix + "." + name,
                             *k < own ? unit_of(from, name) : unit_of_foreign(name));
  }
  return std::nullopt;
}

/// The multiplier of a row of a part.
Expr ComponentReader::take_multiplier(const std::string& path, const std::string& unit,
                                      bool is_of_positions) {
  Laws& laws = component_->laws;
  const Expr symbol = laws.graph->symbol("multiplier(" + path + ")");
  auto& known = is_of_positions ? component_->foreign_lambdas : component_->foreign_mus;
  if (std::ranges::find(known, path) != known.end()) return symbol;
  known.push_back(path);
  (is_of_positions ? laws.lambda : laws.mu).push_back(symbol);
  formulas_.units().declare(symbol, per(is_of_positions ? joule() : watt(), read_unit(unit)));
  if (!unit.empty()) component_->foreign_units[path] = unit;
  return symbol;
}

/// part.output in a formula, with the quantities in it.
bool ComponentReader::take_output(const Component& from, const std::string& name,
                                  const std::string& prefix) {
  const auto shape = from.output_shapes.find(name);
  if (shape == from.output_shapes.end()) return false;
  const std::string first = name + expr::entry_suffix(shape->second, 0);
  const auto output = std::ranges::find(from.outputs, first, &Readout::name);
  const auto begin = from.laws.readouts.begin() + output->index;
  Tensor value(shape->second, {begin, begin + shape->second.size()});
  const auto is_ours = [&](const Expr& symbol) {
    return symbol == from.laws.t || take_symbol(from, symbol, prefix);
  };
  if (!std::ranges::all_of(expr::symbols_of(value.entries), is_ours)) return false;
  const std::string path = prefix + "." + name;
  value = take(from, {{name, value}}, prefix).at(name);
  for (const Expr& entry : value.entries) formulas_.units().declare_formula(entry, output->unit);
  formulas_.add_parameter(path, std::move(value));
  return true;
}

/// part.offer.r, part.output, or an offer of the text itself, in a formula.
bool ComponentReader::take_offered(const std::string& path) {
  std::string rest = path, before;
  const Component* component = component_.get();
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
    const bool is_own = component == component_.get();
    formulas_.add_parameter(
        path, is_own ? quantity->second : take(*component, {*quantity}, before).begin()->second);
    return true;
  }
  if (component != component_.get()) return take_output(*component, rest, before);
  if (component->broken_offers.count(rest.substr(0, rest.find('.'))) == 0) return false;
  formulas_.mark_broken(path);
  formulas_.add_parameter(path, Expr(0.0));
  return true;
}

Expr ComponentReader::foreign_parameter(const std::string& path, const std::string& unit) {
  Laws& laws = component_->laws;
  const Expr symbol = laws.graph->symbol(path);
  auto& known = component_->foreign_parameters;
  if (std::find(known.begin(), known.end(), path) == known.end()) {
    known.push_back(path);
    laws.parameters.push_back(symbol);
    formulas_.units().declare(symbol, read_unit(unit));
    if (!unit.empty()) component_->foreign_units[path] = unit;
  }
  return symbol;
}

}  // namespace porthos::model
