#pragma once

#include "structure/dirac.hpp"

namespace porthos::structure {

/// T-27: a controller xi' = u_c, y_c = dP/dxi in feedback with a mechanical plant whose inputs act
/// along dC_i. It shapes the energy if each dC_i - dxi_i is in P0 of the joint structure. Then C_i
/// - xi_i is conserved. ([004] Ex. 5.2)
///
/// J         of the plant           (n x n)
/// b         constraint forces      (n x k)
/// g         inputs, (0; dC^T)      (n x m)
/// C         derivatives of C       (m x n)
Checks energy_shaping(const MatX& J, const MatX& b, const MatX& g, const MatX& C);

/// The joint structure of plant and controller, ports x and xi: x' = J e - g e_xi + b lambda, xi' =
/// g^T e, 0 = b^T e.
Dirac shaped(const MatX& J, const MatX& b, const MatX& g);

}  // namespace porthos::structure
