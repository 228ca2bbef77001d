#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "equations/symbols.hpp"
#include "laws/laws.hpp"
#include "system/assemble.hpp"

namespace porthos::equations {

using expr::Expr;
using laws::Laws;

/// A set-valued law (theory 13). Its rows and multipliers are those of the whole: 0 <= -c, 0 <=
/// lambda of a contact, 0 <= -a, 0 <= mu of a one-way law, and mu in bound * Sgn(a) of dry
/// friction.
struct Inclusion {
  model::SetValued law;
  Expr bound, static_bound;  // bounds of dry friction: in slip, at rest
  Expr restitution;          // coefficient of restitution of a contact
};

/// All laws of a model as one system over named symbols: states as in the table, parameters with a
/// formula as symbols too, clocks as t, no multipliers of inert constraints, and minus the effort
/// for a port with prescribed flow.
struct Whole {
  Laws laws;
  Symbols symbols;
  std::vector<char> is_clock;          // (z)
  std::vector<std::string> ports;      // (u) the name of an open port, "" for a connected one
  std::vector<char> is_prescribing;    // (mu) rows of ports with prescribed flow
  std::vector<std::string> relations;  // (resistive) names, with those of their components
  std::vector<Inclusion> inclusions;
  std::vector<Expr> inputs;  // (u) inputs as formulas of t and parameters

  int count_clocks() const { return static_cast<int>(std::ranges::count(is_clock, char{1})); }
  int count_positions() const { return static_cast<int>(is_clock.size()) - count_clocks(); }
};

/// `flat` and `inert` as in equations().
Whole whole_of(const model::Component& root, const system::Assembled& flat,
               const std::vector<char>& inert);

}  // namespace porthos::equations
