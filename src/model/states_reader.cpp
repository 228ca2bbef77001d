#include "base/index.hpp"
#include "model/draft.hpp"

namespace porthos::model {

void declare_states(Draft& draft, const char* key, std::vector<Variable>& to) {
  const Place all = draft.root[key];
  if (!draft.reader.object(all)) return;
  Laws& laws = draft.component->laws;
  const bool is_position = key == std::string("positions");
  for (const auto& [name, json] : all.members()) {
    const Place place(json);
    if (!draft.formulas.declare(name, place)) continue;
    Variable variable{.name = name};
    const std::size_t before = draft.reader.problems().size();
    const expr::Shape shape = json.is_object()
                                  ? declared_shape(draft, place["start"], place["size"])
                                  : declared_shape(draft, place, Place());
    if (json.is_object()) {
      draft.reader.object(place, "state");
      variable.unit = draft.reader.unit(place["unit"]);
      variable.label = draft.reader.text(place["label"]);
      variable.is_fixed = draft.reader.flag(place["fixed"], false);
    }
    if (draft.reader.problems().size() != before) draft.names.broken.insert(name);
    if (shape.rank > 0) draft.component->shapes[name] = shape;
    if (laws.z.size() + laws.w.size() + index(shape.size()) > index(Limits::kStates)) {
      draft.reader.fail("PH105", place, "more than " + std::to_string(Limits::kStates) + " states",
                        "at most that many in one text", "split the model into components");
      draft.names.broken.insert(name);
      continue;
    }
    StateEntries entries{shape, {}};
    for (int i = 0; i < shape.size(); ++i) {
      variable.name = name + expr::entry_suffix(shape, i);
      entries.indices.push_back(static_cast<int>(is_position ? laws.z.size() : laws.w.size()));
      add_state(draft, variable.name, is_position, variable.unit);
      to.push_back(variable);
    }
    (is_position ? draft.names.positions : draft.names.velocities)[name] = entries;
  }
}

void add_state(Draft& draft, const std::string& name, bool is_position, const std::string& unit) {
  Laws& laws = draft.component->laws;
  const auto add = [&](std::vector<Expr>& to, const std::string& symbol,
                       const std::optional<Dimension>& dimension) {
    to.push_back(laws.graph->symbol(symbol));
    draft.formulas.units().declare(to.back(), dimension);
  };
  const auto own = read_unit(unit);
  add(is_position ? laws.z : laws.w, name, own);
  if (is_position) {
    add(laws.e, "effort(" + name + ")", per(joule(), own));
  } else {
    add(laws.p, "momentum(" + name + ")", per(joule(), own));
    add(laws.w_rate, "rate(" + name + ")", per(own, read_unit("s")));
  }
}

void read_starts(Draft& draft, const char* key, std::vector<Variable>& of) {
  for (const std::string& name : declared_names(draft, key)) {
    const Place place = draft.root[key][name];
    const Place start = place->is_object() ? place["start"] : place;
    const StateEntries* state =
        &of == &draft.component->positions ? own_position(draft, name) : own_velocity(draft, name);
    if (!state || !start || draft.names.broken.count(name)) continue;
    const Tensor value =
        draft.formulas.read_shaped(start, state->shape, "\"" + name + "\" is", kParameters);
    expect_unit(draft, value.entries, of[index(state->indices[0])].unit, start,
                "the unit of \"" + name + "\"");
    for (std::size_t i = 0; i < value.entries.size(); ++i)
      of[index(state->indices[i])].start = value.entries[i];
    for (const int i : state->indices) of[index(i)].has_start = true;
  }
}

std::vector<std::string> declared_names(const Draft& draft, const char* key) {
  std::vector<std::string> names;
  const Place all = draft.root[key];
  if (all && all->is_object())
    for (const auto& [name, json] : all.members()) names.push_back(name);
  return names;
}

const StateEntries* own_position(Draft& draft, const std::string& name) {
  const StateEntries* state = draft.names.find_position(name);
  return state && index(state->indices[0]) < draft.component->positions.size() ? state : nullptr;
}

const StateEntries* own_velocity(Draft& draft, const std::string& name) {
  const StateEntries* state = draft.names.find_velocity(name);
  return state && index(state->indices[0]) < draft.component->velocities.size() ? state : nullptr;
}

int state_index(const std::vector<Variable>& states, const std::string& name) {
  for (std::size_t i = 0; i < states.size(); ++i)
    if (states[i].name == name) return static_cast<int>(i);
  return -1;
}

}  // namespace porthos::model
