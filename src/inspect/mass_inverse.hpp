#pragma once

#include <cmath>

#include "base/linear.hpp"

namespace porthos::inspect {

/// M^-1 B, of least norm if M is singular. Velocities have units of their own, so that masses may
/// differ by many orders of magnitude: each velocity is measured by its own mass.
inline MatX mass_inverse_times(const MatX& mass, const MatX& right) {
  if (mass.rows() == 0) return right;
  VecX unit = VecX::Ones(mass.rows());
  for (Eigen::Index i = 0; i < unit.size(); ++i)
    if (mass(i, i) > 0) unit[i] = 1 / std::sqrt(mass(i, i));
  const MatX even = unit.asDiagonal() * mass * unit.asDiagonal();
  return unit.asDiagonal() *
         even.completeOrthogonalDecomposition().solve(MatX(unit.asDiagonal() * right)).eval();
}

}  // namespace porthos::inspect
