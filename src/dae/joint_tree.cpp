#include "dae/joint_tree.hpp"

#include <cmath>
#include <numbers>

#include "base/index.hpp"

namespace porthos::dae {

namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;
using Eigen::Vector4d;

Vector4d times(const Vector4d& a, const Vector4d& b) {
  return {a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3],
          a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
          a[0] * b[2] + a[2] * b[0] + a[3] * b[1] - a[1] * b[3],
          a[0] * b[3] + a[3] * b[0] + a[1] * b[2] - a[2] * b[1]};
}

Vector4d inverse(const Vector4d& q) { return {q[0], -q[1], -q[2], -q[3]}; }

Vector4d about(const Vector3d& axis, double angle) {
  const double c = std::cos(angle / 2), s = std::sin(angle / 2);
  return {c, s * axis[0], s * axis[1], s * axis[2]};
}

Matrix3d matrix_of(const Vector4d& q) {
  const double w = q[0], x = q[1], y = q[2], z = q[3];
  Matrix3d R;
  R << 1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y),  //
      2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x),   //
      2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y);
  return R;
}

Matrix3d in_plane(double angle) {
  const double c = std::cos(angle), s = std::sin(angle);
  Matrix3d R;
  R << c, -s, 0, s, c, 0, 0, 0, 1;
  return R;
}

Placed ground() {
  Placed at;
  at.R.setIdentity();
  for (Vector3d* none : {&at.r, &at.v, &at.omega, &at.p, &at.axis}) none->setZero();
  at.directions.setZero();
  at.q = {1, 0, 0, 0};
  return at;
}

const Placed kGround = ground();

const Placed& parent_of(const Link& link, const std::vector<Placed>& all) {
  return link.parent < 0 ? kGround : all[index(link.parent)];
}

/// The position, and the velocity in axes of the world, of a body in a state.
Placed pose_of(const Link& link, const VecX& z, const VecX& w) {
  const system::RigidBody& body = link.body;
  Placed at = ground();
  for (int i = 0; i < 3; ++i) {
    if (body.r[index(i)] >= 0) at.r[i] = z[body.r[index(i)]];
    if (body.v[index(i)] >= 0) at.v[i] = w[body.v[index(i)]];
    if (body.omega[index(i)] >= 0) at.omega[i] = w[body.omega[index(i)]];
  }
  if (body.is_planar) {
    at.angle = z[body.q[0]];
    at.R = in_plane(at.angle);
    return at;
  }
  for (int i = 0; i < 4; ++i) at.q[i] = z[body.q[index(i)]];
  at.q.normalize();
  at.R = matrix_of(at.q);
  at.omega = at.R * at.omega;
  return at;
}

}  // namespace

void JointTree::read(const VecX& z, const VecX& w, VecX& q, VecX& u) const {
  q.resize(coordinates_);
  u.resize(speeds_);
  std::vector<Placed> all;
  all.reserve(links_.size());
  for (const Link& link : links_) {
    const JointMotion& motion = link.motion;
    const Placed& a = parent_of(link, all);
    const Placed& b = all.emplace_back(pose_of(link, z, w));
    const Vector3d arm = b.R * motion.at_b, p = b.r + arm;
    const Vector3d along = a.R.transpose() * (p - a.r);
    const Vector3d turning = b.omega - a.omega;
    const Vector3d speed = b.v + b.omega.cross(arm) - a.v - a.omega.cross(p - a.r);
    for (int k = 0; k < motion.slides; ++k) {
      q[link.q + k] = motion.directions.col(k).dot(along);
      u[link.u + k] = (a.R * motion.directions.col(k)).dot(speed);
    }
    const int next_q = link.q + motion.slides, next_u = link.u + motion.slides;
    if (motion.turns == 1) {
      u[next_u] = (a.R * motion.axis).dot(turning);
      if (link.body.is_planar) {
        q[next_q] = motion.axis[2] * (b.angle - a.angle - link.angle);
      } else {
        const Vector4d turned = times(times(inverse(a.q), b.q), inverse(link.turned));
        q[next_q] = 2 * std::atan2(motion.axis.dot(turned.tail<3>()), turned[0]);
      }
    } else if (motion.turns == 3) {
      const Vector4d turned = times(inverse(link.turned), times(inverse(a.q), b.q));
      q.segment<4>(next_q) = turned.normalized();
      u.segment<3>(next_u) = b.R.transpose() * turning;
    }
  }
  for (std::size_t i = 0; i < other_z_.size(); ++i)
    q[coordinates_ - std::ssize(other_z_) + static_cast<Eigen::Index>(i)] = z[other_z_[i]];
  for (std::size_t i = 0; i < other_w_.size(); ++i)
    u[speeds_ - std::ssize(other_w_) + static_cast<Eigen::Index>(i)] = w[other_w_[i]];
}

