#pragma once

#include <memory>

#include "integrate/estimating_stepper.hpp"

namespace porthos::integrate {

using MakeStepper = std::unique_ptr<Stepper> (*)(const system::System&, double tolerance);

/// A method of this order whose steps are taken whole and in two halves: what the two differ by
/// tells the error (Richardson). The halves count.
std::unique_ptr<EstimatingStepper> make_doubling(const system::System& system, MakeStepper base,
                                                 int order, double tolerance);

}  // namespace porthos::integrate
