#include "linearize/linear_system.hpp"

#include "base/index.hpp"
#include "linearize/line.hpp"
#include "linearize/scaled.hpp"

namespace porthos::linearize {

using system::Segment;
using system::Workspace;

namespace {

/// The rates of c_s, R_s, R_x and L along the reference motion.
struct Rates {
  MatX c_s, R_s, R_x, L;
};

VecX flat(const std::initializer_list<const MatX*>& parts) {
  Eigen::Index size = 0, next = 0;
  for (const MatX* part : parts) size += part->size();
  VecX all(size);
  for (const MatX* part : parts) {
    all.segment(next, part->size()) = part->reshaped();
    next += part->size();
  }
  return all;
}

Rates rates_along(const Equations& equations, const Candidates& candidates,
                  const Reference& reference) {
  const int s = equations.s(), x = equations.x();
  const int c = equations.system().sizes().c;
  const auto l = static_cast<Eigen::Index>(candidates.list().size());
  Rates rates{MatX::Zero(c, s), MatX::Zero(x, s), MatX::Zero(x, x), MatX::Zero(l, s)};
  if (reference.is_at_rest()) return rates;
  const VecX& direction = reference.s_rate;
  const VecX all = derivative_along(
      [&](double step) {
        Workspace at = reference.at;
        equations.move(at, step * direction, VecX::Zero(x));
        const Derivatives d = equations.derivatives(at);
        const MatX L = candidates.rows(at);
        return flat({&d.c_s, &d.R_s, &d.R_x, &L});
      },
      reach_of(direction));
  Eigen::Index next = 0;
  for (MatX* part : {&rates.c_s, &rates.R_s, &rates.R_x, &rates.L}) {
    part->reshaped() = all.segment(next, part->size());
    next += part->size();
  }
  return rates;
}

/// The effect of a unit effort at a port on (z'; f; R), which is linear in it.
VecX effect_of(const Equations& equations, const Reference& reference, int u) {
  const system::System& system = equations.system();
  const auto rates = [&](double more) {
    Workspace at = reference.at;
    system.segment(at, Segment::kU)[u] += more;
    system.compute_rates(at);
    const VecX f = system.segment(at, Segment::kForce);
    VecX all(equations.s() + equations.x());
    all << system.segment(at, Segment::kZdot), f, equations.N().transpose() * f, system.rows(at);
    return all;
  };
  // The unit has the size of the forces, so that no digits are lost.
  const auto force = system.segment(reference.at, Segment::kForce);
  const double unit = std::max(1.0, force.size() > 0 ? force.lpNorm<Eigen::Infinity>() : 0);
  return (rates(unit) - rates(-unit)) / (2 * unit);
}

}  // namespace

LinearSystem linear_system(const Equations& equations, const Candidates& candidates,
                           Reference& reference, const std::vector<Drive>& drives,
                           const std::vector<int>& clocks, const std::vector<int>& preferred,
                           const std::vector<int>& chosen) {
  const int z = equations.z(), w = equations.w(), s = equations.s(), x = equations.x();
  const int m = equations.massless(), lambda = equations.system().sizes().lambda;
  const Derivatives d = equations.derivatives(reference.at);
  const MatX all_L = candidates.rows(reference.at);
  const VecX units = equations.sizes(reference.at);
  const Tangent tangent =
      find_tangent(equations, d, units, all_L, candidates.weights(), clocks, preferred, chosen);
  const Rates rate = rates_along(equations, candidates, reference);
  const auto n = static_cast<Eigen::Index>(tangent.chosen.size());
  const auto k = static_cast<Eigen::Index>(drives.size()), c = d.c_s.rows();
  const auto time = static_cast<Eigen::Index>(clocks.size());
  MatX L(n, s), L_rate(n, s);
  for (Eigen::Index i = 0; i < n; ++i) {
    L.row(i) = all_L.row(tangent.chosen[index(i)]);
    L_rate.row(i) = rate.L.row(tangent.chosen[index(i)]);
  }

  // A prescribed flow changes the rows that prescribe it, an effort those that contain forces: R_s
  // ds + R_x dx = by_row u. The part that no dx absorbs changes ds.
  MatX S(s, n + k), by_row = MatX::Zero(x, k), effects = MatX::Zero(s, k);
  for (Eigen::Index j = 0; j < k; ++j) {
    const Drive& drive = drives[index(j)];
    if (drive.row >= 0) {
      by_row(m + lambda + drive.row, j) = 1;
    } else {
      const VecX effect = effect_of(equations, reference, drive.u);
      effects.col(j) = effect.head(s);
      by_row.col(j) = -effect.tail(x);
    }
  }
  MatX held(tangent.K.rows() + n, s), goal = MatX::Zero(tangent.K.rows() + n, k);
  held << tangent.K, L;
  goal.middleRows(c, tangent.Q.cols()) = tangent.Q.transpose() * by_row;
  S << tangent.S, Scaled(held, units.head(s)).solve(goal);

  // (D), for the columns xi, u and u'.
  const Eigen::Index first = s, second = s + x, third = second + m, fourth = third + c,
                     fifth = fourth + x;
  MatX D = MatX::Zero(fifth + time, s + 2 * x), right = MatX::Zero(fifth + time, n + 2 * k);
  D.topLeftCorner(z, z).setIdentity();
  D.block(z, z, w, w) = equations.M();
  D.block(0, s, z, x) = -d.g_x;
  D.block(z, s, w, x) = -d.f_x;
  D.block(first, s, x, x) = -d.R_x;
  D.block(second, z, m, w) = equations.N().transpose();
  D.block(third, 0, c, s) = d.c_s;
  D.block(fourth, 0, x, s) = d.R_s;
  D.block(fourth, s, x, x) = rate.R_x;
  D.block(fourth, s + x, x, x) = d.R_x;
  for (Eigen::Index i = 0; i < time; ++i) {  // clocks proceed independently
    const int clock = clocks[index(i)];
    D.row(clock).setZero();
    D(clock, clock) = 1;
  }
  MatX J_s(s, s);
  J_s << d.g_s, d.f_s;
  for (const int clock : clocks) J_s.row(clock).setZero();
  right.topLeftCorner(s, n + k) = J_s * S;
  right.block(0, n, s, k) += effects;
  right.block(first, 0, x, n + k) = d.R_s * S;
  right.block(first, n, x, k) -= by_row;
  right.block(third, 0, c, n + k) = -rate.c_s * S;
  right.block(fourth, 0, x, n + k) = -rate.R_s * S;
  right.block(fourth, n + k, x, k) = by_row;

  VecX unknowns(s + 2 * x);
  unknowns << units, units.tail(x);
  const Scaled matrix(D, unknowns);
  const MatX solved = matrix.solve(right);
  LinearSystem made;
  made.misfit = matrix.misfit(solved, right);
  made.condition = matrix.condition();
  constexpr double kRounding =
      1e-8;  // far above the rounding of (D), far below what an undetermined pose leaves open
  made.is_regular =
      solved.allFinite() && matrix.freedom(s) <= kRounding && made.misfit <= kRounding;
  const MatX rates = L * solved.topRows(s);
  MatX turning = MatX::Zero(n, n + 2 * k);
  turning.leftCols(n + k) = L_rate * S;
  MatX xi_rate = rates + turning;
  // Terms that cancel leave rounding that looks like a number. It is measured by these terms alone,
  // so that the units of other states do not matter.
  constexpr double kNothing = 2e-15;
  MatX terms = right.cwiseAbs();
  terms.topLeftCorner(s, n + k) += J_s.cwiseAbs() * S.cwiseAbs();
  terms.block(first, 0, x, n + k) += d.R_s.cwiseAbs() * S.cwiseAbs();
  MatX sizes = MatX::Zero(n, n + 2 * k);
  sizes.leftCols(n + k) = L_rate.cwiseAbs() * S.cwiseAbs();
  sizes += L.cwiseAbs() * matrix.terms(solved, terms).topRows(s);
  xi_rate = (xi_rate.array().abs() > kNothing * sizes.array()).select(xi_rate, 0.0);
  made.A = xi_rate.leftCols(n);
  made.B = xi_rate.middleCols(n, k);
  made.B_rate = xi_rate.rightCols(k);
  made.S = S.leftCols(n);
  made.S_drive = S.rightCols(k);
  const MatX dx = solved.middleRows(s, x), dw_rate = solved.middleRows(z, w);
  made.X = dx.leftCols(n);
  made.X_drive = dx.middleCols(n, k);
  made.X_rate = dx.rightCols(k);
  made.W = dw_rate.leftCols(n);
  made.W_drive = dw_rate.middleCols(n, k);
  made.W_rate = dw_rate.rightCols(k);
  made.chosen = tangent.chosen;
  made.conditions = static_cast<int>(tangent.K.rows());
  made.rank = tangent.rank;
  return made;
}

}  // namespace porthos::linearize