void JointTree::place(const double* q, const double* u, std::vector<Placed>& to) const {
  to.resize(links_.size());
  for (std::size_t i = 0; i < links_.size(); ++i) {
    const Link& link = links_[i];
    const JointMotion& motion = link.motion;
    const Placed& a = parent_of(link, to);
    Placed& b = to[i];
    const double* const own = q + link.q;
    Vector3d along = motion.at_a;
    for (int k = 0; k < motion.slides; ++k) along += own[k] * motion.directions.col(k);
    if (motion.slides > 0) b.directions.noalias() = a.R * motion.directions;
    if (motion.turns == 1) {
      const double angle = own[motion.slides];
      b.axis.noalias() = a.R * motion.axis;
      if (motion.pitch != 0) along += motion.pitch * angle * motion.axis;
      if (link.body.is_planar)
        b.angle = a.angle + link.angle + motion.axis[2] * angle;
      else
        b.q = times(a.q, times(about(motion.axis, angle), link.turned));
    } else if (link.body.is_planar) {
      b.angle = a.angle + link.angle;
    } else {
      b.q = times(a.q, link.turned);
      if (motion.turns == 3) {
        const double* const own_q = own + motion.slides;
        const Vector4d turned{own_q[0], own_q[1], own_q[2], own_q[3]};
        b.q = times(b.q, turned.normalized());
      }
    }
    if (!link.body.is_planar) b.q *= 1.5 - 0.5 * b.q.squaredNorm();  // rounding would grow
    b.R = link.body.is_planar ? in_plane(b.angle) : matrix_of(b.q);
    b.p.noalias() = a.R * along;
    b.p += a.r;
    b.r.noalias() = b.R * motion.at_b;
    b.r = b.p - b.r;
    put_link_motion(b, link, a, u);
  }
}

void JointTree::put_link_motion(Placed& one, const Link& link, const Placed& parent,
                                const double* u) const {
  const JointMotion& motion = link.motion;
  const double* const own = u + link.u;
  one.v = parent.v + parent.omega.cross(one.p - parent.r);
  one.omega = parent.omega;
  for (int k = 0; k < motion.slides; ++k) one.v += own[k] * one.directions.col(k);
  if (motion.turns == 1) {
    one.omega += own[motion.slides] * one.axis;
    if (motion.pitch != 0) one.v += motion.pitch * own[motion.slides] * one.axis;
  } else if (motion.turns == 3) {
    one.omega += one.R * Eigen::Map<const Vector3d>(own + motion.slides);
  }
  one.v += one.omega.cross(one.r - one.p);
}

