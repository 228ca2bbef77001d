#pragma once

#include <memory>
#include <span>
#include <vector>

#include "laws/laws.hpp"

namespace porthos::laws {

/// One of the laws to be fused, with the places of its symbols in the whole.
struct Placed {
  const Laws* laws = nullptr;
  std::span<const int> z, w;   // indices of its states in the whole
  std::span<const int> c, mu;  // of its multipliers
  std::span<const int> u;      // of its ports; empty if they are not the whole's
};

/// Numbers of quantities of the whole.
struct Whole {
  int z = 0, w = 0, lambda = 0, mu = 0, u = 0;
};

/// The laws of the whole as one system: the class is closed under interconnection ([001] Sec. 6),
/// so what several elements say of shared states is what one element says of its own. Parameters,
/// potentials, resistive relations, readouts and watched formulas follow one another in the order
/// of the parts; constraints and ports stand where `c`, `mu` and `u` put them.
Laws fuse(std::span<const Placed> parts, const Whole& whole);

}  // namespace porthos::laws
