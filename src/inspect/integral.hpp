#pragma once

#include <span>
#include <string>
#include <vector>

#include "inspect/subject.hpp"

namespace porthos::inspect {

/// States on the constraint set that tell functions of positions apart; none of a large model.
std::vector<State> states_for_integrals(const Subject& subject);

/// The integral of a holonomic velocity constraint: a function of the positions that stays constant
/// wherever the rows hold, as a formula; empty where none is found among products of positions and
/// of their sines and cosines.
///
/// states  of states_for_integrals
/// row     of the rows of the structure
/// with    the rows that hold beside it
std::string integral_of(const Subject& subject, const std::vector<State>& states, int row,
                        std::span<const int> with);

}  // namespace porthos::inspect
