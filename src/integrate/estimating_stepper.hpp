#pragma once

#include "integrate/method.hpp"

namespace porthos::integrate {

/// A stepper that tells how far the end of its last step is off.
class EstimatingStepper : public Stepper {
 public:
  /// Of z and w at the end of the last step, (z + w).
  virtual const VecX& error() const = 0;

  /// Of what any resistive relation has dissipated or any port has supplied there [J], the largest.
  virtual double account_error() const = 0;

  /// A state within the last step that is as good as its end, or nullptr.
  virtual const State* middle() const { return nullptr; }
};

}  // namespace porthos::integrate
