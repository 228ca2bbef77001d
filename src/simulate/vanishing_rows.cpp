#include "simulate/vanishing_rows.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include "base/index.hpp"
#include "system/switching_times.hpp"

namespace porthos::simulate {

using system::Segment;
using system::System;
using system::Workspace;

namespace {

/// Pseudo-random numbers between -1 and 1, the same in each run.
class Nearby {
 public:
  double next() {
    state_ = state_ * 1664525u + 1013904223u;
    return static_cast<double>(state_ >> 8) / (1 << 23) - 1;
  }
  VecX beside(const VecX& x, double away) {
    VecX made = x;
    for (Eigen::Index i = 0; i < x.size(); ++i) made[i] += away * next() * (0.3 + std::abs(x[i]));
    return made;
  }

 private:
  std::uint32_t state_ = 2027;
};

/// Unmarks the rows whose value, derivatives or multiplier forces are not zero here.
void keep_idle(const System& system, Workspace& at, Sparse& jacobian, std::vector<char>& is_idle) {
  system.compute_rates(at);
  const VecX rows = system.rows(at);
  const auto gap = system.segment(at, Segment::kGap);
  const auto& n = system.sizes();
  const int first = n.z + n.w;
  for (int row = 0; row < n.nu(); ++row) {
    if (rows[row] != 0 || (row < n.lambda && gap[system.active()[index(row)]] != 0))
      is_idle[index(row)] = 0;
  }
  system.linearize(at, jacobian);
  std::size_t k = 0;
  for (const auto& [i, j] : jacobian.entries()) {
    if (jacobian.value[k++] == 0) continue;
    if (i >= first) is_idle[index(i - first)] = 0;
    if (j >= first) is_idle[index(j - first)] = 0;
  }
}

}  // namespace

system::Phase first_phase(const System& system) {
  system::Phase phase{0, kFirstPhase};
  const system::TimeFunctions& time = system.assembly().time;
  if (time.switches.empty()) return {};
  if (const auto moment = system::SwitchingTimes(time).next(0, phase.end)) phase.end = moment->t;
  phase.at = 0.5 * phase.end;
  return phase;
}

std::vector<char> vanishing_rows(const System& system, const VecX& z, const VecX& w, double from,
                                 double until) {
  constexpr double kAway = 0.01;  // near enough for formulas that are defined here
  constexpr std::array<double, 4> kShares{0.03, 0.31, 0.62, 0.97};
  const auto is_any = [](const std::vector<char>& rows) {
    return std::ranges::any_of(rows, [](char row) { return row != 0; });
  };
  const auto& n = system.sizes();
  std::vector<char> is_idle(static_cast<std::size_t>(n.nu()), 1);
  if (system.assembly().time.switches.empty() || !is_any(is_idle)) return {};
  Workspace at = system.workspace();
  Sparse jacobian = system.jacobian();
  Nearby scatter;
  for (const double share : kShares) {
    system.set_time(at, from + share * (until - from));
    system.segment(at, Segment::kZ) = scatter.beside(z, kAway);
    system.segment(at, Segment::kW) = scatter.beside(w, kAway);
    system.segment(at, Segment::kLambda) = scatter.beside(VecX::Ones(n.lambda), 1);
    system.segment(at, Segment::kMu) = scatter.beside(VecX::Ones(n.mu), 1);
    keep_idle(system, at, jacobian, is_idle);
    if (!is_any(is_idle)) return {};
  }
  return is_idle;
}

std::unique_ptr<System> without_vanishing(const System& system, const VecX& idle) {
  if (idle.size() == 0 || (idle.array() == 0).all()) return nullptr;
  std::vector<char> is_kept;
  for (const double row : idle) is_kept.push_back(row == 0);
  return system.with_rows(is_kept);
}

}  // namespace porthos::simulate
