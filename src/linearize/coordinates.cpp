#include "linearize/coordinates.hpp"

#include <algorithm>
#include <numeric>

#include "base/index.hpp"
#include "linearize/line.hpp"
#include "linearize/scaled.hpp"
#include "structure/decompositions.hpp"

namespace porthos::linearize {

using system::Segment;
using system::Workspace;

namespace {

/// Some rows and columns of a matrix.
MatX part(const MatX& of, const std::vector<int>& rows, const std::vector<int>& columns) {
  MatX made(static_cast<Eigen::Index>(rows.size()), static_cast<Eigen::Index>(columns.size()));
  for (Eigen::Index i = 0; i < made.rows(); ++i)
    for (Eigen::Index k = 0; k < made.cols(); ++k)
      made(i, k) = of(rows[index(i)], columns[index(k)]);
  return made;
}

MatX rows_of(const MatX& of, const std::vector<int>& rows) {
  MatX made(static_cast<Eigen::Index>(rows.size()), of.cols());
  for (Eigen::Index i = 0; i < made.rows(); ++i) made.row(i) = of.row(rows[index(i)]);
  return made;
}

/// Groups of positions that inert constraints couple, by the pattern of derivatives: at (1, 0, 0,
/// 0) three derivatives of |q|^2 are zero.
std::vector<std::vector<int>> bound_by_inert(const system::System& system) {
  const Sparse& c_z = system.kinematics().c_prime;
  std::vector<int> group(index(c_z.columns));
  std::iota(group.begin(), group.end(), 0);
  std::vector<char> is_bound(group.size(), 0);
  for (const int row : system.inert()) {
    const int begin = c_z.start[index(row)], end = c_z.start[index(row) + 1];
    for (int k = begin; k < end; ++k) {
      is_bound[index(c_z.column[index(k)])] = 1;
      const int first = group[index(c_z.column[index(begin)])];
      const int other = group[index(c_z.column[index(k)])];
      for (int& one : group)
        if (one == other) one = first;
    }
  }
  std::vector<std::vector<int>> made(group.size());
  for (std::size_t z = 0; z < group.size(); ++z)
    if (is_bound[z]) made[index(group[z])].push_back(static_cast<int>(z));
  std::erase_if(made, [](const auto& members) { return members.empty(); });
  return made;
}

}  // namespace

Candidates::Candidates(const Equations& equations, const system::Assembled& assembled,
                       Reference& reference)
    : equations_(equations) {
  constexpr double kMoving = 0.3, kTurning = 0.01;
  find_turning(reference.at);
  std::vector<char> turns(index(equations.w()),
                          0);  // (w) of a body that rotates in the reference motion
  std::vector<double> weights;
  const auto& z_rate = reference.s_rate;
  for (int i = 0; i < equations.z(); ++i) {
    const auto& state = assembled.z[index(i)];
    const bool is_bound = std::ranges::any_of(
        turning_, [&](const Turning& one) { return std::ranges::count(one.z, i) > 0; });
    if (is_bound || state.is_clock) continue;
    plain_.push_back(i);
    list_.push_back({state.name, state.unit, false});
    weights.push_back(z_rate[i] == 0 ? 1 : kMoving);
  }
  for (const Turning& one : turning_) {
    const bool is_turning = std::ranges::any_of(one.z, [&](int i) { return z_rate[i] != 0; });
    for (const int w : one.w) {
      list_.push_back({"turn." + assembled.w[index(w)].name, "rad", false});
      weights.push_back(is_turning ? kTurning : 1);
      if (is_turning) turns[index(w)] = 1;
    }
  }
  for (int i = 0; i < equations.w(); ++i) {
    const auto& state = assembled.w[index(i)];
    list_.push_back({state.name, state.unit, true});
    weights.push_back(turns[index(i)] ? kTurning : 1);
  }
  weights_ = Eigen::Map<const VecX>(weights.data(), static_cast<Eigen::Index>(weights.size()));
}

void Candidates::find_turning(Workspace& at) {
  const Derivatives d = equations_.derivatives(at);
  const MatX Z = kinematics(at);
  constexpr double kRounding = 1e-12;
  for (const auto& members : bound_by_inert(equations_.system())) {
    Turning one{members, {}};
    const MatX all_rates = rows_of(Z, members);
    for (int w = 0; w < equations_.w(); ++w)
      if (all_rates.col(w).lpNorm<Eigen::Infinity>() > kRounding) one.w.push_back(w);
    // The turns must describe all changes of these positions that the inert constraints allow.
    const MatX c = part(d.c_s, equations_.system().inert(), members);
    const auto free = static_cast<Eigen::Index>(members.size()) - Scaled(c).rank();
    const auto turns = static_cast<Eigen::Index>(one.w.size());
    if (turns == free && Scaled(part(Z, one.z, one.w)).rank() == turns) turning_.push_back(one);
  }
}

MatX Candidates::velocity_rows(Workspace& at) const {
  const system::System& system = equations_.system();
  const int w = equations_.w();
  MatX rows = MatX::Zero(w, equations_.s());
  if (!system.has_moving_frame()) {
    rows.rightCols(w).setIdentity();
    return rows;
  }
  std::vector<int> all(index(w));
  std::iota(all.begin(), all.end(), 0);
  rows.rightCols(w) = system.velocity_rows(at, all).dense();
  const VecX z = system.segment(at, Segment::kZ);
  if (system.segment(at, Segment::kW).isZero(0)) return rows;  // v is linear in w
  for (int i = 0; i < equations_.z(); ++i) {
    rows.col(i) = derivative_along(
        [&](double step) {
          system.segment(at, Segment::kZ) = z + step * VecX::Unit(z.size(), i);
          return system.velocities(at);
        },
        reach_of(VecX::Ones(1)));
    system.segment(at, Segment::kZ) = z;
  }
  return rows;
}

MatX Candidates::kinematics(Workspace& at) const {
  const system::System& system = equations_.system();
  const MatX Z = equations_.derivatives(at).Z;
  if (!system.has_moving_frame()) return Z;
  std::vector<int> all(index(equations_.w()));
  std::iota(all.begin(), all.end(), 0);
  // v = S w (theory 9), so z' = Z w = Z S^-1 v.
  return Scaled(MatX(system.velocity_rows(at, all).dense().transpose()))
      .solve(Z.transpose())
      .transpose();
}

MatX Candidates::rows(Workspace& at) const {
  MatX made = MatX::Zero(static_cast<Eigen::Index>(list_.size()), equations_.s());
  Eigen::Index next = 0;
  for (const int z : plain_) made(next++, z) = 1;
  if (!turning_.empty()) {
    const MatX Z = kinematics(at);
    for (const Turning& one : turning_) {
      const MatX inverse = part(Z, one.z, one.w).completeOrthogonalDecomposition().pseudoInverse();
      for (Eigen::Index i = 0; i < inverse.rows(); ++i, ++next)
        for (Eigen::Index k = 0; k < inverse.cols(); ++k)
          made(next, one.z[index(k)]) = inverse(i, k);
    }
  }
  made.bottomRows(equations_.w()) = velocity_rows(at);
  return made;
}

namespace {

/// The conditions on ds, one per row, and Q.
void find_conditions(const Equations& equations, const Derivatives& of, const VecX& sizes,
                     const std::vector<int>& clocks, Tangent& made) {
  made.Q = of.R_x.isZero(0) ? MatX::Identity(of.R_x.rows(), of.R_x.rows())
                            : Scaled(of.R_x, sizes.tail(of.R_x.cols()), 1e-9).left_kernel();
  const auto m = equations.massless();
  const auto c = of.c_s.rows(), q = made.Q.cols();
  const auto time = static_cast<Eigen::Index>(clocks.size());
  made.K = MatX::Zero(c + q + m + time, equations.s());
  made.K.topRows(c) = of.c_s;
  made.K.middleRows(c, q) = made.Q.transpose() * of.R_s;
  made.K.block(c + q, equations.z(), m, equations.w()) = equations.N().transpose();
  for (Eigen::Index k = 0; k < time; ++k) made.K(c + q + m + k, clocks[index(k)]) = 1;
}

/// Rows of G that span its row space: the first row whose part orthogonal to the chosen ones is not
/// much smaller than the largest such part. Therefore the author's order matters.
std::vector<int> choose(MatX G, const VecX& weights, const std::vector<int>& preferred,
                        Eigen::Index count) {
  constexpr double kNearlyLargest = 0.3, kIndependent = 1e-3;
  G = weights.asDiagonal() * G;
  const MatX whole = G;
  std::vector<int> chosen;
  const auto take = [&](Eigen::Index row) {
    const VecX direction = G.row(row).transpose().normalized();
    G -= (G * direction) * direction.transpose();
    G -= (G * direction) * direction.transpose();
    chosen.push_back(static_cast<int>(row));
  };
  for (const int row : preferred)
    if (static_cast<Eigen::Index>(chosen.size()) < count &&
        G.row(row).norm() > kIndependent * whole.row(row).norm())
      take(row);
  while (static_cast<Eigen::Index>(chosen.size()) < count) {
    const VecX left = G.rowwise().norm();
    const double largest = left.maxCoeff();
    Eigen::Index row = 0;
    while (row + 1 < left.size() && !(left[row] >= kNearlyLargest * largest)) ++row;
    take(row);
  }
  std::ranges::sort(chosen);
  return chosen;
}

/// The ds with K ds = 0 for a unit of each chosen candidate alone. Rounding of terms that cancel is
/// zero.
MatX changes_of(const MatX& K, const MatX& candidates, const std::vector<int>& chosen,
                const VecX& sizes) {
  constexpr double kNothing = 2e-15;
  const auto n = static_cast<Eigen::Index>(chosen.size());
  MatX all(K.rows() + n, K.cols()), goal = MatX::Zero(K.rows() + n, n);
  all << K, rows_of(candidates, chosen);
  goal.bottomRows(n).setIdentity();
  const Scaled matrix(all, sizes);
  const MatX S = matrix.solve(goal);
  return (S.array().abs() > kNothing * matrix.terms(S, goal).array()).select(S, 0.0);
}

}  // namespace

Tangent find_tangent(const Equations& equations, const Derivatives& of, const VecX& sizes,
                     const MatX& candidates, const VecX& weights, const std::vector<int>& clocks,
                     const std::vector<int>& preferred, const std::vector<int>& chosen) {
  Tangent made;
  find_conditions(equations, of, sizes, clocks, made);
  const VecX of_states = sizes.head(equations.s());
  const Scaled conditions(made.K, of_states);
  made.rank = static_cast<int>(conditions.rank());
  MatX basis = conditions.kernel();
  if (basis.cols() > 0)  // orthonormal, so that the sizes of its rows are comparable
    basis = structure::orthonormal_basis(basis);
  const MatX G = candidates * basis;
  made.chosen = chosen.empty() ? choose(G, weights, preferred, basis.cols()) : chosen;
  made.S = changes_of(made.K, candidates, made.chosen, of_states);
  return made;
}

}  // namespace porthos::linearize
