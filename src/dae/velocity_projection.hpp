#pragma once

#include "base/archive.hpp"
#include "base/saddle.hpp"
#include "dae/position_projection.hpp"
#include "dae/projection_data.hpp"

namespace porthos::dae {

/// P2: moves w to Gamma w = q(t) by the impulses of the rows.                         numerics 1
class VelocityProjection {
 public:
  VelocityProjection(ProjectionData& data, PositionProjection& position);

  /// `at` must hold the rates of the present z; holds new ones afterwards. Adds the work of the
  /// correction at ports with prescribed flow to `supplied`, (u), J.
  void project(Workspace& at, VecX& supplied) { project_to(at, data_.zero_rows, supplied, false); }

  /// P2 to rows with the residual `goal`, from fixed_residual(): where rows have jumped, to the
  /// residual before, so that only the jump is an impact. is_beside: the kinematics of the data
  /// belong to a z so near that they serve for this one too.
  void project_to(Workspace& at, const VecX& goal, VecX& supplied, bool is_beside);

  /// The part of the rows at `at` that no multiplier changes, after compute_rates: zero where they
  /// hold. (nu), or (R) of ConstraintEquations.
  VecX fixed_residual(Workspace& at) { return fixed_residual(at, data_.accelerations); }
  /// The same with the caller's accelerations.
  VecX fixed_residual(Workspace& at, Accelerations& accelerations) const;

  /// The correction d of w of least kinetic energy with Gamma d = r at the present z, (nu) -> (w);
  /// after compute_rates.
  VecX least_change(Workspace& at, const VecX& r);

  /// True if rows that contradict each other leave the velocities far from some of them: by a
  /// share of the sum of their terms.
  bool is_violated(const Workspace& at) const;

  /// True if the rows depend on each other at the kinematics of the data.
  bool find_dependence();
  /// The factorised rows at the kinematics of the data.
  Saddle& factorised();

  void describe(Archive& archive) { archive(saddle_); }

 private:
  /// P2 where rows contain multipliers or massless velocities.
  void project_whole_rows(Workspace& at, const VecX& goal, VecX& supplied);
  void move(Workspace& at, VecX& supplied);

  /// dc/dt of a position constraint with a clock, after compute_kinematics.
  double clock_rate(const PrescribedMotion& one) const;

  ProjectionData& data_;
  PositionProjection& position_;
  Saddle saddle_;
  VecX missing_, flow_, flow_change_, effort_;
};

}  // namespace porthos::dae
