#include <algorithm>

#include "model/component_reader.hpp"
#include "model/model.hpp"

namespace porthos::model {

namespace {

/// "link[2]", or "pair[1][2]" with two indices.
std::string indexed_name(const std::string& name, Place range,
                         const std::map<std::string, int>& indices) {
  std::string full = name;
  for (const auto& [index, ends] : range.members())
    full += "[" + std::to_string(indices.at(index)) + "]";
  return full;
}

}  // namespace

/// Parts in the order of the text. An element between others is read when these are known.
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
                     "\"" + name + "\", whose neighbours need it in turn",
                     "elements whose sides lead to components without sides");
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
    each_index(range, {}, [&](const std::map<std::string, int>& indices) {
      add(indexed_name(name, range, indices), indices);
    });
  } else {
    add(name, {});
  }
}

/// Uses all values of the indices of a "for"; the ends of one may depend on those before it. False
/// with a problem.
bool ComponentReader::each_index(
    Place range, std::map<std::string, int> known,
    const std::function<void(const std::map<std::string, int>&)>& use) {
  if (!reader_.object(range)) return false;
  constexpr std::size_t kMostIndices = 3;
  const bool is_list = std::ranges::all_of(range.members(), [](const auto& one) {
    return one.second.is_array() && one.second.size() == 2;
  });
  if (range.size() == 0 || range.size() > kMostIndices || !is_list) {
    reader_.fail("PH113", range, describe(*range),
                 "one to three indices, {\"i\": [first, last], ...}");
    return false;
  }
  for (const auto& [index, ends] : range.members()) {
    if (!reader_.name(index, Place(ends), true)) return false;
    if (!formulas_.is_declared(index)) continue;
    reader_.fail("PH106", Place(ends), "the name \"" + index + "\" a second time",
                 "an index with a unique name");
    return false;
  }
  int count = 0;
  const std::size_t depth = range.size();
  const std::function<bool(std::size_t)> go_through = [&](std::size_t level) {
    if (level == depth) {
      if (++count > kMostParts) {
        reader_.fail("PH105", range, "more than " + std::to_string(kMostParts) + " values",
                     "at most that many");
        return false;
      }
      use(known);
      return true;
    }
    const auto& [index, ends] = *std::next(range.members().begin(), static_cast<long>(level));
    std::optional<int> first, last;
    {
      const Formulas::WithIndices outer(formulas_, known);
      first = whole_number(Place(ends)[std::size_t{0}], -kMostParts);
      last = whole_number(Place(ends)[std::size_t{1}], -kMostParts);
    }
    if (!first || !last) return false;
    for (int i = *first; i <= *last; ++i) {
      known[index] = i;
      if (!go_through(level + 1)) return false;
    }
    known.erase(index);
    return true;
  };
  return go_through(0);
}

void ComponentReader::for_each_member(Place all, const MemberUse& use) {
  for (const auto& [name, json] : all.members()) {
    const Place place(json);
    if (!json.is_object() || !place["for"]) {
      use(name, place);
      continue;
    }
    const std::size_t before = reader_.problems().size();
    each_index(place["for"], {}, [&](const std::map<std::string, int>& indices) {
      if (reader_.problems().size() != before) return;  // the same problem for all
      const Formulas::WithIndices now(formulas_, indices);
      use(name.find('[') == name.npos ? indexed_name(name, place["for"], indices) : name, place);
    });
  }
}

/// True if one of these sides is of a part that has not been read yet.
bool ComponentReader::needs_pending(Place between) {
  if (!between->is_object()) return false;
  for (const auto& [side, path] : between.members()) {
    if (!path.is_string()) continue;
    const auto full = resolve(path.get<std::string>(), *component_);
    if (std::holds_alternative<IndexFault>(full)) continue;  // reported with the sides
    const auto& beside = std::get<std::string>(full);
    if (pending_.count(beside.substr(0, beside.find('.')))) return true;
  }
  return false;
}

/// Adds the values that the text of a part gives to these parameters; true if there are new ones.
bool ComponentReader::find_given(Place part, const std::set<std::string>& structural,
                                 Given& given) {
  const std::size_t before = given.size();
  const Place values = part["parameters"];
  if (!values || !values->is_object()) return false;
  for (const std::string& name : structural) {
    const Place value = values[name];
    if (!value) continue;
    if (value->is_number())
      given.emplace(name, value->get<double>());
    else if (value->is_string())
      if (const auto now = value_now(value->get<std::string>()).value) given.emplace(name, *now);
  }
  return given.size() > before;
}

/// Reads the component of a part. Only after reading does its text tell on which parameters the
/// number of its components and laws depends; with other values for these it is read again.
std::shared_ptr<const Component> ComponentReader::read_part(Place place, const std::string& where,
                                                            const Sides& sides) {
  Given given;
  const std::size_t before = reader_.problems().size();
  while (true) {
    auto component =
        place["use"]
            ? library_.read(reader_.text(place["use"]), where + "/use", sides, depth_ + 1, given)
            : ComponentReader(*place["model"], where + "/model", reader_.problems(), library_,
                              sides, depth_ + 1, interfaces_, given)
                  .read();
    if (!component || !find_given(place, component->structural, given)) return component;
    const Problems& found = reader_.problems();
    const bool is_sound =
        std::none_of(found.begin() + static_cast<std::ptrdiff_t>(before), found.end(),
                     [](const Problem& p) { return p.severity == Problem::Severity::kError; });
    if (!is_sound) return component;
    reader_.problems().resize(before);  // warnings, which come again
  }
}

/// Reads the component of a part; false if one of its neighbours has not been read yet.
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
  part->component = read_part(place, where, *sides);
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
