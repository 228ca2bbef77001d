#pragma once

#include <Eigen/Dense>
#include <memory>
#include <vector>

#include "dae/articulated_inertia.hpp"
#include "dae/integrable.hpp"
#include "dae/joint_tree.hpp"

namespace porthos::dae {

/// Accelerations and multipliers of a mechanism whose constraints are a tree of joints, in O(n):
///
///   T^T M T u' = T^T (f - M T' u)       w' = T u' + T' u       Gamma^T lambda = f - M w'
///
/// f are the forces at multipliers of zero. The last equation is solved from the leaves to the
/// roots of the tree: the balance of a link contains the multipliers of its own joint and of the
/// joints of links that hang on it.
class JointReactions {
 public:
  /// The system must outlive it.
  JointReactions(const Integrable& system, std::shared_ptr<JointTree> joints);

  /// Sets multipliers, w' and the rates at z, w and the time of `at`. False where rows of a joint
  /// depend on each other: then their multipliers are not unique.
  bool compute(Workspace& at);

 private:
  bool set_multipliers(Workspace& at);
  void put_wrench(const Link& link, Eigen::Matrix<double, 6, 1>& to) const;

  const system::System& system_;
  const std::shared_ptr<JointTree> joints_;
  JointTree& tree_;
  ArticulatedInertia inertia_;
  Kinematics kinematics_;
  std::vector<Placed> placed_;
  VecX z_, w_, q_, u_, u_rate_, force_, bias_;
  bool is_dependent_ = false;  // rows of a joint are
};

}  // namespace porthos::dae
