#include "simulate/contradiction.hpp"

#include <cmath>

#include "base/dense.hpp"
#include "base/index.hpp"

namespace porthos::simulate {

using system::Segment;

std::vector<std::string> contradicting_rows(const RunState& now) {
  constexpr int kFew = 300;
  constexpr double kPart = 0.1;  // of a step: late enough for flows that part at the last time
  constexpr double kDependent = 1e-9, kRounding = 1e-9, kShare = 1e-6;
  const system::System& system = *now.system;
  const auto& n = system.sizes();
  if (n.nu() == 0 || n.nu() > kFew || n.w == 0) return {};
  system::Workspace at = system.workspace();
  now.load(now.state, at);
  system::Kinematics kinematics = system.kinematics();
  system.set_time(at, now.state.t + kPart * now.options.step);
  system.compute_rates(at);
  system.compute_kinematics(at, kinematics);
  const MatX rows = kinematics.Gamma.dense();
  const VecX values = system.rows(at);
  if (!rows.allFinite() || !values.allFinite()) return {};
  VecX size = rows.rowwise().norm();
  for (double& one : size)
    if (!(one > 0)) one = 1;
  const MatX null =
      Orthogonal(MatX(size.cwiseInverse().asDiagonal() * rows), kDependent).left_kernel();
  const VecX terms =
      rows.cwiseAbs() * system.segment(at, Segment::kW).cwiseAbs() + values.cwiseAbs();
  std::vector<char> takes_part(index(n.nu()), 0);
  for (Eigen::Index k = 0; k < null.cols(); ++k) {
    const VecX y = null.col(k).cwiseQuotient(size);
    if (!(std::abs(y.dot(values)) > kRounding * y.cwiseAbs().dot(terms))) continue;
    for (Eigen::Index i = 0; i < y.size(); ++i)
      if (std::abs(null(i, k)) > kShare) takes_part[index(i)] = 1;
  }
  std::vector<std::string> found;
  for (std::size_t i = 0; i < takes_part.size(); ++i)
    if (takes_part[i])
      found.push_back(i < now.assembled->c.size()
                          ? now.assembled->c[i].name
                          : now.assembled->mu[i - now.assembled->c.size()].name);
  return found;
}

}  // namespace porthos::simulate
