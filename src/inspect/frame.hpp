#pragma once

#include <array>
#include <utility>
#include <vector>

#include "inspect/subject.hpp"

namespace porthos::inspect {

/// The bracket of quasi-velocities at one state.
///
/// For constant u, v the fields Z u, Z v have the bracket Z gamma(u, v). Where G is that of the
/// frame, gamma_k = u^T (dG/dP_k) v. In general the bracket itself says the rest:
///
///   Z gamma = (d(Z v)/dz) Z u - (d(Z u)/dz) Z v
class Frame {
 public:
  Frame(const Subject& subject, const StructureAt& at);

  /// What G lacks of the frame's own in the force on the velocities, -(P . (gamma - gamma_G))(.,
  /// w), relative to the largest of both; and the velocities of the largest.
  struct Lack {
    double residual = 0;
    std::array<int, 2> velocities{};
  };
  Lack lack(const VecX& momenta, const VecX& w) const;

  /// How far the brackets lead out of what velocities can reach: 0 where Z is involutive.
  double escape() const;

 private:
  MatX own_along(const VecX& factor) const;
  MatX rest_along(const VecX& factor) const;
  void find_rest();

  int z_, w_;
  const StructureAt& at_;
  MatX Z_, inverse_;
  std::vector<MatX> rest_;
};

}  // namespace porthos::inspect
