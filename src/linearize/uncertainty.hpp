#pragma once

#include <vector>

#include "linearize/reference.hpp"

namespace porthos::linearize {

/// States beside the reference that rounding cannot tell from it. They differ by
///
///   ds = +-1e-13 (1 + |s|), likewise dx, in a pseudo-random direction
///   (ds, dx) = +-4 times the next Newton step of the equilibrium, where it is longer
///
/// and in a steady motion by ds = tangent (s x any) times such numbers alone, so that what differs
/// between them is not known: rounding of terms that cancel, and what is left where equilibria are
/// degenerate. A derivative with a corner at the reference differs by a lot.
std::vector<Reference> references_beside(const Equations& equations, const Reference& reference,
                                         const std::vector<int>& clocks, const MatX& tangent);

/// Whether the rates jump at the reference, as dry friction does at rest: they change by more than
/// their derivatives and rounding explain.
bool has_jump(const Equations& equations, const Reference& reference);

}  // namespace porthos::linearize
