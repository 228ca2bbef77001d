#pragma once

#include <memory>

#include "integrate/estimating_stepper.hpp"

namespace porthos::integrate {

/// The least tolerance of adaptive-gauss: below it the errors of steps, a twentieth of the
/// tolerance, are rounding.
inline constexpr double kLeastGaussTolerance = 2e-13;

/// The choice of the step size.
struct StepSizeOptions {
  int order = 0;               // of the error of a step: it is proportional to h^order
  double tolerance = 0;        // of a step's error, relative to the size of the states
  bool closes_ledger = false;  // P3 closes the ledger after each step, up to rounding
};

/// Adaptive steps for a method that estimates its error. States between the steps are computed by a
/// shorter step of `within` from the start of the last step, so that they have the method's full
/// order, its ledger and its constraints.
std::unique_ptr<Stepper> make_adaptive(const Integrable& system,
                                       std::unique_ptr<EstimatingStepper> method,
                                       std::unique_ptr<Stepper> within, StepSizeOptions options);

}  // namespace porthos::integrate
