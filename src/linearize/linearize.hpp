#pragma once

#include <string>

namespace porthos::linearize {

/// A model beside an equilibrium, a steady motion or its start: the linear system in coordinates of
/// the constraint set, its eigenvalues, modes, frequency response, and all that over the values of
/// a parameter. docs/linearization.md has the equations and both JSON texts.
///
/// text     the model, JSON
/// files    JSON object, file name -> text, of the files in its `use` keys, as for a Session
/// options  {set, starts, signals, at, fixed, coordinates, inputs, outputs, frequencies, sweep},
///          each optional; their faults have places in them, /at
///
/// Answers a JSON object, {problems, ...}: as far as it came. Numbers that do not exist are null.
std::string linearize(const std::string& text, const std::string& files,
                      const std::string& options);

}  // namespace porthos::linearize
