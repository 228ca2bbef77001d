#pragma once

#include <vector>

#include "linearize/free_positions.hpp"
#include "linearize/linear_system.hpp"

namespace porthos::linearize {

/// What the second variation of the energy says at rest.
enum class EnergyMinimum {
  kNone,    // nothing
  kStrict,  // a strict minimum on the constraint set, on each leaf of the linear Casimirs N^T z
  kFree     // the same, apart from free positions, on which it does not depend
};

/// By the second variation on the tangent space (T-15). With Y a basis of the velocities along
/// which kept positions can change, (c'; N^T) Z Y = 0, and f the forces with the multipliers of the
/// equilibrium, which have no work on them,
///
///   d2H = w^T M w + eta^T K eta        K = -Y^T f_z Z Y                                       (H)
///
/// Where positions move otherwise than by velocities with mass, as charges and momenta do, and
/// (e; M w) vanishes but for N, in the directions T that constraints and N leave,
///
///   d2H = T^T diag(de/dz, M) T                                                                (H')
///
/// The form must be positive beyond what it differs by at the states beside the reference.
EnergyMinimum find_minimum(const Equations& equations, const Reference& reference,
                           const LinearSystem& linear, const FreePositions& free,
                           const std::vector<Reference>& beside);

}  // namespace porthos::linearize
