#include "equations/named_parameters.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <numbers>
#include <string>
#include <string_view>

namespace porthos::equations {
namespace {

using model::Json;

/// The values of scalar parameters with a formula, by their last name.
using ParameterValues = std::map<std::string, double, std::less<>>;

/// Adds the present values of a component's parameters with formulas, except zeros: a term that
/// vanishes by chance must be printed. Entries of vectors keep their numbers and zeros.
void add_values(const model::Component& component, const std::string& prefix,
                const std::map<std::string, double>& now, ParameterValues& to) {
  for (const model::Parameter& parameter : component.parameters) {
    const bool is_scalar = parameter.name.find('.') == parameter.name.npos;
    if (!parameter.formula || !is_scalar) continue;
    const auto found = now.find(prefix + parameter.name);
    const bool is_zero = found == now.end() || found->second == 0;
    to[parameter.name] = is_zero ? 1.0 : found->second;
  }
  for (const model::Part& part : component.parts)
    add_values(*part.component, prefix + part.name + ".", now, to);
}

/// Replaces the formula of each parameter by its value, here and in the components below.
void give_values(Json& json, const ParameterValues& values) {
  if (!json.is_structured()) return;
  for (auto& [key, value] : json.items()) {
    if (key == "parameters" && value.is_object())
      for (auto& [name, parameter] : value.items()) {
        const auto found = values.find(name);
        if (!parameter.is_object() || !parameter.contains("formula") || found == values.end())
          continue;
        parameter.erase("formula");
        parameter["value"] = found->second;
      }
    give_values(value, values);
  }
}

/// Replaces the word pi in a formula; returns whether it occurred.
bool replace_pi(std::string& formula) {
  const auto is_part = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.' ||
           static_cast<unsigned char>(c) >= 0x80;
  };
  bool is_found = false;
  for (std::size_t at = formula.find("pi"); at != formula.npos; at = formula.find("pi", at + 1)) {
    if (at > 0 && is_part(formula[at - 1])) continue;
    if (at + 2 < formula.size() && is_part(formula[at + 2])) continue;
    formula.replace(at, 2, kWrittenPi);
    is_found = true;
  }
  return is_found;
}

/// Makes pi a parameter of each component that uses it, since formulas fold it into numbers. `json`
/// is a part of a component. Returns whether it uses pi itself.
bool name_pi(Json& json) {
  static constexpr std::array<std::string_view, 9> kWords{
      "name", "description", "source", "unit", "label", "view", "use", "simulation", "between"};
  if (json.is_string()) return replace_pi(json.get_ref<std::string&>());
  bool is_found = false;
  if (json.is_array())
    for (Json& value : json) is_found |= name_pi(value);
  if (!json.is_object()) return is_found;
  for (auto& [key, value] : json.items()) {
    if (std::ranges::find(kWords, key) != kWords.end()) continue;
    if (key == "model" && value.is_object()) {
      if (name_pi(value)) value["parameters"][kWrittenPi] = std::numbers::pi;
    } else {
      is_found |= name_pi(value);
    }
  }
  return is_found;
}

void rewrite(Json& json, const ParameterValues& values) {
  give_values(json, values);
  if (json.is_object() && name_pi(json)) json["parameters"][kWrittenPi] = std::numbers::pi;
}

}  // namespace

std::shared_ptr<const model::Component> with_named_parameters(const Json& text,
                                                              const model::Files& files,
                                                              const model::Component& component,
                                                              const system::Assembled& flat) {
  std::map<std::string, double> now;
  for (const auto& parameter : flat.parameters) now[parameter.name] = parameter.value;
  ParameterValues values;
  add_values(component, "", now, values);
  Json changed = text;
  rewrite(changed, values);
  model::Files changed_files = files;
  Problems problems;
  for (auto& [name, content] : changed_files.texts) {
    auto json = model::parse_json(content, problems);
    if (!json) return nullptr;
    rewrite(*json, values);
    content = json->dump(-1, ' ', false, Json::error_handler_t::replace);
  }
  auto made = model::read_model(changed, changed_files, problems);
  return has_errors(problems) ? nullptr : made;
}

}  // namespace porthos::equations
