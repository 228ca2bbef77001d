#include "linearize/casimirs.hpp"

#include <utility>
#include <vector>

#include "linearize/samples.hpp"
#include "linearize/scaled.hpp"
#include "structure/decompositions.hpp"

namespace porthos::linearize {

using system::Segment;
using system::Workspace;

namespace {

/// The rows of velocity constraints and of the balances of massless velocities, with respect to
/// velocities and multipliers. They join the currents of a circuit.
MatX joining_rows(const Equations& equations, const Derivatives& d) {
  const int w = equations.w(), mu = equations.system().sizes().mu, m = equations.massless();
  MatX rows(m + mu, w + equations.x());
  rows << d.R_s.topRows(m).rightCols(w), d.R_x.topRows(m), d.R_s.bottomRows(mu).rightCols(w),
      d.R_x.bottomRows(mu);
  return rows;
}

/// The z' that admissible velocities and multipliers cause, (z x any).
MatX allowed_rates(const Equations& equations, const Derivatives& d) {
  MatX rates(equations.z(), equations.w() + equations.x());
  rates << d.g_s.rightCols(equations.w()), d.g_x;
  const MatX rows = joining_rows(equations, d);
  return rows.rows() == 0 ? rates : MatX(rates * Scaled(rows).kernel());
}

/// Changes massless velocities and multipliers so that those rows hold, by Newton's method.
void satisfy_joining_rows(const Equations& equations, Workspace& at) {
  constexpr int kSteps = 5;
  const int w = equations.w(), mu = equations.system().sizes().mu;
  if (equations.massless() == 0) return;  // velocity constraints hold already
  for (int step = 0; step < kSteps; ++step) {
    const VecX balance =
        equations.N().transpose() * equations.system().segment(at, Segment::kForce);
    VecX missing(balance.size() + mu);
    missing << balance, equations.system().segment(at, Segment::kRow);
    const VecX change = Scaled(joining_rows(equations, equations.derivatives(at))).solve(-missing);
    VecX ds = VecX::Zero(equations.s());
    ds.tail(w) = change.head(w);
    equations.move(at, ds, change.tail(equations.x()));
  }
}

}  // namespace

MatX linear_casimirs(const Equations& equations, const Workspace& at) {
  const int z = equations.z(), samples = z + 2;
  const system::System& system = equations.system();
  // Most models have none, which this state already shows.
  {
    Workspace here = at;
    if (Scaled(allowed_rates(equations, equations.derivatives(here))).rank() == z)
      return MatX(z, 0);
  }
  std::vector<MatX> parts;
  Eigen::Index count = 0;
  for (Workspace& there : states_around(equations, at, samples)) {
    satisfy_joining_rows(equations, there);
    parts.push_back(allowed_rates(equations, equations.derivatives(there)));
    parts.push_back(system.segment(there, Segment::kZdot));
    count += parts[parts.size() - 2].cols() + 1;
  }
  MatX rates(z, count);
  Eigen::Index next_column = 0;
  for (const MatX& part : parts) {
    rates.middleCols(next_column, part.cols()) = part;
    next_column += part.cols();
  }
  if (!rates.allFinite()) return MatX(z, 0);
  // Positions are scaled by their rates; N is computed for unscaled positions.
  const MatX found = Scaled(rates).left_kernel();
  if (found.cols() == 0) return found;
  return structure::orthonormal_basis(found);
}

}  // namespace porthos::linearize
