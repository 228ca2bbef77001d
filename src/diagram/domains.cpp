#include "diagram/domains.hpp"

#include <algorithm>
#include <utility>

#include "base/index.hpp"

namespace porthos::diagram {
namespace {

/// More junctions of velocities than this are drawn as one for each unit, or as one for all.
constexpr std::size_t kMostDomains = 6;

using Names = std::vector<std::string>;
using Links = std::vector<Names>;

Names velocities_in(const Meanings& meanings) {
  Names names;
  for (const Meaning& meaning : meanings)
    if (meaning.kind == Meaning::Kind::kVelocity) names.push_back(meaning.name);
  return names;
}

/// The names with the same value of `key`, in the order of the names.
template <typename Key>
Links grouped(const Names& names, const Key& key) {
  std::map<std::string, std::size_t> places;
  Links lists;
  for (const std::string& name : names) {
    const auto [place, is_new] = places.emplace(key(name), lists.size());
    if (is_new) lists.emplace_back();
    lists[place->second].push_back(name);
  }
  return lists;
}

/// Groups of names that are linked, directly or by others.
Links joined_by(const Names& names, const Links& links) {
  std::map<std::string, std::string> leaders;  // each name -> the leader of its group
  for (const std::string& name : names) leaders[name] = name;
  const auto leader = [&](std::string name) {
    while (leaders[name] != name) name = leaders[name] = leaders[leaders[name]];
    return name;
  };
  for (const Names& link : links)
    for (const std::string& name : link)
      if (leaders.count(name) && leaders.count(link.front()))
        leaders[leader(name)] = leader(link.front());
  return grouped(names, leader);
}

/// "v_*1" of "v_x1" and of "v_y1": where an x, y or z is the component of a vector.
std::string without_axis(const std::string& name) {
  constexpr std::string_view kDigits = "0123456789";
  for (std::size_t i = 0; i < name.size(); ++i) {
    const bool is_axis = name[i] >= 'x' && name[i] <= 'z' && (i == 0 || name[i - 1] == '_');
    if (!is_axis) continue;
    const std::size_t end = name.find_first_not_of(kDigits, i + 1);
    if (end == name.npos || (end == i + 1 && name[end] == '_'))
      return name.substr(0, i) + '*' + name.substr(i + 1);
  }
  return name;
}

/// The velocities that a constraint restricts: its own, and those that drive its positions.
Names touched_by(const Text& text, const Meanings& meanings) {
  Names names = velocities_in(meanings);
  for (const Meaning& meaning : meanings)
    if (meaning.kind == Meaning::Kind::kPosition)
      for (const std::string& name : velocities_in(text.rate_of(meaning.name)))
        names.push_back(name);
  return names;
}

/// Components of one vector: names that differ in x, y, z and are in the same constraints.
Links vectors_in(const Text& text) {
  Links rows;
  for (const char* key : {"position_constraints", "velocity_constraints"})
    for (const auto& [name, json] : text.members(key))
      rows.push_back(touched_by(text, text.meanings(Place(json))));
  return grouped(text.velocities(), [&](const std::string& name) {
    const std::string stem = without_axis(name);
    if (stem == name) return name;
    std::string signature = stem + " ";
    for (const Names& row : rows)
      signature += std::ranges::find(row, name) == row.end() ? '0' : '1';
    return signature;
  });
}

void add_groups(const Text& text, Links& to) {
  const Place groups = text["velocity_group"];
  if (!groups) return;
  if (groups->is_string()) to.push_back(text.velocities());
  if (!groups->is_array()) return;
  for (const Json& group : *groups) {
    Names names;
    const Place list = group.is_object() ? Place(group)["velocities"] : Place();
    if (list && list->is_array())
      for (const Json& name : *list)
        if (name.is_string()) names.push_back(name.get<std::string>());
    if (!names.empty()) to.push_back(std::move(names));
  }
}

/// The velocities of one quantity, as lists of names.
Links velocity_links(const Text& text) {
  Links links;
  add_groups(text, links);
  const Names rows = velocity_rows(text);
  for (const auto& [entry, formula] : text.component().laws.mass.entries())
    if (index(std::max(entry.first, entry.second)) < rows.size() && !is_zero(formula))
      links.push_back({rows[index(entry.first)], rows[index(entry.second)]});
  for (const auto& [name, json] : text.members("kinematics")) {
    const Meanings& meanings = text.rate_of(name);
    const bool turns = std::ranges::any_of(
        meanings, [](const Meaning& one) { return one.kind == Meaning::Kind::kPosition; });
    if (Names names = velocities_in(meanings); turns && !names.empty())
      links.push_back(std::move(names));
  }
  for (Names& vector : vectors_in(text)) links.push_back(std::move(vector));
  return links;
}

/// Joins linked velocities. If too many groups are left, it joins those of one unit, and then all.
Links velocity_groups(const Text& text) {
  const Names& names = text.velocities();
  Links links = velocity_links(text);
  Links joined = joined_by(names, links);
  if (joined.size() <= kMostDomains) return joined;
  const auto& states = text.component().velocities;
  for (Names& same : grouped(names, [&](const std::string& name) {
         const auto found = std::ranges::find_if(
             states, [&](const model::Variable& one) { return whole_of(one.name) == name; });
         return found == states.end() ? std::string() : found->unit;
       }))
    links.push_back(std::move(same));
  joined = joined_by(names, links);
  return joined.size() <= kMostDomains ? joined : Links{names};
}

}  // namespace

std::vector<std::string> velocity_rows(const Text& text) {
  Names rows;
  for (const model::Variable& velocity : text.component().velocities)
    rows.push_back(whole_of(velocity.name));
  return rows;
}

Domains::Domains(const Text& text) : text_(text) {
  for (const Names& states : velocity_groups(text)) add(states);
  for (const Names& states : grouped(text.positions(), [&](const std::string& name) {
         std::string key;
         for (const std::string& one : driven_by(name)) key += one + ";";
         return key.empty() ? "own " + name : key;
       }))
    add(states);
}

void Domains::add(const std::vector<std::string>& states) {
  std::string key;
  for (const std::string& state : states) key += (key.empty() ? "" : ",") + state;
  all_.push_back({std::move(key), states});
  for (const std::string& state : states) of_[state] = &all_.back();
}

const Domain* Domains::of(const std::string& state) const {
  const auto found = of_.find(state);
  return found == of_.end() ? nullptr : found->second;
}

DomainList Domains::among(const Meanings& meanings, Part part) const {
  DomainList found;
  for (const Meaning& meaning : meanings) {
    const bool is_velocity = meaning.kind == Meaning::Kind::kVelocity;
    if (!is_velocity && meaning.kind != Meaning::Kind::kPosition) continue;
    const Part own = is_velocity         ? Part::kVelocity
                     : meaning.is_effort ? Part::kEffort
                                         : Part::kPosition;
    const Domain* domain = of(meaning.name);
    if (domain && (part == Part::kState || part == own)) add_once(found, domain);
  }
  return found;
}

DomainList Domains::flows_in(const Meanings& meanings) const {
  DomainList found = among(meanings, Part::kVelocity);
  for (const Domain* domain : among(meanings, Part::kEffort)) add_once(found, domain);
  return found;
}

DomainList Domains::driving(const DomainList& positions) const {
  std::vector<std::string> keys;
  for (const Domain* domain : positions)
    for (const std::string& state : domain->states)
      for (const std::string& key : driven_by(state)) keys.push_back(key);
  DomainList found;
  for (const Domain& domain : all_)
    if (std::ranges::find(keys, domain.key) != keys.end()) found.push_back(&domain);
  return found;
}

/// The keys of the domains in the rate of a position. Efforts in it join positions and drive none.
std::vector<std::string> Domains::driven_by(const std::string& position) const {
  std::vector<std::string> keys;
  for (const Domain* domain : among(text_.rate_of(position), Part::kVelocity))
    keys.push_back(domain->key);
  std::ranges::sort(keys);
  return keys;
}

}  // namespace porthos::diagram
