#pragma once

#include "linearize/integrals.hpp"

namespace porthos::linearize {

/// Conserved momenta of the model's own velocities, p = A^-T M w with v = A(z) w (theory 9), as
/// functions of y: constant combinations whose rates vanish at random states. An example is the
/// momentum of a cyclic angle. Empty as for quadratic_integrals(), which has them if the mass is
/// constant.
std::vector<Integral> conserved_momenta(const Equations& equations, const Reference& reference,
                                        const FreePositions& free);

/// The N, one per row (any x z), of conserved functions N^T z + b^T w. Where velocities are
/// bounded, they bound N^T z, such as the place of a charge in a magnetic field.
MatX positions_bounded_by_velocities(const Equations& equations, const Reference& reference,
                                     const FreePositions& free);

}  // namespace porthos::linearize
