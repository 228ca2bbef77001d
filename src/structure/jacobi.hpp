#pragma once

#include "structure/derivative.hpp"

// Closedness, written out for the representations that have conditions of their own. (T-13) The
// rows and columns beyond x.size() are those of coordinates on which nothing depends.

namespace porthos::structure {

/// The Jacobi identity of {F, G} = dF^T J dG: the largest sum over cyclic J_il d_l J_jk.
Check jacobi_identity(const SmoothMatrix& J, const VecX& x);

/// d omega = 0 of a two-form: the largest sum over cyclic d_i omega_jk.
Check closed_two_form(const SmoothMatrix& omega, const VecX& x);

/// The distribution spanned by these columns (n x any, of constant rank) is involutive: the largest
/// part of a bracket of two columns of its projector that leaves it.
Check involutive(const SmoothMatrix& columns, const VecX& x);

/// The same of the vectors with A v = 0, A (any x n) of constant rank: the constraints are
/// holonomic. ([004] Prop. 4.1)
Check involutive_kernel(const SmoothMatrix& A, const VecX& x);

/// T-12: P0 is spanned by differentials, so that there are dim P0 Casimir functions: G1 is
/// involutive. ([004] after (4.68))
Check integrable_casimirs(const DiracField& field, const VecX& x);

/// Representation II with this J: Im g is involutive; brackets of admissible functions are
/// admissible, which is L_g J = 0 on ker g^T; the Jacobi identity on ker g^T. ([004] Thm 4.4)
Checks closed_constrained(const SmoothMatrix& J, const SmoothMatrix& g, const VecX& x);

/// Representation III: ker p is involutive; d omega = 0 on ker p. ([004] Thm 4.5)
Checks closed_presymplectic(const SmoothMatrix& omega, const SmoothMatrix& p, const VecX& x);

}  // namespace porthos::structure
