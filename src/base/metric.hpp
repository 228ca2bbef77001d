#pragma once

#include <vector>

#include "base/sparse.hpp"

namespace porthos {

/// The metric of the projections: M, made definite where it is only semidefinite. A massless
/// direction is given a mass so small (1e-8 of the mean) that it takes up a correction first.
class Metric {
 public:
  Metric() = default;
  /// mass: symmetric, its pattern with the diagonal.
  explicit Metric(const Sparse& mass);
  /// In which all of n coordinates weigh the same.
  static Metric identity(int n);

  const Sparse& mass() const { return mass_; }
  bool has_massless() const { return !massless_.empty(); }
  /// The part of x, (w), in the massless directions.
  VecX massless_part(const VecX& x) const;

 private:
  /// The massless directions of velocities that share masses with no others.
  struct Massless {
    std::vector<int> velocities;
    MatX directions;  // (velocities x k)
  };
  Sparse mass_;
  std::vector<Massless> massless_;
};

}  // namespace porthos
