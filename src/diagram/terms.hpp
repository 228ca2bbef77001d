#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "diagram/domains.hpp"
#include "diagram/graph.hpp"
#include "diagram/text.hpp"

namespace porthos::diagram {

/// Adds the boxes of a text's own terms to its diagram (docs/diagrams.md lists them).
class Terms {
 public:
  /// The net of a component or of one of its offers, by its name and the rest of the path.
  using NetOf = std::function<std::string(const std::string& component, const std::string& rest)>;
  using IsInert = std::function<bool(const std::string& constraint)>;

  /// net_of    called when a formula uses a component
  /// is_inert  true for a constraint, by its name in the table, that exerts no force
  Terms(const Text& text, const Domains& domains, Draft& draft, NetOf net_of, IsInert is_inert);

  void add_all();

  /// The ends on sides that carry power: only those of rates, or all.
  enum class Acts { kAll, kRates };
  /// The ends of a box with these names in its formulas. It has power on the domains `power` and on
  /// components; it reads the states of other domains.
  Ends ends(const Meanings& meanings, const DomainList& power, Acts acts);
  /// The table names of the quantities in a box.
  std::vector<std::string> symbols(const Meanings& meanings, const DomainList& domains = {}) const;
  /// The sides that the text uses, and whether power flows through them, in the order of use.
  const std::vector<std::pair<std::string, bool>>& sides() const { return sides_; }

 private:
  void add_potentials();
  void add_kinematics();
  void add_kinetic();
  void add_lagrangian();
  void add_gyroscopic();
  void add_groups(Place groups);
  void add_lossless(const std::string& name, const std::string& part, const DomainList& power,
                    const Meanings& meanings, const std::string& key);
  void add_constraints(const char* key);
  DomainList acted_by(const Meanings& gap) const;
  bool is_present(const std::string& name, Place law) const;
  void add_contacts();
  void add_relations(const char* key);
  Ends thermal(const std::string& relation, Place heats);
  void use_side(const std::string& name, bool is_power);
  Ends driven(const std::string& key, const std::string& column, const Meanings& meanings,
              const std::string& part);
  std::string table_name(const std::string& name) const { return text_.scope() + name; }

  const Text& text_;
  const Domains& domains_;
  Draft& draft_;
  NetOf net_of_;
  IsInert is_inert_;
  std::vector<std::pair<std::string, bool>> sides_;
};

/// The net of a domain.
std::string net_of(const Domain& domain);

/// The letter of a box, with the first of its states where there are several such parts: T_{v}.
std::string indexed(const std::string& letter, std::size_t count, const std::string& state);

}  // namespace porthos::diagram
