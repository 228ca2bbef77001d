#pragma once

#include <vector>

#include "base/sparse.hpp"

namespace porthos {

/// The velocities that M couples, directly or through others; each group ascends.
std::vector<std::vector<int>> coupled(const Sparse& mass);
/// The rows and columns of a group, (group x group).
MatX block(const Sparse& mass, const std::vector<int>& group);

/// The metric of the projections: M, and beside it what makes it definite where it is only
/// semidefinite.
class Metric {
 public:
  /// Velocities that M couples with each other, at most: each group is decomposed as a whole.
  static constexpr std::size_t kMostCoupled = 300;

  /// The massless directions of velocities that share masses with no others.
  struct Massless {
    std::vector<int> velocities;
    MatX directions;  // (velocities x k), orthonormal
  };

  Metric() = default;
  /// mass: symmetric, its pattern with the diagonal.
  explicit Metric(const Sparse& mass);
  /// In which all of n coordinates weigh the same.
  static Metric identity(int n);

  /// M with a small mass (1e-8 of the mean) in each massless direction: such a direction takes up a
  /// correction first, see Saddle.
  const Sparse& mass() const { return mass_; }
  /// What of this is not M.
  const Sparse& added() const { return added_; }
  /// M with the mean mass in each massless direction.
  const Sparse& regular() const { return regular_; }

  bool has_massless() const { return !massless_.empty(); }
  const std::vector<Massless>& massless() const { return massless_; }
  /// The part of x, (w), in the massless directions, into `part`.
  void put_massless_part(const Eigen::Ref<const VecX>& x, VecX& part) const;

 private:
  Sparse mass_, added_, regular_;
  std::vector<Massless> massless_;
};

}  // namespace porthos
