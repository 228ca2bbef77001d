#pragma once

#include <memory>
#include <span>
#include <vector>

#include "laws/laws.hpp"

namespace porthos::laws {

/// One of the laws to fuse, with the places of its symbols in the whole.
struct Placed {
  const Laws* laws = nullptr;
  std::span<const int> z, w;   // indices of its states in the whole
  std::span<const int> c, mu;  // of its multipliers
  std::span<const int> u;      // of its ports; empty if these are not ports of the whole
  std::span<const int> mode;   // of the modes of its set-valued laws
};

/// Numbers of quantities of the whole.
struct Whole {
  int z = 0, w = 0, lambda = 0, mu = 0, u = 0, mode = 0;
};

/// The laws of the whole as one system. The class is closed under interconnection ([001] Sec. 6),
/// so laws of several elements over shared states form the laws of one element. Parameters,
/// potentials, resistive relations, readouts and watched formulas are in the order of the parts;
/// `c`, `mu` and `u` place constraints and ports.
Laws fuse(std::span<const Placed> parts, const Whole& whole);

}  // namespace porthos::laws
