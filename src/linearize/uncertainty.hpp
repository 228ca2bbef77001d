#pragma once

#include <vector>

#include "linearize/reference.hpp"

namespace porthos::linearize {

/// States within rounding of the reference. They differ by
///
///   ds = +-1e-13 (1 + |s|), likewise dx, in a pseudo-random direction
///   (ds, dx) = +-4 times the next Newton step of the equilibrium, if it is longer
///   (ds, dx) = +-1e-7 (1 + |s|) in directions in which the equations of rest stay at rounding
///
/// and, if a formula of states changes its branch at the reference, up to 48 more of the first
/// kind. In a steady motion they differ only by ds = tangent (s x any) times such numbers. Their
/// differences show what is uncertain: the rounding of terms that cancel, and the undetermined part
/// of degenerate equilibria. A derivative with a corner at the reference differs by a lot.
std::vector<Reference> references_beside(const Equations& equations, const Reference& reference,
                                         const std::vector<int>& clocks, const MatX& tangent);

/// True if a formula of states changes its branch at the reference, and none of those states is on
/// the other side: it may be a narrow one.
bool has_hidden_branch(const Equations& equations, const Reference& reference,
                       const std::vector<int>& clocks, const MatX& tangent);

/// True if the rates jump at the reference, as with dry friction at rest: they change by more than
/// derivatives and rounding can explain.
bool has_jump(const Equations& equations, const Reference& reference);

}  // namespace porthos::linearize
