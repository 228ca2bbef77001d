#include "integrate/selecting_stepper.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "base/numbers.hpp"
#include "dae/constraint_selection.hpp"

namespace porthos::integrate {
namespace {

using system::System;

/// See make_selecting.
class SelectingStepper final : public EstimatingStepper {
 public:
  SelectingStepper(const System& system, const Tableau& table, const CollocationOptions& options)
      : system_(system), table_(table), options_(options) {
    use({});
  }

  Outcome step(State& state, double h) override {
    if (is_kept_.empty() && wait_ == 0) choose(state);
    if (is_kept_.empty()) {
      if (wait_ > 0) --wait_;
      return stepper_->step(state, h);
    }
    if (step_chosen(state, h)) return Outcome::kRunning;
    const std::vector<char> before = is_kept_;
    choose(state);
    if (!is_kept_.empty() && is_kept_ != before && step_chosen(state, h)) return Outcome::kRunning;
    use({});
    pause_ = kShortest;
    wait_ = pause_;
    return stepper_->step(state, h);
  }

  const VecX& error() const override { return stepper_->error(); }
  double account_error() const override { return stepper_->account_error(); }

  void write(NumberWriter& to) const override {
    to.put(wait_);
    to.put(pause_);
    to.put_list(is_kept_);
    stepper_->write(to);
  }

  bool read(NumberReader& from) override {
    const double wait = from.get(), pause = from.get();
    const auto rows = from.get_list();
    const auto is_whole = [](double x, double most) { return x >= 0 && x <= most && x == int(x); };
    const auto is_flag = [](double x) { return x == 0 || x == 1; };
    if (!from.is_good() || !(wait == kNever || is_whole(wait, kLongest)) ||
        !is_whole(pause, kLongest) || !std::ranges::all_of(rows, is_flag))
      return false;
    if (!rows.empty() && rows.size() != static_cast<std::size_t>(system_.sizes().nu()))
      return false;
    wait_ = static_cast<int>(wait);
    pause_ = static_cast<int>(pause);
    const std::vector<char> is_kept(rows.begin(), rows.end());
    if (is_kept != is_kept_) use(is_kept);
    return stepper_->read(from);
  }

 private:
  static constexpr int kNever = -1, kShortest = 8, kLongest = 256;  // steps

  /// To these rows, (nu), from now on; to all if it is empty.
  void use(std::vector<char> is_kept) {
    is_kept_ = std::move(is_kept);
    stepper_.reset();  // it refers to the system of before
    fewer_ = is_kept_.empty() ? nullptr : system_.with_rows(is_kept_);
    stepper_ = make_collocation(fewer_ ? *fewer_ : system_, table_, options_);
  }

  void choose(const State& state) {
    std::vector<char> is_kept;
    if (!choice_) choice_ = std::make_unique<dae::ConstraintSelection>(system_);
    switch (choice_->find(state, is_kept)) {
      case dae::ConstraintSelection::Found::kIndependent:
        wait_ = kNever;
        choice_.reset();
        break;
      case dae::ConstraintSelection::Found::kNone:
        pause_ = std::clamp(2 * pause_, kShortest, kLongest);
        wait_ = pause_;
        break;
      case dae::ConstraintSelection::Found::kSet: use(std::move(is_kept)); break;
    }
  }

  /// With the chosen rows; false, and the state stays, where they do not do.
  bool step_chosen(State& state, double h) {
    fewer_->set_phase(system_.phase());
    if (!choice_) choice_ = std::make_unique<dae::ConstraintSelection>(system_);
    State next = state;
    if (stepper_->step(next, h) != Outcome::kRunning || !choice_->holds(next, is_kept_))
      return false;
    state = std::move(next);
    return true;
  }

  const System& system_;
  const Tableau table_;
  const CollocationOptions options_;
  std::vector<char> is_kept_;      // (nu), or empty: all
  std::unique_ptr<System> fewer_;  // with these rows
  std::unique_ptr<EstimatingStepper> stepper_;
  std::unique_ptr<dae::ConstraintSelection> choice_;  // made when it is needed
  int wait_ = 0;                                      // steps until rows are chosen, or kNever
  int pause_ = 0;                                     // how long the last wait was
};

}  // namespace

std::unique_ptr<EstimatingStepper> make_selecting(const System& system, const Tableau& table,
                                                  const CollocationOptions& options) {
  return std::make_unique<SelectingStepper>(system, table, options);
}

}  // namespace porthos::integrate
