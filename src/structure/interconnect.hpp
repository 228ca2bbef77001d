#pragma once

#include "structure/dirac.hpp"

namespace porthos::structure {

/// The structure of x' = J e + g f, y = g^T e: flows (x', f), efforts (e, -y), J (n x n), g (n x
/// m). (T-17; [004] (2.1))
Dirac port_controlled(const MatX& J, const MatX& g);

/// The same with the constraints 0 = b^T e, x' = J e + g f + b lambda, b (n x k). ([004] (5.14),
/// (5.15))
Dirac port_controlled(const MatX& J, const MatX& g, const MatX& b);

/// {(J e + g f, e) : (f, g^T e) in I}: joins all ports of x' = J e + g f by the power-conserving
/// law I, a Dirac structure. The result is a Dirac structure even if columns of g are dependent. To
/// join only some ports, use compose(port_controlled(J, g), ..., Coupling::kOppositeEfforts).
/// (T-17; [004] (2.16), Prop. 2.2)
Dirac interconnect(const MatX& J, const MatX& g, const Dirac& law);

/// The law u2 = y1, u1 = -y2 for m ports each. ([004] Ex. 2.1)
Dirac feedback(Index m);

}  // namespace porthos::structure
