#include <algorithm>
#include <array>
#include <map>

#include "base/index.hpp"
#include "base/suggest.hpp"
#include "expr/query.hpp"
#include "expr/text.hpp"
#include "model/component_reader.hpp"
#include "model/model.hpp"

namespace porthos::model {
namespace {

std::vector<std::string> split(const std::string& path) {
  std::vector<std::string> tokens{""};
  for (const char c : path) {
    if (c == '.')
      tokens.emplace_back();
    else
      tokens.back() += c;
  }
  return tokens;
}

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

/// The component that a chain of part names leads to; nullptr if there is none.
const Component* follow(const Component& from, const std::vector<std::string>& parts) {
  const Component* at = &from;
  for (const std::string& name : parts) {
    const Part* part = at->find_part(name);
    if (!part || !part->component) return nullptr;
    at = part->component.get();
  }
  return at;
}

PortPath path_of(const std::string& text) {
  PortPath path;
  path.parts = split(text);
  path.port = path.parts.back();
  path.parts.pop_back();
  return path;
}

void add_ports(const Component& component, const std::string& prefix,
               std::vector<std::string>& to) {
  for (const Port& port : component.ports)
    if (!port.is_clock) to.push_back(prefix + port.name);
  for (const auto& [name, path] : component.shown_ports) to.push_back(prefix + name);
  for (const Part& part : component.parts)
    if (part.component) add_ports(*part.component, prefix + part.name + ".", to);
}

}  // namespace

const Port* find_port(const Component& from, const PortPath& path) {
  const Component* at = follow(from, path.parts);
  if (!at) return nullptr;
  if (const Port* port = at->find_port(path.port)) return port;
  const auto shown = at->shown_ports.find(path.port);
  return shown == at->shown_ports.end() ? nullptr : find_port(*at, shown->second);
}

void add_states(const Component& component, const std::string& prefix,
                std::vector<std::string>& to) {
  for (const Variable& state : component.positions) to.push_back(prefix + state.name);
  for (const Variable& state : component.velocities) to.push_back(prefix + state.name);
  for (const Part& part : component.parts)
    if (part.component) add_states(*part.component, prefix + part.name + ".", to);
}

std::string text_of(const PortPath& path) {
  std::string text;
  for (const std::string& part : path.parts) text += part + ".";
  return text + path.port;
}

std::string find_port_name(const Component& component, const std::string& name) {
  PortPath path = path_of(name);
  while (const Component* at = follow(component, path.parts)) {
    const auto shown = at->shown_ports.find(path.port);
    if (shown == at->shown_ports.end()) break;
    path.parts.insert(path.parts.end(), shown->second.parts.begin(), shown->second.parts.end());
    path.port = shown->second.port;
  }
  return text_of(path);
}

/// Counts the contents of a part; false with a problem (PH105) if there are too many.
bool ComponentReader::count(const Part& part, Place place) {
  component_->nesting = std::max(component_->nesting, part.component->nesting + 1);
  component_->size += part.component->size;
  component_->quantities += part.component->quantities;
  if (component_->nesting > Limits::kNesting) {
    fail_nesting(place);
    return false;
  }
  const bool has_many = component_->size > Limits::kComponents;
  if (!has_many && !(component_->quantities > Limits::kQuantities)) return true;
  reader_.fail("PH105", place,
               "more than " + (has_many ? std::to_string(Limits::kComponents) + " components"
                                        : std::to_string(Limits::kQuantities) +
                                              " states, rows, ports, parameters and outputs"),
               "at most that many, including nested components",
               "a file counts each time it is used");
  component_->size -= part.component->size;
  component_->quantities -= part.component->quantities;
  return false;
}

void ComponentReader::fail_nesting(Place place) {
  reader_.fail("PH105", place, "components nested deeper than " + std::to_string(Limits::kNesting),
               "at most that many levels", "put the components of several levels into one text");
}

/// True if a parameter can take this value from outside: it has no formula, and a number is in its
/// range.
void ComponentReader::check_value(const Parameter& parameter, const Expr& given, Place place) {
  if (parameter.formula)
    reader_.fail("PH104", place, "a value for a parameter with a formula", "its formula alone",
                 "set the parameters that the formula uses");
  const auto value = constant(given);
  const auto bound = [&](bool is_outside, const char* which, double limit) {
    if (is_outside)
      reader_.fail("PH104", place, with_unit(*value, parameter.unit),
                   which + with_unit(limit, parameter.unit));
  };
  if (value && parameter.min) bound(*value < *parameter.min, "at least ", *parameter.min);
  if (value && parameter.max) bound(*value > *parameter.max, "at most ", *parameter.max);
}

void ComponentReader::read_overrides() {
  for (Part& part : component_->parts) {
    if (!part.component) continue;
    const auto& [place, values] = uses_.at(part.name);
    const Formulas::WithIndices indices(formulas_, values);
    const auto read = [&](const char* key, auto override) {
      const Place all = place[key];
      if (!reader_.object(all)) return;
      for (const auto& [name, json] : all.members()) {
        if (reported_.count(&json)) continue;
        const auto before = static_cast<std::ptrdiff_t>(reader_.problems().size());
        (this->*override)(part, name, Place(json));
        const auto is_error = [](const Problem& problem) {
          return problem.severity == Problem::Severity::kError;
        };
        if (std::any_of(reader_.problems().begin() + before, reader_.problems().end(), is_error))
          reported_.insert(&json);
      }
    };
    read("parameters", &ComponentReader::override_parameter);
    read("start", &ComponentReader::override_start);
  }
}

void ComponentReader::override_parameter(Part& part, const std::string& name, Place place) {
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
    reader_.fail_unknown("PH111", place, name,
                         among("a parameter of \"" + part.name + "\"", whole(component, settable)),
                         whole(component, known));
    return;
  }
  const std::size_t before = reader_.problems().size();
  const Tensor value = formulas_.read_shaped(
      place, shape, "\"" + name + "\" of \"" + part.name + "\" is", kParameters);
  const auto is_error = [](const Problem& one) {
    return one.severity == Problem::Severity::kError;
  };
  const auto first = reader_.problems().begin() + static_cast<std::ptrdiff_t>(before);
  if (std::any_of(first, reader_.problems().end(), is_error)) return;  // it has no value
  expect(value.entries, find(name + expr::entry_suffix(shape, 0))->unit, place,
         "the unit of \"" + name + "\" of \"" + part.name + "\"");
  for (int i = 0; i < shape.size(); ++i) {
    const std::string entry = name + expr::entry_suffix(shape, i);
    part.parameters[entry] = value.entries[index(i)];
    check_value(*find(entry), part.parameters[entry], place);
  }
}

