#pragma once

#include <vector>

#include "linearize/free_positions.hpp"
#include "linearize/linear_system.hpp"

namespace porthos::linearize {

/// The result of the second variation of the energy at rest.
enum class EnergyMinimum {
  kNone,    // no statement
  kStrict,  // a strict minimum on the constraint set, or on each leaf of the linear Casimirs N^T z
  kFree     // the same, except for free positions, on which the energy does not depend
};

/// The second variation of the energy on the tangent space (T-15). Y is a basis of the velocities
/// that change kept positions, (c'; N^T) Z Y = 0. f are the forces with the multipliers of the
/// equilibrium, which do no work on these velocities.
///
///   d2H = w^T M w + eta^T K eta        K = -Y^T f_z Z Y                                       (H)
///
/// If positions move otherwise than by massive velocities, as charges and momenta do, and (e; M w)
/// vanishes up to N, then in the directions T that constraints and N allow
///
///   d2H = T^T diag(de/dz, M) T                                                                (H')
///
/// The form must be positive by more than its change in states beside the reference. is_smooth:
/// false beside a corner, where differences say nothing.
EnergyMinimum find_minimum(const Equations& equations, const Reference& reference,
                           const LinearSystem& linear, const FreePositions& free,
                           const std::vector<Reference>& beside, bool is_smooth);

}  // namespace porthos::linearize
