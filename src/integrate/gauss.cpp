#include <algorithm>

#include "integrate/adaptive.hpp"
#include "integrate/doubling.hpp"
#include "integrate/methods.hpp"
#include "integrate/selecting_stepper.hpp"

// Projected, energy-restoring Gauss collocation.                                     numerics 1
//
// b_i a_ij + b_j a_ji = b_i b_j makes the kinetic balance exact, and gyroscopic and constraint
// forces have no power at any stage. So only V(z) has an error, O(h^(2s+1)). P3 removes it; where
// P3 cannot, the gradients of StageGradients avoid it.

namespace porthos::integrate {
namespace {

template <int s>
std::unique_ptr<Stepper> make(const Integrable& system, double /*tolerance*/) {
  return make_selecting(system, gauss_tableau(s));
}

template <const Method& base>
std::unique_ptr<Stepper> make_adaptive_gauss(const Integrable& system, double tolerance) {
  constexpr double kShare = 0.05;  // of the tolerance, for one step: errors add up
  return make_adaptive(system, make_doubling(system, base, tolerance), base.make(system, tolerance),
                       {.order = base.traits.order_for(system) + 1,
                        .tolerance = kShare * std::max(tolerance, kLeastGaussTolerance),
                        .closes_ledger = true});
}

template <int s>
constexpr Traits traits(bool is_adaptive = false) {
  return {.order = 2 * s,
          .order_with_reactions = s,
          .closes_ledger = true,
          .keeps_positions = true,
          .keeps_velocities = true,
          .is_adaptive = is_adaptive};
}

}  // namespace

const Method kGauss1{"gauss(1)",
                     "Gauss collocation with one stage (implicit midpoint), projected; real time",
                     traits<1>(), make<1>};
const Method kGauss2{"gauss(2)", "Gauss collocation with two stages, projected; the default",
                     traits<2>(), make<2>};
const Method kGauss3{"gauss(3)", "Gauss collocation with three stages, projected; high accuracy",
                     traits<3>(), make<3>};
const Method kGauss4{"gauss(4)",
                     "Gauss collocation with four stages, projected; reference solutions",
                     traits<4>(), make<4>};
const Method kAdaptiveGauss2{"adaptive-gauss(2)",
                             "gauss(2) with adaptive step size, to the tolerance", traits<2>(true),
                             make_adaptive_gauss<kGauss2>};
const Method kAdaptiveGauss3{"adaptive-gauss(3)",
                             "gauss(3) with adaptive step size, to the tolerance", traits<3>(true),
                             make_adaptive_gauss<kGauss3>};

}  // namespace porthos::integrate
