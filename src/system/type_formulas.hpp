#pragma once

#include <vector>

#include "expr/graph.hpp"
#include "laws/laws.hpp"
#include "system/layout.hpp"

namespace porthos::system {

/// All formulas of an element type, before they are compiled.
struct TypeFormulas {
  using List = std::vector<expr::Expr>;

  /// Holds the branches of laws, and inserts e and p if the type is closed.
  TypeFormulas(const laws::Laws& reduced, bool is_closed);

  laws::Laws laws;              // with the branches held; readouts stay as written
  List time_switches, poles;    // functions of t and phase, see ElementType
  BySegment<List> symbols, of;  // the inputs of tapes; the formulas of their outputs
};

}  // namespace porthos::system
