#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "diagram/domains.hpp"
#include "diagram/graph.hpp"
#include "diagram/text.hpp"

namespace porthos::diagram {

/// Ties the boxes of a text's terms to its nets.
class Wiring {
 public:
  /// The net of a component or of one of its offers, by its name and the rest of the path.
  using NetOf = std::function<std::string(const std::string& component, const std::string& rest)>;

  /// net_of  called when a formula uses a component
  Wiring(const Text& of, const Domains& its_domains, Draft& to, NetOf net_of)
      : text(of), domains(its_domains), draft(to), net_of_(std::move(net_of)) {}

  /// The ends on sides that carry power: only those of rates, or all.
  enum class Acts { kAll, kRates };
  /// The ends of a box with these names in its formulas. It has power on the domains `power` and on
  /// components; it reads the states of other domains.
  Ends ends(const Meanings& meanings, const DomainList& power, Acts acts);
  /// Laws that depend on time do work; an outer port supplies it: its end, or none.
  Ends driven(const std::string& key, const std::string& column, const Meanings& meanings,
              const std::string& part);
  /// The net of the component or offer behind a name.
  std::string net_of(const Meaning& meaning) const { return net_of_(meaning.name, meaning.rest); }

  /// The table names of the quantities in a box.
  std::vector<std::string> symbols(const Meanings& meanings, const DomainList& joined = {}) const;
  std::string table_name(const std::string& name) const { return text.scope() + name; }
  /// The sides that the text uses, and whether power flows through them, in the order of use.
  const std::vector<std::pair<std::string, bool>>& sides() const { return sides_; }

  const Text& text;
  const Domains& domains;
  Draft& draft;

 private:
  void use_side(const std::string& name, bool is_power);

  NetOf net_of_;
  std::vector<std::pair<std::string, bool>> sides_;
};

/// The net of a domain.
std::string net_of(const Domain& domain);

}  // namespace porthos::diagram
