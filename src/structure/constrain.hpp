#pragma once

#include "structure/dirac.hpp"

namespace porthos::structure {

/// {(f, e) : E e = 0, (f + E^T mu, e) in D for some mu}: the structure with the velocity
/// constraints E e = 0, E (any x n), with multipliers mu. It is a Dirac structure at each point if
/// D is. It is continuous if rank(E L) is constant, D = im[K; L]. (T-03; [001] Prop. 4)
Dirac constrain(const Dirac& dirac, const MatX& E);

/// The matrix E L, whose rank should be constant; L are the efforts of an orthonormal basis. dim (D
/// with E e = 0) = n - rank.
MatX constraint_criterion(const Dirac& dirac, const MatX& E);

}  // namespace porthos::structure
