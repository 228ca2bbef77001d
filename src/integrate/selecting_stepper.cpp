#include "integrate/selecting_stepper.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "dae/constraint_selection.hpp"

namespace porthos::integrate {
namespace {

using Found = dae::ConstraintSelection::Found;

/// See make_selecting.
class SelectingStepper final : public EstimatingStepper {
 public:
  SelectingStepper(const Integrable& system, const Tableau& table,
                   const CollocationOptions& options)
      : selected_(system), table_(table), options_(options) {
    use({});
  }

  Outcome step(State& state, double h) override {
    if (!selected_.is_reduced() && wait_ == 0) choose(state);
    if (!selected_.is_reduced()) {
      if (wait_ > 0) --wait_;
      return stepper_->step(state, h);
    }
    if (step_reduced(state, h)) return Outcome::kRunning;
    const std::vector<char> before = selected_.is_kept();
    choose(state);
    if (selected_.is_reduced() && selected_.is_kept() != before && step_reduced(state, h))
      return Outcome::kRunning;
    use({});
    pause_ = kShortest;
    wait_ = pause_;
    return stepper_->step(state, h);
  }

  bool has_dependent_rows() const override {
    return selected_.is_reduced() || stepper_->has_dependent_rows();
  }
  const VecX& error() const override { return stepper_->error(); }
  double ledger_error() const override { return stepper_->ledger_error(); }

  void describe(Archive& archive) override {
    archive.count(wait_, kNever, kLongest);
    archive.count(pause_, 0, kLongest);
    std::vector<char> is_kept = selected_.describe(archive);
    if (!archive.is_good()) return;
    if (is_kept != selected_.is_kept()) use(std::move(is_kept));
    archive(*stepper_);
  }

 private:
  static constexpr int kNever = -1, kShortest = 8, kLongest = 256;  // steps

  /// See SelectedSystem::use.
  void use(std::vector<char> is_kept) {
    stepper_.reset();  // the old stepper refers to the old system
    selected_.use(std::move(is_kept));
    stepper_ = make_collocation(selected_.system(), table_, options_);
  }

  void choose(const State& state) {
    std::vector<char> is_kept;
    switch (selected_.selection().find(state, is_kept)) {
      case Found::kIndependent:
        wait_ = kNever;
        selected_.drop_selection();
        break;
      case Found::kNone:
        pause_ = std::clamp(2 * pause_, kShortest, kLongest);
        wait_ = pause_;
        break;
      case Found::kSet: use(std::move(is_kept)); break;
    }
  }

  /// A step with the chosen constraints. False, with the state unchanged, where they do not
  /// suffice.
  bool step_reduced(State& state, double h) {
    selected_.update_phase();
    State next = state;
    if (stepper_->step(next, h) != Outcome::kRunning || !selected_.is_closed(next)) return false;
    state = std::move(next);
    return true;
  }

  dae::SelectedSystem selected_;
  const Tableau table_;
  const CollocationOptions options_;
  std::unique_ptr<EstimatingStepper> stepper_;
  int wait_ = 0;   // steps until constraints are chosen, or kNever
  int pause_ = 0;  // the length of the last wait
};

}  // namespace

std::unique_ptr<EstimatingStepper> make_selecting(const Integrable& system, const Tableau& table,
                                                  const CollocationOptions& options) {
  return std::make_unique<SelectingStepper>(system, table, options);
}

}  // namespace porthos::integrate
