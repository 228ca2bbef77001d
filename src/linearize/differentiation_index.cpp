#include "linearize/differentiation_index.hpp"

#include "base/metric.hpp"
#include "dae/accelerations.hpp"
#include "linearize/line.hpp"
#include "linearize/products.hpp"
#include "linearize/scaled.hpp"

namespace porthos::linearize {

using system::Segment;
using system::Workspace;

namespace {

/// Rows of 0 = s ds + x dx.
struct AlgebraicRows {
  MatX s, x;

  AlgebraicRows below(const AlgebraicRows& more) const {
    AlgebraicRows made{MatX(s.rows() + more.s.rows(), s.cols()),
                       MatX(x.rows() + more.x.rows(), x.cols())};
    made.s << s, more.s;
    made.x << x, more.x;
    return made;
  }
};

/// All first derivatives that the reduction uses: ds' = F_s ds + F_x dx and the algebraic rows.
struct Linearized {
  MatX F_s, F_x;
  AlgebraicRows rows;       // N^T f and a
  AlgebraicRows gap_rates;  // c' z'
};

AlgebraicRows without_gap_rates(const Equations& equations, const Derivatives& d) {
  const int m = equations.massless(), lambda = equations.system().sizes().lambda;
  const Eigen::Index mu = d.R_s.rows() - m - lambda;
  AlgebraicRows made{MatX(m + mu, d.R_s.cols()), MatX(m + mu, d.R_x.cols())};
  made.s << d.R_s.topRows(m), d.R_s.bottomRows(mu);
  made.x << d.R_x.topRows(m), d.R_x.bottomRows(mu);
  return made;
}

Linearized linearized(const Equations& equations, Workspace& at) {
  const Derivatives d = equations.derivatives(at);
  const int m = equations.massless(), lambda = equations.system().sizes().lambda;
  const MatX& N = equations.N();
  // Accelerations of the massive directions; M + N N^T is regular.
  const Eigen::LDLT<MatX> mass(equations.M() + N * N.transpose());
  const auto accelerations = [&](const MatX& force) -> MatX {
    if (force.rows() == 0) return force;
    return mass.solve(MatX(force - N * (N.transpose() * force)));
  };
  Linearized made;
  made.F_s.resize(equations.s(), equations.s());
  made.F_s << d.g_s, accelerations(d.f_s);
  made.F_x.resize(equations.s(), equations.x());
  made.F_x << d.g_x, accelerations(d.f_x);
  made.rows = without_gap_rates(equations, d);
  made.gap_rates = {d.R_s.middleRows(m, lambda), d.R_x.middleRows(m, lambda)};
  return made;
}

/// The rates of the coefficients of `rows` along the motion, by central differences.
AlgebraicRows rates_of_rows(const Equations& equations, const Workspace& at,
                            dae::Accelerations& accelerations) {
  const system::System& system = equations.system();
  const VecX z = system.segment(at, Segment::kZ), w = system.segment(at, Segment::kW);
  const VecX z_rate = system.segment(at, Segment::kZdot),
             w_rate = system.segment(at, Segment::kWdot);
  const double t = system.segment(at, Segment::kT)[0];
  VecX direction(z.size() + w.size() + 1);
  direction << z_rate, w_rate, 1;
  const Eigen::Index count = equations.x() - system.sizes().lambda;
  const VecX all = derivative_along(
      [&](double step) {
        Workspace there = at;
        system.set_time(there, t + step);
        system.segment(there, Segment::kZ) = z + step * z_rate;
        system.segment(there, Segment::kW) = w + step * w_rate;
        accelerations.compute(there);
        const AlgebraicRows rows = without_gap_rates(equations, equations.derivatives(there));
        VecX flat(rows.s.size() + rows.x.size());
        flat << rows.s.reshaped(), rows.x.reshaped();
        return flat;
      },
      reach_of(direction));
  const Eigen::Index s = count * equations.s(), x = count * equations.x();
  return {all.head(s).reshaped(count, equations.s()), all.tail(x).reshaped(count, equations.x())};
}

/// The rank of x in the rows, and Q with Q^T x = 0.
struct Reduced {
  Eigen::Index rank = 0;
  bool is_clear = true;
  MatX Q;

  Reduced(const AlgebraicRows& rows, const VecX& sizes) {
    const Scaled matrix(rows.x, sizes);
    rank = matrix.rank();
    is_clear = matrix.is_rank_clear();
    Q = matrix.left_kernel();
  }
};

/// d/dt (Q^T rows) without the rates of the coefficients, which do not multiply dx.
AlgebraicRows differentiated(const MatX& Q, const AlgebraicRows& rows, const Linearized& of) {
  const MatX hidden = clean_product(Q.transpose(), rows.s);
  return {clean_product(hidden, of.F_s), clean_product(hidden, of.F_x)};
}

}  // namespace

DifferentiationIndex differentiation_index(const Equations& equations, const Workspace& state) {
  DifferentiationIndex made;
  const system::System& system = equations.system();
  if (equations.x() == 0) {
    made.value = 0;
    return made;
  }
  Workspace at = state;
  const Metric metric = system.metric();
  dae::Accelerations accelerations(system, metric);
  const VecX w_rate = accelerations.compute(at);
  if (!w_rate.allFinite() || !at.values.allFinite()) return made;
  // A multiplier may have little effect in the unit of a velocity.
  const VecX sizes = equations.sizes(at).tail(equations.x());
  const Linearized of = linearized(equations, at);
  if (!of.F_s.allFinite() || !of.F_x.allFinite() || !of.rows.x.allFinite()) return made;

  MatX effects(of.F_x.rows() + of.rows.x.rows() + of.gap_rates.x.rows(), equations.x());
  effects << of.F_x, of.rows.x, of.gap_rates.x;
  const Scaled all_effects(effects, sizes);
  const MatX idle = all_effects.kernel();
  made.redundant = static_cast<int>(idle.cols());
  const Eigen::Index all = equations.x() - idle.cols();
  if (idle.cols() > 0 && !idle.topRows(equations.massless()).isZero(1e-10 * idle.norm()))
    return made;

  // Constraints that depend on each other but for a little may have any index.
  if (!all_effects.is_rank_clear()) return made;

  const Reduced none(of.rows, sizes);
  if (!none.is_clear) return made;
  if (none.rank == all) {
    made.value = all > 0 ? 1 : 0;
    return made;
  }
  AlgebraicRows first = differentiated(none.Q, of.rows, of);
  const Reduced once(of.rows.below(first).below(of.gap_rates), sizes);
  if (!once.is_clear) return made;
  if (once.rank == all) {
    made.value = 2;
    return made;
  }
  if (none.Q.cols() > 0) {
    // Q^T x = 0 holds along the motion: Q'^T x = -Q^T x'.
    const AlgebraicRows rates = rates_of_rows(equations, at, accelerations);
    if (!rates.s.allFinite() || !rates.x.allFinite()) return made;
    const MatX Q_rate =
        -Scaled(MatX(of.rows.x.transpose())).solve((none.Q.transpose() * rates.x).transpose());
    first.s += none.Q.transpose() * rates.s + Q_rate.transpose() * of.rows.s;
  }
  const AlgebraicRows stage = of.rows.below(first).below(of.gap_rates);
  const Reduced twice(stage.below(differentiated(once.Q, stage, of)), sizes);
  if (twice.rank == all && twice.is_clear) made.value = 3;
  return made;
}

}  // namespace porthos::linearize
