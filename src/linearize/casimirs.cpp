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

/// The z' that admissible velocities and multipliers cause, (z x any).
MatX allowed_rates(const Equations& equations, const Derivatives& d) {
  const int w = equations.w(), mu = equations.system().sizes().mu;
  MatX rates(equations.z(), w + equations.x());
  rates << d.g_s.rightCols(w), d.g_x;
  if (mu == 0) return rates;
  MatX rows(mu, w + equations.x());
  rows << d.R_s.bottomRows(mu).rightCols(w), d.R_x.bottomRows(mu);
  return rates * Scaled(rows).kernel();
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
