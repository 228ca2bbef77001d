#pragma once

#include <memory>

#include "integrate/estimating_stepper.hpp"
#include "integrate/tableau.hpp"

namespace porthos::integrate {

struct CollocationOptions {
  bool restores_energy = true;   // P3 after every step
  bool estimates_error = false;  // fills error(); needs a real eigenvalue
  /// What may be left of the iteration, relative to each state: some roundings, or of an adaptive
  /// method's tolerance what is lost in it.
  double rest = 4e-15;
};

/// The largest acceleration, (w), that a single multiplier makes: of the Jacobian's entries times x
/// = (z, w, nu), by the masses.
double largest_push(const Sparse& jacobian, const VecX& masses, const VecX& x,
                    const system::Sizes& sizes);

/// Projected collocation, a step at a time.                                          numerics 1
///
///   z_i = z_n + h sum_j a_ij z'_j        M w_i = M w_n + h sum_j a_ij f_j        rows_i = 0
///
/// with z', f and the velocity-level rows (c' z'; a) of the canonical form at t_n + c_i h, then P1,
/// P2 and, if the energy is to be restored, P3.
///
/// Newton's method solves for (z_i, w_i, nu_i) of all stages with factorisations that are kept from
/// step to step as long as they contract well.
std::unique_ptr<EstimatingStepper> make_collocation(const system::System& system, Tableau table,
                                                    const CollocationOptions& options = {});

}  // namespace porthos::integrate
