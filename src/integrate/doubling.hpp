#pragma once

#include <memory>

#include "integrate/estimating_stepper.hpp"
#include "integrate/method.hpp"

namespace porthos::integrate {

/// Step doubling: takes each step of a method once as a whole and once in two halves. Their
/// difference gives the error (Richardson); the result is that of the halves.
std::unique_ptr<EstimatingStepper> make_doubling(const Integrable& system, const Method& base,
                                                 double tolerance);

}  // namespace porthos::integrate
