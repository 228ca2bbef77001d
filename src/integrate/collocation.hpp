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

/// Projected collocation, a step at a time: the stages (G1), the end (G2), and P1, P2 and, if the
/// energy is to be restored, P3.                                                     numerics 1
std::unique_ptr<EstimatingStepper> make_collocation(const system::System& system, Tableau table,
                                                    const CollocationOptions& options = {});

}  // namespace porthos::integrate
