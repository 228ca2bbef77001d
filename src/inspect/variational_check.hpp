#pragma once

#include <functional>
#include <optional>
#include <span>

#include "inspect/subject.hpp"

namespace porthos::inspect {

/// Directions of virtual displacements in a state, as columns: (n x any) over x = (z, P).
using DirectionsAt = std::function<MatX(const State&)>;

/// Admissible directions, orthonormal: rows^T a = 0 and c' J a = 0.
MatX admissible_directions(const Subject& subject, const State& state);

/// The weak residual of the motion along equidistant states,
///
///   r_i = int b(t) a_i^T (x' - X) dt
///
/// X is x' without the reactions of constraints, a_i the projection of the ith unit vector onto the
/// directions, and b = sin^8, which vanishes at both ends with its derivatives. `size` is the sum
/// of the sizes of the terms. Along admissible directions r vanishes; along others it is minus the
/// integral of the reactions. ([003] Prop. 4.2, T-22)
struct WeakResidual {
  VecX r;
  double size = 0;
};
WeakResidual weak_residual(const Subject& subject, std::span<const State> states,
                           const DirectionsAt& directions);

/// T-22: the states of a run satisfy the principle of Lagrange, d'Alembert and Pontryagin in weak
/// form, with derivatives of order 8: the residual is rounding or falls with the row spacing.
Findings check_variational(const Subject& subject);

}  // namespace porthos::inspect
