#pragma once

#include <array>
#include <cstddef>

#include "base/linear.hpp"

namespace porthos::integrate {

/// Anderson's acceleration of an iteration x <- x - d(x). With the d_k that were found and the
/// s_k = x_k - x_(k+1) that were applied, the combination of the last ones for which d is least,
///
///   d - sum_j g_j y_j,     y_j = d_j - d_(j+1)       gives        s = d - sum_j g_j (y_j - s_j)
///
/// (Walker and Ni 2011). So the iteration converges where few directions expand, or contract
/// slowly.
class Anderson {
 public:
  void reset() { known_ = 0, is_first_ = true; }

  /// Replaces d by s, any size that stays the same until reset().
  void accelerate(VecX& d);

 private:
  static constexpr std::size_t kDepth = 10;

  std::array<VecX, kDepth> y_, s_, base_y_, base_s_;
  VecX before_, applied_, left_;
  std::size_t known_ = 0;
  bool is_first_ = true;
};

}  // namespace porthos::integrate
