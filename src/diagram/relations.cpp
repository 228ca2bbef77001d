#include "diagram/terms.hpp"

#include <algorithm>
#include <utility>

// The terms that exert reactions, dissipate or supply energy.

namespace porthos::diagram {
namespace {

using Acts = Wiring::Acts;

/// The velocities on which a constraint or a gap of these positions acts: those that drive them, or
/// positions that none drives.
DomainList acted_by(const Wiring& w, const Meanings& gap) {
  const DomainList positions = w.domains.among(gap, Domains::Part::kPosition);
  DomainList power = w.domains.driving(positions);
  for (const Domain* domain : positions)
    if (w.domains.driving({domain}).empty()) add_once(power, domain);
  return power;
}

void add_rows(Wiring& w, const char* key, const IsInert& is_inert) {
  const bool is_of_positions = key == std::string("position_constraints");
  for (const auto& [name, json] : w.text.members(key)) {
    const Meanings meanings = w.text.meanings(Place(json));
    DomainList power;
    if (!is_of_positions)
      power = w.domains.flows_in(meanings);
    else if (!is_inert(name))
      power = acted_by(w, meanings);
    const std::string part = w.text.at({key, name});
    std::vector<std::string> about = w.symbols(meanings, power);
    about.push_back("multiplier." + w.table_name(name));
    Ends all = w.ends(meanings, power, is_of_positions ? Acts::kAll : Acts::kRates);
    for (End& end : w.driven(name, name, meanings, part)) all.push_back(std::move(end));
    w.draft.add_box({.key = std::string(key) + " " + name,
                     .name = name,
                     .kind = "reversible",
                     .parts = {part},
                     .symbols = std::move(about),
                     .accounts = Accounts{}},
                    all);
  }
}

/// False for a law that its condition leaves out.
bool is_present(const Wiring& w, const std::string& name, Place law) {
  if (!law->is_object() || !law["if"]) return true;
  return std::ranges::any_of(w.text.component().laws.resistive, [&](const laws::Resistive& one) {
    return one.name == name || whole_of(one.name) == name;
  });
}

/// A contact acts as a constraint of its gap, and by friction on the flows of its slip. Impacts and
/// friction take energy.
void add_contacts(Wiring& w) {
  for (const auto& [name, json] : w.text.members("contacts")) {
    const Place given(json);
    if (!is_present(w, name, given)) continue;
    Meanings meanings = w.text.meanings(given["gap"]);
    DomainList power = acted_by(w, meanings);
    const Meanings slip = w.text.meanings(given["slip"]);
    for (const Domain* domain : w.domains.flows_in(slip)) add_once(power, domain);
    for (const Place formula : {given["slip"], given["friction"], given["static_friction"]})
      for (Meaning& one : w.text.meanings(formula)) meanings.push_back(std::move(one));
    const std::string table = w.table_name(name);
    std::vector<std::string> about = w.symbols(meanings, power);
    for (const char* column : {"multiplier.", "gap.", "mode."}) about.push_back(column + table);
    Accounts accounts{{"energy.dissipated." + table}};
    const auto& laws = w.text.component().set_valued;
    for (const model::SetValued& law : laws)
      for (int i = 0; law.name == name + ".slip" && i < law.size; ++i)
        accounts.push_back({"energy.dissipated." + table + ".slip" +
                            (law.size > 1 ? "." + std::to_string(i + 1) : "")});
    w.draft.add_box({.key = "contacts " + name,
                     .name = name,
                     .kind = "set-valued",
                     .parts = {w.text.at({"contacts", name})},
                     .symbols = std::move(about),
                     .accounts = std::move(accounts)},
                    w.ends(meanings, power, Acts::kAll));
  }
}

/// The entropy or the thermal port that receives the heat of a dissipation. A temperature alone
/// does not count.
Ends thermal(const Wiring& w, const std::string& relation, Place heats) {
  const laws::Laws& laws = w.text.component().laws;
  for (const laws::Resistive& one : laws.resistive)
    if (one.heats && whole_of(one.name) == relation)
      for (std::size_t i = 0; i < w.text.component().positions.size(); ++i)
        if (*one.heats == laws.e[i])
          return {{net_of(*w.domains.of(whole_of(w.text.component().positions[i].name)))}};
  const std::string path = w.text.path(heats);
  if (path.empty()) return {};
  if (w.text.has("ports", path)) return {{"outer " + path}};
  const Meanings meanings = w.text.meanings_of(path);
  if (meanings.empty() || meanings.front().kind != Meaning::Kind::kComponent) return {};
  return {{w.net_of(meanings.front())}};
}

void add_powers(Wiring& w, const char* key) {
  const bool is_force = key == std::string("forces");
  for (const auto& [name, json] : w.text.members(key)) {
    const Place given(json);
    if (!is_present(w, name, given)) continue;
    const bool is_object = json.is_object();
    const Place heats = is_object ? given["heats"] : Place();
    const Meanings flow = is_object ? w.text.meanings(given["flow"]) : w.text.meanings_of(name);
    Meanings meanings = flow;
    const bool is_set_valued = is_object && (given["dry"] || given["one_way"]);
    for (const Place formula : is_object
                                   ? std::vector{given["effort"], given["dry"], given["static"]}
                                   : std::vector{given})
      for (Meaning& one : w.text.meanings(formula)) meanings.push_back(std::move(one));
    const Ends heat = heats ? thermal(w, name, heats) : Ends();
    std::vector<std::string> about = w.symbols(meanings);
    for (const char* column : {"power.", "flow.", "effort."})
      about.push_back(column + w.table_name(name));
    Box box{.key = std::string(key) + " " + name,
            .name = name,
            .kind = is_force        ? "force"
                    : is_set_valued ? "set-valued"
                                    : "irreversible",
            .parts = {w.text.at({key, name})},
            .symbols = std::move(about)};
    if (!heat.empty() || (is_object && given["one_way"]))
      box.accounts = Accounts{};
    else if (!heats && is_force)
      box.accounts = Accounts{{"energy.forces." + w.table_name(name), -1}};
    else if (!heats)
      box.accounts = Accounts{{"energy.dissipated." + w.table_name(name)}};
    Ends all = w.ends(meanings, w.domains.flows_in(flow), Acts::kRates);
    all.insert(all.end(), heat.begin(), heat.end());
    w.draft.add_box(std::move(box), all);
  }
}

}  // namespace

void add_constraints(Wiring& w, const IsInert& is_inert) {
  for (const char* key : {"position_constraints", "velocity_constraints"})
    add_rows(w, key, is_inert);
  add_contacts(w);
}

void add_relations(Wiring& w) {
  for (const char* key : {"dissipation", "forces"}) add_powers(w, key);
}

}  // namespace porthos::diagram
