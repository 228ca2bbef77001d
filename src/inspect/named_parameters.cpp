#include "inspect/named_parameters.hpp"

#include <algorithm>
#include <set>
#include <string>

namespace porthos::inspect {
namespace {

using model::Json;

/// Last names of the parameters that are numbers: an entry of a vector is not.
std::set<std::string> scalars(const system::Assembled& flat) {
  std::set<std::string> names;
  for (const auto& parameter : flat.parameters)
    if (parameter.is_derived) names.insert(parameter.name.substr(parameter.name.rfind('.') + 1));
  return names;
}

/// Gives each parameter with a formula a value in its place, here and in the components below.
void give_values(Json& json, const std::set<std::string>& names) {
  if (!json.is_structured()) return;
  for (auto& [key, value] : json.items()) {
    if (key == "parameters" && value.is_object())
      for (auto& [name, parameter] : value.items())
        if (parameter.is_object() && parameter.contains("formula") && names.contains(name)) {
          parameter.erase("formula");
          parameter["value"] = 1;
        }
    give_values(value, names);
  }
}

}  // namespace

std::shared_ptr<const model::Component> with_named_parameters(const Json& text,
                                                              const model::Files& files,
                                                              const system::Assembled& flat) {
  const std::set<std::string> names = scalars(flat);
  if (names.empty()) return nullptr;
  Json changed = text;
  give_values(changed, names);
  model::Files changed_files = files;
  Problems problems;
  for (auto& [name, content] : changed_files.texts) {
    auto json = model::parse_json(content, problems);
    if (!json) return nullptr;
    give_values(*json, names);
    content = json->dump(-1, ' ', false, Json::error_handler_t::replace);
  }
  auto made = model::read_model(changed, changed_files, problems);
  return has_errors(problems) ? nullptr : made;
}

}  // namespace porthos::inspect
