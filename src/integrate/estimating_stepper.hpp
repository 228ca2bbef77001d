#pragma once

#include "integrate/method.hpp"

namespace porthos::integrate {

/// A stepper that estimates the error of its steps.
class EstimatingStepper : public Stepper {
 public:
  /// The error of z and w at the end of the last step, (z + w).
  virtual const VecX& error() const = 0;

  /// The largest error of an energy there that a relation has dissipated or a port supplied, J.
  virtual double ledger_error() const = 0;

  /// A state within the last step that is as accurate as its end; nullptr if there is none.
  virtual const State* middle() const { return nullptr; }
};

}  // namespace porthos::integrate
