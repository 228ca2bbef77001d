#pragma once

#include <memory>

#include "integrate/estimating_stepper.hpp"
#include "integrate/method.hpp"

namespace porthos::integrate {

/// A method whose steps are taken whole and in two halves: what the two differ by tells the error
/// (Richardson). The halves count.
std::unique_ptr<EstimatingStepper> make_doubling(const system::System& system, const Method& base,
                                                 double tolerance);

}  // namespace porthos::integrate
