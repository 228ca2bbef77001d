#include <algorithm>
#include <cmath>

#include "integrate/adaptive.hpp"
#include "integrate/methods.hpp"
#include "integrate/selecting_stepper.hpp"

// Radau IIA on the velocity level, with P1 and P2 after every step: these replace the multipliers
// of Gear's, Gupta's and Leimkuhler's stabilised form, and do not change the matrix.

namespace porthos::integrate {
namespace {

std::unique_ptr<EstimatingStepper> make_step(const Integrable& system, double tolerance) {
  constexpr double kShare = 1e-3;  // of the tolerance: well below the error of a step
  return make_selecting(system, radau_tableau(),
                        {.restores_energy = false,
                         .estimates_error = true,
                         .newton_tolerance = std::max(kShare * tolerance, 4e-15)});
}

/// The embedded method has order 3 only. The power converts its error to about that of the steps,
/// as in Hairer's and Wanner's code.
std::unique_ptr<Stepper> make_radau(const Integrable& system, double tolerance) {
  return make_adaptive(system, make_step(system, tolerance), make_step(system, tolerance),
                       {.order = 4, .tolerance = 0.1 * std::pow(tolerance, 2.0 / 3)});
}

}  // namespace

const Method kRadau3{
    "radau(3)",
    "Radau IIA of order 5 with adaptive step size; stiff and strongly damped models",
    {.order = 5,
     .keeps_positions = true,
     .keeps_velocities = true,
     .is_l_stable = true,
     .is_adaptive = true},
    make_radau};

}  // namespace porthos::integrate
