#include <algorithm>

#include "integrate/adaptive.hpp"
#include "integrate/collocation.hpp"
#include "integrate/methods.hpp"

// Radau IIA on the velocity level, with P1 and P2 after every step: these do what the multipliers
// of Gear's, Gupta's and Leimkuhler's stabilised form do within one, and leave the matrix as it is.

namespace porthos::integrate {
namespace {

std::unique_ptr<Stepper> make_step(const system::System& system, double tolerance) {
  constexpr double kShare = 1e-4;  // of the tolerance: well below the error of a step
  return make_collocation(system, radau_tableau(),
                          {.restores_energy = false, .rest = std::max(kShare * tolerance, 4e-15)});
}

std::unique_ptr<Stepper> make(const system::System& system, double tolerance) {
  return make_adaptive(system, make_step, 5, tolerance);
}

}  // namespace

const Method kRadau3{"radau(3)",
                     "Radau IIA of order 5 with steps of its own; stiff and strongly damped models",
                     {.order = 5,
                      .keeps_positions = true,
                      .keeps_velocities = true,
                      .is_l_stable = true,
                      .is_adaptive = true},
                     make};

}  // namespace porthos::integrate
