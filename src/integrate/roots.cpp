#include "integrate/roots.hpp"

#include <algorithm>
#include <cmath>

namespace porthos::integrate {

std::vector<double> Cubic::extrema() const {
  // m0 + 2 b x + 3 a x^2 = 0, without cancellation.
  const double root = std::sqrt(b_ * b_ - 3 * a_ * m0_);
  const double q = -(b_ + (b_ < 0 ? -root : root));
  std::vector<double> found;
  for (const double x : {q / (3 * a_), m0_ / q})
    if (x > 0 && x < 1) found.push_back(x);  // false for NaN
  if (found.size() == 2 && found[1] < found[0]) std::swap(found[0], found[1]);
  return found;
}

double Bracket::next() {
  double x = lo_ - f_lo_ * ((hi_ - lo_) / (f_hi_ - f_lo_));
  if (++count_ % 3 == 0) {
    if (hi_ - lo_ > 0.5 * width_) x = 0.5 * (lo_ + hi_);
    width_ = hi_ - lo_;
  }
  const double least = 0.5 * resolution_;
  if (!(x > lo_ + least)) return lo_ + least;
  return std::min(x, hi_ - least);
}

void Bracket::found(double x, double f, bool is_low) {
  const int end = is_low ? -1 : 1;
  if (is_low) {
    lo_ = x;
    f_lo_ = f;
    if (end == last_) f_hi_ *= 0.5;
  } else {
    hi_ = x;
    f_hi_ = f;
    if (end == last_) f_lo_ *= 0.5;
  }
  last_ = end;
}

}  // namespace porthos::integrate
