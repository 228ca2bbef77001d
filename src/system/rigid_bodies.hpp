#pragma once

#include <array>
#include <vector>

#include "system/assemble.hpp"

namespace porthos::system {

/// The states of a rigid body among those of a system. In space: the position r of a point, r' = v,
/// and a unit quaternion q, q' = q (0, omega)/2 with body-fixed omega. In the plane: r' = v, and an
/// angle with phi' = omega.
struct RigidBody {
  bool is_planar = false;
  std::array<int, 3> r{-1, -1, -1};      // (z)
  std::array<int, 4> q{-1, -1, -1, -1};  // (z) the quaternion; planar: the angle
  std::array<int, 3> v{-1, -1, -1};      // (w)
  std::array<int, 3> omega{-1, -1, -1};  // (w) planar: the last one
};

/// The rigid bodies of a model. They are found by their kinematics, at pseudo-random states: the
/// states of a body are neighbours, and the angle of a planar body has the unit rad.
std::vector<RigidBody> find_rigid_bodies(const System& system, const Assembled& assembled);

}  // namespace porthos::system
