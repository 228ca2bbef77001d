#pragma once

#include <memory>

#include "integrate/method.hpp"

namespace porthos::integrate {

/// A stepper of the method for this system. Steps of a given length are cut where branches of
/// formulas change with the state; adaptive methods cut their own steps themselves.
std::unique_ptr<Stepper> make_stepper(const Method& method, const system::System& system,
                                      double tolerance);

}  // namespace porthos::integrate
