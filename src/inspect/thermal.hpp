#pragma once

#include <string>
#include <vector>

#include "inspect/nonnegative.hpp"

namespace porthos::inspect {

/// States that take part in heat: entropies, whose effort is a temperature, and velocities that are
/// temperatures. They are recognised by their units (J/K and K), by what `heats` names, by ports
/// whose flow is in K, and by constraints that set one equal to another.
struct ThermalStates {
  std::vector<char> z, w;
};
ThermalStates thermal_states(const Subject& subject);

/// The entropy that a named part of the structure makes, W/K.
struct EntropySource {
  std::string name;
  Claim production;
};

/// Skew couplings with thermal states, by component, and constraints between temperatures. They
/// keep the energy whatever they are, and entropy has to be asked for by itself.
std::vector<EntropySource> entropy_sources(const Subject& subject, const ThermalStates& thermal);

/// The temperatures that a formula of the laws, linear in w and e, contains.
std::vector<Expr> temperatures_in(const Subject& subject, const ThermalStates& thermal,
                                  const Expr& formula);

/// The sum of the derivatives of such a formula by all temperatures: the entropy that leaves
/// thermal states for an effort of 1.
Expr entropy_share(const Subject& subject, const ThermalStates& thermal, const Expr& formula);

}  // namespace porthos::inspect
