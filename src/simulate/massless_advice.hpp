#pragma once

#include <string>
#include <vector>

#include "dae/constraint_equations.hpp"
#include "system/assemble.hpp"
#include "system/system.hpp"

namespace porthos::simulate {

/// The place of a velocity: its component, or else `own`, or else itself.
std::string place_of(const std::string& velocity, const std::string& own);

/// "fixed are a, b: set one of them free"; otherwise this text.
std::string advice_on_fixed(const system::Assembled& assembled, const std::string& otherwise);

/// Advice on velocities without mass that nothing determines. Those of components, as of an open
/// node, have no kinetic energy that the user could write.
std::string advice_on_massless(const std::vector<std::string>& velocities);

/// Advice on velocities without mass of which only differences matter.
std::string advice_on_shift(const std::vector<std::string>& velocities);

/// Advice on velocities without mass whose forces do not balance in the state of `at`: a start
/// nearer to a balance helps only if these forces depend on the state.
std::string advice_on_balance(const system::System& system, const system::Workspace& at,
                              const dae::ConstraintEquations& rows,
                              const system::Assembled& assembled,
                              const std::vector<std::string>& velocities);

}  // namespace porthos::simulate
