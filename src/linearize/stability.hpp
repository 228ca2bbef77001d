#pragma once

#include <optional>
#include <string>

#include "linearize/modes.hpp"
#include "linearize/reference.hpp"

namespace porthos::linearize {

/// What can be said of the motion that was linearised.
struct Stability {
  std::string verdict;  // "asymptotically stable", "stable", "unstable", "undecided"
  std::string because;
};

/// The second variation of the energy at rest (T-15). With Y a basis of the velocities along which
/// positions can change, c' Z Y = 0, and f the forces with the multipliers of the equilibrium,
///
///   d2H = w^T M w + eta^T K eta        K = -Y^T f_z Z Y                                       (H)
///
/// If K is positive definite the energy has a minimum on the constraint set, or on each leaf of the
/// linear Casimirs beside it, and the equilibrium is stable. True or false; nothing where (H) does
/// not say it: outside rest, where forces other than those of the energy act, where positions move
/// otherwise than by velocities, with massless ones.
std::optional<bool> is_energy_minimal(const Equations& equations, const Reference& reference,
                                      bool has_other_forces);

/// By the eigenvalues, and where these do not decide by the energy.
Stability judge(const Modes& modes, std::optional<bool> energy_is_minimal);

}  // namespace porthos::linearize
