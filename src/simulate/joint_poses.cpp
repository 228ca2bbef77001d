#include "simulate/joint_poses.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <utility>
#include <vector>

#include "base/dense.hpp"
#include "base/index.hpp"
#include "system/rigid_bodies.hpp"

namespace porthos::simulate {
namespace {

using Eigen::Matrix3d;
using Eigen::Quaterniond;
using Eigen::Vector3d;
using system::RigidBody;
using system::Segment;

constexpr int kGround = -1, kNobody = -2;

struct Pose {
  Vector3d r = Vector3d::Zero();
  Quaterniond q = Quaterniond::Identity();
  double angle = 0;  // in a plane
};

Quaterniond turn_of(const Vector3d& turn) {
  const double angle = turn.norm();
  if (angle == 0) return Quaterniond::Identity();
  return Quaterniond(Eigen::AngleAxisd(angle, turn / angle));
}

/// The path of a point with velocity v, from the instant twist (v, turn) on, after the whole turn.
Vector3d screwed(const Vector3d& v, const Vector3d& turn) {
  const double angle = turn.norm();
  if (angle < 1e-8) return v + turn.cross(v) / 2;
  const double s = (1 - std::cos(angle)) / (angle * angle),
               c = (angle - std::sin(angle)) / (angle * angle * angle);
  return v + s * turn.cross(v) + c * turn.cross(turn.cross(v));
}

/// The rows between two bodies, or a body and the ground, with the positions of no body that they
/// contain, such as a counted angle.
struct Pair {
  std::vector<int> rows, others;  // (c), (z)
};

class JointPoses {
 public:
  JointPoses(const system::System& system, const system::Assembled& model)
      : system_(system),
        model_(model),
        bodies_(system::find_rigid_bodies(system, model)),
        at_(system.workspace()),
        kinematics_(system.kinematics()) {}

  std::optional<VecX> find() {
    if (bodies_.empty() || states_poses() || has_contacts()) return {};
    system_.set_time(at_, 0);
    auto z = system_.segment(at_, Segment::kZ);
    for (Eigen::Index i = 0; i < z.size(); ++i) z[i] = model_.z[index(i)].value;
    list_places();
    if (!list_pairs() || !grow()) return {};
    return close() ? std::optional<VecX>(z) : std::nullopt;
  }

 private:
  static constexpr double kDependent = 1e-9;

  bool is_stated(int z) const {
    const system::StartValue& of = model_.z[index(z)];
    return of.is_fixed || of.is_stated || of.is_clock;
  }

  bool states_poses() const {
    return std::ranges::any_of(bodies_, [&](const RigidBody& body) {
      const auto is_given = [&](int z) { return z >= 0 && is_stated(z); };
      return std::ranges::any_of(body.r, is_given) || std::ranges::any_of(body.q, is_given);
    });
  }

  /// The gap of a contact need not vanish.
  bool has_contacts() const {
    return std::ranges::any_of(model_.set_valued, [](const model::SetValued& law) {
      return law.kind == model::SetValued::Kind::kContact;
    });
  }

  void list_places() {
    body_of_.assign(model_.z.size(), kNobody);
    for (int b = 0; b < std::ssize(bodies_); ++b) {
      for (const int z : bodies_[index(b)].r)
        if (z >= 0) body_of_[index(z)] = b;
      for (const int z : bodies_[index(b)].q)
        if (z >= 0) body_of_[index(z)] = b;
    }
  }

  /// Sorts the rows by their pairs of bodies. False if a row has more bodies, or a position of no
  /// body has more pairs.
  bool list_pairs() {
    evaluate();
    const Sparse& c_prime = kinematics_.c_prime;
    std::map<int, std::pair<int, int>> pair_of;  // of positions of no body
    std::vector<std::pair<int, std::vector<int>>> without_body;
    for (int c = 0; c < system_.sizes().c; ++c) {
      std::vector<int> of, others;
      for (int k = c_prime.start[index(c)]; k < c_prime.start[index(c + 1)]; ++k) {
        const int z = c_prime.column[index(k)], body = body_of_[index(z)];
        if (body != kNobody)
          of.push_back(body);
        else if (!is_stated(z))
          others.push_back(z);
      }
      sort_once(of);
      if (of.size() > 2) return false;
      if (of.empty()) {
        without_body.emplace_back(c, others);
        continue;
      }
      if (of.size() == 1 && others.empty() && !moves(c)) continue;  // a unit quaternion
      const std::pair<int, int> bodies(of.size() == 1 ? kGround : of[0], of.back());
      Pair& pair = pairs_[bodies];
      pair.rows.push_back(c);
      for (const int z : others) {
        if (pair_of.try_emplace(z, bodies).first->second != bodies) return false;
        pair.others.push_back(z);
      }
    }
    for (const auto& [c, others] : without_body) {
      if (others.size() != 1 || !pair_of.contains(others[0])) return false;
      pairs_[pair_of[others[0]]].rows.push_back(c);
    }
    for (auto& [bodies, pair] : pairs_) sort_once(pair.others);
    return true;
  }

