#pragma once

#include "linearize/reference.hpp"

namespace porthos::linearize {

/// True if constraints are dependent at a state of rest and independent near it, so that the
/// equations have no linear system there. With dependent rows y^T G = 0 and admitted velocities G n
/// = 0, constraints of constant rank satisfy y^T (dG along n') n = 0 for all n and n'.
///
/// Only a rank that rises to first order is found.
bool is_singular_pose(const Equations& equations, const Reference& reference);

}  // namespace porthos::linearize
