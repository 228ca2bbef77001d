#include <algorithm>
#include <cctype>
#include <cmath>

#include "expr/text.hpp"
#include "model/draft.hpp"

// Evaluates the formula of a count or an index.

namespace porthos::model {
namespace {

constexpr const char* kWhole =
    "a whole number, or a formula of parameters of this text with such a value";

bool is_whole(const std::optional<double>& value) {
  return value && *value == std::floor(*value) && std::abs(*value) < 1e15;
}

/// The first and the last index of the components with this name; nullopt if none has one.
std::optional<std::pair<long long, long long>> indices_of(const Component& component,
                                                          const std::string& name) {
  std::optional<std::pair<long long, long long>> range;
  const std::string start = name + "[";
  for (const Part& part : component.parts) {
    if (!part.name.starts_with(start)) continue;
    const long long index = std::stoll(part.name.substr(start.size()));
    range = {range ? range->first : index, index};
  }
  return range;
}

/// "N is 4, i is 2"
std::string values_of(const std::map<std::string, double>& used) {
  std::string text;
  for (const auto& [name, value] : used)
    text += (text.empty() ? "" : ", ") + name + " is " + expr::text(Expr(value));
  return text;
}

/// The value of a parameter that is a formula of others; nullopt in a circle.
/// True if an event of this text, or of one that uses it, may give the parameter another value.
bool may_change(const Draft& draft, const std::string& name) {
  if (const auto given = draft.given.find(name); given != draft.given.end() && !given->second)
    return true;
  const std::string whole = name.substr(0, name.find('['));
  const auto is_set_by = [&](Place action) {
    if (!action || !action->is_object()) return false;
    const Place values = action["set"];
    return values && values->is_object() && (values[name] || values[whole]);
  };
  const Place events = draft.root["events"];
  if (!events || !events->is_object()) return false;
  for (const auto& [key, event] : events.members()) {
    const Place actions = Place(event)["do"];
    if (is_set_by(actions)) return true;
    for (std::size_t i = 0; actions && actions->is_array() && i < actions.size(); ++i)
      if (is_set_by(actions[i])) return true;
  }
  return false;
}

ValueNow value_of_formula(Draft& draft, const Parameter& parameter) {
  const char* key = parameter.is_environment ? "environment" : "parameters";
  const Place text = draft.root[key][parameter.name]["formula"];
  if (text->is_number()) return {.value = text->get<double>(), .used = {}, .hint = {}};
  if (!text->is_string() || !draft.valuing.insert(parameter.name).second) return {};
  ValueNow now = value_now(draft, text->get<std::string>());
  draft.valuing.erase(parameter.name);
  return now;
}

/// The fault of a name that leads into an array of components: an index outside of it, or no index.
std::optional<IndexFault> find_stray_index(const std::string& path, const Component& from) {
  const Component* component = &from;
  for (std::size_t at = 0; at < path.size();) {
    const std::size_t end = std::min(path.find('.', at), path.size());
    const std::string name = path.substr(at, end - at);
    if (const Part* part = component->find_part(name)) {
      if (!part->component) return std::nullopt;
      component = part->component.get();
      at = end + 1;
      continue;
    }
    const std::size_t length = std::min(name.find('['), name.size());
    const bool has_index = length < name.size();
    // Ports, offers and columns may have the name of an array, and entries.
    const bool is_entered =
        end + 1 < path.size() && !std::isdigit(static_cast<unsigned char>(path[end + 1]));
    const auto range = indices_of(*component, name.substr(0, length));
    if (!range || !(has_index || is_entered)) return std::nullopt;
    const std::string array = path.substr(0, at + length);
    const std::string first = std::to_string(range->first), last = std::to_string(range->second);
    return IndexFault{
        .is_of_no_component = true,
        .found = "\"" + path + "\"" + (has_index ? "" : ", without an index"),
        .expected = "an index of \"" + array + "\" from " + first + " to " + last,
        .hint = has_index ? "" : "as in \"" + array + "[" + first + "]" + path.substr(end) + "\""};
  }
  return std::nullopt;
}

}  // namespace

ValueNow value_now(Draft& draft, const std::string& formula, bool is_condition) {
  ValueNow now;
  const auto use = [&](const std::string& name, double value) {
    return Tensor(now.used[name] = value);
  };
  expr::Scope scope;
  scope.is_condition = is_condition;
  scope.variable = [&](std::string_view view) -> std::optional<Tensor> {
    const std::string name(view);
    const auto own = std::ranges::find(draft.component->parameters, name, &Parameter::name);
    std::optional<double> value;
    if (own != draft.component->parameters.end() && own->formula) {
      const ValueNow found = value_of_formula(draft, *own);
      value = found.value;
      now.may_change = now.may_change || found.may_change;
    } else if (own != draft.component->parameters.end() && !own->fallback) {
      value = own->value;
      if (may_change(draft, name))
        now.may_change = true;
      else
        draft.component->structural.insert(name);
    } else if (const auto index = draft.names.find_value(name); index && index->is_scalar()) {
      value = constant(index->scalar());
    }
    return value ? std::optional(use(name, *value)) : std::nullopt;
  };
  scope.names = [&draft] {
    std::vector<std::string> names;
    for (const Parameter& parameter : draft.component->parameters)
      if (!parameter.fallback) names.push_back(parameter.name);
    return names;
  };
  auto parsed = expr::parse(formula, *draft.component->laws.graph, scope);
  if (const auto* errors = std::get_if<std::vector<expr::ParseError>>(&parsed))
    now.hint = errors->front().hint;
  else
    now.value = constant(std::get<Expr>(parsed));
  return now;
}

bool is_left_out(Draft& draft, Place law) {
  if (!law->is_object() || !law["if"]) return false;
  const auto [known, is_new] = draft.left_out.emplace(std::pair(&*law, draft.names.indices), false);
  if (!is_new) return known->second;
  const Place condition = law["if"];
  const std::size_t before = draft.reader.problems().size();
  if (!condition->is_string()) {
    draft.reader.fail("PH102", condition, describe(*condition), "a condition, as \"friction > 0\"");
    return false;
  }
  draft.formulas.read(condition, kCondition);
  if (draft.reader.problems().size() != before) return false;
  const ValueNow now = value_now(draft, condition->get<std::string>(), true);
  if (now.value) return known->second = *now.value == 0 && !now.may_change;
  draft.reader.fail("PH104", condition, describe(*condition),
                    "a condition on parameters of this text with values");
  return false;
}

std::optional<int> whole_number(Draft& draft, Place place, int least) {
  ValueNow now;
  if (place->is_number())
    now.value = place->get<double>();
  else if (place->is_string())
    now = value_now(draft, place->get<std::string>());
  const std::optional<double>& value = now.value;
  if (is_whole(value) && !now.may_change && *value >= least && *value <= kMostParts)
    return static_cast<int>(*value);
  draft.reader.fail("PH104", place,
                    describe(*place) + (now.may_change ? ", which an event changes"
                                        : value        ? ", which is " + with_unit(*value, "")
                                                       : ""),
                    "a whole number from " + std::to_string(std::max(least, 0)) + " to " +
                        std::to_string(kMostParts) +
                        ", or a formula of parameters of this text with such a value");
  return std::nullopt;
}

std::variant<std::string, IndexFault> resolve(Draft& draft, const std::string& path,
                                              const Component& from) {
  std::string full;
  std::map<std::string, double> used;
  std::size_t at = 0;
  while (true) {
    const std::size_t open = path.find('[', at), close = path.find(']', open);
    if (open == path.npos || close == path.npos) break;
    const std::string formula = path.substr(open + 1, close - open - 1);
    const ValueNow index = value_now(draft, formula);
    if (!is_whole(index.value))
      return IndexFault{.found = "\"" + path + "\", whose index \"" + formula + "\" " +
                                 (index.value ? "is " + with_unit(*index.value, "")
                                              : std::string("has no value")),
                        .expected = kWhole,
                        .hint = index.value ? values_of(index.used) : index.hint};
    full += path.substr(at, open - at) + "[" +
            std::to_string(static_cast<long long>(*index.value)) + "]";
    used.insert(index.used.begin(), index.used.end());
    at = close + 1;
  }
  full += path.substr(at);
  if (auto fault = find_stray_index(full, from)) {
    if (full != path) fault->found = "\"" + path + "\", which is " + fault->found;
    if (!used.empty()) fault->hint = values_of(used);
    return *fault;
  }
  return full;
}

std::optional<std::string> resolve(Draft& draft, const std::string& path, Place place,
                                   const char* unknown, const Component& from) {
  const auto resolved = resolve(draft, path, from);
  if (const auto* full = std::get_if<std::string>(&resolved)) {
    if (draft.record) draft.record->paths[&*place] = *full;
    return *full;
  }
  const auto& fault = std::get<IndexFault>(resolved);
  draft.reader.fail(fault.is_of_no_component ? unknown : "PH104", place, fault.found,
                    fault.expected, fault.hint);
  return std::nullopt;
}

}  // namespace porthos::model
