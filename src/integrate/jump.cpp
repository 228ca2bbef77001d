#include "integrate/jump.hpp"

#include <cmath>

namespace porthos::integrate {

// Extrapolated to the end from the half beside it, what is smooth misses by a sixteenth of what it
// misses by from the whole; a jump does not.
bool has_jump(const system::System& system, system::Workspace& at, double t, double h) {
  if (system.assembly().signals.empty()) return false;
  constexpr double kShrunk = 0.3, kRounding = 1e-9;
  const auto signals = [&](double time) {
    system.set_time(at, time);
    return VecX(system.segment(at, system::Segment::kU));
  };
  for (const double side : {1.0, -1.0}) {
    const double end = side > 0 ? t + h : t;
    const VecX u = signals(end);
    const auto miss = [&](double length) -> VecX {  // by a cubic through four points
      const double d = -side * length / 8;
      return u - 2.1875 * signals(end + d) + 2.1875 * signals(end + 3 * d) -
             1.3125 * signals(end + 5 * d) + 0.3125 * signals(end + 7 * d);
    };
    const VecX far = miss(h), near = miss(h / 2);
    for (Eigen::Index i = 0; i < u.size(); ++i)
      if (std::abs(near[i]) > kShrunk * std::abs(far[i]) + kRounding * (1 + std::abs(u[i])))
        return true;
  }
  return false;
}

}  // namespace porthos::integrate
