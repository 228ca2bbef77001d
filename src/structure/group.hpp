#pragma once

#include "structure/subalgebra.hpp"

namespace porthos::structure {

/// The groups of motions, with velocities in the body's frame. (T-25; [002] Sec. 3)
///
/// SO(3)      omega
/// SE(3)      (omega, v), v = R^T r'
/// SE(2)      (v_x, v_y, omega), the planar order of [001]
/// SO(3)xR^3  (omega, v), v = r'
enum class Group { kSO3, kSE3, kSE2, kSO3xR3 };

/// A motion: a rotation R (3 x 3) and a translation r (3). A planar motion has R about z and r in
/// the plane.
struct Motion {
  Eigen::Matrix3d R = Eigen::Matrix3d::Identity();
  Eigen::Vector3d r = Eigen::Vector3d::Zero();
};

/// The product a b: first b, then a, in the frame of a.
Motion product(Group group, const Motion& a, const Motion& b);
Motion inverse(Group group, const Motion& a);

constexpr Index dimension(Group group) {
  return group == Group::kSO3 || group == Group::kSE2 ? 3 : 6;
}

/// The matrix of the map x -> a x x (cross product).
Eigen::Matrix3d hat(const Eigen::Vector3d& a);

/// The change of velocities with the frame: Ad_a u = a u a^-1.
MatX Ad(Group group, const Motion& a);
/// ad_u w = [u, w].
MatX ad(Group group, const VecX& u);
/// Ad*_a = Ad_a^T, for momenta and forces.
inline MatX Ad_star(Group group, const Motion& a) { return Ad(group, a).transpose(); }
/// ad*_u = ad_u^T.
inline MatX ad_star(Group group, const VecX& u) { return ad(group, u).transpose(); }

/// The Lie-Poisson matrix J(p) with J(p) u = ad*_u p, skew. ([004] (4.54); [002] (19) with the sign
/// of p' = ad*_u p)
MatX lie_poisson(Group group, const VecX& p);

/// T-26: the motions of a joint, columns (6 x k) of (omega, v), form a subgroup of SE(3), as for
/// the lower pairs. ([002] Sec. 5.1)
Check joint_subgroup(const MatX& motions);

}  // namespace porthos::structure
