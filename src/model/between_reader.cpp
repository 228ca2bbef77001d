#include <algorithm>

#include "base/suggest.hpp"
#include "model/draft.hpp"

// Reads the neighbours of an element that acts between others.

namespace porthos::model {
namespace {

/// Names of sides and their required interfaces; nullptr if the interface is unknown.
using WantedSides = std::vector<std::pair<std::string, const Interface*>>;

std::string offers_of(const Component& component) {
  std::string names;
  for (const Offer& offer : component.offers)
    names += (names.empty() ? "" : ", ") + offer.name + " (" + offer.interface->name + ")";
  return names.empty() ? "nothing" : names;
}

/// The first few offers of components that serve as this interface.
std::vector<std::string> offers_for(const Draft& draft, const Interface* wanted) {
  constexpr std::size_t kMost = 5;
  std::vector<std::string> names;
  for (const Part& part : draft.component->parts) {
    if (!part.component) continue;
    for (const Offer& offer : part.component->offers)
      if ((!wanted || serves(*offer.interface, *wanted)) && names.size() < kMost)
        names.push_back(part.name + "." + offer.name);
  }
  return names;
}

/// The names of sides in quotes, as "\"a\": a point, \"b\": a frame".
std::string described(const WantedSides& sides) {
  std::string all;
  for (const auto& [name, wanted] : sides)
    all +=
        (all.empty() ? "\"" : ", \"") + name + "\": " + (wanted ? "a " + wanted->name : "an offer");
  return all;
}

/// True if a use names all required sides. Missing and unknown names are reported as one problem.
bool check_side_names(Draft& draft, Place given, const WantedSides& wanted,
                      const std::string& part) {
  if (!given->is_object()) {
    std::string pattern;
    if (given->is_array() && given.size() == wanted.size())
      for (std::size_t i = 0; i < given.size(); ++i)
        if ((*given)[i].is_string())
          pattern += (pattern.empty() ? "write { \"" : ", \"") + wanted[i].first +
                     "\": " + describe((*given)[i]);
    draft.reader.fail("PH102", given, describe(*given), "an object with " + described(wanted),
                      pattern.empty() ? "" : pattern + " }");
    return false;
  }
  WantedSides missing;
  std::vector<std::string> known, names, unknown;
  for (const auto& side : wanted) {
    known.push_back(side.first);
    if (given[side.first]) continue;
    missing.push_back(side);
    names.push_back(side.first);
  }
  for (const auto& [name, path] : given.members())
    if (std::ranges::find(known, name) == known.end()) unknown.push_back(name);
  if (missing.empty() && unknown.size() <= 1) {
    draft.reader.check_keys(given, known);
    return true;
  }
  std::string found, strange;
  for (const std::string& name : names) found += (found.empty() ? "no \"" : ", no \"") + name + '"';
  for (const std::string& name : unknown)
    strange += (strange.empty() ? "the unknown keys \"" : ", \"") + name + '"';
  if (unknown.size() == 1) strange = "the unknown key \"" + unknown[0] + '"';
  if (!found.empty() && !strange.empty()) found += ", and ";
  if (missing.empty())
    draft.reader.fail("PH101", given, strange, one_of(known));
  else
    draft.reader.fail("PH137", given, found + strange, described(missing) + " for \"" + part + "\"",
                      unknown.size() == 1 ? did_you_mean(unknown[0], names) : "");
  return missing.empty();
}

}  // namespace

void read_between(Draft& draft, Place all) {
  if (draft.sides.empty()) {
    draft.reader.fail("PH137", all, "an element that acts between others, run alone",
                      "a model that uses it as a component, with \"between\"",
                      "the sides may be \"ground\"");
    return;
  }
  int length = 0;  // entries of points: in the plane 2, unless the neighbours are in space
  for (const auto& [name, side] : draft.sides)
    if (side.offer)
      if (const auto r = side.offer->values.find("r"); r != side.offer->values.end())
        length = std::max(length, r->second.shape.rows);
  for (const auto& [name, json] : all.members()) {
    if (!draft.formulas.declare(name, Place(json))) continue;
    const std::string kind = draft.reader.text(Place(json));
    const auto found = draft.interfaces.find(kind);
    if (found == draft.interfaces.end()) {
      const auto kinds = names_of(draft.interfaces);
      draft.reader.fail_unknown("PH109", Place(json), kind, one_of(kinds), kinds);
      continue;
    }
    const Interface& wanted = *found->second;
    if (draft.record) draft.record->interfaces[name] = found->second;
    const auto side = draft.sides.find(name);
    if (side == draft.sides.end()) continue;  // reported to the user of the element
    Values values =
        side->second.offer
            ? serve(take_values(draft, *side->second.component, side->second.offer->values, name),
                    wanted)
            : ground(wanted, length == 0 ? 3 : length);
    for (auto& [quantity, value] : values) {
      while (wanted.name == "point" && value.shape.rows < length) {
        value.entries.push_back(Expr(0.0));
        value.shape = expr::vector_of(value.shape.rows + 1);
      }
      draft.names.values[name + "." + quantity] = value;
      draft.names.foreign.push_back(name + "." + quantity);
    }
  }
}

std::optional<Side> find_offer(Draft& draft, const std::string& path, const Interface* wanted,
                               Place place, const std::string& element) {
  const std::string kind = wanted ? "a " + wanted->name : "an offer";
  const std::string for_what = element.empty() ? "" : " for " + element;
  if (path == "ground") {
    if (!wanted || wanted->has_ground) return Side{};
    draft.reader.fail("PH137", place, "\"ground\", which offers no " + wanted->name,
                      kind + for_what, "a component that offers one");
    return std::nullopt;
  }
  Side side;
  std::string rest = path;
  const Component* component = draft.component.get();
  while (true) {
    const std::size_t dot = rest.find('.');
    const std::string head = rest.substr(0, dot);
    const Part* part = component->find_part(head);
    if (!part) break;
    if (!part->component) return std::nullopt;  // already reported
    component = part->component.get();
    side.path += (side.path.empty() ? "" : ".") + head;
    rest = dot == rest.npos ? "" : rest.substr(dot + 1);
    if (dot == rest.npos || rest.empty()) break;
  }
  if (component == draft.component.get()) {
    std::vector<std::string> known{"ground"};
    for (const Part& part : draft.component->parts) known.push_back(part.name);
    // "rood.tail" is a misspelling of "rod.tail", whatever rod offers.
    const std::size_t dot = std::min(path.find('.'), path.size());
    const std::string near = suggest(path.substr(0, dot), known);
    if (!near.empty() && near != "ground" && dot < path.size()) known = {near + path.substr(dot)};
    draft.reader.fail_unknown("PH137", place, path,
                              kind + " of a component, or \"ground\"" + for_what, known);
    return std::nullopt;
  }
  std::vector<const Offer*> fitting;
  std::vector<std::string> names;
  for (const Offer& offer : component->offers)
    if (!wanted || serves(*offer.interface, *wanted)) {
      fitting.push_back(&offer);
      names.push_back(side.path + "." + offer.name);
    }
  side.component = component;
  for (const Offer& offer : component->offers)
    if (offer.name == rest) side.offer = &offer;
  if (side.offer && (!wanted || serves(*side.offer->interface, *wanted))) return side;
  if (rest.empty() && fitting.size() == 1) {
    side.offer = fitting[0];
    return side;
  }
  const std::set<std::string>& broken = component->broken_offers;
  if (rest.empty() ? !broken.empty() : broken.count(rest) != 0) return std::nullopt;
  std::string found = "\"" + path + "\", ";
  if (side.offer)
    found += "a " + side.offer->interface->name;
  else if (rest.empty() && fitting.size() > 1)
    found += "with several offers that fit";
  else
    found += "where \"" + side.path + "\" offers " + offers_of(*component);
  std::string hint = did_you_mean(path, names);
  if (wanted && std::ranges::any_of(component->offers, [&](const Offer& offer) {
        return offer.interface->name == wanted->name && !serves(*offer.interface, *wanted);
      }))
    hint = "the two texts declare different quantities for a " + wanted->name;
  if (names.empty()) names = offers_for(draft, wanted);
  if (hint.empty() && !names.empty()) hint = "there are: " + one_of(names).substr(7);
  draft.reader.fail("PH137", place, found, kind + for_what, hint);
  return std::nullopt;
}

std::optional<Sides> find_sides(Draft& draft, Part& part, Place use, const Json& element) {
  const Place given = use["between"], place = given ? given : use;
  if (draft.reported.count(&*place)) return std::nullopt;
  const Place declared = element.is_object() ? Place(element)["between"] : Place();
  const bool is_between = declared && declared->is_object();
  if (!given && (!is_between || declared->empty())) return Sides();
  if (!is_between) {
    draft.reader.fail("PH137", given, "\"between\" for an element without sides", "no \"between\"",
                      "attach other elements to its offers");
    draft.reported.insert(&*given);
    return std::nullopt;
  }
  Problems suppressed;  // reported where the element itself is read
  Reader quiet(element, "", suppressed);
  const bool is_inline = !use["use"];
  const Interfaces known_there = read_interfaces(quiet, Place(element)["interfaces"],
                                                 is_inline ? draft.interfaces : known_interfaces());
  WantedSides all;
  for (const auto& [name, kind] : declared.members()) {
    const auto found =
        kind.is_string() ? known_there.find(kind.get<std::string>()) : known_there.end();
    all.emplace_back(name, found == known_there.end() ? nullptr : found->second.get());
  }
  if (!given)
    draft.reader.fail("PH137", use, "no \"between\"",
                      "\"between\" with " + described(all) + " for \"" + part.name + "\"",
                      "the sides may be \"ground\"");
  bool is_sound = given && check_side_names(draft, given, all, part.name);
  if (!is_sound) draft.reported.insert(&*place);
  if (!given || !given->is_object()) return std::nullopt;
  Sides sides;
  for (const auto& [name, wanted] : all) {
    if (!given[name]) continue;
    if (draft.reported.count(&*given[name])) return std::nullopt;
    const std::string text = draft.reader.text(given[name]);
    const auto path = given[name]->is_string()
                          ? resolve(draft, text, given[name], "PH137", *draft.component)
                          : std::nullopt;
    const auto side = path ? find_offer(draft, *path, wanted, given[name],
                                        "\"" + name + "\" of \"" + part.name + "\"")
                           : std::nullopt;
    is_sound = is_sound && side;
    if (!side) draft.reported.insert(&*given[name]);
    if (!side) continue;
    part.between[name] = side->path;
    if (draft.record) draft.record->sides[part.name][name] = *path;
    sides[name] = *side;
  }
  return is_sound ? std::optional(sides) : std::nullopt;
}

}  // namespace porthos::model