/// A guess, or {"value", "fixed"}, for a state or for a coordinate that a joint reports.
void ComponentReader::override_start(Part& part, const std::string& given, Place place) {
  const auto resolved = resolve(given, place, "PH111", *part.component);
  if (!resolved) return;
  const std::string& name = *resolved;
  std::vector<std::string> known;
  add_states(*part.component, "", known);
  const std::string what = "\"" + name + "\" of \"" + part.name + "\"";
  if (const Readout* output = find_coordinate(part, name)) {
    const expr::Shape shape = part.component->output_shapes.at(name);
    const auto [start, is_fixed] = read_start(place, shape, what);
    expect(start.entries, output->unit, place, "the unit of " + what);
    for (int i = 0; i < shape.size(); ++i)
      part.coordinates[name + expr::entry_suffix(shape, i)] = {start.entries[index(i)], is_fixed};
    return;
  }
  const expr::Shape shape = shape_of(*part.component, name);
  if (std::find(known.begin(), known.end(), name + expr::entry_suffix(shape, 0)) == known.end()) {
    known = whole(*part.component, known);
    reader_.fail_unknown("PH111", place, name,
                         among("a position or velocity of \"" + part.name + "\"", known), known);
    return;
  }
  if (part.starts.count(name + expr::entry_suffix(shape, 0)) != 0)
    reader_.fail("PH106", place, "a start of " + what + " a second time", "each once");
  const auto [start, is_fixed] = read_start(place, shape, what);
  for (int i = 0; i < shape.size(); ++i)
    part.starts[name + expr::entry_suffix(shape, i)] = {start.entries[index(i)], is_fixed};
}

std::pair<Tensor, bool> ComponentReader::read_start(Place place, const expr::Shape& shape,
                                                    const std::string& what) {
  const bool is_object = place->is_object();
  if (is_object) reader_.object(place, "component_start");
  const Place value = is_object ? place["value"] : place;
  return {formulas_.read_shaped(value, shape, what + " is", kParameters),
          is_object && reader_.flag(place["fixed"], false)};
}

