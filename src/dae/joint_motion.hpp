#pragma once

#include <Eigen/Dense>
#include <optional>
#include <string>

#include "base/linear.hpp"

namespace porthos::dae {

/// The motion that joints leave to body b relative to body a: a point of b moves along
/// `directions`, fixed in a, and b turns about this point: not at all, about an axis that is fixed
/// in both, or freely. Lengths and axes are in the frame of a, except at_b.
///
///   R_b = R_a rotation(axis, angle) R_0        or  R_a R_0 rotation(quaternion)
///   p   = r_a + R_a (at_a + sum_k direction_k s_k + pitch angle axis),        r_b = p - R_b at_b
///
/// Joints of texts declare rows only. This motion is found from them, see find_joint_motion, and
/// checked in other poses.
struct JointMotion {
  Eigen::Matrix3d directions = Eigen::Matrix3d::Zero();  // the first `slides` columns
  int slides = 0;                                        // 0 to 3
  int turns = 0;                                         // 0, 1 or 3
  Eigen::Vector3d axis = Eigen::Vector3d::Zero();
  double pitch = 0;  // m/rad
  Eigen::Vector3d at_a = Eigen::Vector3d::Zero(), at_b = Eigen::Vector3d::Zero();

  int speeds() const { return slides + turns; }
  int coordinates() const { return slides + (turns == 3 ? 4 : turns); }
};

/// The motion for which the rows of joints vanish. Twists are (v, omega) of b relative to a, with v
/// that of the origin of b, all in the frame of a. at_a and at_b are not set; `center` is the point
/// about which b turns, from the origin of b. nullopt for another kind of motion, as of a universal
/// joint.
///
/// rows  (rows x 6) times a twist: the rates of the rows. In a plane the columns of v_z, omega_x
/// and
///       omega_y are not used
struct FoundMotion {
  JointMotion motion;
  Eigen::Vector3d center;
};
std::optional<FoundMotion> find_joint_motion(const MatX& rows, bool is_planar);

}  // namespace porthos::dae
