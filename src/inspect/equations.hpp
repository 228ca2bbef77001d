#pragma once

#include <vector>

#include "model/model.hpp"

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
/// component  the text as it was read, without errors
/// inert      (c) the position constraints that the kinematics keeps by itself
///
/// Of a model of more than 400 states, or whose formulas are too much to differentiate, all lists
/// are empty: its components' texts have them.
model::Json equations(const model::Json& text, const model::Files& files,
                      const model::Component& component, const std::vector<char>& inert);

}  // namespace porthos::inspect
