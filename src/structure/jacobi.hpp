#pragma once

#include "structure/derivative.hpp"

// Closedness conditions for particular representations. (T-13) Nothing depends on the coordinates
// of rows and columns beyond x.size().

namespace porthos::structure {

/// The Jacobi identity of {F, G} = dF^T J dG: the largest sum over cyclic J_il d_l J_jk.
Check jacobi_identity(const SmoothMatrix& J, const VecX& x);

/// d omega = 0 of a two-form: the largest sum over cyclic d_i omega_jk.
Check closed_two_form(const SmoothMatrix& omega, const VecX& x);

/// The distribution spanned by these columns (n x any, of constant rank) is involutive. The
/// residual is the largest component of a bracket outside it.
Check involutive(const SmoothMatrix& columns, const VecX& x);

/// The same for the vectors with A v = 0, A (any x n) of constant rank: the constraints are
/// holonomic. ([004] Prop. 4.1)
Check involutive_kernel(const SmoothMatrix& A, const VecX& x);

/// T-12: differentials span P0, so there are dim P0 Casimir functions; equivalently G1 is
/// involutive. ([004] after (4.68))
Check integrable_casimirs(const DiracField& field, const VecX& x);

/// Representation II with this J: Im g is involutive; brackets of admissible functions are
/// admissible (L_g J = 0 on ker g^T); the Jacobi identity holds on ker g^T. ([004] Thm 4.4)
Checks closed_constrained(const SmoothMatrix& J, const SmoothMatrix& g, const VecX& x);

/// Representation III: ker p is involutive; d omega = 0 on ker p. ([004] Thm 4.5)
Checks closed_presymplectic(const SmoothMatrix& omega, const SmoothMatrix& p, const VecX& x);

}  // namespace porthos::structure
