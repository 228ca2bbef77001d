#pragma once

#include <Eigen/Dense>
#include <vector>

#include "dae/joint_tree.hpp"

namespace porthos::dae {

/// The mass matrix T^T M T of a tree of joints in a pose, factorised by articulated bodies in O(n):
///
///   T^T M T = (1 + H F K) D (1 + H F K)^T
///
/// (Jain and Rodriguez, An analysis of the kinematics and dynamics of underactuated manipulators,
/// 1993; Featherstone, Rigid Body Dynamics Algorithms, 7.3). Twists, wrenches and inertias of a
/// tree are in axes of the world and about the origin of its first body, so that nothing is shifted
/// from link to link.
class ArticulatedInertia {
 public:
  /// The tree must outlive it.
  explicit ArticulatedInertia(const JointTree& tree);

  /// False where a motion has no inertia.
  bool factorise(const std::vector<Placed>& placed);
  /// x with T^T M T x = r, in the place of r, (speeds).
  void solve(Eigen::Ref<VecX> r);
  /// Adds T^T of a force and a torque on the point r of a link, in axes of the world.
  void add_reduced(std::size_t link, const Eigen::Vector3d& r, const Eigen::Vector3d& force,
                   const Eigen::Vector3d& torque, Eigen::Ref<VecX> to) const;

 private:
  using Matrix6d = Eigen::Matrix<double, 6, 6>;
  using Vector6d = Eigen::Matrix<double, 6, 1>;
  using Columns = Eigen::Matrix<double, 6, Eigen::Dynamic, 0, 6, 6>;
  using Square = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, 6, 6>;

  bool factorise_link(std::size_t i);

  const JointTree& tree_;
  std::vector<Matrix6d> inertia_;        // (links) of the link with those that hang on it
  std::vector<Columns> twists_;          // (links) H
  std::vector<Columns> momenta_;         // (links) inertia H
  std::vector<Square> inverse_;          // (links) D^-1
  std::vector<Eigen::Vector3d> origin_;  // (links)
  std::vector<Vector6d> wrench_;         // (links), then the twists' rates
  Eigen::LLT<MatX> others_;
  bool has_others_;
};

}  // namespace porthos::dae
