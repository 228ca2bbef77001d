#pragma once

#include <vector>

#include "linearize/derivatives.hpp"

namespace porthos::linearize {

/// States around one, at fixed pseudo-random places with random multipliers. They satisfy the
/// velocity constraints as far as velocities and multipliers allow; their rates are computed.
/// In every second state positions change by up to 0.3 (1 + |z|) and velocities by 0.3, in the
/// others all by up to 0.3 of their typical sizes. c(z) = 0 need not hold.
///
/// reach  a factor of the changes of positions
std::vector<system::Workspace> states_around(const Equations& equations,
                                             const system::Workspace& at, int count,
                                             double reach = 1);

/// The same with positions up to a million times farther away: a formula may be flat near a state,
/// and not beyond a corner.
std::vector<system::Workspace> states_near_and_far(const Equations& equations,
                                                   const system::Workspace& at, int count);

/// True if the equations are linear: their derivatives are equal in random states.
bool is_linear(const Equations& equations, const system::Workspace& at);

/// True if a relation supplies power at a random state near this one: at distances from a tenth of
/// the sizes of the states down to a billionth.
bool supplies_power(const Equations& equations, const system::Workspace& at);

/// True if no relation takes power at random states, except into heat of the model.
bool is_lossless(const Equations& equations, const system::Workspace& at);

}  // namespace porthos::linearize
