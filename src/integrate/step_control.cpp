#include "integrate/step_control.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace porthos::integrate {

namespace {

constexpr double kSafety = 0.9;

}  // namespace

void StepControl::begin(double h) {
  h_ = h;
  last_error_ = law_.first_error;
  floor_ = 0;
}

void StepControl::begin_step() {
  rejections_ = 0;
  rejected_error_ = std::numeric_limits<double>::infinity();
  rejected_h_ = 0;
}

double StepControl::allowed() const { return std::max(1.0, 2 * floor_); }  // (C3)

bool StepControl::accepts(double h, double error) {
  constexpr double kRounding = 1e-11;  // a larger error has another cause
  constexpr double kLittle = 0.7, kShorter = 0.95;
  if (error * unit_ < kRounding && error > kLittle * rejected_error_ && h < kShorter * rejected_h_)
    floor_ = std::max(floor_, error);
  return error <= allowed();
}

void StepControl::grow(double h, double error) {
  constexpr double kLeastError = 1e-10, kLeastMemory = 1e-4, kFaded = 0.98;
  const double share = error / allowed();
  const double factor = kSafety * std::pow(std::max(share, kLeastError), -law_.alpha) *
                        std::pow(last_error_, law_.beta);
  h_ = h * std::clamp(factor, law_.least, rejections_ > 0 ? 1.0 : law_.most);  // (C1)
  last_error_ = std::max(share, kLeastMemory);
  floor_ *= kFaded;
}

void StepControl::shrink(double h, double error) {
  ++rejections_;
  rejected_error_ = error;
  rejected_h_ = h;
  const double factor = kSafety * std::pow(error / allowed(), -1 / law_.order);
  h_ = h * std::clamp(factor, law_.least_retry, kSafety);  // (C2)
}

void StepControl::fail(double h, double most) {
  ++rejections_;
  h_ = most < 0.99 * h ? most : law_.failure * h;
}

}  // namespace porthos::integrate
