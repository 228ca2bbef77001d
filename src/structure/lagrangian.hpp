#pragma once

#include "structure/check.hpp"
#include "structure/subspace.hpp"

namespace porthos::structure {

/// The derivatives of an energy H and of constraints d(x) = 0 at a point, with multipliers lambda.
/// ([001] Prop. 5)
///
/// M   the second derivatives of H + lambda^T d   (n x n)
/// dd  the derivative of d                        (k x n)
struct EnergyWithConstraints {
  MatX M, dd;
};

/// The tangent space of {(x, dH + dd^T lambda) : d(x) = 0}: [N 0; M N dd^T], N = ker dd; (2n x n).
MatX tangent_space(const EnergyWithConstraints& energy);

/// T-05: the columns (v1, v2) span a Lagrangian subspace: dimension n, and v1^T w2 = w1^T v2,
/// relative to the size of the columns. ([001] Def. 5)
Checks lagrangian(const MatX& tangents);

/// T-05: d is regular: dd has full row rank.
Check regular_constraints(const MatX& dd);

/// T-05: the tangent space is Lagrangian, and d is regular.
Checks lagrangian(const EnergyWithConstraints& energy);

/// T-05: (x, e) is on the submanifold: d(x) = 0, and e - dH is a constraint force.
Check on_submanifold(const VecX& d, const MatX& dd, const VecX& dH, const VecX& e);

}  // namespace porthos::structure
