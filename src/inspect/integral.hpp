#pragma once

#include <string>
#include <vector>

#include "inspect/velocity_forms.hpp"

namespace porthos::inspect {

/// States on the constraint set that distinguish functions of positions; empty for a large model.
std::vector<State> states_for_integrals(const Subject& subject, const VelocityForms& forms);

/// The integral of a holonomic velocity constraint: a function of positions and time that is
/// constant wherever the rows hold, as a formula. Empty if there is none among products of
/// positions, time, and sines and cosines of positions.
///
/// states  of states_for_integrals
/// row     of the forms
/// with    further rows that hold
std::string integral_of(const Subject& subject, const VelocityForms& forms,
                        const std::vector<State>& states, int row, const std::vector<int>& with);

}  // namespace porthos::inspect
