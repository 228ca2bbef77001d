#pragma once

#include <string>
#include <vector>

#include "inspect/function_space.hpp"

namespace porthos::inspect {

/// Where residuals are rounding: 1e-13 of the terms; with reactions, which are solved for, more.
double rounding_of(const Subject& subject);

/// Linear equations for combinations of functions, and the sizes of the terms that each entry is
/// the sum of, (equations x functions).
struct Equations {
  MatX left, terms;
};

/// X^T dC = 0 for all flows X of the structure with its ports closed. Momenta of velocities without
/// mass are no states: their rates are 0.                                          [004] (4.14)
Equations casimir_equations(const Subject& subject, const FunctionSpace& functions,
                            const std::vector<State>& states);

/// d/dt of each function along the motion.
Equations rate_equations(const Subject& subject, const FunctionSpace& functions,
                         const std::vector<State>& states);

/// What one port or relation can change: dC/dx along the flow that its effort makes.
struct Supply {
  std::string name;
  Equations equations;
};
std::vector<Supply> supplies_of(const Subject& subject, const FunctionSpace& functions,
                                const std::vector<State>& states);

/// The energy as a combination of the functions and a constant, if it is one.
MatX energy_of(const Subject& subject, const FunctionSpace& functions,
               const std::vector<State>& states);

}  // namespace porthos::inspect
