#include "integrate/switching_stepper.hpp"

#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "integrate/branches.hpp"

namespace porthos::integrate {
namespace {

/// Cuts each step where branches change: see Branches.
class SwitchingStepper final : public Stepper {
 public:
  SwitchingStepper(const Method& method, const Integrable& system, double tolerance)
      : stepper_(method.make(system, tolerance)),
        part_(method.make(system, tolerance)),
        initial_memory_(stepper_->memory()),
        branches_(system) {}

  std::string_view objection(const State& start) override { return stepper_->objection(start); }

  Outcome step(State& state, double h) override {
    const Branches::Fixed fixed(branches_);
    if (branches_.has_begun())
      branches_.resume();
    else
      branches_.begin(state, h);
    const double target = state.t + h;
    State now = state;
    for (int cuts = 0;; ++cuts) {
      const double rest = cuts == 0 ? h : target - now.t;
      bool is_done = true;
      const Outcome outcome = take_piece(now, rest, h, is_done);
      if (outcome != Outcome::kRunning) return outcome;
      if (is_done) break;
      if (cuts == kMostCuts) branches_.release();
    }
    now.t = target;
    state = std::move(now);
    return Outcome::kRunning;
  }

  void describe(Archive& archive) override { archive(*stepper_, branches_); }

 private:
  static constexpr int kMostCuts = 100;  // of one step; the rest of it is not cut

  /// Moves `now` over the rest of a step of length h, or to the first change of a branch in it.
  Outcome take_piece(State& now, double rest, double h, bool& is_done) {
    Outcome outcome = Outcome::kDiverged;
    State end;
    std::optional<Branches::Cut> cut;
    const auto within = [&](double share, State& to) {
      part_->restore(initial_memory_);
      to = now;
      const Outcome found = part_->step(to, share * rest);
      to.t = now.t + share * rest;
      return found;
    };
    for (const bool is_fixed : {true, false}) {
      branches_.fix(is_fixed);
      if (!is_fixed) stepper_->restore(initial_memory_);
      end = now;
      outcome = stepper_->step(end, rest);
      if (outcome == Outcome::kRunning)
        outcome = branches_.find_cut(now.t, rest, h, end, within, cut);
      if (outcome == Outcome::kRunning) break;
    }
    branches_.fix(true);
    if (outcome != Outcome::kRunning) return outcome;
    is_done = !cut || cut->share == 1;
    now = cut ? std::move(cut->state) : std::move(end);
    if (!cut) return outcome;
    stepper_->restore(initial_memory_);
    outcome = branches_.switch_over(now, h);
    if (outcome == Outcome::kRunning && is_done) pay_for_jump(now, h);
    return outcome;
  }

  /// Where V jumps at the end of a step, velocities return its energy at once: within a time that
  /// moves nothing by more than rounding. Elsewhere the next piece does it.
  void pay_for_jump(State& now, double h) {
    constexpr double kInstant = 1e-12;  // of a step
    constexpr double kRounding = 1e-12;
    if (std::abs(branches_.jump_of_potential()) <= kRounding * now.energy_size()) return;
    part_->restore(initial_memory_);
    State after = now;
    if (part_->step(after, kInstant * h) != Outcome::kRunning) return;
    after.t = now.t;
    now = std::move(after);
  }

  std::unique_ptr<Stepper> stepper_, part_;  // part_: for parts of a step
  const Memory initial_memory_;              // of both steppers
  Branches branches_;
};

}  // namespace

std::unique_ptr<Stepper> make_stepper(const Method& method, const Integrable& system,
                                      double tolerance) {
  if (method.traits.is_adaptive || method.traits.solves_laws || !system.has_known_switches())
    return method.make(system, tolerance);
  return std::make_unique<SwitchingStepper>(method, system, tolerance);
}

}  // namespace porthos::integrate
