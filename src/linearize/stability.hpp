#pragma once

#include <optional>
#include <string>

#include "linearize/linear_system.hpp"
#include "linearize/modes.hpp"
#include "linearize/reference.hpp"

namespace porthos::linearize {

/// What can be said of the motion that was linearised.
struct Stability {
  std::string verdict;  // "asymptotically stable", "stable", "unstable", "undecided"
  std::string because;
};

/// Whether the energy has a minimum at rest, on the constraint set or on each leaf of the linear
/// Casimirs N^T z (z x casimirs) beside it (T-15): then the equilibrium is stable, since
/// dissipation only lowers the energy. With Y a basis of the velocities along which positions can
/// change, (c'; N^T) Z Y = 0, and f the forces with the multipliers of the equilibrium,
///
///   d2H = w^T M w + eta^T K eta        K = -Y^T f_z Z Y                                       (H)
///
/// Where positions move otherwise than by velocities with mass, as charges and momenta do, and
/// (e; M w) vanishes but for N, in the directions T that constraints and N leave,
///
///   d2H = T^T diag(de/dz, M) T                                                                (H')
///
/// True or false; nothing where neither says it: outside rest, where forces other than those of the
/// energy act.
std::optional<bool> is_energy_minimal(const Equations& equations, const Reference& reference,
                                      const LinearSystem& linear, bool has_other_forces);

/// By the eigenvalues, and where these do not decide by the energy.
Stability judge(const Modes& modes, std::optional<bool> energy_is_minimal);

}  // namespace porthos::linearize
