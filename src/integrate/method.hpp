#pragma once

#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "base/archive.hpp"
#include "base/outcome.hpp"
#include "dae/integrable.hpp"
#include "dae/state.hpp"

namespace porthos::integrate {

using dae::Integrable;
using dae::State;

/// The promises of a method. tests/integrate/promises_test.cpp checks every line of it.
struct Traits {
  int order = 0;
  int order_with_reactions = 0;   // where forces depend on reactions; 0: `order`
  bool closes_ledger = false;     // stored + dissipated - supplied constant to rounding
  bool keeps_positions = false;   // c(z) = 0 to rounding at every step
  bool keeps_velocities = false;  // Gamma w = q to rounding at every step
  bool is_l_stable = false;
  bool is_explicit = false;
  bool solves_laws = false;  // contacts, dry friction and one-way laws are part of each step
  bool is_adaptive = false;  // adaptive step size, by the tolerance

  /// The order of the motion of this system.
  int order_for(const Integrable& system) const {
    const bool is_less = order_with_reactions > 0 && !system.is_linear_in_multipliers();
    return is_less ? order_with_reactions : order;
  }
};

/// Everything besides the state that influences the later steps of a stepper: a value that can be
/// stored and restored, also by another stepper of the same method and system.
using Memory = std::vector<double>;

/// The set-valued laws, and the means of forces and accelerations, in the last step of a method
/// that solves these laws in each step.
struct Reactions {
  VecX modes;                // (mode) at the end of the step
  VecX force;                // (nu) the impulses of all rows over the step
  VecX w_rate;               // (w)
  std::vector<char> struck;  // (laws) a contact that was open before and has an impulse
  double penetration = 0;    // the largest depth of all contacts in all steps so far
  double unsettled = 0;      // the largest change of a flow by the last sweep of a step so far,
                             // relative to the fastest one

  void describe(Archive& archive) {
    archive(modes, force, w_rate, penetration, unsettled);
    archive.flags(struck);
  }
};

/// One method, bound to one system.
class Stepper {
 public:
  virtual ~Stepper() = default;

  /// The reason, as a sentence, why the method cannot start from this state; empty if it can.
  virtual std::string_view objection(const State& /*start*/) { return {}; }

  /// Moves `state` by exactly h, in one step or, if the method is adaptive, in internal steps.
  /// kRunning on success; on failure the state is unchanged.
  virtual Outcome step(State& state, double h) = 0;

  /// Does the first part of the same step(), in at most `attempts` internal steps, which it counts
  /// down. True when step() has at most one internal step left; otherwise call it again before
  /// step(). The result has the same bits as a single step(). So a step with very many internal
  /// steps can be interrupted. The completed part belongs to the memory.
  virtual bool prepare(const State& state, double h, long& attempts) {
    static_cast<void>(state), static_cast<void>(h);
    return attempts-- > 0;
  }

  /// True if the reactions are partly arbitrary, because rows of the last step depend on each
  /// other.
  virtual bool has_dependent_rows() const { return false; }

  /// Writes the memory; `buffer` is storage that may be reused.
  Memory memory(Memory buffer = {}) {
    Archive archive(std::move(buffer));
    describe(archive);
    return archive.take();
  }
  /// Restores a memory. False if it does not belong to this method and system; the stepper is then
  /// unusable.
  bool restore(std::span<const double> memory) { return read_back(memory, *this); }

  /// After a step, of methods that solve set-valued laws; else nullptr.
  virtual const Reactions* reactions() const { return nullptr; }

  virtual void describe(Archive& archive) = 0;
};

/// One line of the table of methods.
struct Method {
  std::string_view name;
  std::string_view summary;
  Traits traits;
  /// tolerance: of a step, relative to the size of the states; only adaptive methods use it.
  std::unique_ptr<Stepper> (*make)(const Integrable&, double tolerance);
};

}  // namespace porthos::integrate