void JointTree::put(const std::vector<Placed>& placed, const double* q, const double* u,
                    Eigen::Ref<VecX> z, Eigen::Ref<VecX> w) const {
  for (std::size_t i = 0; i < links_.size(); ++i) {
    const system::RigidBody& body = links_[i].body;
    const Placed& at = placed[i];
    if (body.is_planar) {
      z[body.r[0]] = at.r[0], z[body.r[1]] = at.r[1], z[body.q[0]] = at.angle;
      w[body.v[0]] = at.v[0], w[body.v[1]] = at.v[1], w[body.omega[2]] = at.omega[2];
      continue;
    }
    const Vector3d omega = at.R.transpose() * at.omega;
    for (int k = 0; k < 3; ++k) {
      z[body.r[index(k)]] = at.r[k];
      w[body.v[index(k)]] = at.v[k];
      w[body.omega[index(k)]] = omega[k];
    }
    for (int k = 0; k < 4; ++k) z[body.q[index(k)]] = at.q[k];
  }
  const double* const others_q = q + coordinates_ - std::ssize(other_z_);
  const double* const others_u = u + speeds_ - std::ssize(other_w_);
  for (std::size_t i = 0; i < other_z_.size(); ++i) z[other_z_[i]] = others_q[i];
  for (std::size_t i = 0; i < other_w_.size(); ++i) w[other_w_[i]] = others_u[i];
}

void JointTree::put_speeds(std::vector<Placed>& placed, const double* u, Eigen::Ref<VecX> w) const {
  for (std::size_t i = 0; i < links_.size(); ++i) {
    const Link& link = links_[i];
    Placed& at = placed[i];
    put_link_motion(at, link, parent_of(link, placed), u);
    const Vector3d omega = link.body.is_planar ? at.omega : Vector3d(at.R.transpose() * at.omega);
    for (int k = 0; k < 3; ++k) {
      if (link.body.v[index(k)] >= 0) w[link.body.v[index(k)]] = at.v[k];
      if (link.body.omega[index(k)] >= 0) w[link.body.omega[index(k)]] = omega[k];
    }
  }
  const double* const others = u + speeds_ - std::ssize(other_w_);
  for (std::size_t i = 0; i < other_w_.size(); ++i) w[other_w_[i]] = others[i];
}

void JointTree::put_rates(const double* q, const double* u, const Eigen::Ref<const VecX>& z_rate,
                          double* to) const {
  for (const Link& link : links_) {
    const int slides = link.motion.slides;
    for (int k = 0; k < slides; ++k) to[link.q + k] = u[link.u + k];
    if (link.motion.turns == 1) to[link.q + slides] = u[link.u + slides];
    if (link.motion.turns != 3) continue;
    const double* const own = q + link.q + slides;
    const double* const omega = u + link.u + slides;
    const Vector4d rate =
        times({own[0], own[1], own[2], own[3]}, {0, omega[0] / 2, omega[1] / 2, omega[2] / 2});
    for (int k = 0; k < 4; ++k) to[link.q + slides + k] = rate[k];
  }
  double* const others = to + coordinates_ - std::ssize(other_z_);
  for (std::size_t i = 0; i < other_z_.size(); ++i) others[i] = z_rate[other_z_[i]];
}

void JointTree::normalise(VecX& q) const {
  for (const Link& link : links_)
    if (link.motion.turns == 3) q.segment<4>(link.q + link.motion.slides).normalize();
}

void JointTree::reduce(const std::vector<Placed>& placed, const double* f, double* to) {
  force_.resize(links_.size());
  torque_.resize(links_.size());
  for (std::size_t i = 0; i < links_.size(); ++i) {
    const system::RigidBody& body = links_[i].body;
    Vector3d torque = Vector3d::Zero();
    force_[i].setZero();
    for (int k = 0; k < 3; ++k) {
      if (body.v[index(k)] >= 0) force_[i][k] = f[body.v[index(k)]];
      if (body.omega[index(k)] >= 0) torque[k] = f[body.omega[index(k)]];
    }
    torque_[i] = body.is_planar ? torque : Vector3d(placed[i].R * torque);
  }
  for (std::size_t i = links_.size(); i-- > 0;) {
    const Link& link = links_[i];
    const JointMotion& motion = link.motion;
    const Placed& at = placed[i];
    const Vector3d& force = force_[i];
    const Vector3d torque = torque_[i] + (at.r - at.p).cross(force);
    double* const own = to + link.u;
    for (int k = 0; k < motion.slides; ++k) own[k] = at.directions.col(k).dot(force);
    if (motion.turns == 1) {
      own[motion.slides] = at.axis.dot(torque);
      if (motion.pitch != 0) own[motion.slides] += motion.pitch * at.axis.dot(force);
    } else if (motion.turns == 3) {
      Eigen::Map<Vector3d>(own + motion.slides) = at.R.transpose() * torque;
    }
    if (link.parent < 0) continue;
    const auto parent = index(link.parent);
    force_[parent] += force;
    torque_[parent] += torque + (at.p - placed[parent].r).cross(force);
  }
  double* const others = to + speeds_ - std::ssize(other_w_);
  for (std::size_t i = 0; i < other_w_.size(); ++i) others[i] = f[other_w_[i]];
}

