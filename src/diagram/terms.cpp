#include "diagram/terms.hpp"

#include <algorithm>
#include <utility>

#include "base/index.hpp"
#include "diagram/stores.hpp"

namespace porthos::diagram {
namespace {

using enum Domains::Part;
using Acts = Wiring::Acts;

void add_all_of(DomainList& to, const DomainList& more) {
  for (const Domain* domain : more) add_once(to, domain);
}

/// The letter of a box, with the first of its states where there are several such parts: T_{v}.
std::string indexed(const std::string& letter, std::size_t count, const std::string& state) {
  return count == 1 ? letter : letter + "_{" + state + "}";
}

void add_potentials(Wiring& w) {
  const auto add = [&](const std::string& name, Place formula, const std::string& part) {
    const std::string in_table = name.empty() ? "potential" : name;
    const Meanings meanings = w.text.meanings(formula);
    Ends all = w.ends(meanings, w.domains.among(meanings, kPosition), Acts::kAll);
    for (End& end : w.driven("V " + name, in_table, meanings, part)) all.push_back(std::move(end));
    w.draft.add_box({.key = "potential " + name,
                     .name = name.empty() ? "V" : name,
                     .kind = kind_of_store(w.text, in_table, meanings),
                     .parts = {part},
                     .symbols = w.symbols(meanings),
                     .accounts = Accounts{{"energy." + w.table_name(in_table)}}},
                    all);
  };
  const Place energy = w.text["potential_energy"];
  if (energy && !energy->is_object()) add("", energy, w.text.at({"potential_energy"}));
  for (const auto& [name, json] : Text::members_of(energy))
    add(name, Place(json), w.text.at({"potential_energy", name}));
}

/// One box for all positions that share a velocity.
void add_kinematics(Wiring& w) {
  struct Block {
    std::vector<std::string> names;
    DomainList joined;
    Meanings meanings;
  };
  std::vector<Block> blocks;
  for (const auto& [name, json] : w.text.members("kinematics")) {
    const Meanings& meanings = w.text.rate_of(name);
    const DomainList power = w.domains.flows_in(meanings);
    const bool reads_effort = std::ranges::any_of(meanings, [](const Meaning& one) {
      return one.kind == Meaning::Kind::kSide || one.kind == Meaning::Kind::kComponent;
    });
    const Domain* own = w.domains.of(name);
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
    for (const std::string& name : block.names) parts.push_back(w.text.at({"kinematics", name}));
    w.draft.add_box({.key = "kinematics " + block.names.front(),
                     .name = indexed("Z", blocks.size(), block.names.front()),
                     .kind = "reversible",
                     .parts = std::move(parts),
                     .symbols = w.symbols(block.meanings, block.joined),
                     .accounts = Accounts{}},
                    w.ends(block.meanings, block.joined, Acts::kRates));
  }
}

void add_lagrangian(Wiring& w) {
  const Meanings meanings = w.text.meanings(w.text["lagrangian"]);
  const std::string part = w.text.at({"lagrangian"});
  Ends all = w.ends(meanings, w.domains.among(meanings, kState), Acts::kAll);
  for (End& end : w.driven("L", "potential", meanings, part)) all.push_back(std::move(end));
  w.draft.add_box({.key = "L",
                   .name = "L",
                   .kind = "kinetic",
                   .parts = {part},
                   .symbols = w.symbols(meanings),
                   .accounts = Accounts{{"energy." + w.table_name("kinetic")},
                                        {"energy." + w.table_name("potential")}}},
                  all);
}

/// One box for each domain of velocities. The table has only their sum, so each of several boxes
/// gets its formula.
void add_kinetic(Wiring& w) {
  const std::vector<KineticTerm> terms = kinetic_terms(w.text, w.domains);
  const std::string part = w.text.at({w.text["mass"] ? "mass" : "kinetic_energy"});
  for (const KineticTerm& term : terms) {
    Box box{.key = "kinetic " + term.domain->key,
            .name = indexed("T", terms.size(), term.domain->states.front()),
            .kind = "kinetic",
            .parts = {part},
            .symbols = w.symbols(term.meanings, {term.domain})};
    if (terms.size() == 1)
      box.accounts = Accounts{{"energy." + w.table_name("kinetic")}};
    else if (!term.energy.is_null())
      box.energy = term.energy;
    w.draft.add_box(std::move(box), w.ends(term.meanings, {term.domain}, Acts::kRates));
  }
}

void add_lossless(Wiring& w, const std::string& name, const std::string& part,
                  const DomainList& power, const Meanings& meanings, const std::string& key) {
  w.draft.add_box({.key = key,
                   .name = name,
                   .kind = "reversible",
                   .parts = {part},
                   .symbols = w.symbols(meanings, power),
                   .accounts = Accounts{}},
                  w.ends(meanings, power, Acts::kRates));
}

void add_groups(Wiring& w, Place groups) {
  if (groups->is_string()) {
    DomainList all;
    for (const std::string& name : w.text.velocities())
      if (const Domain* domain = w.domains.of(name)) add_once(all, domain);
    const auto name = groups->get<std::string>();
    add_lossless(w, name, w.text.at({"velocity_group"}), all, {}, name);
  }
  if (!groups->is_array()) return;
  for (std::size_t k = 0; k < groups.size(); ++k) {
    const Place group = groups[k];
    if (!group->is_object() || !group["group"] || !group["group"]->is_string()) continue;
    DomainList own;
    if (const Place list = group["velocities"]; list && list->is_array())
      for (const Json& name : *list)
        if (const Domain* domain =
                name.is_string() ? w.domains.of(name.get<std::string>()) : nullptr)
          add_once(own, domain);
    const std::string number = std::to_string(k);
    add_lossless(w, group["group"]->get<std::string>(), w.text.at({"velocity_group", number}), own,
                 {}, "group " + number);
  }
}

void add_gyroscopic(Wiring& w) {
  if (const Place groups = w.text["velocity_group"]) add_groups(w, groups);
  const Place matrix = w.text["gyroscopic"];
  if (!matrix) return;
  DomainList joined;
  const std::vector<std::string> rows = velocity_rows(w.text);
  for (const auto& [entry, formula] : w.text.component().laws.gyroscopic.entries()) {
    const std::size_t i = index(entry.first), j = index(entry.second);
    // A group fills entries of the same matrix, which the text of this one leaves zero.
    const bool is_listed =
        matrix->is_array() && i < matrix.size() && matrix[i]->is_array() && j < matrix[i].size();
    if (is_zero(formula) || i >= rows.size() || j >= rows.size()) continue;
    if (is_listed && matrix[i][j]->is_number() && matrix[i][j]->get<double>() == 0) continue;
    for (const std::string& name : {rows[i], rows[j]})
      if (const Domain* domain = w.domains.of(name)) add_once(joined, domain);
  }
  add_lossless(w, "G", w.text.at({"gyroscopic"}), joined, w.text.meanings(matrix), "G");
}

}  // namespace

void add_terms(Wiring& w, const IsInert& is_inert) {
  for (const Domain& domain : w.domains.all()) w.draft.add_net(net_of(domain), domain.states);
  add_potentials(w);
  add_kinematics(w);
  if (w.text["lagrangian"])
    add_lagrangian(w);
  else
    add_kinetic(w);
  add_gyroscopic(w);
  add_constraints(w, is_inert);
  add_relations(w);
}

}  // namespace porthos::diagram
