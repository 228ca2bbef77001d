#include <algorithm>

#include "base/index.hpp"
#include "base/suggest.hpp"
#include "model/draft.hpp"

namespace porthos::model {
namespace {

constexpr const char* kActions = R"("stop", "record", {"reset": ...} or {"set": ...})";

/// The names of all velocities of a component and its parts.
void add_velocities(const Component& of, const std::string& prefix, std::vector<std::string>& to) {
  for (const Variable& own : of.velocities) to.push_back(prefix + own.name);
  for (const Part& part : of.parts)
    if (part.component) add_velocities(*part.component, prefix + part.name + ".", to);
}

/// The unit of a velocity, also of a part, or of a parameter.
std::optional<Dimension> unit_of_target(Draft& draft, int target, bool is_velocity) {
  const auto k = static_cast<std::size_t>(target);
  return is_velocity ? draft.formulas.units().of(draft.component->laws.w[k])
                     : read_unit(draft.component->parameters[k].unit);
}

/// The velocity that gets a new value; without indices, and with a problem, if there is none.
StateEntries find_reset(Draft& draft, const std::string& given, Place place) {
  const auto resolved = resolve(draft, given, place, "PH111", *draft.component);
  if (!resolved) return {};
  const std::string& name = *resolved;
  if (const StateEntries* found = draft.names.find_velocity(name)) return *found;
  std::vector<std::string> names;
  add_velocities(*draft.component, "", names);
  draft.reader.fail_unknown("PH111", place, name, among("the name of a velocity", names), names);
  return {};
}

/// Indices of the parameters (several for a vector) that get new values.
StateEntries find_switch(Draft& draft, const std::string& name, Place place) {
  const auto shape = draft.component->shapes.find(name);
  StateEntries found{shape == draft.component->shapes.end() ? expr::kScalar : shape->second, {}};
  std::vector<std::string> names;
  for (const Parameter& parameter : draft.component->parameters) names.push_back(parameter.name);
  const auto first =
      std::find(names.begin(), names.end(), name + expr::entry_suffix(found.shape, 0));
  if (first == names.end()) {
    const Place parts = draft.root["components"];
    const bool is_of_part =
        parts && parts->is_object() && parts[name.substr(0, name.find_first_of(".["))];
    draft.reader.fail("PH111", place, "\"" + name + "\"", among("a parameter of this text", names),
                      is_of_part
                          ? "give the component's parameter a formula of a parameter of this "
                            "text, and set the latter"
                          : did_you_mean(name, names));
    return {};
  }
  for (int i = 0; i < found.shape.size(); ++i)
    found.indices.push_back(static_cast<int>(first - names.begin()) + i);
  return found;
}

void read_action(Draft& draft, Place place, std::vector<Action>& to) {
  if (place->is_string()) {
    const auto word = place->get<std::string>();
    if (word == "stop" || word == "record")
      to.push_back({word == "stop" ? Action::Kind::kStop : Action::Kind::kRecord, {}});
    else
      draft.reader.fail_unknown("PH109", place, word, kActions, {"stop", "record"});
    return;
  }
  if (!place->is_object()) {
    draft.reader.fail("PH102", place, describe(*place), kActions);
    return;
  }
  draft.reader.object(place, "change");
  const Place reset = place["reset"], set = place["set"];
  if (reset && set) {  // the order of the keys would decide which one comes first
    draft.reader.fail("PH108", place, "\"reset\" and \"set\" in one action", "one of the two",
                      "write a list of two actions");
  } else if (!reset && !set) {
    draft.reader.fail("PH103", place, "neither \"reset\" nor \"set\"", "one of the two");
  } else if (const Place values = reset ? reset : set; draft.reader.object(values)) {
    Action action{reset ? Action::Kind::kReset : Action::Kind::kSet, {}};
    for (const auto& [name, json] : values.members()) {
      const Place value(json);
      const StateEntries targets =
          reset ? find_reset(draft, name, value) : find_switch(draft, name, value);
      const Tensor formula =
          draft.formulas.read_shaped(value, targets.shape, "\"" + name + "\" is", kReport);
      if (!targets.indices.empty())
        draft.formulas.units().expect(
            formula.entries, unit_of_target(draft, targets.indices[0], static_cast<bool>(reset)),
            value, "the unit of \"" + name + "\"");
      for (std::size_t i = 0; i < targets.indices.size(); ++i) {
        const int target = targets.indices[i];
        if (set)
          check_value(draft, draft.component->parameters[index(target)], formula.entries[i], value);
        if (std::ranges::count(action.values, target, &std::pair<int, int>::first) != 0)
          draft.reader.fail("PH106", value, "a new value of \"" + name + "\" a second time",
                            "each name once in an action");
        action.values.emplace_back(target, add_readouts(draft, {formula.entries[i]}));
      }
    }
    to.push_back(std::move(action));
  }
}

void read_event(Draft& draft, const std::string& name, Place place) {
  Event event{.name = name};
  const std::size_t before = draft.reader.problems().size();
  const bool is_switch = read_switch(draft, place["when"], event);
  if (is_switch && place["direction"])
    draft.reader.fail("PH108", place["direction"], "\"direction\" of a switch",
                      "a direction only of a formula: the word says what the law does");
  // The root function of a switch is that of its law: this one never passes through zero.
  const Expr root = is_switch ? Expr(1.0) : draft.formulas.read(place["when"], kReport);
  const char* const root_hint =
      "for a > b write \"a - b\", with the direction \"rising\"; for a == b \"a - b\" alone";
  for (std::size_t i = before; i < draft.reader.problems().size(); ++i) {
    Problem& problem = draft.reader.problems()[i];
    if (problem.found == "a condition" && problem.position == 0) problem.hint = root_hint;
  }
  const bool is_constant = draft.kinds.excess(root, kParameters).empty();
  const bool is_nonnegative = root.graph() && root.graph()->node(root.id()).is_nonnegative;
  if (!is_switch && place["when"] && draft.reader.problems().size() == before &&
      (is_constant || is_nonnegative))
    draft.reader.fail(
        "PH116", place["when"],
        is_constant ? "a formula of parameters alone" : "a formula that is never negative",
        "a formula that passes through zero during the motion", root_hint);
  event.root = add_readouts(draft, {root});

  const std::string direction = draft.reader.word(place, key_of("event", "direction"), "either");
  event.direction = direction == "rising" ? 1 : direction == "falling" ? -1 : 0;

  const Place actions = place["do"];
  if (actions && actions->is_array())
    for (std::size_t i = 0; i < actions.size(); ++i) read_action(draft, actions[i], event.actions);
  else if (actions)
    read_action(draft, actions, event.actions);
  draft.component->events.push_back(std::move(event));
}

}  // namespace

void read_events(Draft& draft, Place all) {
  for_each_member(draft, all, [&](const std::string& name, Place place) {
    if (draft.reader.name(name.substr(0, name.find('[')), place) &&
        draft.reader.object(place, "event"))
      read_event(draft, name, place);
  });
}

}  // namespace porthos::model
