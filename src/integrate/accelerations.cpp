#include "integrate/accelerations.hpp"

#include "base/dense.hpp"

namespace porthos::integrate {

using system::Linearization;
using system::Segment;

VecX compute_accelerations(const system::System& system, const Metric& metric,
                           system::Workspace& at) {
  const auto& n = system.sizes();
  system.segment(at, Segment::kLambda).setZero();
  system.segment(at, Segment::kMu).setZero();
  system.compute_rates(at);
  if (n.nu() == 0) return metric.solve(system.segment(at, Segment::kForce));

  Linearization d;
  system.linearize(at, d);
  system.compute_row_times(at);
  const VecX free = metric.solve(system.segment(at, Segment::kForce));
  VecX rate = d.row_z * system.segment(at, Segment::kZdot);
  rate.tail(n.mu) += system.segment(at, Segment::kRowTime);
  VecX nu;
  if (d.row_nu.isZero(0)) {
    nu = metric.multipliers(d.row_w, d.row_w * free + rate);
  } else {
    // Rows that the multipliers enter themselves (constraints between efforts, as Kirchhoff's
    // current law of a capacitor loop) fix them without being differentiated.
    MatX equations = product(d.row_w, metric.solve_columns(d.row_w.transpose()));
    VecX right = d.row_w * free + rate;
    const VecX rows = system.rows(at);
    for (Eigen::Index i = 0; i < equations.rows(); ++i) {
      if (d.row_nu.row(i).isZero(0)) continue;
      equations.row(i) = d.row_nu.row(i);
      right[i] = -rows[i];
    }
    nu = Orthogonal(equations).solve(right);
  }
  system.segment(at, Segment::kLambda) = nu.head(n.lambda);
  system.segment(at, Segment::kMu) = nu.tail(n.mu);
  system.compute_rates(at);
  return metric.solve(system.segment(at, Segment::kForce));
}

}  // namespace porthos::integrate
