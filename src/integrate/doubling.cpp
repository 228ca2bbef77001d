#include "integrate/doubling.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace porthos::integrate {
namespace {

/// See make_doubling.
class StepDoubling final : public EstimatingStepper {
 public:
  StepDoubling(const Integrable& system, const Method& base, double tolerance)
      : system_(system),
        divisor_(std::exp2(base.traits.order_for(system)) - 1),
        whole_(base.make(system, tolerance)),
        halves_(base.make(system, tolerance)) {}

  Outcome step(State& state, double h) override {
    State whole = state, middle = state;
    Outcome outcome = whole_->step(whole, h);
    if (outcome == Outcome::kRunning) outcome = halves_->step(middle, h / 2);
    State end = middle;
    if (outcome == Outcome::kRunning) outcome = halves_->step(end, h / 2);
    if (outcome != Outcome::kRunning) return outcome;
    error_.resize(end.z.size() + end.w.size());
    error_ << whole.z - end.z, whole.w - end.w;
    error_ /= divisor_;
    ledger_error_ =
        std::max((whole.dissipated - end.dissipated).lpNorm<Eigen::Infinity>(),
                 system_.largest_supply(whole.supplied - end.supplied, has_dependent_rows())) /
        divisor_;
    middle_ = std::move(middle);
    state = std::move(end);
    return Outcome::kRunning;
  }

  bool has_dependent_rows() const override {
    return whole_->has_dependent_rows() || halves_->has_dependent_rows();
  }
  const VecX& error() const override { return error_; }
  double ledger_error() const override { return ledger_error_; }
  const State* middle() const override { return &middle_; }

  void describe(Archive& archive) override { archive(*whole_, *halves_); }

 private:
  const Integrable system_;
  const double divisor_;  // 2^p - 1
  std::unique_ptr<Stepper> whole_, halves_;
  VecX error_;
  double ledger_error_ = 0;
  State middle_;
};

}  // namespace

std::unique_ptr<EstimatingStepper> make_doubling(const Integrable& system, const Method& base,
                                                 double tolerance) {
  return std::make_unique<StepDoubling>(system, base, tolerance);
}

}  // namespace porthos::integrate
