#pragma once

#include "base/archive.hpp"
#include "dae/energy_projection.hpp"
#include "dae/integrable.hpp"
#include "dae/position_projection.hpp"
#include "dae/projection_data.hpp"
#include "dae/velocity_projection.hpp"

namespace porthos::dae {

/// The projections that follow a step: P1 to c(z) = 0, P2 to Gamma w = q, P3 to the energy that the
/// ledger demands.                                                                    numerics 1
class Projection {
 public:
  explicit Projection(const Integrable& system);
  Projection(const Projection&) = delete;  // the parts refer to each other
  Projection& operator=(const Projection&) = delete;

  /// P1, P2, P3 of a state at its time. Updates its scale and adds the work of the corrections to
  /// the ledger. P3 changes the free kinetic energy by the share `most` at most; 0: no P3. On
  /// failure the state is of no use.
  Projected project(Workspace& at, State& state, double most);

  /// P3 alone, where more than rounding is missing.
  Projected project_energy(Workspace& at, State& state, double most);

  /// P1 alone, see PositionProjection::project.
  bool project_position(Workspace& at) { return position_.project(at); }
  /// P2 alone, see VelocityProjection::project.
  void project_velocity(Workspace& at, VecX& supplied) { velocity_.project(at, supplied); }
  /// P2 to rows with the residual `goal`, see VelocityProjection::project_to.
  void impact(Workspace& at, const VecX& goal, VecX& supplied) {
    velocity_.project_to(at, goal, supplied, false);
  }
  VecX fixed_residual(Workspace& at) { return velocity_.fixed_residual(at); }
  VecX least_change(Workspace& at, const VecX& r) { return velocity_.least_change(at, r); }

  /// True if constraints depend on each other at the state of `at`, on c(z) = 0, position
  /// constraints among them. P1 takes account of it from then on.
  bool find_dependent_rows(Workspace& at);

  /// How rows depend on each other at a state.
  struct Dependence {
    bool on_surface = false;     // on c(z) = 0 only
    bool across_levels = false;  // position constraints depend on velocity constraints
  };
  Dependence dependence(Workspace& at, const State& state);

  /// False where rows contain multipliers or velocities without mass (numerics 3).
  bool has_plain_rows() const { return data_.accelerations.equations().is_plain(); }

  /// The gaps of a state, after compute_rates. The caller's `accelerations` give the multipliers,
  /// so that nothing here depends on when gaps are computed.
  Gaps gaps(Workspace& at, Accelerations& accelerations) const;

  /// The end of a step without P1 and P2: massless velocities balance the forces on them.
  /// kConstraintLost where rows contradict each other.
  Outcome settle(Workspace& at, State& state);

  const Metric& metric() const { return data_.metric; }

  /// Everything besides the state that later projections depend on.
  void describe(Archive& archive) { archive(position_, velocity_, momenta_, data_.accelerations); }

 private:
  void load(Workspace& at, const State& state) const;
  bool rows_agree(Workspace& at, const State& state);
  Projected store(Workspace& at, State& state, double missing);
  /// P3 if the defect exceeds `roundings`, then the state from `at`.
  Projected balance(Workspace& at, State& state, double most, double roundings,
                    bool keeps_velocities);

  ProjectionData data_;
  PositionProjection position_;
  VelocityProjection velocity_;
  MomentumProjection momenta_;
  EnergyProjection energy_;
};

}  // namespace porthos::dae
