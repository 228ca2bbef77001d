#include "system/rigid_bodies.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>

#include "base/index.hpp"

namespace porthos::system {

namespace {

/// The rates of positions at some pseudo-random states.
class SampledKinematics {
 public:
  SampledKinematics(const System& system, const Assembled& assembled)
      : pattern_(system.kinematics().Z) {
    Workspace at = system.workspace();
    system.set_time(at, 0);
    std::uint32_t state = 20261;
    const auto next = [&] {
      state = state * 1664525u + 1013904223u;
      return static_cast<double>(state >> 8) / (1 << 24) - 0.5;
    };
    for (int trial = 0; trial < kTrials; ++trial) {
      auto z = system.segment(at, Segment::kZ);
      for (Eigen::Index i = 0; i < z.size(); ++i) z[i] = assembled.z[index(i)].value + 0.4 * next();
      for (double& speed : system.segment(at, Segment::kW)) speed = 1 + next();
      for (const Segment none : {Segment::kLambda, Segment::kMu})
        system.segment(at, none).setZero();
      system.compute_rates(at);
      z_.push_back(system.segment(at, Segment::kZ));
      w_.push_back(system.segment(at, Segment::kW));
      rate_.push_back(system.segment(at, Segment::kZdot));
    }
  }

  /// The velocities that z' of a position contains.
  std::vector<int> velocities(int z) const {
    const auto first = pattern_.column.begin();
    return {first + pattern_.start[index(z)], first + pattern_.start[index(z + 1)]};
  }
  /// The velocity with z' = w, or -1.
  int velocity_of(int z) const {
    const std::vector<int> all = velocities(z);
    if (all.size() != 1) return -1;
    const bool is_unit = has_rate(z, [&](int trial) { return w_[index(trial)][all[0]]; });
    return is_unit ? all[0] : -1;
  }
  /// The angular velocity of the four positions of a quaternion from z on.
  std::optional<std::array<int, 3>> turning(int z) const {
    std::vector<int> all;
    for (int k = 0; k < 4; ++k)
      for (const int w : velocities(z + k)) all.push_back(w);
    sort_once(all);
    if (all.size() != 3) return std::nullopt;
    const std::array<int, 3> found{all[0], all[1], all[2]};
    for (int k = 0; k < 4; ++k)
      if (!has_rate(z + k, [&](int trial) { return quaternion_rate(trial, z, found, k); }))
        return std::nullopt;
    return found;
  }

 private:
  static constexpr int kTrials = 3;

  bool has_rate(int z, const auto& expected) const {
    for (int trial = 0; trial < kTrials; ++trial) {
      const double wanted = expected(trial), rate = rate_[index(trial)][z];
      if (!(std::abs(rate - wanted) <= 1e-13 * (1 + std::abs(wanted)))) return false;
    }
    return true;
  }
  double quaternion_rate(int trial, int z, const std::array<int, 3>& w, int k) const {
    const auto q = [&](int i) { return z_[index(trial)][z + i]; };
    const auto omega = [&](int i) { return w_[index(trial)][w[index(i)]]; };
    switch (k) {
      case 0: return -(q(1) * omega(0) + q(2) * omega(1) + q(3) * omega(2)) / 2;
      case 1: return (q(0) * omega(0) - q(3) * omega(1) + q(2) * omega(2)) / 2;
      case 2: return (q(3) * omega(0) + q(0) * omega(1) - q(1) * omega(2)) / 2;
      default: return (-q(2) * omega(0) + q(1) * omega(1) + q(0) * omega(2)) / 2;
    }
  }

  const Sparse& pattern_;
  std::vector<VecX> z_, w_, rate_;
};

}  // namespace

std::vector<RigidBody> find_rigid_bodies(const System& system, const Assembled& assembled) {
  const int count = static_cast<int>(assembled.z.size());
  std::vector<RigidBody> found;
  if (count == 0) return found;
  const SampledKinematics sampled(system, assembled);
  std::vector<char> is_taken(assembled.z.size(), 0);
  /// The velocities of `size` positions from z on, where r' = v; false if they are none.
  const auto take = [&](int z, int size, RigidBody& body) {
    if (z < 0 || z + size > count) return false;
    for (int k = 0; k < size; ++k) {
      body.r[index(k)] = z + k;
      body.v[index(k)] = sampled.velocity_of(z + k);
      if (is_taken[index(z + k)] != 0 || body.v[index(k)] < 0) return false;
    }
    std::fill_n(is_taken.begin() + z, size, 1);
    return true;
  };
  for (int z = 0; z + 4 <= count; ++z) {
    const auto omega = sampled.turning(z);
    if (!omega) continue;
    RigidBody body{.q = {z, z + 1, z + 2, z + 3}, .omega = *omega};
    std::fill_n(is_taken.begin() + z, 4, 1);
    if (take(z - 3, 3, body) || take(z + 4, 3, body)) found.push_back(body);
    z += 3;
  }
  for (int z = 0; z < count; ++z) {
    if (is_taken[index(z)] != 0 || assembled.z[index(z)].unit != "rad") continue;
    RigidBody body{.is_planar = true, .q = {z, -1, -1, -1}};
    body.omega[2] = sampled.velocity_of(z);
    const auto is_length = [&](int first) {
      return first >= 0 && first + 2 <= count && assembled.z[index(first)].unit == "m" &&
             assembled.z[index(first + 1)].unit == "m";
    };
    if (body.omega[2] < 0) continue;
    if ((is_length(z - 2) && take(z - 2, 2, body)) || (is_length(z + 1) && take(z + 1, 2, body))) {
      is_taken[index(z)] = 1;
      found.push_back(body);
    }
  }
  return found;
}

}  // namespace porthos::system
