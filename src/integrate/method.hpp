#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "base/numbers.hpp"
#include "base/outcome.hpp"
#include "dae/state.hpp"
#include "system/system.hpp"

namespace porthos::integrate {

/// What a method promises. tests/integrate/promises_test.cpp checks every line of it.
struct Traits {
  int order = 0;
  int order_with_reactions = 0;   // of the motion where forces depend on reactions; 0: `order` too
  bool closes_ledger = false;     // stored + dissipated - supplied constant to rounding
  bool keeps_positions = false;   // c(z) = 0 to rounding at every step
  bool keeps_velocities = false;  // Gamma w = q to rounding at every step
  bool is_l_stable = false;
  bool is_explicit = false;
  bool is_adaptive = false;  // adaptive step size, by the tolerance

  /// The order of the motion of this system.
  int order_for(const system::System& system) const {
    const bool is_less = order_with_reactions > 0 && !system.is_linear_in_multipliers();
    return is_less ? order_with_reactions : order;
  }
};

using dae::State;

/// One method, bound to one system.
class Stepper {
 public:
  virtual ~Stepper() = default;

  /// Why the method cannot be used from this start, in a sentence, or nothing.
  virtual std::string_view objection(const State& /*start*/) { return {}; }

  /// Takes `state` further by exactly h, in one step or, if the method is adaptive, in steps of its
  /// own; kRunning on success, on failure the state is unchanged.
  virtual Outcome step(State& state, double h) = 0;

  /// Does what the same step begins with, in at most `attempts` steps of the method's own, which it
  /// counts down; true when step() has no more than one such step left to do. Otherwise it is to be
  /// called again before step(), which gives the same bits as without: a step that takes very many
  /// can thus be interrupted. What has been done is part of the memory.
  virtual bool prepare(const State& state, double h, long& attempts) {
    static_cast<void>(state), static_cast<void>(h);
    return attempts-- > 0;
  }

  /// Everything that influences later steps besides the state, as numbers.
  virtual void write(NumberWriter& to) const = 0;
  /// Reads them back. False if they cannot be this method's, which then is of no further use.
  virtual bool read(NumberReader& from) = 0;
};

/// One line of the table of methods.
struct Method {
  std::string_view name;
  std::string_view summary;
  Traits traits;
  /// tolerance: of a step, relative to the size of the states; only adaptive methods use it.
  std::unique_ptr<Stepper> (*make)(const system::System&, double tolerance);
};

}  // namespace porthos::integrate