void JointTree::put_accelerations(const std::vector<Placed>& placed, const double* u,
                                  const double* u_rate, Eigen::Ref<VecX> to) {
  linear_.resize(links_.size());
  angular_.resize(links_.size());
  for (std::size_t i = 0; i < links_.size(); ++i) {
    const Link& link = links_[i];
    const JointMotion& motion = link.motion;
    const Placed &a = parent_of(link, placed), &b = placed[i];
    const bool has_parent = link.parent >= 0;
    const Vector3d a_linear = has_parent ? linear_[index(link.parent)] : Vector3d::Zero();
    const Vector3d a_angular = has_parent ? angular_[index(link.parent)] : Vector3d::Zero();
    const double *const own = u + link.u, *const rate = u_rate + link.u;
    const Vector3d arm = b.p - a.r;
    Vector3d slide = Vector3d::Zero(), slide_rate = slide, turn_rate = slide;
    for (int k = 0; k < motion.slides; ++k) {
      slide += own[k] * b.directions.col(k);
      slide_rate += rate[k] * b.directions.col(k);
    }
    if (motion.turns == 1) {
      turn_rate = rate[motion.slides] * b.axis;
      slide += motion.pitch * own[motion.slides] * b.axis;
      slide_rate += motion.pitch * turn_rate;
    } else if (motion.turns == 3) {
      turn_rate = b.R * Eigen::Map<const Vector3d>(rate + motion.slides);
    }
    const Vector3d& omega = b.omega;
    angular_[i] = a_angular + turn_rate + a.omega.cross(omega - a.omega);
    const Vector3d of_joint = a_linear + a_angular.cross(arm) + a.omega.cross(a.omega.cross(arm)) +
                              2 * a.omega.cross(slide) + slide_rate;
    const Vector3d to_center = b.r - b.p;
    linear_[i] = of_joint + angular_[i].cross(to_center) + omega.cross(omega.cross(to_center));
    const Vector3d own_angular =
        link.body.is_planar ? angular_[i] : Vector3d(b.R.transpose() * angular_[i]);
    for (int k = 0; k < 3; ++k) {
      if (link.body.v[index(k)] >= 0) to[link.body.v[index(k)]] = linear_[i][k];
      if (link.body.omega[index(k)] >= 0) to[link.body.omega[index(k)]] = own_angular[k];
    }
  }
  const double* const others = u_rate + speeds_ - std::ssize(other_w_);
  for (std::size_t i = 0; i < other_w_.size(); ++i) to[other_w_[i]] = others[i];
}

void JointTree::renew_followers(const double* q, VecX& z) const {
  constexpr double kRounding = 1e-6;
  for (const Follower& one : followers_) {
    double value = one.offset;
    for (const auto& [coordinate, rate] : one.rates) value += rate * q[coordinate];
    // The angle of a quaternion is known up to 4 pi.
    const double turn = one.rates.size() == 1 ? 4 * std::numbers::pi * one.rates[0].second : 0;
    const double left = turn != 0 ? std::remainder(value - z[one.z], turn) : value - z[one.z];
    if (std::abs(left) <= kRounding) z[one.z] += left;
  }
}

}  // namespace porthos::dae
