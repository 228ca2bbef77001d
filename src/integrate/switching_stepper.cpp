#include "integrate/switching_stepper.hpp"

#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "base/numbers.hpp"
#include "integrate/branches.hpp"

namespace porthos::integrate {
namespace {

/// Takes each step in as many pieces as changes of branches make of it: see Branches.
class SwitchingStepper final : public Stepper {
 public:
  SwitchingStepper(const Method& method, const system::System& system, double tolerance)
      : stepper_(method.make(system, tolerance)),
        part_(method.make(system, tolerance)),
        branches_(system) {
    NumberWriter to;
    stepper_->write(to);
    fresh_ = to.take();
  }

  std::string_view objection(const State& start) override { return stepper_->objection(start); }

  Outcome step(State& state, double h) override {
    const Branches::Held held(branches_);
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
      if (cuts == kMostCuts) branches_.let_go();
    }
    now.t = target;
    state = std::move(now);
    return Outcome::kRunning;
  }

  void write(NumberWriter& to) const override {
    stepper_->write(to);
    branches_.write(to);
  }
  bool read(NumberReader& from) override { return stepper_->read(from) && branches_.read(from); }

 private:
  static constexpr int kMostCuts = 100;  // of one step; what is left of it is not cut

  static void renew(Stepper& stepper, const std::vector<double>& fresh) {
    NumberReader from(fresh);
    stepper.read(from);
  }

  /// Takes `now` over the rest of a step of length h, or to the first change of a branch in it.
  Outcome take_piece(State& now, double rest, double h, bool& is_done) {
    Outcome outcome = Outcome::kDiverged;
    State end;
    std::optional<Branches::Cut> cut;
    const auto take = [&](double share, State& to) {
      renew(*part_, fresh_);
      to = now;
      const Outcome found = part_->step(to, share * rest);
      to.t = now.t + share * rest;
      return found;
    };
    for (const bool is_held : {true, false}) {
      branches_.hold(is_held);
      if (!is_held) renew(*stepper_, fresh_);
      end = now;
      outcome = stepper_->step(end, rest);
      if (outcome == Outcome::kRunning)
        outcome = branches_.find_cut(now.t, rest, h, end, take, cut);
      if (outcome == Outcome::kRunning) break;
    }
    branches_.hold(true);
    if (outcome != Outcome::kRunning) return outcome;
    is_done = !cut || cut->share == 1;
    now = cut ? std::move(cut->state) : std::move(end);
    if (!cut) return outcome;
    branches_.pass(now, h);
    renew(*stepper_, fresh_);
    return outcome;
  }

  std::unique_ptr<Stepper> stepper_, part_;  // part_: for parts of a step
  Branches branches_;
  std::vector<double> fresh_;  // what both remember at first
};

}  // namespace

std::unique_ptr<Stepper> make_stepper(const Method& method, const system::System& system,
                                      double tolerance) {
  if (method.traits.is_adaptive || !system.has_known_switches())
    return method.make(system, tolerance);
  return std::make_unique<SwitchingStepper>(method, system, tolerance);
}

}  // namespace porthos::integrate
