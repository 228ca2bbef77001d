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

}  // namespace porthos::structure
