#pragma once

#include "structure/check.hpp"
#include "structure/subspace.hpp"

namespace porthos::structure {

/// The positive, zero and negative directions of a symmetric matrix.
struct Signature {
  Index positive, zero, negative;
};

/// Eigenvalues below 1e-10 of the largest absolute one count as zero.
Signature signature(const MatX& symmetric);

/// T-15: an equilibrium is stable if the energy has a strict minimum or maximum on the motions with
/// N v = 0. The smallest eigenvalue there, relative to the largest absolute one, is positive, or
/// all are negative. ([004] (4.75))
///
/// hessian    second derivatives of H + Phi + lambda^T d  (n x n)
/// gradients  rows that vanish on the tangent space       (any x n)
Check definite(const MatX& hessian, const MatX& gradients);

/// H_yy - H_ys H_ss^-1 H_sy: the second derivatives of the energy after H_s = 0 has eliminated the
/// last coordinates s. Not finite if H_ss is singular. ([004] (4.74))
MatX schur_complement(const MatX& hessian, Index constraints);

/// T-15 in canonical coordinates y = (q, p, r) and s, by the Schur complement.
Check definite_reduced(const MatX& hessian, Index constraints);

}  // namespace porthos::structure
