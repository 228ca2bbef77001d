#pragma once

#include "laws/laws.hpp"

namespace porthos::laws {

/// True if the kinetic energy is T = v^T M(z) v / 2 + b(z)^T v with an M or a b that depends on z.
bool has_moving_mass(const Laws& laws);

/// The same laws with a constant mass. The velocities u of a frame that moves with z replace the
/// model's velocities v, so the laws have the form (1) and each method applies (theory 9).
///
///   M = A^T D A,  u = A(z) v,  v = S(z) u,  S = A^-1,  D diagonal, of 0 and 1
///   D u' = -S^T (Z^T e + ...) - S^T (G + K - K^T) S u,   K = (dP/dz)|_u Z,   P = A^T D u + b
///
/// A is upper triangular, computed by Cholesky's method on the formulas. Massless velocities stay
/// unchanged. `laws` are all laws of a system; the rates of the positions in M and b are linear in
/// v alone.
Laws to_moving_frame(Laws laws);

}  // namespace porthos::laws
