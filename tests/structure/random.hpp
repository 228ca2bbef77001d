#pragma once

#include <random>

#include "structure/dirac.hpp"

namespace porthos::structure {

/// Matrices of numbers between -1 and 1, the same for each seed.
class Random {
 public:
  explicit Random(unsigned seed) : generator_(seed) {}

  double number() { return static_cast<double>(generator_()) / 2147483648.0 - 1; }
  MatX matrix(Index rows, Index columns) {
    MatX a(rows, columns);
    for (double& x : a.reshaped()) x = number();
    return a;
  }
  VecX vector(Index n) { return matrix(n, 1); }
  MatX of_rank(Index rows, Index columns, Index rank) {
    return matrix(rows, rank) * matrix(rank, columns);
  }
  MatX skew(Index n) {
    const MatX a = matrix(n, n);
    return a - a.transpose();
  }
  /// A Dirac structure of n ports, `constraints` of whose efforts are constrained.
  Dirac dirac(Index n, Index constraints) {
    return Dirac::constrained(skew(n), matrix(n, constraints));
  }

 private:
  std::mt19937 generator_;
};

/// The distance of a pair from D, relative to its length.
inline double distance_to(const Dirac& dirac, const VecX& flow, const VecX& effort) {
  VecX pair(flow.size() + effort.size());
  pair << flow, effort;
  const double length = pair.norm();
  if (length == 0) return 0;
  const MatX& Q = dirac.basis();
  return (pair - Q * (Q.transpose() * pair)).norm() / length;
}

}  // namespace porthos::structure
