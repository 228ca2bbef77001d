#pragma once

#include "base/outcome.hpp"
#include "dae/projection_data.hpp"
#include "dae/state.hpp"

namespace porthos::dae {

/// The velocities where the rows Gamma w = q change abruptly at fixed positions, because a formula
/// of states takes another branch: the limit of a fast change along (1 - s) (Gamma, q) + s (Gamma+,
/// q+),
///
///   M dw/ds = Gamma^T x,      Gamma dw/ds = -(Gamma+ - Gamma) w + q+ - q,      0 <= s <= 1
///
/// Ideal reactions x have no power but that of prescribed motion, q^T x, which goes to its ports:
/// the ledger stays closed. For rows without x and mass matrices that are positive definite.
class VelocityTurn {
 public:
  explicit VelocityTurn(const Integrable& system);

  /// Stores the rows of a state.
  void begin(const State& at);
  /// Turns w, and adds to the supplied energies, if the rows are others now. kConstraintLost if a
  /// position constraint jumps, which positions cannot, or if the rank changes on the way, where
  /// the limit does not exist.
  Outcome finish(State& at);

 private:
  struct Rows {
    MatX Gamma;  // (rows x w), in the metric of M: times L^-T with M = L L^T
    VecX q;      // (rows)
  };
  Rows rows(const State& at);
  VecX rate(double s, const VecX& y);
  VecX integrated(VecX y, int parts);

  ProjectionData data_;
  Workspace at_;
  bool is_possible_;
  Eigen::LLT<MatX> root_;
  Rows before_, change_;
  VecX gap_;  // (c) of the last rows
  Eigen::Index rank_ = 0;
};

}  // namespace porthos::dae
