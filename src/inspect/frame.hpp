#pragma once

#include <array>
#include <utility>
#include <vector>

#include "inspect/subject.hpp"

namespace porthos::inspect {

/// The bracket of quasi-velocities at one state.
///
/// For constant u, v the fields Z u, Z v have the bracket Z gamma(u, v). If G is that of the frame,
/// gamma_k = u^T (dG/dP_k) v. In general the bracket itself gives the rest:
///
///   Z gamma = (d(Z v)/dz) Z u - (d(Z u)/dz) Z v
class Frame {
 public:
  Frame(const Subject& subject, const StructureAt& at);

  /// The difference between G and the frame's own G in the force on the velocities, -(P . (gamma -
  /// gamma_G))(., w), relative to the larger of both; and the velocities where the difference is
  /// largest.
  struct Defect {
    double residual = 0;
    std::array<int, 2> velocities{};
  };
  Defect defect(const VecX& momenta, const VecX& w) const;

  /// The largest part of a bracket outside the reachable velocities: 0 if Z is involutive.
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
