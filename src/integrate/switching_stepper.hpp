#pragma once

#include <memory>

#include "integrate/method.hpp"

namespace porthos::integrate {

/// A stepper of the method for this system. It cuts steps of fixed length where branches of
/// formulas change with the state. Adaptive methods cut their internal steps themselves.
std::unique_ptr<Stepper> make_stepper(const Method& method, const Integrable& system,
                                      double tolerance);

}  // namespace porthos::integrate
