#pragma once

#include <optional>
#include <vector>

#include "linearize/free_positions.hpp"
#include "linearize/reference.hpp"

namespace porthos::linearize {

/// A function I(y) = y^T P y / 2 + b^T y of y = (kept z, w), or the energy, given by its gradient
/// and second derivatives at the reference.
struct Integral {
  VecX gradient;
  MatX hessian;
};

/// Conserved quadratic functions of y: their rates vanish at random states. Examples are momenta
/// and the Casimirs of so(3)* and se(3)*. Empty for models with constraints, with massless
/// velocities, or with more than 12 such states.
std::vector<Integral> quadratic_integrals(const Equations& equations, const Reference& reference,
                                          const FreePositions& free);

/// The energy as a function of y.
Integral energy_at(const Equations& equations, const Reference& reference,
                   const FreePositions& free);

/// Energy-Casimir method (T-15): true if a combination of integrals has a strict extremum at the
/// reference on the set where all of them are constant,
///
///   sum_j a_j dI_j = 0        sum_j a_j d2I_j definite on the v with dI_j v = 0 for all j
///
/// `energy` is a further function that never rises. If it is not conserved (`is_energy_kept`
/// false), the combination must contain it with a positive factor and be positive definite. True
/// proves stability; false proves nothing.
bool is_extremal(const std::vector<Integral>& integrals, const std::optional<Integral>& energy,
                 bool is_energy_kept);

/// True if the second derivatives of the energy are regular on y = kept xi. The eigenvalues of a
/// linear system that keeps such an energy are symmetric to the imaginary axis: one that is nearly
/// imaginary and far from the others is imaginary.
bool is_regular(const Integral& energy, const MatX& kept);

}  // namespace porthos::linearize
