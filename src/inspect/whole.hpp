#pragma once

#include <string>
#include <vector>

#include "inspect/symbols.hpp"
#include "laws/laws.hpp"
#include "system/assemble.hpp"

namespace porthos::inspect {

using expr::Expr;
using laws::Laws;

/// All laws of a model as one system over symbols with names: states as in the table, parameters
/// with a formula as symbols too, the clocks of time as t, no multiplier where a constraint is
/// inert, and minus the effort of a port where its flow is prescribed.
struct Whole {
  Laws laws;
  Symbols symbols;
  std::vector<char> is_clock;        // (z)
  std::vector<std::string> ports;    // (u) the name of what enters, "" of what is connected
  std::vector<char> is_prescribing;  // (mu) the row of a port whose flow is prescribed
  std::vector<Expr> inputs;          // (u) what drives it, of t and parameters
};

/// `flat` and `inert` as in equations().
Whole whole_of(const model::Component& root, const system::Assembled& flat,
               const std::vector<char>& inert);

}  // namespace porthos::inspect
