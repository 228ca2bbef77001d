/// The motion of a random model, computed from its own equations by dense matrices, in long double.
#pragma once

#include <optional>
#include <vector>

#include "support/joint_model.hpp"

namespace porthos::test {

/// Values of all variables; see variables::.
using JointState = RealVector;

class JointDynamics {
 public:
  explicit JointDynamics(const JointModel& model);

  const JointModel& model() const { return model_; }
  /// Another energy or other inputs, for claims that hold for all of them.
  JointModel& changed() { return model_; }
  void renew();            // after a change
  bool is_frozen = false;  // time does not go on

  /// Rates of all variables; empty where reactions or massless velocities are not determined.
  std::optional<RealVector> rates(const JointState& at) const;
  /// The next state on the constraint set, with its massless velocities.
  std::optional<JointState> consistent(JointState at) const;
  /// Runge and Kutta's method with projections: the states at 0, every, 2 every, ...
  std::vector<JointState> run(JointState at, double until, double step, int every) const;

  RealMatrix Z(const JointState& at) const;
  RealMatrix J(const JointState& at) const;
  RealMatrix G(const JointState& at) const;
  RealVector efforts(const JointState& at) const;
  RealMatrix slopes_of_gaps(const JointState& at) const;  // c', (gaps x positions)
  RealMatrix rows(const JointState& at) const;            // A
  RealMatrix all_rows(const JointState& at) const;        // [c'Z; A]
  RealVector rests(const JointState& at) const;           // what all_rows w lacks to zero
  Real flow(const JointModel::Slope& slope, const JointState& at) const;
  RealVector forces(const JointState& at) const;  // on M w', without reactions
  RealVector gaps(const JointState& at) const;
  RealVector position_rates(const JointState& at) const;
  /// Reactions: C^T times these are added to the forces.
  std::optional<RealVector> multipliers(const JointState& at) const;

 private:
  std::optional<RealVector> solve(const JointState& at, RealVector& multipliers) const;
  bool solve_massless(JointState& at) const;
  bool close(JointState& at) const;

  JointModel model_;
  std::vector<Polynomial> slopes_, gap_rates_;  // dV/dz, dc/dt
  std::vector<std::vector<Polynomial>> gap_slopes_;
};

/// The columns of a matrix that span its kernel: pivots are chosen by size, or as given.
RealMatrix kernel_of(const RealMatrix& rows, std::vector<int>& pivots);

/// The number of singular values above `most` of the largest, rows and columns scaled; -1 where one
/// lies in between.
int clear_rank(RealMatrix a, Real least = 1e-9L, Real most = 1e-6L);

}  // namespace porthos::test
