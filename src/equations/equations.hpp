#pragma once

#include <string>

#include "simulate/session.hpp"

namespace porthos::equations {

/// The equations of a model with efforts and momenta eliminated. Parameters and states are symbols
/// with the names of the text (docs/library.md lists the members):
///
///   groups    kinematics, energies, constraints, ports, dissipation, forces, motion: each equation
///             as LaTeX and as a text whose right side parse() reads
///   form      the composite form (10) of [001] with the terms of this model
///   vectors   the meaning of its symbols
///   matrices  Z, M, G, c', A, B and the vectors of the form, by their nonzero entries
///   symbols   the symbols in them, with the names of the table and of the parameters
///
/// {} for a model with errors. For more than 400 states, or too many formulas to differentiate, all
/// lists are empty; the texts of its components have equations of their own.
std::string typeset(const Session& session);

}  // namespace porthos::equations
