#pragma once

#include <memory>

#include "integrate/method.hpp"

namespace porthos::integrate {

using MakeStepper = std::unique_ptr<Stepper> (*)(const system::System&, double tolerance);

/// A method of fixed steps with steps of its own: each is taken whole and in two halves, and what
/// the two differ by tells the error (Richardson). The halves count. The run sees states between
/// the steps by a shorter step from the last one before, so that they have the method's full order,
/// its ledger and its constraints, and the steps do not depend on where the rows are.
std::unique_ptr<Stepper> make_adaptive(const system::System& system, MakeStepper base, int order,
                                       double tolerance);

}  // namespace porthos::integrate
