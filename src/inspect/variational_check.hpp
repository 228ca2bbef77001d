#pragma once

#include <functional>
#include <optional>
#include <span>

#include "inspect/subject.hpp"

namespace porthos::inspect {

/// Directions of virtual displacements, a column each, in a state: (n x any) over x = (z, P).
using DirectionsAt = std::function<MatX(const State&)>;

/// Those that the constraints admit, orthonormal: rows^T a = 0 and c' J a = 0.
MatX admissible_directions(const Subject& subject, const State& state);

/// The weak residual of the motion along the states, which follow one another at equal times,
///
///   r_i = int b(t) a_i^T (x' - X) dt
///
/// where X is all of x' but the reactions of constraints, a_i the part of the ith unit vector along
/// the directions, and b = sin^8 vanishes at both ends with its derivatives. `size` is what the
/// terms add up to. Along admissible directions r vanishes; along others it is minus the
/// integral of the reactions. ([003] Prop. 4.2, T-22)
struct WeakResidual {
  VecX r;
  double size = 0;
};
WeakResidual weak_residual(const Subject& subject, std::span<const State> states,
                           const DirectionsAt& directions);

/// T-22: the states of a run satisfy the principle of Lagrange, d'Alembert and Pontryagin in weak
/// form, with derivatives of order 8: what is left falls with the distance of rows, or is nothing.
Findings check_variational(const Subject& subject);

}  // namespace porthos::inspect
