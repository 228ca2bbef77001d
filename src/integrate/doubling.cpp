#include "integrate/doubling.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/numbers.hpp"

namespace porthos::integrate {
namespace {

/// See make_doubling.
class Doubling final : public EstimatingStepper {
 public:
  Doubling(const system::System& system, MakeStepper base, int order, double tolerance)
      : order_(order), whole_(base(system, tolerance)), halves_(base(system, tolerance)) {}

  Outcome step(State& state, double h) override {
    State whole = state, middle = state;
    Outcome outcome = whole_->step(whole, h);
    if (outcome == Outcome::kRunning) outcome = halves_->step(middle, h / 2);
    State end = middle;
    if (outcome == Outcome::kRunning) outcome = halves_->step(end, h / 2);
    if (outcome != Outcome::kRunning) return outcome;
    error_.resize(end.z.size() + end.w.size());
    error_ << whole.z - end.z, whole.w - end.w;
    error_ /= std::exp2(order_) - 1;
    account_error_ = std::max((whole.dissipated - end.dissipated).lpNorm<Eigen::Infinity>(),
                              (whole.supplied - end.supplied).lpNorm<Eigen::Infinity>()) /
                     (std::exp2(order_) - 1);
    middle_ = std::move(middle);
    state = std::move(end);
    return Outcome::kRunning;
  }

  const VecX& error() const override { return error_; }
  double account_error() const override { return account_error_; }
  const State* middle() const override { return &middle_; }

  void write(NumberWriter& to) const override {
    whole_->write(to);
    halves_->write(to);
  }

  bool read(NumberReader& from) override { return whole_->read(from) && halves_->read(from); }

 private:
  const int order_;
  std::unique_ptr<Stepper> whole_, halves_;
  VecX error_;
  double account_error_ = 0;
  State middle_;
};

}  // namespace

std::unique_ptr<EstimatingStepper> make_doubling(const system::System& system, MakeStepper base,
                                                 int order, double tolerance) {
  return std::make_unique<Doubling>(system, base, order, tolerance);
}

}  // namespace porthos::integrate
