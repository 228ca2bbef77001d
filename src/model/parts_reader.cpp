#include <algorithm>
#include <array>
#include <map>

#include "base/index.hpp"
#include "base/suggest.hpp"
#include "expr/query.hpp"
#include "model/draft.hpp"

namespace porthos::model {
namespace {

/// The shape of a parameter or state of the component or, with a dotted name, of a part.
expr::Shape shape_of(const Component& component, const std::string& name) {
  const auto own = component.shapes.find(name);
  if (own != component.shapes.end()) return own->second;
  const std::size_t dot = name.find('.');
  const Part* part = dot == name.npos ? nullptr : component.find_part(name.substr(0, dot));
  return part && part->component ? shape_of(*part->component, name.substr(dot + 1)) : expr::kScalar;
}

/// The names of these entries; a vector or matrix counts as a whole.
std::vector<std::string> whole(const Component& component,
                               const std::vector<std::string>& entries) {
  std::map<std::string, std::string> of_entry;
  for (const auto& [name, shape] : component.shapes)
    for (int i = 0; i < shape.size() && shape.rank > 0; ++i)
      of_entry[name + expr::entry_suffix(shape, i)] = name;
  std::vector<std::string> names;
  for (const std::string& entry : entries) {
    const auto found = of_entry.find(entry);
    const std::string& name = found == of_entry.end() ? entry : found->second;
    if (names.empty() || names.back() != name) names.push_back(name);
  }
  return names;
}

void override_parameter(Draft& draft, Part& part, const std::string& name, Place place) {
  const Component& component = *part.component;
  const expr::Shape shape = shape_of(component, name);
  const auto find = [&](const std::string& entry) {
    return std::find_if(component.parameters.begin(), component.parameters.end(),
                        [&](const Parameter& parameter) { return parameter.name == entry; });
  };
  if (find(name + expr::entry_suffix(shape, 0)) == component.parameters.end()) {
    std::vector<std::string> known, settable;
    for (const Parameter& parameter : component.parameters) {
      known.push_back(parameter.name);
      if (!parameter.formula) settable.push_back(parameter.name);
    }
    draft.reader.fail_unknown(
        "PH111", place, name,
        among("a parameter of \"" + part.name + "\"", whole(component, settable)),
        whole(component, known));
    return;
  }
  const std::size_t before = draft.reader.problems().size();
  const Tensor value = draft.formulas.read_shaped(
      place, shape, "\"" + name + "\" of \"" + part.name + "\" is", kParameters);
  if (has_errors(draft.reader.problems(), before)) return;  // it has no value
  expect_unit(draft, value.entries, find(name + expr::entry_suffix(shape, 0))->unit, place,
              "the unit of \"" + name + "\" of \"" + part.name + "\"");
  for (int i = 0; i < shape.size(); ++i) {
    const std::string entry = name + expr::entry_suffix(shape, i);
    part.parameters[entry] = value.entries[index(i)];
    check_value(draft, *find(entry), part.parameters[entry], place);
  }
}

std::pair<Tensor, bool> read_start(Draft& draft, Place place, const expr::Shape& shape,
                                   const std::string& what) {
  const bool is_object = place->is_object();
  if (is_object) draft.reader.object(place, "component_start");
  const Place value = is_object ? place["value"] : place;
  return {draft.formulas.read_shaped(value, shape, what + " is", kParameters),
          is_object && draft.reader.flag(place["fixed"], false)};
}

/// A reported quantity of a joint that can have a start: it depends on the pose, or linearly on the
/// velocities. nullptr if the name is none of these.
const Readout* find_coordinate(const Part& part, const std::string& name) {
  const Component& of = *part.component;
  const auto shape = of.output_shapes.find(name);
  if (part.between.empty() || shape == of.output_shapes.end()) return nullptr;
  const auto first =
      std::ranges::find(of.outputs, name + expr::entry_suffix(shape->second, 0), &Readout::name);
  const Laws& laws = of.laws;
  for (int i = 0; i < shape->second.size(); ++i) {
    const Expr& formula = laws.readouts[index(first->index + i)];
    for (const Expr& symbol : expr::symbols_of(std::vector{formula}))
      if (std::ranges::none_of(std::array{&laws.z, &laws.w, &laws.parameters}, [&](auto* list) {
            return std::ranges::find(*list, symbol) != list->end();
          }))
        return nullptr;
    if (expr::depends_on_any(formula, laws.w) && !expr::linear_coefficients(formula, laws.w))
      return nullptr;
  }
  return &*first;
}

/// A guess, or {"value", "fixed"}, for a state or for a coordinate that a joint reports.
void override_start(Draft& draft, Part& part, const std::string& given, Place place) {
  const auto resolved = resolve(draft, given, place, "PH111", *part.component);
  if (!resolved) return;
  const std::string& name = *resolved;
  std::vector<std::string> known;
  add_states(*part.component, "", known);
  const std::string what = "\"" + name + "\" of \"" + part.name + "\"";
  if (const Readout* output = find_coordinate(part, name)) {
    const expr::Shape shape = part.component->output_shapes.at(name);
    const auto [start, is_fixed] = read_start(draft, place, shape, what);
    expect_unit(draft, start.entries, output->unit, place, "the unit of " + what);
    for (int i = 0; i < shape.size(); ++i)
      part.coordinates[name + expr::entry_suffix(shape, i)] = {start.entries[index(i)], is_fixed};
    return;
  }
  const expr::Shape shape = shape_of(*part.component, name);
  if (std::find(known.begin(), known.end(), name + expr::entry_suffix(shape, 0)) == known.end()) {
    known = whole(*part.component, known);
    draft.reader.fail_unknown("PH111", place, name,
                              among("a position or velocity of \"" + part.name + "\"", known),
                              known);
    return;
  }
  if (part.starts.count(name + expr::entry_suffix(shape, 0)) != 0)
    draft.reader.fail("PH106", place, "a start of " + what + " a second time", "each once");
  const auto [start, is_fixed] = read_start(draft, place, shape, what);
  for (int i = 0; i < shape.size(); ++i)
    part.starts[name + expr::entry_suffix(shape, i)] = {start.entries[index(i)], is_fixed};
}

}  // namespace

void add_states(const Component& component, const std::string& prefix,
                std::vector<std::string>& to) {
  for (const Variable& state : component.positions) to.push_back(prefix + state.name);
  for (const Variable& state : component.velocities) to.push_back(prefix + state.name);
  for (const Part& part : component.parts)
    if (part.component) add_states(*part.component, prefix + part.name + ".", to);
}

bool count_contents(Draft& draft, const Part& part, Place place) {
  draft.component->nesting = std::max(draft.component->nesting, part.component->nesting + 1);
  draft.component->size += part.component->size;
  draft.component->quantities += part.component->quantities;
  if (draft.component->nesting > Limits::kNesting) {
    fail_nesting(draft, place);
    return false;
  }
  const bool has_many = draft.component->size > Limits::kComponents;
  if (!has_many && !(draft.component->quantities > Limits::kQuantities)) return true;
  const std::string found =
      "more than " + (has_many ? std::to_string(Limits::kComponents) + " components"
                               : std::to_string(Limits::kQuantities) +
                                     " states, rows, ports, parameters and outputs");
  const auto is_same = [&](const Problem& problem) { return problem.found == found; };
  if (std::ranges::none_of(draft.reader.problems(), is_same))
    draft.reader.fail("PH105", place, found, "at most that many, including nested components",
                      "a file counts each time it is used");
  draft.component->size -= part.component->size;
  draft.component->quantities -= part.component->quantities;
  return false;
}

void fail_nesting(Draft& draft, Place place) {
  draft.reader.fail(
      "PH105", place, "components nested deeper than " + std::to_string(Limits::kNesting),
      "at most that many levels", "put the components of several levels into one text");
}

void check_value(Draft& draft, const Parameter& parameter, const Expr& given, Place place) {
  if (parameter.formula)
    draft.reader.fail("PH104", place, "a value for a parameter with a formula", "its formula alone",
                      "set the parameters that the formula uses");
  const auto value = constant(given);
  const auto bound = [&](bool is_outside, const char* which, double limit) {
    if (is_outside)
      draft.reader.fail("PH104", place, with_unit(*value, parameter.unit),
                        which + with_unit(limit, parameter.unit));
  };
  if (value && parameter.min) bound(*value < *parameter.min, "at least ", *parameter.min);
  if (value && parameter.max) bound(*value > *parameter.max, "at most ", *parameter.max);
}

void read_overrides(Draft& draft) {
  for (Part& part : draft.component->parts) {
    if (!part.component) continue;
    const auto& [place, values] = draft.uses.at(part.name);
    const WithIndices indices(draft.names, values);
    const auto read = [&](const char* key, auto override) {
      const Place all = place[key];
      if (!draft.reader.object(all)) return;
      for (const auto& [name, json] : all.members()) {
        if (draft.reported.count(&json)) continue;
        const std::size_t before = draft.reader.problems().size();
        override(draft, part, name, Place(json));
        if (has_errors(draft.reader.problems(), before)) draft.reported.insert(&json);
      }
    };
    read("parameters", override_parameter);
    read("start", override_start);
  }
}

}  // namespace porthos::model
