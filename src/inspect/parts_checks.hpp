#pragma once

#include "inspect/subject.hpp"

namespace porthos::inspect {

/// The parts of a model are the states that J couples. They meet in the constraints, taken at
/// velocity level: the rows [c'Z; A].

/// T-16: the parts' structures, composed at the constraints, are that of the model.
Findings check_parts(const Subject& subject);
/// T-17: closing all constraints by a power-conserving law gives that of the model.
Findings check_closing_law(const Subject& subject);
/// T-18: the order in which the constraints are closed does not matter.
Findings check_closing_order(const Subject& subject);
/// T-19: the product of the parts' structures with that of the constraints is the model's.
Findings check_product(const Subject& subject);
/// T-20: constraints on velocities z' induce the structure.
Findings check_induced(const Subject& subject);
/// T-21: the powers that the parts exchange add up to zero.
Findings check_torn(const Subject& subject);

}  // namespace porthos::inspect
