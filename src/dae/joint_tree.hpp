#pragma once

#include <Eigen/Dense>
#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <vector>

#include "dae/bodies.hpp"
#include "dae/integrable.hpp"
#include "dae/joint_motion.hpp"

namespace porthos::dae {

/// A body with the motion that joints leave to it relative to the body before it in a tree.
struct Link {
  system::RigidBody body;
  int parent = -1;  // (links) an earlier one, or -1: the ground
  JointMotion motion;
  Eigen::Vector4d turned{1, 0, 0, 0};  // R_0, a quaternion
  double angle = 0;                    // of R_0 in a plane
  int q = 0, u = 0;                    // first coordinate and speed
  int root = 0;                        // (links) the first link of its tree
  std::vector<int> rows;               // (lambda) of the joint that connects it to its parent
  Eigen::Matrix3d mass = Eigen::Matrix3d::Zero();      // of v
  Eigen::Matrix3d coupling = Eigen::Matrix3d::Zero();  // (v x omega), omega in axes of the body
  Eigen::Matrix3d inertia = Eigen::Matrix3d::Zero();
};

/// Where a link is, and how it moves: in axes of the world.
struct Placed {
  Eigen::Matrix3d R;
  Eigen::Vector3d r, v, omega;
  Eigen::Vector3d p;  // the point of the joint
  Eigen::Vector3d axis;
  Eigen::Matrix3d directions;
  Eigen::Vector4d q;  // in space
  double angle = 0;   // in a plane
};

/// A mechanism with joints that form a tree. Positions and velocities of its bodies are functions
/// of coordinates q and speeds u of the joints,
///
///   z = z(q)        w = T(q) u        q' = q'(q, u)
///
/// Other constraints, such as those of joints that close loops and prescribed flows, are rows of
/// their own: LoopClosure.
///
/// u are the rates of q, except those of a quaternion: then the angular velocity in axes of the
/// body. Positions and velocities that belong to no body are among q and u unchanged, at their
/// ends.
class JointTree {
 public:
  /// The tree of a system in a consistent state; nullptr, with the reason, if there is none.
  static std::shared_ptr<JointTree> find(const Integrable& system, const Bodies& bodies,
                                         const State& at, std::string& why_not);

  int coordinates() const { return coordinates_; }
  int speeds() const { return speeds_; }
  const std::vector<Link>& links() const { return links_; }
  /// M of the velocities that belong to no body; their speeds are the last ones.
  const MatX& other_mass() const { return other_mass_; }

  /// q and u of a state.
  void read(const VecX& z, const VecX& w, VecX& q, VecX& u) const;
  /// Places all links.
  void place(const double* q, const double* u, std::vector<Placed>& to) const;
  /// z and w of placed links; not of positions that follow from the coordinates, see put_followers.
  void put(const std::vector<Placed>& placed, const double* q, const double* u, Eigen::Ref<VecX> z,
           Eigen::Ref<VecX> w) const;
  /// Velocities that u change by without a change of the pose: w = T u.
  void put_speeds(std::vector<Placed>& placed, const double* u, Eigen::Ref<VecX> w) const;
  /// q'; that of positions without a body is z'.
  void put_rates(const double* q, const double* u, const Eigen::Ref<const VecX>& z_rate,
                 double* to) const;
  /// Makes the quaternions of q unit ones.
  void normalise(VecX& q) const;
  /// T^T f.
  void reduce(const std::vector<Placed>& placed, const double* f, double* to);
  /// w' = T u' + T' u.
  void put_accelerations(const std::vector<Placed>& placed, const double* u, const double* u_rate,
                         Eigen::Ref<VecX> to);
  /// True if rates of positions without a body are needed.
  bool has_other_positions() const { return !other_z_.empty(); }
  bool has_quaternions() const {
    return std::ranges::any_of(links_, [](const Link& link) { return link.motion.turns == 3; });
  }

  /// True if ports have inputs.
  bool has_inputs() const { return has_inputs_; }

  /// Replaces the rounding of positions that are linear in the coordinates, see put_followers: it
  /// would add up.
  void renew_followers(const double* q, VecX& z) const;

  /// Positions that are linear in the coordinates, such as a counted angle, from their values at
  /// the coordinates `from`.
  void put_followers(const VecX& z_from, const VecX& from, const double* to,
                     Eigen::Ref<VecX> z) const {
    for (const Follower& one : followers_) {
      z[one.z] = z_from[one.z];
      for (const auto& [q, rate] : one.rates) z[one.z] += rate * (to[q] - from[q]);
    }
  }

  /// (nu) The rows that the joints of the tree do not satisfy, in this order.
  const std::vector<int>& loop_rows() const { return loop_rows_; }
  /// A prescribed flow that is the same combination of speeds in each pose, such as that of a
  /// driven hinge: g u - q(t) is its row.
  struct SpeedRow {
    int u;   // the port
    int mu;  // its row
    VecX g;  // (speeds)
  };
  /// In the order of their rows.
  const std::vector<SpeedRow>& speed_rows() const { return speed_rows_; }
  /// The elements of the other rows, with those that move their positions.
  const system::System& loops() const { return *loops_; }
  /// A position outside of bodies with a constraint that its rate keeps, such as a counted angle.
  struct Kept {
    int c;      // the constraint
    int z;      // the position
    int other;  // among the positions outside of bodies
  };
  /// Closes these constraints in z, and in the coordinates.
  void renew_kept(Workspace& at, Kinematics& kinematics, VecX& q) const;
  bool has_kept() const { return !kept_.empty(); }
  /// The link of a velocity and its component, 0 to 5 of (v, omega); or -1 and its place in u.
  std::pair<int, int> place_of(int w) const;
  /// M of this component.
  double typical_mass(int link, int component) const;

  /// Computes z' and the forces at multipliers of zero, without elements that have none.
  void compute_forces(Workspace& at) const { forces_->compute_rates(at); }

 private:
  friend class JointTreeFinder;
  friend class JointTreeCompletion;

  void put_link_motion(Placed& one, const Link& link, const Placed& parent, const double* u) const;

  struct Follower {
    int z;
    std::vector<std::pair<int, double>> rates;  // (q) and dz/dq
    double offset = 0;                          // z at q = 0
  };

  std::shared_ptr<const system::System> forces_;  // of elements with forces alone
  std::shared_ptr<const system::System> loops_;   // of elements with loop_rows_ but speed_rows_
  std::vector<int> loop_rows_;
  std::vector<SpeedRow> speed_rows_;
  std::vector<Kept> kept_;
  std::vector<Link> links_;
  std::vector<int> other_z_, other_w_;
  std::vector<Follower> followers_;
  MatX other_mass_;
  int coordinates_ = 0, speeds_ = 0;
  bool has_inputs_ = false;
  std::vector<Eigen::Vector3d> force_, torque_;    // (links), see reduce()
  std::vector<Eigen::Vector3d> linear_, angular_;  // (links), see put_accelerations()
};

}  // namespace porthos::dae