  /// True if velocities change the row.
  bool moves(int c) const {
    const Sparse& Gamma = kinematics_.Gamma;
    const int row = system_.lambda_of(c);
    if (row < 0) return false;
    return std::any_of(Gamma.value.begin() + Gamma.start[index(row)],
                       Gamma.value.begin() + Gamma.start[index(row + 1)],
                       [](double rate) { return std::abs(rate) > kDependent; });
  }

  /// Orders the bodies from the ground on, along pairs that determine them. False if some are left.
  bool grow() {
    std::vector<std::vector<std::pair<int, const Pair*>>> neighbours(bodies_.size() + 1);
    for (const auto& [bodies, pair] : pairs_) {
      neighbours[index(bodies.first + 1)].emplace_back(bodies.second, &pair);
      neighbours[index(bodies.second + 1)].emplace_back(bodies.first, &pair);
    }
    std::vector<char> is_placed(bodies_.size(), 0);
    std::vector<int> next{kGround};
    for (std::size_t i = 0; i < next.size(); ++i)
      for (const auto& [body, pair] : neighbours[index(next[i] + 1)]) {
        if (body == kGround || is_placed[index(body)] != 0) continue;
        const bool has_ground = next[i] == kGround;
        if (!has_ground && bodies_[index(next[i])].is_planar != bodies_[index(body)].is_planar)
          continue;
        const MatX slopes = slopes_of(*pair, bodies_[index(body)]);
        if (!slopes.allFinite() || Orthogonal(slopes, kDependent).rank() < slopes.cols()) continue;
        is_placed[index(body)] = 1;
        steps_.push_back({body, next[i], pair});
        next.push_back(body);
      }
    return steps_.size() == bodies_.size();
  }

  void evaluate() {
    system_.compute_rates(at_);
    system_.compute_kinematics(at_, kinematics_);
  }

  /// The derivatives of the rows of a pair by the velocities of one of its bodies and by the
  /// positions of no body.
  MatX slopes_of(const Pair& pair, const RigidBody& body) const {
    std::map<int, int> column;
    for (const auto& velocities : {body.v, body.omega})
      for (const int w : velocities)
        if (w >= 0) column.emplace(w, static_cast<int>(column.size()));
    const int own = static_cast<int>(column.size());
    MatX slopes = MatX::Zero(std::ssize(pair.rows), own + std::ssize(pair.others));
    const auto& [Z, Gamma, c_prime] = kinematics_;
    for (Eigen::Index i = 0; const int c : pair.rows) {
      for (int k = c_prime.start[index(c)]; k < c_prime.start[index(c + 1)]; ++k) {
        const int z = c_prime.column[index(k)];
        const double value = c_prime.value[index(k)];
        if (body_of_[index(z)] == kNobody) {
          const auto place = std::ranges::find(pair.others, z) - pair.others.begin();
          if (place < std::ssize(pair.others)) slopes(i, own + place) += value;
          continue;
        }
        for (int l = Z.start[index(z)]; l < Z.start[index(z + 1)]; ++l)
          if (const auto found = column.find(Z.column[index(l)]); found != column.end())
            slopes(i, found->second) += value * Z.value[index(l)];
      }
      ++i;
    }
    return slopes;
  }

  double largest_gap() const {
    double largest = 0;
    for (const Step& step : steps_)
      for (const int c : step.pair->rows)
        largest = std::max(largest, std::abs(system_.segment(at_, Segment::kGap)[c]));
    return largest;
  }

