#pragma once

#include "inspect/subject.hpp"

namespace porthos::inspect {

/// The parts of a model are the sets of states that J couples. The constraints [c'Z; A], at
/// velocity level, join them.

/// T-16: the structures of the parts, composed at the constraints, equal that of the model.
Findings check_parts(const Subject& subject);
/// T-17: closing all constraints by a power-conserving law gives the structure of the model.
Findings check_closing_law(const Subject& subject);
/// T-18: the order of closing the constraints does not matter.
Findings check_closing_order(const Subject& subject);
/// T-19: the product of the parts' structures and that of the constraints equals that of the model.
Findings check_product(const Subject& subject);
/// T-20: constraints on the velocities z' induce the structure.
Findings check_induced(const Subject& subject);
/// T-21: the powers that the parts exchange add up to zero.
Findings check_torn(const Subject& subject);

}  // namespace porthos::inspect
