#pragma once

#include <optional>

#include "inspect/subject.hpp"

namespace porthos::inspect {

/// The degrees of freedom.
struct Freedom {
  std::optional<int> index;  // differentiation index; empty if not known
  int positions = 0;         // number of positions that can be chosen
  int velocities = 0;
  int rank = 0, rows = 0;  // of [c'Z; A]
};

/// At the start; the index is known if it is equal in all states. (T-08; theory 0.3)
Freedom freedom_of(const Subject& subject);

/// T-05: the position constraints and the energies are a Lagrangian submanifold. T-08: the index-1
/// form is regular. Both at each state: if the rank of [c'Z; A] falls, reactions are no longer
/// unique. ([001] Def. 5, Prop. 5, (13))
Findings check_ranks(const Subject& subject);

}  // namespace porthos::inspect
