#include "linearize/casimirs.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "linearize/scaled.hpp"

namespace porthos::linearize {

using system::Segment;

MatX linear_casimirs(const Equations& equations, const system::Workspace& at) {
  const int z = equations.z(), w = equations.w(), samples = z + 2;
  const system::System& system = equations.system();
  // Most models have none, which the matrix Z of this state says already.
  {
    system::Workspace here = at;
    const Derivatives d = equations.derivatives(here);
    MatX by_speeds(z, w + d.g_x.cols());
    by_speeds << d.Z, d.g_x;
    if (Scaled(by_speeds).rank() == z) return MatX(z, 0);
  }
  std::uint32_t random = 4711;
  const auto next = [&] {
    random = random * 1664525u + 1013904223u;
    return static_cast<double>(random >> 8) / (1 << 23) - 1;
  };
  const int x = equations.x();
  MatX rates(z, samples * (w + x + 1));
  for (int k = 0; k < samples; ++k) {
    system::Workspace there = at;
    VecX ds(equations.s()), dx(x);
    const VecX positions = system.segment(at, Segment::kZ);
    for (int i = 0; i < ds.size(); ++i)
      ds[i] = 0.3 * next() * (i < z ? 1 + std::abs(positions[i]) : 1);
    for (double& one : dx) one = next();
    equations.move(there, ds, dx);
    const Derivatives d = equations.derivatives(there);
    rates.middleCols(k * (w + x + 1), w + x + 1) << d.Z, d.g_x,
        VecX(system.segment(there, Segment::kZdot));
  }
  if (!rates.allFinite()) return MatX(z, 0);
  // Positions are scaled by what velocities do with them, and N is sought for them as they are.
  const MatX found = Scaled(rates).left_kernel();
  if (found.cols() == 0) return found;
  return found.householderQr().householderQ() * MatX::Identity(z, found.cols());
}

}  // namespace porthos::linearize
