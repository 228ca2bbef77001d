#pragma once

#include <string>

#include "simulate/session.hpp"

namespace porthos::inspect {

/// The equations of a model as its text is, efforts and momenta eliminated, with the parameters and
/// states as symbols (docs/library.md has the members):
///
///   groups    kinematics, energies, constraints, ports, dissipation, forces, motion: each equation
///             as LaTeX and as a text whose right side parse() reads
///   form      the composite form (10) of [001] with what the model has of it
///   vectors   what its letters stand for
///   matrices  Z, M, G, c', A, B and the vectors of the form, by their entries that are not zero
///   symbols   what is in them, by the names of the table and of the parameters
///
/// {} of a model with errors. Of one of more than 400 states, or whose formulas are too much to
/// differentiate, all lists are empty: its components' texts have them.
std::string equations(const Session& session);

}  // namespace porthos::inspect
