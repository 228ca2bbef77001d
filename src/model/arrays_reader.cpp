#include <algorithm>

#include "model/draft.hpp"
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

/// Uses all values of the indices of a "for"; the ends of one may depend on those before it. False
/// with a problem.
bool each_index(Draft& draft, Place range, std::map<std::string, int> known,
                const std::function<void(const std::map<std::string, int>&)>& use) {
  if (!draft.reader.object(range)) return false;
  constexpr std::size_t kMostIndices = 3;
  const bool is_list = std::ranges::all_of(range.members(), [](const auto& one) {
    return one.second.is_array() && one.second.size() == 2;
  });
  if (range.size() == 0 || range.size() > kMostIndices || !is_list) {
    draft.reader.fail("PH113", range, describe(*range),
                      "one to three indices, {\"i\": [first, last], ...}");
    return false;
  }
  for (const auto& [index, ends] : range.members()) {
    if (!draft.reader.name(index, Place(ends), true)) return false;
    if (!draft.names.declared.count(index)) continue;
    draft.reader.fail("PH106", Place(ends), "the name \"" + index + "\" a second time",
                      "an index with a unique name");
    return false;
  }
  int count = 0;
  const std::size_t depth = range.size();
  const std::function<bool(std::size_t)> go_through = [&](std::size_t level) {
    if (level == depth) {
      if (++count > kMostParts) {
        draft.reader.fail("PH105", range, "more than " + std::to_string(kMostParts) + " values",
                          "at most that many");
        return false;
      }
      use(known);
      return true;
    }
    const auto& [index, ends] = *std::next(range.members().begin(), static_cast<long>(level));
    std::optional<int> first, last;
    {
      const WithIndices outer(draft.names, known);
      first = whole_number(draft, Place(ends)[std::size_t{0}], -kMostParts);
      last = whole_number(draft, Place(ends)[std::size_t{1}], -kMostParts);
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

/// One part, "count" of them, or one for each value of the indices of "for".
void add_parts(Draft& draft, const std::string& name, Place place) {
  if (!draft.formulas.declare(name, place, false)) return;
  if (!draft.reader.object(place, "component")) return;
  const bool has_use = static_cast<bool>(place["use"]);
  if (has_use == static_cast<bool>(place["model"])) {
    draft.reader.fail("PH103", place, has_use ? "\"use\" and \"model\"" : "no model",
                      "either \"use\": a file, or \"model\": an object");
    return;
  }
  const auto add = [&](const std::string& full, std::map<std::string, int> indices) {
    draft.component->parts.push_back({.name = full});
    draft.uses[full] = {place, std::move(indices)};
  };
  if (place["count"] && place["for"]) {
    draft.reader.fail("PH108", place, "\"count\" and \"for\"", "one of the two");
  } else if (place["count"]) {
    const auto count = whole_number(draft, place["count"], 0);
    for (int i = 1; count && i <= *count; ++i) add(name + "[" + std::to_string(i) + "]", {});
  } else if (const Place range = place["for"]) {
    each_index(draft, range, {}, [&](const std::map<std::string, int>& indices) {
      add(indexed_name(name, range, indices), indices);
    });
  } else {
    add(name, {});
  }
}

/// True if one of these sides is of a part that has not been read yet.
bool needs_pending(Draft& draft, Place between) {
  if (!between->is_object()) return false;
  for (const auto& [side, path] : between.members()) {
    if (!path.is_string()) continue;
    const auto full = resolve(draft, path.get<std::string>(), *draft.component);
    if (std::holds_alternative<IndexFault>(full)) continue;  // reported with the sides
    const auto& beside = std::get<std::string>(full);
    if (draft.pending.count(beside.substr(0, beside.find('.')))) return true;
  }
  return false;
}

/// Adds the values that the text of a part gives to these parameters; true if there are new ones.
bool find_given(Draft& draft, Place part, const std::set<std::string>& structural, Given& given) {
  const std::size_t before = given.size();
  const Place values = part["parameters"];
  if (!values || !values->is_object()) return false;
  for (const std::string& name : structural) {
    const Place value = values[name];
    if (!value) continue;
    if (value->is_number())
      given.emplace(name, value->get<double>());
    else if (value->is_string())
      if (const ValueNow now = value_now(draft, value->get<std::string>()); now.value)
        given.emplace(name, now.may_change ? std::nullopt : now.value);
  }
  return given.size() > before;
}

/// Reads the component of a part. Only after reading does its text tell on which parameters the
/// number of its components and laws depends; with other values for these it is read again.
std::shared_ptr<const Component> read_part(Draft& draft, Place place, const std::string& where,
                                           const Sides& sides) {
  Given given;
  const std::size_t before = draft.reader.problems().size();
  while (true) {
    auto component =
        place["use"]
            ? draft.library.read(text_with_characteristics(draft, place, where), where + "/use",
                                 sides, draft.depth + 1, given)
            : read_component(*place["model"], where + "/model", draft.reader.problems(),
                             draft.library, sides, draft.depth + 1, draft.interfaces, given);
    if (!component || !find_given(draft, place, component->structural, given)) return component;
    if (has_errors(draft.reader.problems(), before)) return component;
    draft.reader.problems().resize(before);  // warnings, which come again
  }
}

/// Reads the component of a part; false if one of its neighbours has not been read yet.
bool add_part(Draft& draft, const std::string& name, Place place) {
  const auto part = std::find_if(draft.component->parts.begin(), draft.component->parts.end(),
                                 [&](const Part& one) { return one.name == name; });
  const std::string where =
      draft.component->where + "/components/" + pointer_token(name.substr(0, name.find('[')));
  const WithIndices indices(draft.names, draft.uses.at(name).indices);
  const Place between = place["between"];
  if (between && needs_pending(draft, between)) return false;
  const Json* text = place["use"]
                         ? draft.library.text(draft.reader.text(place["use"]), where + "/use")
                         : &*place["model"];
  const auto sides = text ? find_sides(draft, *part, place, *text) : std::nullopt;
  draft.pending.erase(name);
  if (!sides) return true;
  if (draft.depth + 1 >= Limits::kNesting) {
    fail_nesting(draft, place);
    return true;
  }
  part->component = read_part(draft, place, where, *sides);
  if (part->component && !count_contents(draft, *part, place)) part->component = nullptr;
  if (!part->component) return true;
  add_states(*part->component, name + ".", draft.names.foreign);
  for (const auto& [output, shape] : part->component->output_shapes)
    draft.names.foreign.push_back(name + "." + output);
  for (const Offer& offer : part->component->offers)
    for (const auto& [quantity, value] : offer.values)
      draft.names.foreign.push_back(name + "." + offer.name + "." + quantity);
  return true;
}

}  // namespace

void read_parts(Draft& draft, Place all) {
  for (const auto& [name, json] : all.members()) add_parts(draft, name, Place(json));
  std::vector<std::string> open;
  for (const Part& part : draft.component->parts) open.push_back(part.name);
  draft.pending.insert(open.begin(), open.end());
  while (!open.empty()) {
    std::vector<std::string> later;
    for (const std::string& name : open)
      if (!add_part(draft, name, draft.uses.at(name).place)) later.push_back(name);
    if (later.size() == open.size()) {
      for (const std::string& name : later)
        draft.reader.fail("PH137", draft.uses.at(name).place["between"],
                          "\"" + name + "\", whose neighbours need it in turn",
                          "elements whose sides lead to components without sides");
      break;
    }
    open = std::move(later);
  }
}

void for_each_member(Draft& draft, Place all, const MemberUse& use) {
  for (const auto& [name, json] : all.members()) {
    const Place place(json);
    if (!json.is_object() || !place["for"]) {
      use(name, place);
      continue;
    }
    const std::size_t before = draft.reader.problems().size();
    each_index(draft, place["for"], {}, [&](const std::map<std::string, int>& indices) {
      if (draft.reader.problems().size() != before) return;  // the same problem for all
      const WithIndices now(draft.names, indices);
      use(name.find('[') == name.npos ? indexed_name(name, place["for"], indices) : name, place);
    });
  }
}

}  // namespace porthos::model
