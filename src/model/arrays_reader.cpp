#include <algorithm>

#include "model/component_reader.hpp"
#include "model/model.hpp"

namespace porthos::model {

/// Parts in the order of the text. Those between others are read when these are known.
void ComponentReader::read_parts() {
  const Place all = root_["components"];
  if (!reader_.object(all)) return;
  for (const auto& [name, json] : all.members()) add_parts(name, Place(json));
  std::vector<std::string> open;
  for (const Part& part : component_->parts) open.push_back(part.name);
  pending_.insert(open.begin(), open.end());
  while (!open.empty()) {
    std::vector<std::string> later;
    for (const std::string& name : open)
      if (!add_part(name, uses_.at(name).place)) later.push_back(name);
    if (later.size() == open.size()) {
      for (const std::string& name : later)
        reader_.fail("PH137", uses_.at(name).place["between"],
                     "\"" + name + "\", which is between elements that wait for it",
                     "elements whose sides end at components that stand by themselves");
      break;
    }
    open = std::move(later);
  }
}

/// One part, "count" of them, or one for each value of the indices of "for".
void ComponentReader::add_parts(const std::string& name, Place place) {
  if (!formulas_.declare(name, place, false)) return;
  if (!reader_.object(place, "component")) return;
  const bool has_use = static_cast<bool>(place["use"]);
  if (has_use == static_cast<bool>(place["model"])) {
    reader_.fail("PH103", place, has_use ? "\"use\" and \"model\"" : "no model",
                 "either \"use\": a file, or \"model\": an object");
    return;
  }
  const auto add = [&](const std::string& full, std::map<std::string, int> indices) {
    component_->parts.push_back({.name = full});
    uses_[full] = {place, std::move(indices)};
  };
  if (place["count"] && place["for"]) {
    reader_.fail("PH108", place, "\"count\" and \"for\"", "one of the two");
  } else if (place["count"]) {
    const auto count = whole_number(place["count"], 0);
    for (int i = 1; count && i <= *count; ++i) add(name + "[" + std::to_string(i) + "]", {});
  } else if (const Place range = place["for"]) {
    if (!reader_.object(range)) return;
    if (range.size() != 1 || !range.members().begin()->second.is_array() ||
        range.members().begin()->second.size() != 2) {
      reader_.fail("PH113", range, describe(*range), "one index, {\"i\": [first, last]}");
      return;
    }
    const auto& [index, ends] = *range.members().begin();
    if (!reader_.name(index, Place(ends), true)) return;
    if (formulas_.is_declared(index)) {
      reader_.fail("PH106", Place(ends), "the name \"" + index + "\" a second time",
                   "an index with a name of its own");
      return;
    }
    const auto first = whole_number(Place(ends)[std::size_t{0}], -kMostParts);
    const auto last = whole_number(Place(ends)[std::size_t{1}], -kMostParts);
    for (int i = first.value_or(1); first && last && i <= *last; ++i)
      add(name + "[" + std::to_string(i) + "]", {{index, i}});
  } else {
    add(name, {});
  }
}

/// True if one of these sides is of a part that has not been read yet.
bool ComponentReader::needs_pending(Place between) {
  if (!between->is_object()) return false;
  for (const auto& [side, path] : between.members()) {
    if (!path.is_string()) continue;
    const auto full = resolve(path.get<std::string>(), *component_);
    if (std::holds_alternative<IndexFault>(full)) continue;  // which is told with the sides
    const auto& beside = std::get<std::string>(full);
    if (pending_.count(beside.substr(0, beside.find('.')))) return true;
  }
  return false;
}

/// Reads the component of a part; false if a part that it is between has not been read yet.
bool ComponentReader::add_part(const std::string& name, Place place) {
  const auto part = std::find_if(component_->parts.begin(), component_->parts.end(),
                                 [&](const Part& one) { return one.name == name; });
  const std::string where =
      component_->where + "/components/" + pointer_token(name.substr(0, name.find('[')));
  const Formulas::WithIndices indices(formulas_, uses_.at(name).indices);
  const Place between = place["between"];
  if (between && needs_pending(between)) return false;
  const Json* text =
      place["use"] ? library_.text(reader_.text(place["use"]), where + "/use") : &*place["model"];
  const auto sides = text ? find_sides(*part, place, *text) : std::nullopt;
  pending_.erase(name);
  if (!sides) return true;
  if (depth_ + 1 >= Limits::kNesting) {
    fail_nesting(place);
    return true;
  }
  part->component =
      place["use"] ? library_.read(reader_.text(place["use"]), where + "/use", *sides, depth_ + 1)
                   : ComponentReader(*place["model"], where + "/model", reader_.problems(),
                                     library_, *sides, depth_ + 1, interfaces_)
                         .read();
  if (part->component && !count(*part, place)) part->component = nullptr;
  if (!part->component) return true;
  add_states(*part->component, name + ".", formulas_.foreign_names);
  for (const auto& [output, shape] : part->component->output_shapes)
    formulas_.foreign_names.push_back(name + "." + output);
  for (const Offer& offer : part->component->offers)
    for (const auto& [quantity, value] : offer.values)
      formulas_.foreign_names.push_back(name + "." + offer.name + "." + quantity);
  return true;
}

}  // namespace porthos::model
