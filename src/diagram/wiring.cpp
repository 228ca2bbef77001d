#include "diagram/wiring.hpp"

#include <algorithm>
#include <set>

namespace porthos::diagram {

std::string net_of(const Domain& domain) { return "domain " + domain.key; }

void Wiring::use_side(const std::string& name, bool is_power) {
  const auto known = std::ranges::find(sides_, name, &std::pair<std::string, bool>::first);
  if (known == sides_.end())
    sides_.emplace_back(name, is_power);
  else
    known->second = known->second || is_power;
}

Ends Wiring::ends(const Meanings& meanings, const DomainList& power, Acts acts) {
  Ends made;
  for (const Domain* domain : power) made.push_back({diagram::net_of(*domain)});
  for (const Meaning& meaning : meanings) {
    if (meaning.kind == Meaning::Kind::kComponent) made.push_back({net_of(meaning)});
    if (meaning.kind != Meaning::Kind::kSide) continue;
    const bool is_power = acts == Acts::kAll || text.is_rate(meaning.name, meaning.rest);
    use_side(meaning.name, is_power);
    made.push_back({"side " + meaning.name, is_power, meaning.name});
  }
  for (const Domain* domain : domains.among(meanings, Domains::Part::kState))
    if (std::ranges::find(power, domain) == power.end())
      made.push_back({diagram::net_of(*domain), false});
  return made;
}

std::vector<std::string> Wiring::symbols(const Meanings& meanings, const DomainList& joined) const {
  std::vector<std::string> names;
  std::set<std::string> known;
  const auto add = [&](const std::string& name) {
    if (known.insert(name).second) names.push_back(table_name(name));
  };
  for (const Meaning& meaning : meanings)
    if (meaning.kind == Meaning::Kind::kComponent)
      add(meaning.name + "." + meaning.rest);
    else if (meaning.kind != Meaning::Kind::kTime)
      add(meaning.name);
  for (const Domain* domain : joined)
    for (const std::string& state : domain->states) add(state);
  return names;
}

Ends Wiring::driven(const std::string& key, const std::string& column, const Meanings& meanings,
                    const std::string& part) {
  const auto is_time = [](const Meaning& one) { return one.kind == Meaning::Kind::kTime; };
  if (std::ranges::none_of(meanings, is_time)) return {};
  const std::string net = "drive " + key;
  draft.add_net(net, {});
  draft.add_port(column, {part}, {net}, Accounts{{"energy.supplied." + table_name(column)}});
  return {{net}};
}

}  // namespace porthos::diagram
