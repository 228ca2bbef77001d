#pragma once

#include <string>
#include <vector>

#include "inspect/function_space.hpp"

namespace porthos::inspect {

/// The size of residuals due to rounding: 1e-13 of the terms, more if reactions are solved for.
double rounding_of(const Subject& subject);

/// Linear equations for combinations of functions, with the sizes of the terms in each entry,
/// (equations x functions).
struct Equations {
  MatX left, terms;
};

/// X^T dC = 0 for all flows X of the structure with closed ports. Massless momenta
/// are no states: their rates are 0.                                                [004] (4.14)
Equations casimir_equations(const Subject& subject, const FunctionSpace& functions,
                            const std::vector<State>& states);

/// d/dt of each function along the motion.
Equations rate_equations(const Subject& subject, const FunctionSpace& functions,
                         const std::vector<State>& states);

/// The possible change by one port or relation.
struct Supply {
  std::string name;
  /// dC/dx along the flow of its effort.
  Equations equations;
  /// dC/dx along the flows of the structure with this effort, for Casimirs: reactions pass it on,
  /// as those of Kirchhoff's laws do in circuits. No equations if there are none.
  Equations flows;
};
std::vector<Supply> supplies_of(const Subject& subject, const FunctionSpace& functions,
                                const std::vector<State>& states);

/// The energy as a combination of the functions and a constant, if it is one.
MatX energy_of(const Subject& subject, const FunctionSpace& functions,
               const std::vector<State>& states);

}  // namespace porthos::inspect
