#include "integrate/anderson.hpp"

#include <algorithm>

namespace porthos::integrate {

void Anderson::accelerate(VecX& d) {
  constexpr double kIndependent = 1e-8;
  if (!is_first_) {
    if (known_ == kDepth) {  // the oldest pair goes
      std::rotate(y_.begin(), y_.begin() + 1, y_.end());
      std::rotate(s_.begin(), s_.begin() + 1, s_.end());
      --known_;
    }
    y_[known_] = before_ - d;
    s_[known_] = applied_;
    ++known_;
  }
  is_first_ = false;
  before_ = left_ = d;
  std::size_t used = 0;
  for (std::size_t j = known_; j-- > 0;) {  // Gram-Schmidt from the newest pair on
    VecX& y = base_y_[used];
    VecX& s = base_s_[used];
    y = y_[j], s = s_[j];
    const double size = y.norm();
    for (std::size_t i = 0; i < used; ++i) {
      const double share = base_y_[i].dot(y);
      y -= share * base_y_[i];
      s -= share * base_s_[i];
    }
    const double rest = y.norm();
    if (!(rest > kIndependent * size)) continue;
    y /= rest, s /= rest;
    const double gain = y.dot(left_);
    left_ -= gain * y;
    d += gain * (s - y);
    ++used;
  }
  applied_ = d;
}

}  // namespace porthos::integrate
