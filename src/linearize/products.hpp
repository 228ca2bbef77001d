#pragma once

#include "base/linear.hpp"

namespace porthos::linearize {

/// A B; entries that are only the rounding of cancelling terms are set to zero, so that a rank does
/// not count them.
inline MatX clean_product(const MatX& A, const MatX& B) {
  constexpr double kRounding = 1e-12;  // of the sum of sizes: a few thousand eps
  const MatX made = A * B, sizes = A.cwiseAbs() * B.cwiseAbs();
  return (made.array().abs() > kRounding * sizes.array()).select(made, 0.0);
}

/// A basis of length about 1 in which entries of the size of rounding are set to zero.
inline MatX without_rounding(const MatX& basis) {
  constexpr double kRounding = 1e-10;
  return (basis.array().abs() > kRounding).select(basis, 0.0);
}

}  // namespace porthos::linearize
