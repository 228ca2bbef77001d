#pragma once

#include <vector>

#include "linearize/derivatives.hpp"

namespace porthos::linearize {

/// The changes of positions on which no motion depends: cyclic coordinates, the place of a body in
/// the plane, its attitude in empty space. The rates of all that is left, y = (kept z, w), do not
/// depend on them, so y is a system by itself.
///
/// By the patterns of the derivatives: positions that are in no force, in no constraint, and in the
/// rates of no other position but those. Beside them constant directions of the rest, along which
/// all derivatives cancel at random states: translations of several positions at once.
struct FreePositions {
  MatX kept;                     // (k x z), orthonormal rows: all but the free changes
  std::vector<int> positions;    // (z) which of them are, or take part in, a free change
  bool is_energy_equal = false;  // the potential energy does not depend on them either
};

/// `clocks` are kept.
FreePositions find_free_positions(const Equations& equations, const system::Workspace& at,
                                  const std::vector<int>& clocks);

/// Whether the potential energy is constant around a state.
bool is_energy_kinetic(const Equations& equations, const system::Workspace& at);

}  // namespace porthos::linearize
