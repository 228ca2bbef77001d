#pragma once

#include <cstdint>

#include "base/linear.hpp"

namespace porthos {

/// Fills with repeatable numbers between `least` and `least` + 2.
inline void scatter(Eigen::Ref<VecX> to, std::uint32_t seed, double least = -1) {
  for (double& one : to) {
    seed = seed * 1664525u + 1013904223u;
    one = least + static_cast<double>(seed >> 8) / (1 << 23);
  }
}

}  // namespace porthos
