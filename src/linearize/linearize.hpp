#pragma once

#include <string>

namespace porthos::linearize {

/// Linearizes a model about an equilibrium, a steady motion or its start: the linear system in
/// coordinates of the constraint set, its eigenvalues, modes, frequency response, and all of these
/// over the values of a parameter. docs/linearization.md has the equations and both JSON texts.
///
/// text     the model, JSON
/// files    JSON object, file name -> text, of the files in its `use` keys, as for a Session
/// options  {set, starts, signals, at, fixed, coordinates, inputs, outputs, frequencies, sweep},
///          each optional; their faults have places in them, /at
///
/// Returns a JSON object, {problems, ...}, with all results up to the first error. Numbers that do
/// not exist are null.
std::string linearize(const std::string& text, const std::string& files,
                      const std::string& options);

}  // namespace porthos::linearize
