#pragma once

#include <optional>

#include "base/linear.hpp"

namespace porthos {

/// The linear complementarity problem
///
///   0 <= z,   0 <= M z + q,   z.(M z + q) = 0
///
/// by Lemke's method with the lexicographic rule, which never cycles. For copositive M, as of
/// contacts with Coulomb friction, it finds a solution if there is one for impacts. Returns nullopt
/// where the method ends on a ray: then there may be no solution.
std::optional<VecX> solve_complementarity(const MatX& M, const VecX& q);

}  // namespace porthos
