#pragma once

#include <memory>

#include "integrate/estimating_stepper.hpp"
#include "integrate/tableau.hpp"

namespace porthos::integrate {

struct CollocationOptions {
  bool restores_energy = true;   // P3 after every step
  bool estimates_error = false;  // fills error(); needs a real eigenvalue
  /// The error that Newton's method may leave, relative to each state: a few rounding errors, or a
  /// small share of the tolerance of an adaptive method.
  double newton_tolerance = 4e-15;
};

/// Projected collocation: each step solves the stages (G1), computes the end (G2), and applies P1,
/// P2 and, if it restores the energy, P3.                                             numerics 1
std::unique_ptr<EstimatingStepper> make_collocation(const Integrable& system, Tableau table,
                                                    const CollocationOptions& options = {});

}  // namespace porthos::integrate
