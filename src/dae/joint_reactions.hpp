#pragma once

#include <Eigen/Dense>
#include <memory>
#include <vector>

#include "dae/articulated_inertia.hpp"
#include "dae/integrable.hpp"
#include "dae/joint_tree.hpp"
#include "dae/loop_closure.hpp"

namespace porthos::dae {

/// Accelerations and multipliers of a mechanism whose constraints are a tree of joints, in O(n):
///
///   T^T M T u' = T^T (f - M T' u)       w' = T u' + T' u       Gamma^T lambda = f - M w'
///
/// f are the forces at multipliers of zero. The last equation is solved from the leaves to the
/// roots of the tree: the balance of a link contains the multipliers of its own joint and of the
/// joints of links that hang on it. Loops add G u' = - Gamma' w - Gamma T' u and their multipliers.
/// If rows of loops are redundant, the multipliers have least norm, as those of
/// ConstraintEquations.
class JointReactions {
 public:
  /// The system must outlive it.
  JointReactions(const Integrable& system, std::shared_ptr<JointTree> joints);

  /// Sets multipliers, w' and the rates at z, w and the time of `at`. False where rows of a joint
  /// depend on each other: then their multipliers are not unique.
  bool compute(Workspace& at);

 private:
  bool close_loops();
  /// Gamma^T multipliers_ = forces_, which is used up.
  bool find_multipliers();
  bool meets_redundant_rows(const VecX& w_rate);
  void remove_null();
  Eigen::Matrix<double, 6, Eigen::Dynamic> wrenches(const Link& link) const;

  const system::System& system_;
  const std::shared_ptr<JointTree> joints_;
  JointTree& tree_;
  ArticulatedInertia inertia_;
  LoopClosure loops_;
  VecX loop_rates_;
  MatX loop_forces_;           // (loops x columns) multipliers, and null vectors of redundant rows
  MatX forces_, multipliers_;  // (w), (nu) of these columns
  VecX weights_;               // (nu)
  Kinematics kinematics_;
  std::vector<Placed> placed_;
  VecX z_, w_, q_, u_, u_rate_, force_, bias_;
  bool is_dependent_ = false;  // rows of a joint are
};

}  // namespace porthos::dae
