#include "linearize/casimirs.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "linearize/scaled.hpp"

namespace porthos::linearize {

using system::Segment;
using system::Workspace;

namespace {

/// What velocities and multipliers that satisfy the velocity constraints do to z', (z x any).
MatX allowed_rates(const Equations& equations, const Derivatives& d) {
  const int w = equations.w(), mu = equations.system().sizes().mu;
  MatX rates(equations.z(), w + equations.x());
  rates << d.g_s.rightCols(w), d.g_x;
  if (mu == 0) return rates;
  MatX rows(mu, w + equations.x());
  rows << d.R_s.bottomRows(mu).rightCols(w), d.R_x.bottomRows(mu);
  return rates * Scaled(std::move(rows)).kernel();
}

/// Changes velocities and multipliers so that the velocity constraints hold, if they can.
void satisfy_rows(const Equations& equations, Workspace& at) {
  const int w = equations.w(), x = equations.x(), mu = equations.system().sizes().mu;
  if (mu == 0) return;
  const Derivatives d = equations.derivatives(at);
  MatX rows(mu, w + x);
  rows << d.R_s.bottomRows(mu).rightCols(w), d.R_x.bottomRows(mu);
  const VecX missing = equations.system().segment(at, Segment::kRow);
  const VecX change = Scaled(std::move(rows)).solve(-missing);
  VecX ds = VecX::Zero(equations.s());
  ds.tail(w) = change.head(w);
  equations.move(at, ds, change.tail(x));
}

}  // namespace

MatX linear_casimirs(const Equations& equations, const Workspace& at) {
  const int z = equations.z(), samples = z + 2;
  const system::System& system = equations.system();
  // Most models have none, which this state says already.
  {
    Workspace here = at;
    if (Scaled(allowed_rates(equations, equations.derivatives(here))).rank() == z)
      return MatX(z, 0);
  }
  std::uint32_t random = 4711;
  const auto next = [&] {
    random = random * 1664525u + 1013904223u;
    return static_cast<double>(random >> 8) / (1 << 23) - 1;
  };
  const int x = equations.x();
  std::vector<MatX> parts;
  Eigen::Index count = 0;
  for (int k = 0; k < samples; ++k) {
    Workspace there = at;
    VecX ds(equations.s()), dx(x);
    const VecX positions = system.segment(at, Segment::kZ);
    for (int i = 0; i < ds.size(); ++i)
      ds[i] = 0.3 * next() * (i < z ? 1 + std::abs(positions[i]) : 1);
    for (double& one : dx) one = next();
    equations.move(there, ds, dx);
    satisfy_rows(equations, there);
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
  // Positions are scaled by what velocities do with them, and N is sought for them as they are.
  const MatX found = Scaled(rates).left_kernel();
  if (found.cols() == 0) return found;
  return found.householderQr().householderQ() * MatX::Identity(z, found.cols());
}

}  // namespace porthos::linearize
