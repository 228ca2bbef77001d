#pragma once

#include <vector>

#include "integrate/method.hpp"

namespace porthos::integrate {

/// Root functions at one time: values and rates along the motion.
struct Roots {
  VecX value, rate;
};

/// A state inside a step, with its root functions.
struct Passage {
  double share = 0;  // share of the step
  State state;
  VecX value;
};

/// The side of zero of a root function at a place in a step.
struct Side {
  int sign = 0;
  double share = 0, value = 0;
};

/// -1, 0 or 1; 0 for NaN.
inline int sign(double value) { return (value > 0) - (value < 0); }

/// The cubic with the values g and the slopes m at 0 and 1 (Hermite): an approximation of a root
/// function inside a step.
class Cubic {
 public:
  Cubic(double g0, double m0, double g1, double m1)
      : g0_(g0), m0_(m0), b_(3 * (g1 - g0) - 2 * m0 - m1), a_(m0 + m1 - 2 * (g1 - g0)) {}

  double operator()(double x) const { return g0_ + x * (m0_ + x * (b_ + x * a_)); }
  /// Its extrema in (0, 1), in order.
  std::vector<double> extrema() const;

 private:
  double g0_, m0_, b_, a_;
};

/// Brackets a change of sign between lo and hi: regula falsi with Illinois weights, and bisection
/// where three steps have not halved the bracket.
class Bracket {
 public:
  Bracket(double lo, double f_lo, double hi, double f_hi, double resolution)
      : lo_(lo), f_lo_(f_lo), hi_(hi), f_hi_(f_hi), resolution_(resolution), width_(hi - lo) {}

  bool is_closed() const { return !(hi_ - lo_ > resolution_); }
  /// The next place to evaluate: never closer than half the resolution to an end, so that the
  /// bracket closes from both sides.
  double next();
  void found(double x, double f, bool is_low);

 private:
  double lo_, f_lo_, hi_, f_hi_, resolution_, width_;
  int count_ = 0, last_ = 0;
};

}  // namespace porthos::integrate
