#pragma once

#include <string>
#include <vector>

#include "inspect/nonnegative.hpp"

namespace porthos::inspect {

/// Thermal states: entropies, whose effort is a temperature, and velocities that are temperatures.
/// They are recognised by their units (J/K and K), by the values of `heats` and what a flow
/// subtracts from these, by ports whose flow is in K, and by constraints that set one equal to
/// another.
struct ThermalStates {
  std::vector<char> z, w;
};
ThermalStates thermal_states(const Subject& subject);

/// The entropy production of a named part of the structure, W/K.
struct EntropySource {
  std::string name;
  Claim production;
};

/// Skew couplings with thermal states, by component, and constraints between temperatures. They
/// always conserve energy; entropy needs a check of its own.
std::vector<EntropySource> entropy_sources(const Subject& subject, const ThermalStates& thermal);

/// The temperatures in a formula of the laws that is linear in w and e.
std::vector<Expr> temperatures_in(const Subject& subject, const ThermalStates& thermal,
                                  const Expr& formula);

/// The sum of the derivatives of such a formula with respect to all temperatures: the entropy that
/// leaves thermal states per unit effort.
Expr entropy_share(const Subject& subject, const ThermalStates& thermal, const Expr& formula);

}  // namespace porthos::inspect
