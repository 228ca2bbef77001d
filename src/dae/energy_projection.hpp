#pragma once

#include "base/archive.hpp"
#include "base/saddle.hpp"
#include "base/sparse_lu.hpp"
#include "dae/position_projection.hpp"
#include "dae/projection_data.hpp"
#include "dae/velocity_projection.hpp"

namespace porthos::dae {

/// The momenta that a model declares as conserved. If their coefficients depend on z, P1 changes
/// them. The least change of w that affects no constraint restores them.
class MomentumProjection {
 public:
  explicit MomentumProjection(ProjectionData& data);

  bool is_empty() const { return coefficients_.rows == 0; }
  /// Stores the momenta of `at`.
  void store(Workspace& at);
  /// Restores w to them.
  void restore(Workspace& at);
  /// Removes the part of w that affects rows and momenta.
  void remove_seen(Workspace& at, VecX& w);

  void describe(Archive& archive) { archive(saddle_); }

 private:
  void linearize(Workspace& at);

  ProjectionData& data_;
  Sparse coefficients_, rows_;  // of the momenta; Gamma and the momenta below it
  Saddle saddle_;
  VecX stored_, missing_;
};

/// P3: changes w, and where w is too slow z, so that the stored energy H = T + V is the energy that
/// the ledger demands,
///
///   H = H_0 - D + S                                                                           (P3)
///
/// by velocities that affect neither rows, momenta nor prescribed motion.                numerics 1
class EnergyProjection {
 public:
  EnergyProjection(ProjectionData& data, PositionProjection& position, VelocityProjection& velocity,
                   MomentumProjection& momenta);

  /// Scales the free part of w so that H(z, w) = energy. Does nothing where the kinetic energy of
  /// the free part is too small (less than 1e-6 of `scale`), or would change by more than the share
  /// `most`. `at` must hold rates; holds new ones afterwards.
  void scale(Workspace& at, double energy, double scale, double most);

  /// Corrects the energy where scale() has no effect, as at a turning point: by one correction of z
  /// along the force, as far as the constraints allow, which removes the defect up to second order.
  /// If nothing is free to move, it corrects the ledger of the ports that prescribe the motion,
  /// since P1 has done their work. False if neither is possible.
  bool shift(Workspace& at, double defect, VecX& supplied);

 private:
  /// The direction without mass in which z can move, (z).
  VecX massless_direction(Workspace& at);

  ProjectionData& data_;
  PositionProjection& position_;
  VelocityProjection& velocity_;
  MomentumProjection& momenta_;
  SparseLu<double> mass_;  // the factors of the metric's mass matrix
  VecX free_;
};

}  // namespace porthos::dae
