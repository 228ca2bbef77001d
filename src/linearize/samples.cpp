#include "linearize/samples.hpp"

#include <cstdint>
#include <utility>
#include <vector>

#include "linearize/scaled.hpp"

namespace porthos::linearize {

using system::Segment;
using system::Workspace;

namespace {

/// Changes velocities and multipliers so that the velocity constraints hold, if possible.
void satisfy_rows(const Equations& equations, Workspace& at) {
  const int w = equations.w(), x = equations.x(), mu = equations.system().sizes().mu;
  if (mu == 0) return;
  const Derivatives d = equations.derivatives(at);
  MatX rows(mu, w + x);
  rows << d.R_s.bottomRows(mu).rightCols(w), d.R_x.bottomRows(mu);
  const VecX missing = equations.system().segment(at, Segment::kRow);
  const VecX change = Scaled(rows).solve(-missing);
  VecX ds = VecX::Zero(equations.s());
  ds.tail(w) = change.head(w);
  equations.move(at, ds, change.tail(x));
}

}  // namespace

std::vector<Workspace> states_around(const Equations& equations, const Workspace& at, int count,
                                     double reach) {
  std::uint32_t random = 4711;
  const auto next = [&] {
    random = random * 1664525u + 1013904223u;
    return static_cast<double>(random >> 8) / (1 << 23) - 1;
  };
  const VecX positions = equations.system().segment(at, Segment::kZ);
  const VecX typical = equations.sizes(at);
  VecX wide = VecX::Ones(typical.size());
  wide.head(equations.z()) += positions.cwiseAbs();
  std::vector<Workspace> made;
  for (int k = 0; k < count; ++k) {
    const VecX& sizes = k % 2 == 0 ? wide : typical;
    Workspace there = at;
    VecX ds(equations.s()), dx(equations.x());
    for (int i = 0; i < ds.size(); ++i) ds[i] = 0.3 * next() * sizes[i];
    ds.head(equations.z()) *= reach;
    for (int i = 0; i < dx.size(); ++i) dx[i] = next() * sizes[equations.s() + i];
    equations.move(there, ds, dx);
    satisfy_rows(equations, there);
    made.push_back(std::move(there));
  }
  return made;
}

std::vector<Workspace> states_near_and_far(const Equations& equations, const Workspace& at,
                                           int count) {
  std::vector<Workspace> made;
  for (const double reach : {1.0, 10.0, 100.0, 1e4, 1e6})
    for (Workspace& one : states_around(equations, at, count, reach))
      made.push_back(std::move(one));
  return made;
}

bool supplies_power(const Equations& equations, const Workspace& at) {
  constexpr int kDirections = 12;
  constexpr double kRounding = 1e-9;  // of the largest power at this distance
  const system::System& system = equations.system();
  if (system.sizes().power == 0) return false;
  const VecX here = equations.unknowns(at);
  const std::vector<Workspace> around = states_around(equations, at, kDirections);
  // Steps between states that satisfy the rows keep them, up to the square of the step.
  for (double share = 0.1; share > 1e-9; share /= 4) {
    VecX least = VecX::Zero(system.sizes().power), largest = least;
    for (const Workspace& one : around) {
      const VecX step = share * (equations.unknowns(one) - here);
      Workspace there = at;
      equations.move(there, step.head(equations.s()), step.tail(equations.x()));
      system.compute_powers(there);
      const VecX power = system.segment(there, Segment::kPower);
      if (!power.allFinite()) continue;
      least = least.cwiseMin(power);
      largest = largest.cwiseMax(power.cwiseAbs());
    }
    if ((least.array() < -kRounding * largest.array()).any()) return true;
  }
  return false;
}

bool is_lossless(const Equations& equations, const Workspace& at) {
  const system::System& system = equations.system();
  if (system.sizes().power == 0) return true;
  for (Workspace& there : states_around(equations, at, 6)) {
    system.compute_powers(there);
    if (!system.segment(there, Segment::kPower).isZero(0)) return false;
  }
  return true;
}

bool is_linear(const Equations& equations, const Workspace& at) {
  constexpr double kRounding = 1e-14;
  const auto flat = [&](Workspace& there) {
    const Derivatives d = equations.derivatives(there);
    std::vector<double> all;
    for (const MatX* part : {&d.g_s, &d.g_x, &d.f_s, &d.f_x, &d.c_s, &d.R_s, &d.R_x})
      all.insert(all.end(), part->data(), part->data() + part->size());
    return VecX(Eigen::Map<const VecX>(all.data(), static_cast<Eigen::Index>(all.size())));
  };
  Workspace here = at;
  const VecX first = flat(here);
  for (Workspace& there : states_near_and_far(equations, at, 6)) {
    const VecX other = flat(there);
    const VecX most = kRounding * first.cwiseAbs().cwiseMax(other.cwiseAbs());
    if (!((other - first).cwiseAbs().array() <= most.array()).all()) return false;
  }
  return true;
}

}  // namespace porthos::linearize
