#include "linearize/singular_pose.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "linearize/line.hpp"
#include "linearize/samples.hpp"
#include "linearize/scaled.hpp"

namespace porthos::linearize {

using system::Workspace;

namespace {

/// The derivatives of the constraints with respect to (w, multipliers).
MatX constraint_slopes(const Equations& equations, Workspace& at) {
  const Derivatives d = equations.derivatives(at);
  const int m = equations.massless(), nu = equations.x() - m;
  MatX made(nu, equations.w() + nu);
  made.leftCols(equations.w()) = d.R_s.bottomRows(nu).rightCols(equations.w());
  made.leftCols(equations.w()) += d.R_x.bottomRows(nu).leftCols(m) * equations.N().transpose();
  made.rightCols(nu) = d.R_x.bottomRows(nu).rightCols(nu);
  return made;
}

/// False if a constraint contains efforts: without velocities a row of velocities, or the rate of a
/// gap, does not change with positions.
bool has_velocity_rows_only(const Equations& equations, Workspace at) {
  const system::System& system = equations.system();
  system.segment(at, system::Segment::kW).setZero();
  system.compute_rates(at);
  const int nu = equations.x() - equations.massless();
  return equations.derivatives(at).R_s.bottomRows(nu).leftCols(equations.z()).isZero(0);
}

/// True if a row is zero at the state but not near it.
bool has_vanishing_row(const Equations& equations, const Reference& reference, const MatX& slopes,
                       const VecX& units) {
  constexpr int kStates = 3;
  constexpr double kNothing = 1e-7;  // how far from the pose a search may stop
  VecX beside = VecX::Zero(slopes.rows());
  std::vector<Workspace> around = states_around(equations, reference.at, 2 * kStates);
  for (std::size_t k = 1; k < around.size();
       k += 2) {  // the samples that are near in the units of the states
    Workspace& there = around[k];
    const MatX rows = constraint_slopes(equations, there) * units.asDiagonal();
    if (!rows.allFinite()) continue;
    for (Eigen::Index i = 0; i < rows.rows(); ++i)
      beside[i] = std::max(beside[i], rows.row(i).lpNorm<Eigen::Infinity>());
  }
  for (Eigen::Index i = 0; i < slopes.rows(); ++i)
    if (slopes.row(i).lpNorm<Eigen::Infinity>() < kNothing * beside[i]) return true;
  return false;
}

}  // namespace

bool is_singular_pose(const Equations& equations, const Reference& reference) {
  constexpr int kDirections = 3;
  constexpr double kNearlyDependent = 1e-6;  // a search stops near the pose
  constexpr double kSingular = 1e-6;  // of the terms; differences are accurate to about 1e-10
  Workspace at = reference.at;
  const MatX slopes = constraint_slopes(equations, at);
  if (slopes.rows() == 0) return false;
  const VecX sizes = equations.sizes(reference.at);
  if (!has_velocity_rows_only(equations, at)) return false;
  VecX units(slopes.cols());
  units << sizes.segment(equations.z(), equations.w()), sizes.tail(slopes.cols() - equations.w());
  if (has_vanishing_row(equations, reference, slopes * units.asDiagonal(), units)) return true;
  const Scaled matrix(slopes, units, kNearlyDependent, kNearlyDependent);
  const MatX y = matrix.left_kernel();
  if (y.cols() == 0) return false;
  const MatX n = matrix.kernel(), Z = equations.derivatives(at).Z;
  VecX lengths = (slopes * units.asDiagonal()).rowwise().norm();
  for (double& one : lengths)
    if (!(one > 0)) one = 1;
  std::uint32_t random = 5309;
  for (int k = 0; k < kDirections && n.cols() > 0; ++k) {
    VecX direction = VecX::Zero(equations.s());
    for (Eigen::Index j = 0; j < n.cols(); ++j) {
      random = random * 1664525u + 1013904223u;
      const VecX rate = Z * n.col(j).head(equations.w());
      const double length =
          rate.size() > 0 ? rate.cwiseQuotient(sizes.head(rate.size())).lpNorm<Eigen::Infinity>()
                          : 0;
      const double share = static_cast<double>(random >> 8) / (1 << 23) - 1;
      if (length > 0) direction.head(rate.size()) += share / length * rate;
    }
    const VecX change = derivative_along(
        [&](double step) {
          Workspace there = reference.at;
          equations.move(there, step * direction, VecX::Zero(equations.x()));
          return VecX(constraint_slopes(equations, there).reshaped());
        },
        0.2);
    const MatX turned = change.reshaped(slopes.rows(), slopes.cols());
    if (!turned.allFinite()) return false;
    const MatX left = y.transpose() * turned * n;
    const MatX terms = y.cwiseAbs().transpose() * turned.cwiseAbs() * n.cwiseAbs();
    // Terms below the rounding of the slopes themselves are zero.
    const MatX least = y.cwiseAbs().transpose() * slopes.cwiseAbs() * n.cwiseAbs();
    // So are sums that are small beside the change of all rows.
    constexpr double kRounding = 1e-8;
    const MatX turns = lengths.cwiseInverse().asDiagonal() * turned.cwiseAbs() * n.cwiseAbs();
    const MatX rounding = (y.cwiseAbs().transpose() * lengths) * turns.colwise().maxCoeff();
    const MatX most = kSingular * (terms + least) + kRounding * rounding;
    if ((left.array().abs() > most.array()).any()) return true;
  }
  return false;
}

}  // namespace porthos::linearize