/// A reported quantity of a joint that can have a start: it depends on the pose, or linearly on the
/// velocities. nullptr if the name is none of these.
const Readout* ComponentReader::find_coordinate(const Part& part, const std::string& name) const {
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

std::optional<PortPath> ComponentReader::port_path(const std::string& given, Place place) {
  const auto text = resolve(given, place, "PH131", *component_);
  if (!text) return std::nullopt;
  const PortPath path = path_of(*text);
  const bool is_own = path.parts.empty() && root_["ports"] && root_["ports"]->is_object() &&
                      root_["ports"][path.port];
  if (is_own || find_port(*component_, path)) return path;
  for (const Part& part : component_->parts)  // a part that could not be read has been reported
    if (!path.parts.empty() && part.name == path.parts[0] && !part.component) return std::nullopt;
  std::vector<std::string> known;
  add_ports(*component_, "", known);
  reader_.fail("PH131", place, describe(Json(*text)),
               known.empty() ? "a port; this model has none" : "a port, " + one_of(known),
               known.empty() ? "declare it: \"ports\": { \"NAME\": { \"flow\": a velocity } }"
                             : did_you_mean(*text, known));
  return std::nullopt;
}

/// A bare formula is an effort. Warns if it replaces a flow that the component itself prescribes,
/// as the voltage of a source.
void ComponentReader::check_kind(const PortPath& path, const Input& input, Place place) {
  const Component* owner = follow(*component_, path.parts);
  if (!owner || owner == component_.get() || place->is_object()) return;
  const auto own =
      std::ranges::find(owner->inputs, path.port, &std::pair<std::string, Input>::first);
  if (own == owner->inputs.end() || !own->second.prescribes_flow || input.prescribes_flow) return;
  const Port* port = find_port(*component_, path);
  reader_
      .fail("PH139", place,
            "an effort" + (port->effort_unit.empty() ? "" : " (" + port->effort_unit + ")") +
                " for a port whose flow" +
                (port->flow_unit.empty() ? "" : " (" + port->flow_unit + ")") +
                " the component prescribes",
            "{ \"flow\": ... }, or { \"effort\": ... } if that is intended",
            "a formula by itself is the effort, and the flow is then free")
      .severity = Problem::Severity::kWarning;
}

void ComponentReader::read_inputs() {
  const Place all = root_["inputs"];
  if (!reader_.object(all)) return;
  const std::string here = component_->where + "/inputs/";
  std::map<std::string, std::string> driven;
  const auto read = [&](const std::string& given, Place place, bool is_of_many) {
    const Json& json = *place;
    const auto path = port_path(given, place);
    if (!path) return;
    const std::string name = text_of(*path);
    const Port* port = find_port(*component_, *path);
    if (!port) return;
    const auto [first, is_new] = driven.emplace(find_port_name(*component_, name), name);
    if (!is_new && is_of_many) return;  // its own input replaces that of all
    if (!is_new) {
      reader_.fail("PH135", place, "the port that \"" + first->second + "\" drives already",
                   "one input for each port");
      return;
    }
    Input input{.where = here + pointer_token(given)};
    Place value = place;
    if (json.is_object()) {
      reader_.object(place, "input");
      input.prescribes_flow = static_cast<bool>(place["flow"]);
      if (input.prescribes_flow == static_cast<bool>(place["effort"])) {
        reader_.fail("PH103", place, describe(json), "either \"effort\" or \"flow\"");
        return;
      }
      value = input.prescribes_flow ? place["flow"] : place["effort"];
    }
    const unsigned states = input.prescribes_flow ? 0U : kState & ~kTime;
    input.formulas = formulas_.read_array(value, port->size, kTime | states);
    expect(input.formulas, input.prescribes_flow ? port->flow_unit : port->effort_unit, value,
           "the unit of the port");
    for (const Expr& formula : input.formulas)
      input.is_feedback = input.is_feedback || !formulas_.symbols(formula, states).empty();
    check_kind(*path, input, place);
    const bool is_list = value->is_array() && value.size() == input.formulas.size();
    for (std::size_t i = 0; i < input.formulas.size(); ++i) {
      const Json& formula = is_list ? (*value)[i] : *value;
      if (is_list || input.formulas.size() == 1)
        input.texts.push_back(formula.is_string() ? formula.get<std::string>() : formula.dump());
      else  // entry of a vector
        input.texts.push_back(expr::text(input.formulas[i]));
    }
    auto& inputs = component_->inputs;
    const auto own = std::find_if(inputs.begin(), inputs.end(),
                                  [&](const auto& entry) { return entry.first == name; });
    if (own != inputs.end())  // of a constraint that moves with time
      own->second = std::move(input);
    else
      inputs.emplace_back(name, std::move(input));
  };
  const auto is_of_many = [](Place place) { return place->is_object() && place["for"]; };
  for (const bool many : {false, true})
    for_each_member(all, [&](const std::string& given, Place place) {
      if (is_of_many(place) == many) read(given, place, many);
    });
}

}  // namespace porthos::model
