#pragma once

#include "base/archive.hpp"

namespace porthos::integrate {

/// The parameters of the step size controller of a method.
struct StepLaw {
  double order = 0;            // p of the error of a step: err ~ h^p
  double alpha = 0;            // exponent of err, in (C1)
  double beta = 0;             // exponent of the previous error
  double least = 0, most = 0;  // factors after an accepted step
  double least_retry = 0;      // factor after a rejected step
  double failure = 0;          // factor after a step whose equations could not be solved
  double first_error = 1;      // the assumed error before the first step
};

/// The length of the next step of an adaptive method, from the errors err of its steps in units of
/// the tolerance: PI control (Gustafsson; Hairer, Wanner II, IV.2).
///
///   accepted   err <= a       h <- 0.9 (err/a)^-alpha err_old^beta h                          (C1)
///   rejected   err > a        h <- 0.9 (err/a)^(-1/p) h                                       (C2)
///
/// An error that does not shrink with the step is rounding of the states, which shorter steps would
/// not reduce. It is stored as a floor, which decays from step to step:
///
///   a = max(1, 2 floor)                                                                       (C3)
class StepControl {
 public:
  /// unit: an error of 1, relative to the size of the states.
  StepControl(const StepLaw& law, double unit) : law_(law), unit_(unit) {}

  /// Begins at a new start, with a step of this length.
  void begin(double h);
  /// Begins a step, which may be tried several times.
  void begin_step();

  double h() const { return h_; }
  /// Sets a length that does not follow from an error.
  void set(double h) { h_ = h; }

  /// True if a step of length h with this error is accepted; false if the error is not a number.
  bool accepts(double h, double error);
  /// After an accepted step.
  void grow(double h, double error);
  /// After a rejected step.
  void shrink(double h, double error);
  /// After a step whose equations could not be solved. The next one is at most `most` long.
  void fail(double h, double most);

  int rejections() const { return rejections_; }

  void describe(Archive& archive) { archive(h_, last_error_, floor_); }

 private:
  double allowed() const;

  StepLaw law_;
  double unit_;
  double h_ = 0, last_error_ = 1, floor_ = 0;
  // The number of rejections of the current step, and the last one.
  int rejections_ = 0;
  double rejected_error_ = 0, rejected_h_ = 0;
};

}  // namespace porthos::integrate
