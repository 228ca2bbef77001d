#include "dae/speed_rows.hpp"

#include <algorithm>
#include <cmath>

#include "base/index.hpp"

namespace porthos::dae {

std::vector<JointTree::SpeedRow> find_speed_rows(
    const Integrable& system, JointTree& tree, Workspace& at,
    const std::function<std::vector<Placed>(int pose)>& set_pose) {
  constexpr int kPoses = 3;
  constexpr double kRounding = 1e-10;
  const std::vector<int>& prescribed = system.system().assembly().prescribed;
  if (std::ranges::all_of(prescribed, [](int mu) { return mu < 0; })) return {};
  std::vector<JointTree::SpeedRow> found;
  for (int u = 0; u < std::ssize(prescribed); ++u)
    if (const int mu = prescribed[index(u)]; mu >= 0) found.push_back({u, mu, VecX()});
  std::vector<char> is_same(found.size(), 1);
  Kinematics kinematics = system.kinematics();
  VecX by_velocity, by_speed(tree.speeds());
  for (int pose = 0; pose < kPoses; ++pose) {
    const std::vector<Placed> placed = set_pose(pose);
    system.compute_rates(at);
    system.compute_kinematics(at, kinematics);
    const Sparse& Gamma = kinematics.Gamma;
    for (std::size_t i = 0; i < found.size(); ++i) {
      const int row = system.sizes().lambda + found[i].mu;
      by_velocity.setZero(system.sizes().w);
      for (int k = Gamma.start[index(row)]; k < Gamma.start[index(row + 1)]; ++k)
        by_velocity[Gamma.column[index(k)]] = Gamma.value[index(k)];
      tree.reduce(placed, by_velocity.data(), by_speed.data());
      if (pose == 0) found[i].g = by_speed;
      const double at_rest = system.rows(at)[row];
      const double flow = system.system().segment(at, system::Segment::kU)[found[i].u];
      if (!((by_speed - found[i].g).lpNorm<Eigen::Infinity>() <= kRounding &&
            std::abs(at_rest + flow) <= kRounding * (1 + std::abs(flow))))
        is_same[i] = 0;
    }
  }
  std::vector<JointTree::SpeedRow> rows;
  for (std::size_t i = 0; i < found.size(); ++i)
    if (is_same[i] != 0) rows.push_back(found[i]);
  std::ranges::sort(rows, {}, &JointTree::SpeedRow::mu);
  return rows;
}

}  // namespace porthos::dae
