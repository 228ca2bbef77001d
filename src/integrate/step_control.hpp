#pragma once

#include "base/numbers.hpp"

namespace porthos::integrate {

/// What a method makes of the errors of its steps.
struct StepLaw {
  double order = 0;            // p of the error of a step: err ~ h^p
  double alpha = 0;            // of err, in (C1)
  double beta = 0;             // of the error before
  double least = 0, most = 0;  // factors of an accepted step
  double least_retry = 0;      // of one that is taken again
  double failure = 0;          // of one whose equations could not be solved
  double first_error = 1;      // before there is any
};

/// The length of the next step of an adaptive method, by the errors err of its steps, 1 being what
/// one may be: PI control (Gustafsson; Hairer, Wanner II, IV.2).
///
///   accepted   err <= a       h <- 0.9 (err/a)^-alpha err_old^beta h                          (C1)
///   rejected   err > a        h <- 0.9 (err/a)^(-1/p) h                                       (C2)
///
/// An error that a shorter step leaves as it is, is the rounding of the states, and no reason for
/// shorter ones. It is kept as a floor, which fades as steps go by:
///
///   a = max(1, 2 floor)                                                                       (C3)
class StepControl {
 public:
  /// unit: an error of 1, relative to the size of the states.
  StepControl(const StepLaw& law, double unit) : law_(law), unit_(unit) {}

  /// From a new start, with a step of this length.
  void begin(double h);
  /// A step, that may be tried several times.
  void begin_step();

  double h() const { return h_; }
  /// Another length, which no error has asked for.
  void set(double h) { h_ = h; }

  /// True if a step of length h with this error is good enough; false if it is not a number.
  bool accepts(double h, double error);
  /// After such a step.
  void grow(double h, double error);
  /// After one that is not.
  void shrink(double h, double error);
  /// After one whose equations could not be solved. First of all no longer than `most`.
  void fail(double h, double most);

  int rejections() const { return rejections_; }

  void write(NumberWriter& to) const;
  void read(NumberReader& from);

 private:
  double allowed() const;

  StepLaw law_;
  double unit_;
  double h_ = 0, last_error_ = 1, floor_ = 0;
  // Of the step that is being tried: how often it has been rejected, and the last time.
  int rejections_ = 0;
  double rejected_error_ = 0, rejected_h_ = 0;
};

}  // namespace porthos::integrate
