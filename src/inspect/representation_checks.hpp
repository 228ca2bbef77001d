#pragma once

#include "inspect/subject.hpp"

namespace porthos::inspect {

/// T-03: adds the velocity constraints to the structure without them.
Findings check_added_constraints(const Subject& subject);
/// T-09: the structure in each representation.
Findings check_representations(const Subject& subject);
/// T-10: its characteristic distributions.
Findings check_distributions(const Subject& subject);
/// T-11: whether the energy determines the multipliers.
Findings check_nondegenerate(const Subject& subject);
/// T-14: the number of canonical coordinates of each kind.
Findings check_canonical(const Subject& subject);

}  // namespace porthos::inspect
