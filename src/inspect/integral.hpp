#pragma once

#include <string>
#include <vector>

#include "inspect/velocity_forms.hpp"

namespace porthos::inspect {

/// States on the constraint set that tell functions of positions apart; none of a large model.
std::vector<State> states_for_integrals(const Subject& subject, const VelocityForms& forms);

/// The integral of a holonomic velocity constraint: a function of positions and time that stays
/// constant wherever the rows hold, as a formula; empty where none is found among products of
/// positions, time, and sines and cosines of positions.
///
/// states  of states_for_integrals
/// row     of the forms
/// with    the rows that hold beside it
std::string integral_of(const Subject& subject, const VelocityForms& forms,
                        const std::vector<State>& states, int row, const std::vector<int>& with);

}  // namespace porthos::inspect
