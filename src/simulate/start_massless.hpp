#pragma once

#include <string>
#include <vector>

#include "base/problem.hpp"
#include "dae/constraint_equations.hpp"
#include "simulate/start.hpp"
#include "simulate/start_corrections.hpp"
#include "system/assemble.hpp"

namespace porthos::simulate {

/// The systems of a start.
struct StartSystems {
  const system::System& solved;  // without set-valued laws
  const system::System* whole;   // with the rows of all of them, or null if there are none
  const system::Assembled& assembled;
};

/// The velocities without mass that these equations, with their matrix, leave undetermined.
std::vector<std::string> undetermined_massless(const dae::ConstraintEquations& equations,
                                               const system::Assembled& assembled);

/// Sets velocities without mass to the values that balance their forces, in `at` and `start`.
/// Reports those on which forces cannot balance, and those that nothing determines (PH204): neither
/// a row, a damper or a spring, nor a set-valued law, whose modes are found later.
void settle_massless(const StartSystems& systems, StartCorrections& corrections,
                     system::Workspace& at, Start& start, Problems& problems);

}  // namespace porthos::simulate