  /// Moves the bodies until their rows hold.
  bool close() {
    constexpr int kMost = 30;
    constexpr double kClosed = 1e-9, kNoMore = 1e-14;
    for (int k = 0; k < kMost; ++k) {
      const double gap = largest_gap();
      if (!std::isfinite(gap)) return false;
      const VecX before = system_.segment(at_, Segment::kZ);
      if (gap <= kNoMore || !move()) return gap <= kClosed;
      evaluate();
      if (gap > kClosed || largest_gap() < gap) continue;
      system_.segment(at_, Segment::kZ) = before;
      return true;
    }
    return false;
  }

  bool move() {
    std::vector<Pose> from(bodies_.size() + 1), to = from;
    for (const Step& step : steps_) {
      const RigidBody& body = bodies_[index(step.body)];
      const MatX slopes = slopes_of(*step.pair, body);
      VecX gap(slopes.rows());
      for (Eigen::Index i = 0; const int c : step.pair->rows)
        gap[i++] = -system_.segment(at_, Segment::kGap)[c];
      const VecX change = Orthogonal(slopes, kDependent).solve(gap);
      if (!change.allFinite()) return false;
      const Pose own = pose_of(body);
      from[index(step.body + 1)] = own;
      to[index(step.body + 1)] = carried(moved(body, own, change), from[index(step.before + 1)],
                                         to[index(step.before + 1)]);
      const Eigen::Index first = change.size() - std::ssize(step.pair->others);
      for (Eigen::Index i = first; const int z : step.pair->others)
        system_.segment(at_, Segment::kZ)[z] += change[i++];
    }
    for (const Step& step : steps_) put(bodies_[index(step.body)], to[index(step.body + 1)]);
    return true;
  }

  Pose pose_of(const RigidBody& body) const {
    const auto z = system_.segment(at_, Segment::kZ);
    Pose pose;
    for (int i = 0; i < 3; ++i)
      if (body.r[index(i)] >= 0) pose.r[i] = z[body.r[index(i)]];
    if (body.is_planar) {
      pose.angle = z[body.q[0]];
      pose.q = turn_of({0, 0, pose.angle});
    } else {
      pose.q = Quaterniond(z[body.q[0]], z[body.q[1]], z[body.q[2]], z[body.q[3]]).normalized();
    }
    return pose;
  }

  /// A body after the screw motion of these velocities.
  static Pose moved(const RigidBody& body, Pose pose, const VecX& velocities) {
    Vector3d v = Vector3d::Zero(), turn = v;
    if (body.is_planar) {
      v.head<2>() = velocities.head<2>();
      turn[2] = velocities[2];
      pose.angle += turn[2];
    } else {
      v = velocities.head<3>();
      turn = pose.q * Vector3d(velocities.segment<3>(3));
    }
    pose.r += screwed(v, turn);
    pose.q = turn_of(turn) * pose.q;
    return pose;
  }

  /// A pose that moves with another body.
  static Pose carried(Pose pose, const Pose& from, const Pose& to) {
    const Quaterniond turn = to.q * from.q.conjugate();
    pose.r = to.r + turn * (pose.r - from.r);
    pose.q = (turn * pose.q).normalized();
    pose.angle += to.angle - from.angle;
    return pose;
  }

  void put(const RigidBody& body, const Pose& pose) {
    auto z = system_.segment(at_, Segment::kZ);
    for (int i = 0; i < 3; ++i)
      if (body.r[index(i)] >= 0) z[body.r[index(i)]] = pose.r[i];
    if (body.is_planar) {
      z[body.q[0]] = pose.angle;
      return;
    }
    const std::array<double, 4> q{pose.q.w(), pose.q.x(), pose.q.y(), pose.q.z()};
    for (std::size_t i = 0; i < 4; ++i) z[body.q[i]] = q[i];
  }

  struct Step {
    int body, before;
    const Pair* pair;
  };

  const system::System& system_;
  const system::Assembled& model_;
  const std::vector<RigidBody> bodies_;
  system::Workspace at_;
  system::Kinematics kinematics_;
  std::vector<int> body_of_;  // (z)
  std::map<std::pair<int, int>, Pair> pairs_;
  std::vector<Step> steps_;
};

}  // namespace

std::optional<VecX> joint_poses(const system::System& system, const system::Assembled& model) {
  return JointPoses(system, model).find();
}

}  // namespace porthos::simulate
