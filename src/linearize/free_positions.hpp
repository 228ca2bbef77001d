#pragma once

#include <vector>

#include "linearize/derivatives.hpp"

namespace porthos::linearize {

/// The changes of positions on which no motion depends: cyclic coordinates, the place of a body in
/// the plane, its attitude in empty space. The rates of the others, y = (kept z, w), do not depend
/// on them, so y is a closed system.
///
/// They are found by the patterns of the derivatives: positions in no force, no constraint, no
/// mass, and no rate of other positions than those. Further free changes are constant directions of
/// the rest along which all derivatives cancel at random states, near and far: common translations
/// of several positions.
struct FreePositions {
  MatX kept;  // (k x z), orthonormal rows: the orthogonal complement of the free changes
  std::vector<int> positions;    // (z) the positions that take part in a free change
  std::vector<int> common;       // those that are free only together
  bool is_energy_equal = false;  // the potential energy does not depend on them either
};

/// `clocks` stay among the kept positions.
FreePositions find_free_positions(const Equations& equations, const system::Workspace& at,
                                  const std::vector<int>& clocks);

/// True if the masses of no position seen, near or far, are smaller by orders of magnitude than
/// near a state: small kinetic energies then are small velocities.
bool is_mass_bounded(const Equations& equations, const system::Workspace& at);

/// True if the potential energy is constant around a state.
bool is_energy_kinetic(const Equations& equations, const system::Workspace& at);

}  // namespace porthos::linearize
