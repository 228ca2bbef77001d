#pragma once

#include <memory>

#include "integrate/estimating_stepper.hpp"

namespace porthos::integrate {

/// Below that the steps of adaptive-gauss are no more accurate: their errors, a twentieth of it,
/// are those of rounding.
inline constexpr double kLeastGaussTolerance = 2e-13;

/// How the steps of a method are chosen.
struct Pace {
  int order = 0;               // of the error of a step: it goes with h^order
  double goal = 0;             // what a step's error may be, relative to the size of the states
  bool closes_ledger = false;  // P3 follows the steps, with the rounding that it has
};

/// Adaptive steps for a method that tells its error. The run sees states between the steps by a
/// shorter step of `beside` from the last one before, so that they have the method's full order,
/// its ledger and its constraints.
std::unique_ptr<Stepper> make_adaptive(const system::System& system,
                                       std::unique_ptr<EstimatingStepper> method,
                                       std::unique_ptr<Stepper> beside, Pace pace);

}  // namespace porthos::integrate
