#include "diagram/terms.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "base/index.hpp"
#include "diagram/stores.hpp"

namespace porthos::diagram {
namespace {

using enum Domains::Part;

bool depends_on_time(const Meanings& meanings) {
  return std::ranges::any_of(meanings,
                             [](const Meaning& one) { return one.kind == Meaning::Kind::kTime; });
}

void add_all_of(DomainList& to, const DomainList& more) {
  for (const Domain* domain : more) add_once(to, domain);
}

}  // namespace

std::string net_of(const Domain& domain) { return "domain " + domain.key; }

std::string indexed(const std::string& letter, std::size_t count, const std::string& state) {
  return count == 1 ? letter : letter + "_{" + state + "}";
}

Terms::Terms(const Text& text, const Domains& domains, Draft& draft, NetOf net_of, IsInert is_inert)
    : text_(text),
      domains_(domains),
      draft_(draft),
      net_of_(std::move(net_of)),
      is_inert_(std::move(is_inert)) {}

void Terms::add_all() {
  for (const Domain& domain : domains_.all()) draft_.add_net(net_of(domain), domain.states);
  add_potentials();
  add_kinematics();
  if (text_["lagrangian"])
    add_lagrangian();
  else
    add_kinetic();
  add_gyroscopic();
  add_constraints("position_constraints");
  add_constraints("velocity_constraints");
  add_contacts();
  add_relations("dissipation");
  add_relations("forces");
}

void Terms::use_side(const std::string& name, bool is_power) {
  const auto known = std::ranges::find(sides_, name, &std::pair<std::string, bool>::first);
  if (known == sides_.end())
    sides_.emplace_back(name, is_power);
  else
    known->second = known->second || is_power;
}

Ends Terms::ends(const Meanings& meanings, const DomainList& power, Acts acts) {
  Ends made;
  for (const Domain* domain : power) made.push_back({net_of(*domain)});
  for (const Meaning& meaning : meanings) {
    if (meaning.kind == Meaning::Kind::kComponent)
      made.push_back({net_of_(meaning.name, meaning.rest)});
    if (meaning.kind != Meaning::Kind::kSide) continue;
    const bool is_power = acts == Acts::kAll || text_.is_rate(meaning.name, meaning.rest);
    use_side(meaning.name, is_power);
    made.push_back({"side " + meaning.name, is_power, meaning.name});
  }
  for (const Domain* domain : domains_.among(meanings, kState))
    if (std::ranges::find(power, domain) == power.end()) made.push_back({net_of(*domain), false});
  return made;
}

std::vector<std::string> Terms::symbols(const Meanings& meanings, const DomainList& domains) const {
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
  for (const Domain* domain : domains)
    for (const std::string& state : domain->states) add(state);
  return names;
}

/// Laws that depend on time do work; an outer port supplies it.
Ends Terms::driven(const std::string& key, const std::string& column, const Meanings& meanings,
                   const std::string& part) {
  if (!depends_on_time(meanings)) return {};
  const std::string net = "drive " + key;
  draft_.add_net(net, {});
  draft_.add_port(column, {part}, {net}, Accounts{{"energy.supplied." + table_name(column)}});
  return {{net}};
}

void Terms::add_potentials() {
  const auto add = [&](const std::string& name, Place formula, const std::string& part) {
    const std::string in_table = name.empty() ? "potential" : name;
    const Meanings meanings = text_.meanings(formula);
    Ends all = ends(meanings, domains_.among(meanings, kPosition), Acts::kAll);
    for (End& end : driven("V " + name, in_table, meanings, part)) all.push_back(std::move(end));
    draft_.add_box({.key = "potential " + name,
                    .name = name.empty() ? "V" : name,
                    .kind = kind_of_store(text_, in_table, meanings),
                    .parts = {part},
                    .symbols = symbols(meanings),
                    .accounts = Accounts{{"energy." + table_name(in_table)}}},
                   all);
  };
  const Place energy = text_["potential_energy"];
  if (energy && !energy->is_object()) add("", energy, text_.at({"potential_energy"}));
  for (const auto& [name, json] : Text::members_of(energy))
    add(name, Place(json), text_.at({"potential_energy", name}));
}

/// One box for all positions that share a velocity.
void Terms::add_kinematics() {
  struct Block {
    std::vector<std::string> names;
    DomainList joined;
    Meanings meanings;
  };
  std::vector<Block> blocks;
  for (const auto& [name, json] : text_.members("kinematics")) {
    const Meanings& meanings = text_.rate_of(name);
    const DomainList power = domains_.flows_in(meanings);
    const bool reads_effort = std::ranges::any_of(meanings, [](const Meaning& one) {
      return one.kind == Meaning::Kind::kSide || one.kind == Meaning::Kind::kComponent;
    });
    const Domain* own = domains_.of(name);
    if ((power.empty() && !reads_effort) || !own) continue;
    Block block{{name}, {own}, meanings};
    add_all_of(block.joined, power);
    const auto touches = [&](const Block& other) {
      return std::ranges::any_of(block.joined, [&](const Domain* one) {
        return std::ranges::find(other.joined, one) != other.joined.end();
      });
    };
    const std::vector<Block> before = std::exchange(blocks, {});
    for (const Block& other : before) {
      if (!touches(other)) {
        blocks.push_back(other);
        continue;
      }
      block.names.insert(block.names.begin(), other.names.begin(), other.names.end());
      DomainList joined = other.joined;
      add_all_of(joined, block.joined);
      block.joined = std::move(joined);
      block.meanings.insert(block.meanings.end(), other.meanings.begin(), other.meanings.end());
    }
    blocks.push_back(std::move(block));
  }
  for (const Block& block : blocks) {
    std::vector<std::string> parts;
    for (const std::string& name : block.names) parts.push_back(text_.at({"kinematics", name}));
    draft_.add_box({.key = "kinematics " + block.names.front(),
                    .name = indexed("Z", blocks.size(), block.names.front()),
                    .kind = "reversible",
                    .parts = std::move(parts),
                    .symbols = symbols(block.meanings, block.joined),
                    .accounts = Accounts{}},
                   ends(block.meanings, block.joined, Acts::kRates));
  }
}

void Terms::add_lagrangian() {
  const Meanings meanings = text_.meanings(text_["lagrangian"]);
  const std::string part = text_.at({"lagrangian"});
  Ends all = ends(meanings, domains_.among(meanings, kState), Acts::kAll);
  for (End& end : driven("L", "potential", meanings, part)) all.push_back(std::move(end));
  draft_.add_box({.key = "L",
                  .name = "L",
                  .kind = "kinetic",
                  .parts = {part},
                  .symbols = symbols(meanings),
                  .accounts = Accounts{{"energy." + table_name("kinetic")},
                                       {"energy." + table_name("potential")}}},
                 all);
}

/// One box for each domain of velocities. The table has only their sum, so each of several boxes
/// gets its formula.
void Terms::add_kinetic() {
  const std::vector<KineticTerm> terms = kinetic_terms(text_, domains_);
  const std::string part = text_.at({text_["mass"] ? "mass" : "kinetic_energy"});
  for (const KineticTerm& term : terms) {
    Box box{.key = "kinetic " + term.domain->key,
            .name = indexed("T", terms.size(), term.domain->states.front()),
            .kind = "kinetic",
            .parts = {part},
            .symbols = symbols(term.meanings, {term.domain})};
    if (terms.size() == 1)
      box.accounts = Accounts{{"energy." + table_name("kinetic")}};
    else if (!term.energy.is_null())
      box.energy = term.energy;
    draft_.add_box(std::move(box), ends(term.meanings, {term.domain}, Acts::kRates));
  }
}

void Terms::add_gyroscopic() {
  if (const Place groups = text_["velocity_group"]) add_groups(groups);
  const Place matrix = text_["gyroscopic"];
  if (!matrix) return;
  DomainList joined;
  const std::vector<std::string> rows = velocity_rows(text_);
  for (const auto& [entry, formula] : text_.component().laws.gyroscopic.entries()) {
    const std::size_t i = index(entry.first), j = index(entry.second);
    // A group fills entries of the same matrix, which the text of this one leaves zero.
    const bool is_listed =
        matrix->is_array() && i < matrix.size() && matrix[i]->is_array() && j < matrix[i].size();
    if (is_zero(formula) || i >= rows.size() || j >= rows.size()) continue;
    if (is_listed && matrix[i][j]->is_number() && matrix[i][j]->get<double>() == 0) continue;
    for (const std::string& name : {rows[i], rows[j]})
      if (const Domain* domain = domains_.of(name)) add_once(joined, domain);
  }
  add_lossless("G", text_.at({"gyroscopic"}), joined, text_.meanings(matrix), "G");
}

void Terms::add_groups(Place groups) {
  if (groups->is_string()) {
    DomainList all;
    for (const std::string& name : text_.velocities())
      if (const Domain* domain = domains_.of(name)) add_once(all, domain);
    const auto name = groups->get<std::string>();
    add_lossless(name, text_.at({"velocity_group"}), all, {}, name);
  }
  if (!groups->is_array()) return;
  for (std::size_t k = 0; k < groups.size(); ++k) {
    const Place group = groups[k];
    if (!group->is_object() || !group["group"] || !group["group"]->is_string()) continue;
    DomainList own;
    if (const Place list = group["velocities"]; list && list->is_array())
      for (const Json& name : *list)
        if (const Domain* domain =
                name.is_string() ? domains_.of(name.get<std::string>()) : nullptr)
          add_once(own, domain);
    const std::string number = std::to_string(k);
    add_lossless(group["group"]->get<std::string>(), text_.at({"velocity_group", number}), own, {},
                 "group " + number);
  }
}

void Terms::add_lossless(const std::string& name, const std::string& part, const DomainList& power,
                         const Meanings& meanings, const std::string& key) {
  draft_.add_box({.key = key,
                  .name = name,
                  .kind = "reversible",
                  .parts = {part},
                  .symbols = symbols(meanings, power),
                  .accounts = Accounts{}},
                 ends(meanings, power, Acts::kRates));
}

void Terms::add_constraints(const char* key) {
  const bool is_of_positions = key == std::string("position_constraints");
  for (const auto& [name, json] : text_.members(key)) {
    const Meanings meanings = text_.meanings(Place(json));
    DomainList power;
    if (!is_of_positions)
      power = domains_.flows_in(meanings);
    else if (!is_inert_(name))
      power = acted_by(meanings);
    const std::string part = text_.at({key, name});
    std::vector<std::string> about = symbols(meanings, power);
    about.push_back("multiplier." + table_name(name));
    Ends all = ends(meanings, power, is_of_positions ? Acts::kAll : Acts::kRates);
    for (End& end : driven(name, name, meanings, part)) all.push_back(std::move(end));
    draft_.add_box({.key = std::string(key) + " " + name,
                    .name = name,
                    .kind = "reversible",
                    .parts = {part},
                    .symbols = std::move(about),
                    .accounts = Accounts{}},
                   all);
  }
}

/// The velocities on which a constraint or a gap of these positions acts: those that drive them, or
/// positions that none drives.
DomainList Terms::acted_by(const Meanings& gap) const {
  const DomainList positions = domains_.among(gap, kPosition);
  DomainList power = domains_.driving(positions);
  for (const Domain* domain : positions)
    if (domains_.driving({domain}).empty()) add_once(power, domain);
  return power;
}

/// False for a law that its condition leaves out.
bool Terms::is_present(const std::string& name, Place law) const {
  if (!law->is_object() || !law["if"]) return true;
  return std::ranges::any_of(text_.component().laws.resistive, [&](const laws::Resistive& one) {
    return one.name == name || whole_of(one.name) == name;
  });
}

/// A contact acts as a constraint of its gap, and by friction on the flows of its slip. Impacts and
/// friction take energy.
void Terms::add_contacts() {
  for (const auto& [name, json] : text_.members("contacts")) {
    const Place given(json);
    if (!is_present(name, given)) continue;
    Meanings meanings = text_.meanings(given["gap"]);
    DomainList power = acted_by(meanings);
    const Meanings slip = text_.meanings(given["slip"]);
    for (const Domain* domain : domains_.flows_in(slip)) add_once(power, domain);
    for (const Place formula : {given["slip"], given["friction"], given["static_friction"]})
      for (Meaning& one : text_.meanings(formula)) meanings.push_back(std::move(one));
    const std::string table = table_name(name);
    std::vector<std::string> about = symbols(meanings, power);
    for (const char* column : {"multiplier.", "gap.", "mode."}) about.push_back(column + table);
    Accounts accounts{{"energy.dissipated." + table}};
    const auto& laws = text_.component().set_valued;
    for (const model::SetValued& law : laws)
      for (int i = 0; law.name == name + ".slip" && i < law.size; ++i)
        accounts.push_back({"energy.dissipated." + table + ".slip" +
                            (law.size > 1 ? "." + std::to_string(i + 1) : "")});
    draft_.add_box({.key = "contacts " + name,
                    .name = name,
                    .kind = "set-valued",
                    .parts = {text_.at({"contacts", name})},
                    .symbols = std::move(about),
                    .accounts = std::move(accounts)},
                   ends(meanings, power, Acts::kAll));
  }
}

void Terms::add_relations(const char* key) {
  const bool is_force = key == std::string("forces");
  for (const auto& [name, json] : text_.members(key)) {
    const Place given(json);
    if (!is_present(name, given)) continue;
    const bool is_object = json.is_object();
    const Place heats = is_object ? given["heats"] : Place();
    const Meanings flow = is_object ? text_.meanings(given["flow"]) : text_.meanings_of(name);
    Meanings meanings = flow;
    const bool is_set_valued = is_object && (given["dry"] || given["one_way"]);
    for (const Place formula : is_object
                                   ? std::vector{given["effort"], given["dry"], given["static"]}
                                   : std::vector{given})
      for (Meaning& one : text_.meanings(formula)) meanings.push_back(std::move(one));
    const Ends heat = heats ? thermal(name, heats) : Ends();
    std::vector<std::string> about = symbols(meanings);
    for (const char* column : {"power.", "flow.", "effort."})
      about.push_back(column + table_name(name));
    Box box{.key = std::string(key) + " " + name,
            .name = name,
            .kind = is_force        ? "force"
                    : is_set_valued ? "set-valued"
                                    : "irreversible",
            .parts = {text_.at({key, name})},
            .symbols = std::move(about)};
    if (!heat.empty() || (is_object && given["one_way"]))
      box.accounts = Accounts{};
    else if (!heats && is_force)
      box.accounts = Accounts{{"energy.forces." + table_name(name), -1}};
    else if (!heats)
      box.accounts = Accounts{{"energy.dissipated." + table_name(name)}};
    Ends all = ends(meanings, domains_.flows_in(flow), Acts::kRates);
    all.insert(all.end(), heat.begin(), heat.end());
    draft_.add_box(std::move(box), all);
  }
}

/// The entropy or the thermal port that receives the heat of a dissipation. A temperature alone
/// does not count.
Ends Terms::thermal(const std::string& relation, Place heats) {
  const laws::Laws& laws = text_.component().laws;
  for (const laws::Resistive& one : laws.resistive)
    if (one.heats && whole_of(one.name) == relation)
      for (std::size_t i = 0; i < text_.component().positions.size(); ++i)
        if (*one.heats == laws.e[i])
          return {{net_of(*domains_.of(whole_of(text_.component().positions[i].name)))}};
  const std::string path = text_.path(heats);
  if (path.empty()) return {};
  if (text_.has("ports", path)) return {{"outer " + path}};
  const Meanings meanings = text_.meanings_of(path);
  if (meanings.empty() || meanings.front().kind != Meaning::Kind::kComponent) return {};
  return {{net_of_(meanings.front().name, meanings.front().rest)}};
}

}  // namespace porthos::diagram
