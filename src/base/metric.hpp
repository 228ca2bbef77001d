#pragma once

#include <vector>

#include "base/sparse.hpp"

namespace porthos {

/// The groups of velocities that M couples, directly or indirectly; each group is ascending.
std::vector<std::vector<int>> coupled(const Sparse& mass);
/// The rows and columns of a group, (group x group).
MatX block(const Sparse& mass, const std::vector<int>& group);

/// The metric of the projections: M, with an addition that makes it definite if M is only
/// semidefinite.
class Metric {
 public:
  /// Largest number of coupled velocities: each group is decomposed as a whole.
  static constexpr std::size_t kMostCoupled = 300;

  /// The massless directions of a group of velocities.
  struct Massless {
    std::vector<int> velocities;
    MatX directions;  // (velocities x k), orthonormal
  };

  Metric() = default;
  /// mass: symmetric, with the diagonal in its pattern. typical: a typical mass for each velocity
  /// without mass, in its units; 0 or an empty vector means unknown.
  explicit Metric(const Sparse& mass, const VecX& typical = {});
  /// The identity metric on n coordinates.
  static Metric identity(int n);

  /// M with a small mass (1e-8 of a typical one) in each massless direction. Such a direction takes
  /// corrections first, see Saddle. The mean mass is typical unless the units of a direction make
  /// it a thousand times too large or too small.
  const Sparse& mass() const { return mass_; }
  /// The difference between mass() and M.
  const Sparse& added() const { return added_; }
  /// M with a typical mass in each massless direction.
  const Sparse& regular() const { return regular_; }

  /// M as it was given.
  const Sparse& given() const { return given_; }

  bool has_massless() const { return !massless_.empty(); }
  const std::vector<Massless>& massless() const { return massless_; }
  /// The component of x, (w), in the massless directions, into `part`.
  void put_massless_part(const Eigen::Ref<const VecX>& x, VecX& part) const;

 private:
  Sparse given_, mass_, added_, regular_;
  std::vector<Massless> massless_;
};

}  // namespace porthos
