#include <algorithm>
#include <map>

#include "base/suggest.hpp"
#include "expr/text.hpp"
#include "model/draft.hpp"
#include "model/model.hpp"

// Reads the paths of ports, and the inputs at them.

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

/// A bare formula is an effort. Warns if it replaces a flow that the component itself prescribes,
/// as the voltage of a source.
void check_kind(Draft& draft, const PortPath& path, const Input& input, Place place) {
  const Component* owner = follow(*draft.component, path.parts);
  if (!owner || owner == draft.component.get() || place->is_object()) return;
  const auto own =
      std::ranges::find(owner->inputs, path.port, &std::pair<std::string, Input>::first);
  if (own == owner->inputs.end() || !own->second.prescribes_flow || input.prescribes_flow) return;
  const Port* port = find_port(*draft.component, path);
  draft.reader
      .fail("PH139", place,
            "an effort" + (port->effort_unit.empty() ? "" : " (" + port->effort_unit + ")") +
                " for a port whose flow" +
                (port->flow_unit.empty() ? "" : " (" + port->flow_unit + ")") +
                " the component prescribes",
            "{ \"flow\": ... }, or { \"effort\": ... } if that is intended",
            "a formula by itself is the effort, and the flow is then free")
      .severity = Problem::Severity::kWarning;
}

}  // namespace

const Port* find_port(const Component& from, const PortPath& path) {
  const Component* at = follow(from, path.parts);
  if (!at) return nullptr;
  if (const Port* port = at->find_port(path.port)) return port;
  const auto shown = at->shown_ports.find(path.port);
  return shown == at->shown_ports.end() ? nullptr : find_port(*at, shown->second);
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

std::optional<PortPath> port_path(Draft& draft, const std::string& given, Place place) {
  const auto text = resolve(draft, given, place, "PH131", *draft.component);
  if (!text) return std::nullopt;
  const PortPath path = path_of(*text);
  const bool is_own = path.parts.empty() && draft.root["ports"] &&
                      draft.root["ports"]->is_object() && draft.root["ports"][path.port];
  if (is_own || find_port(*draft.component, path)) return path;
  for (const Part& part :
       draft.component->parts)  // a part that could not be read has been reported
    if (!path.parts.empty() && part.name == path.parts[0] && !part.component) return std::nullopt;
  std::vector<std::string> known;
  add_ports(*draft.component, "", known);
  draft.reader.fail("PH131", place, describe(Json(*text)),
                    known.empty() ? "a port; this model has none" : "a port, " + one_of(known),
                    known.empty() ? "declare it: \"ports\": { \"NAME\": { \"flow\": a velocity } }"
                                  : did_you_mean(*text, known));
  return std::nullopt;
}

void read_inputs(Draft& draft, Place all) {
  const std::string here = draft.component->where + "/inputs/";
  std::map<std::string, std::string> driven;
  const auto read = [&](const std::string& given, Place place, bool is_of_many) {
    const Json& json = *place;
    const auto path = port_path(draft, given, place);
    if (!path) return;
    const std::string name = text_of(*path);
    const Port* port = find_port(*draft.component, *path);
    if (!port) return;
    const auto [first, is_new] = driven.emplace(find_port_name(*draft.component, name), name);
    if (!is_new && is_of_many) return;  // its own input replaces that of all
    if (!is_new) {
      draft.reader.fail("PH135", place, "the port that \"" + first->second + "\" drives already",
                        "one input for each port");
      return;
    }
    Input input{.where = here + pointer_token(given)};
    Place value = place;
    if (json.is_object()) {
      draft.reader.object(place, "input");
      input.prescribes_flow = static_cast<bool>(place["flow"]);
      if (input.prescribes_flow == static_cast<bool>(place["effort"])) {
        draft.reader.fail("PH103", place, describe(json), "either \"effort\" or \"flow\"");
        return;
      }
      value = input.prescribes_flow ? place["flow"] : place["effort"];
    }
    const unsigned states = input.prescribes_flow ? 0U : kState & ~kTime;
    input.formulas = draft.formulas.read_array(value, port->size, kTime | states);
    expect_unit(draft, input.formulas, input.prescribes_flow ? port->flow_unit : port->effort_unit,
                value, "the unit of the port");
    for (const Expr& formula : input.formulas)
      input.is_feedback = input.is_feedback || !draft.kinds.symbols(formula, states).empty();
    check_kind(draft, *path, input, place);
    const bool is_list = value->is_array() && value.size() == input.formulas.size();
    for (std::size_t i = 0; i < input.formulas.size(); ++i) {
      const Json& formula = is_list ? (*value)[i] : *value;
      if (is_list || input.formulas.size() == 1)
        input.texts.push_back(formula.is_string() ? formula.get<std::string>() : formula.dump());
      else  // entry of a vector
        input.texts.push_back(expr::text(input.formulas[i]));
    }
    auto& inputs = draft.component->inputs;
    const auto own = std::find_if(inputs.begin(), inputs.end(),
                                  [&](const auto& entry) { return entry.first == name; });
    if (own != inputs.end())  // of a constraint that moves with time
      own->second = std::move(input);
    else
      inputs.emplace_back(name, std::move(input));
  };
  const auto is_of_many = [](Place place) { return place->is_object() && place["for"]; };
  for (const bool many : {false, true})
    for_each_member(draft, all, [&](const std::string& given, Place place) {
      if (is_of_many(place) == many) read(given, place, many);
    });
}

}  // namespace porthos::model
