#pragma once

#include <vector>

#include "base/archive.hpp"
#include "base/saddle.hpp"
#include "dae/projection_data.hpp"

namespace porthos::dae {

/// P1: moves z to c(z) = 0 along the kinematics, by the correction of least kinetic energy. Inert
/// constraints (unit quaternions, rotation matrices) are renormalised.                numerics 1
class PositionProjection {
 public:
  explicit PositionProjection(ProjectionData& data);

  /// False when the gap stays, or is not a number.
  bool project(Workspace& at);

  /// The rounding of z leaves a gap: a large one after many turns of an angle. The other z take
  /// it up, each in proportion to its last digit,
  ///
  ///   dz = W c'^T (c' W c'^T)^-1 missing,        W = diag (1 + |z_j|)^-2                     (P1a)
  void distribute_rounding(Workspace& at);

  /// dz with c' dz = missing, of the active constraints. Where multipliers move w only it is Z dw
  /// of P1. In general an impulse y of the rows changes (z, w) by (N_z y, M^-1 N_w y), and dz is
  /// the resulting change of z' in a unit of time; a gap that contains multipliers is closed by
  /// them. Where y moves positions of the gap itself, its rate also changes by c'' dz z', and dz
  /// need not close it: then it is Z dw.
  const VecX& correction(Workspace& at, const VecX& missing);

  /// True if the position constraints depend on each other at the kinematics of the data, on
  /// c(z) = 0. The projection takes account of it from then on.
  bool find_dependence();
  bool is_dependent() const { return is_dependent_; }

  /// The change of z by project() since the last kinematics, relative; infinite if there are none.
  double moved() const { return moved_; }
  /// The matrix of the last kinematics.
  Saddle& saddle() { return saddle_; }

  void describe(Archive& archive) { archive(is_dependent_, saddle_, inert_, finest_); }

 private:
  void linearize(Workspace& at, double size, double length);
  /// True if the gaps are 0 up to 1e-8 of their change when positions of this size change as much.
  bool is_closed(double length) const;
  bool is_worth_distributing(Workspace& at) const;
  bool moves(int z) const;

  ProjectionData& data_;
  bool is_dependent_ = false;
  double moved_ = 0;
  Saddle saddle_, inert_, finest_;
  VecX gap_, missing_, missing_inert_, correction_;
  std::vector<double> inert_values_;
};

}  // namespace porthos::dae
