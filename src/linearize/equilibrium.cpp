#include "linearize/equilibrium.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <tuple>
#include <utility>

#include "base/index.hpp"
#include "linearize/casimirs.hpp"
#include "linearize/free_positions.hpp"
#include "linearize/line.hpp"
#include "linearize/samples.hpp"
#include "linearize/scaled.hpp"

namespace porthos::linearize {

using system::Segment;
using system::Workspace;

namespace {

/// The positions that rest in a steady motion, besides those that rest at the start.
struct Settling {
  std::vector<int> rests;  // even if they move at the start
  std::vector<int> moves;  // even if they rest at the start
};

/// What no motion changes.
struct Kept {
  MatX casimirs;  // (z x n) linear functions of positions
  std::optional<double> energy;
};

double energy_of(const Equations& equations, Workspace at) {
  const VecX w = equations.system().segment(at, Segment::kW);
  return w.dot(equations.M() * w) / 2 + equations.system().potential_energy(at);
}

/// The equations (S) and their derivatives.
class Search {
 public:
  Search(const Equations& equations, Stationary kind, const std::vector<int>& clocks,
         const std::vector<int>& fixed, const Settling& settling, Reference& from, Kept kept)
      : equations_(equations),
        is_steady_(kind == Stationary::kSteady),
        fixed_(fixed),
        kept_(std::move(kept)) {
    for (int i = 0; i < equations.z(); ++i) {
      const bool is_clock = std::ranges::count(clocks, i) > 0;
      if (is_clock) fixed_.push_back(i);
      const bool rests = (from.s_rate[i] == 0 && std::ranges::count(settling.moves, i) == 0) ||
                         std::ranges::count(settling.rests, i) > 0;
      if (!is_clock && (!is_steady_ || rests)) resting_.push_back(i);
    }
  }

  /// Keeps fixed states unchanged to the last bit.
  void hold(VecX& step) const {
    for (const int i : fixed_) step[i] = 0;
  }

  VecX values(Workspace& at) const {
    const system::System& system = equations_.system();
    const VecX z_rate = system.segment(at, Segment::kZdot);
    VecX rest(static_cast<Eigen::Index>(resting_.size()));
    for (Eigen::Index i = 0; i < rest.size(); ++i) rest[i] = z_rate[resting_[index(i)]];
    const VecX f = system.segment(at, Segment::kForce), c = system.segment(at, Segment::kGap),
               rows = system.rows(at);
    VecX turning(0);
    if (is_steady_) turning = row_rates(equations_.derivatives(at), z_rate);
    const auto kept = static_cast<Eigen::Index>(fixed_.size()) + kept_.casimirs.cols();
    VecX missing(kept_.energy ? 1 : 0);
    if (kept_.energy) missing[0] = energy_of(equations_, at) - *kept_.energy;
    VecX all(rest.size() + f.size() + c.size() + rows.size() + turning.size() + kept +
             missing.size());
    all << rest, f, c, rows, turning, VecX::Zero(kept), missing;
    return all;
  }

  /// With respect to (z, w, x).
  MatX derivatives(Workspace& at) const {
    const int z = equations_.z(), w = equations_.w(), s = equations_.s(), x = equations_.x();
    const int m = equations_.massless(), nu = x - m;
    const Derivatives d = equations_.derivatives(at);
    const auto rest = static_cast<Eigen::Index>(resting_.size());
    const Eigen::Index c = d.c_s.rows(), turning = is_steady_ ? x : 0;
    const Eigen::Index first = rest + w + c + nu;
    const auto held = static_cast<Eigen::Index>(fixed_.size());
    const Eigen::Index casimirs = first + turning + held, n = kept_.casimirs.cols();
    MatX J = MatX::Zero(casimirs + n + (kept_.energy ? 1 : 0), s + x);
    for (Eigen::Index i = 0; i < rest; ++i) {
      const int of = resting_[index(i)];
      J.row(i) << d.g_s.row(of), d.g_x.row(of);
    }
    J.middleRows(rest, w) << d.f_s, d.f_x;
    J.block(rest + w, 0, c, s) = d.c_s;
    J.middleRows(rest + w + c, nu) << d.R_s.bottomRows(nu), d.R_x.bottomRows(nu);
    if (turning > 0) {
      const VecX z_rate = equations_.system().segment(at, Segment::kZdot);
      const MatX by_z = d.R_s.leftCols(z);
      J.middleRows(first, x) << by_z * d.g_s, by_z * d.g_x;
      J.middleRows(first, x) += turning_of(at, z_rate);
    }
    for (std::size_t k = 0; k < fixed_.size(); ++k) {
      const auto row = first + turning + static_cast<Eigen::Index>(k);
      J(row, fixed_[k]) = 1;
      if (fixed_[k] >= z) J.row(row).segment(s, m) = equations_.N().row(fixed_[k] - z);
    }
    J.block(casimirs, 0, n, z) = kept_.casimirs.transpose();
    if (kept_.energy)
      J.bottomRows(1).leftCols(s) << equations_.system().segment(at, Segment::kE).transpose(),
          (equations_.M() * equations_.system().segment(at, Segment::kW)).transpose();
    // The massless part of a velocity is in x.
    J.block(0, z, J.rows(), w) *=
        MatX::Identity(w, w) - equations_.N() * equations_.N().transpose();
    return J;
  }

 private:
  /// In a steady motion multipliers and massless velocities stay, so that R_z z' = 0.
  VecX row_rates(const Derivatives& d, const VecX& z_rate) const {
    return d.R_s.leftCols(equations_.z()) * z_rate;
  }

  /// The rate of change, along z', of the derivatives of R with respect to (z, w, x).
  MatX turning_of(const Workspace& at, const VecX& z_rate) const {
    const Eigen::Index columns = equations_.s() + equations_.x();
    VecX direction = VecX::Zero(equations_.s());
    direction.head(z_rate.size()) = z_rate;
    const VecX all = derivative_along(
        [&](double step) {
          Workspace there = at;
          equations_.move(there, step * direction, VecX::Zero(equations_.x()));
          const Derivatives d = equations_.derivatives(there);
          MatX rows(equations_.x(), columns);
          rows << d.R_s, d.R_x;
          return VecX(rows.reshaped());
        },
        reach_of(direction));
    return all.reshaped(equations_.x(), columns);
  }

  const Equations& equations_;
  const bool is_steady_;
  std::vector<int> fixed_, resting_;
  Kept kept_;
};

/// The largest remaining equation and its number. It is relative to the change of its terms by the
/// size of each unknown, but not to terms that are far larger than those of the start: a search may
/// run to infinity, where friction grows without bound.
std::pair<double, int> residual(const VecX& r, const MatX& J, const VecX& sizes,
                                const VecX& of_start) {
  constexpr double kFarLarger = 1e4;
  VecX size = J.cwiseAbs() * sizes;
  for (Eigen::Index i = 0; i < size.size(); ++i)
    if (of_start[i] > 0) size[i] = std::min(size[i], kFarLarger * of_start[i]);
  std::pair<double, int> worst{0, -1};
  for (Eigen::Index i = 0; i < r.size(); ++i) {
    const double share = std::abs(r[i]) / std::max(size[i], 1e-300);
    if (r[i] != 0 && !(share <= worst.first)) worst = {share, static_cast<int>(i)};
  }
  return worst;
}

/// True if a step that is not small would still be needed to balance the rest r: a force that only
/// fades, as exp(-x), is small far away beside the terms of velocities.
bool is_far(const Search& search, const MatX& J, const VecX& sizes, const VecX& r) {
  constexpr double kFaint = 1e-13, kFar = 1e-2;
  VecX rest = Scaled(J, sizes, kFaint, kFaint).solve(-r);
  search.hold(rest);
  return rest.cwiseQuotient(sizes).lpNorm<Eigen::Infinity>() > kFar;
}

Equilibrium iterate(const Equations& equations, const Search& search, Workspace at) {
  constexpr int kMost = 100;
  constexpr double kConverged = 1e-14, kTiny = 1e-10, kStalled = 1e-11, kFarthest = 0.5,
                   kShortest = 1e-6;
  // If the rest is not rounding, the equations contradict each other.
  constexpr double kRounding = 1e-9;
  Equilibrium made;
  VecX r = search.values(at), sizes = equations.sizes(at);
  MatX J = search.derivatives(at);
  const VecX of_start = J.cwiseAbs() * sizes;
  double before = std::numeric_limits<double>::infinity();
  // Steps are limited generously: a search may have to leave the start far behind.
  const auto length = [&](const VecX& step) {
    const VecX wide = equations.unknowns(at).head(step.size()).cwiseAbs().cwiseMax(1.0);
    return step.cwiseQuotient(wide).lpNorm<Eigen::Infinity>();
  };
  const auto is_tiny = [&](const VecX& step) {
    const VecX shares = step.cwiseQuotient(sizes);
    return length(step) <= kConverged && shares.lpNorm<Eigen::Infinity>() <= kTiny;
  };
  for (; made.iterations < kMost && J.allFinite() && r.allFinite(); ++made.iterations) {
    const Scaled matrix(J, sizes, 1e-9);
    VecX step = matrix.solve(-r);
    search.hold(step);
    const double whole = step.size() > 0 ? length(step) : 0;
    if (whole == 0 || is_tiny(step) || (whole < kStalled && whole > 0.3 * before)) break;
    before = whole;
    double share = std::min(1.0, kFarthest / length(VecX(step.head(equations.s()))));
    bool is_nearer = false;
    for (; share > kShortest; share /= 2) {
      Workspace there = at;
      const VecX part = share * step;
      equations.move(there, part.head(equations.s()), part.tail(equations.x()));
      const VecX rest = search.values(there);
      if (!rest.allFinite()) continue;
      const double next = length(VecX(matrix.solve(-rest)));
      if (next <= (1 - share / 4) * whole || next < kStalled) {
        at = std::move(there);
        r = rest;
        is_nearer = true;
        break;
      }
    }
    if (!is_nearer) break;
    sizes = equations.sizes(at);
    J = search.derivatives(at);
  }
  const system::System& system = equations.system();
  made.z = system.segment(at, Segment::kZ);
  made.w = system.segment(at, Segment::kW);
  std::tie(made.residual, made.worst) = residual(r, J, sizes, of_start);
  made.is_found = J.allFinite() && r.allFinite() && made.residual <= kRounding;
  // Without derivatives, as of friction at rest, residuals cannot be compared.
  if (!J.allFinite() || !r.allFinite()) made.worst = -1;
  if (!made.is_found || r.size() == 0) return made;
  made.is_found = !is_far(search, J, sizes, r);
  if (!made.is_found) made.worst = -1;  // every equation is nearly met
  return made;
}

/// The equilibrium near a state, among the states with the same `kept`.
Equilibrium find_beside(const Equations& equations, const VecX& z, const VecX& w, Stationary kind,
                        const std::vector<int>& clocks, const std::vector<int>& fixed,
                        const Settling& settling, const Kept& kept) {
  const system::System& system = equations.system();
  Reference from = make_reference(equations, z, w, clocks);
  if (!from.s_rate.allFinite()) {  // multipliers may exist only at the equilibrium
    system.segment(from.at, Segment::kW) = w;
    system.segment(from.at, Segment::kLambda).setZero();
    system.segment(from.at, Segment::kMu).setZero();
    system.compute_rates(from.at);
  }
  const Search search(equations, kind, clocks, fixed, settling, from, kept);
  Equilibrium made = iterate(equations, search, from.at);
  const VecX sizes = equations.sizes(from.at);
  const auto distance = [&](const Equilibrium& of) {
    const VecX change = (of.z - z).cwiseQuotient(sizes.head(z.size()));
    return of.is_found && change.size() > 0 ? change.lpNorm<Eigen::Infinity>() : 0;
  };
  // From a moving state the shortest step changes positions so that forces of velocities balance.
  // It may lead far away, and into a singular pose.
  if (kind == Stationary::kRest && !w.isZero(0)) {
    Workspace still = from.at;
    VecX ds = VecX::Zero(equations.s());
    for (int i = 0; i < equations.w(); ++i)
      if (std::ranges::count(fixed, equations.z() + i) == 0) ds[equations.z() + i] = -w[i];
    equations.move(still, ds, VecX::Zero(equations.x()));
    system.segment(still, Segment::kLambda).setZero();
    system.segment(still, Segment::kMu).setZero();
    system.compute_rates(still);
    Equilibrium other = iterate(equations, search, still);
    constexpr double kNearer = 0.99;
    const int iterations = made.iterations + other.iterations;
    if (!made.is_found || (other.is_found && distance(other) < kNearer * distance(made)))
      made = other;
    made.iterations = iterations;
  }
  // If a force has no slope (a horizontal pendulum), no direction improves the residual; a nearby
  // state has one.
  std::uint32_t random = 2028;
  for (const double away : {0.03, 0.1, 0.3, 1.0}) {
    if (made.is_found) break;
    Workspace aside = from.at;
    VecX ds = VecX::Zero(equations.s());
    for (int i = 0; i < equations.z(); ++i) {
      random = random * 1664525u + 1013904223u;
      const double share = static_cast<double>(random >> 8) / (1 << 23) - 1;
      if (std::ranges::count(fixed, i) == 0 && std::ranges::count(clocks, i) == 0)
        ds[i] = away * share * sizes[i];
    }
    equations.move(aside, ds, VecX::Zero(equations.x()));
    Equilibrium other = iterate(equations, search, aside);
    other.iterations += made.iterations;
    if (other.is_found)
      made = other;
    else
      made.iterations = other.iterations;
  }
  return made;
}

/// What may rest and move in a steady motion, the likeliest first. Fluxes, charges and entropies,
/// which change without velocities, settle if the motion depends on them. Positions on which no
/// motion depends may begin to move then, as the angle of a motor.
std::vector<Settling> find_settling(const Equations& equations, const Reference& from,
                                    const std::vector<int>& clocks) {
  constexpr int kSamples = 3;
  const FreePositions free = find_free_positions(equations, from.at, clocks);
  std::vector<char> changes(index(equations.z()), 0);
  for (Workspace& at : states_around(equations, from.at, kSamples)) {
    equations.system().segment(at, Segment::kW).setZero();
    equations.system().compute_rates(at);
    const VecX z_rate = equations.system().segment(at, Segment::kZdot);
    for (int i = 0; i < equations.z(); ++i)
      if (z_rate[i] != 0) changes[index(i)] = 1;
  }
  std::vector<int> rests;
  for (int i = 0; i < equations.z(); ++i)
    if (changes[index(i)] && std::ranges::count(free.positions, i) == 0 &&
        std::ranges::count(clocks, i) == 0)
      rests.push_back(i);
  if (rests.empty()) return {{}};
  return {{rests, {}}, {rests, free.positions}, {}};
}

}  // namespace

Equilibrium find_equilibrium(const Equations& equations, const VecX& z, const VecX& w,
                             Stationary kind, const std::vector<int>& clocks,
                             const std::vector<int>& fixed, bool keeps_energy) {
  const MatX none(equations.z(), 0);
  const Reference from = make_reference(equations, z, w, clocks);
  const MatX casimirs = linear_casimirs(equations, from.at);
  // No motion reaches another leaf or energy, but another start may have it.
  std::vector<Kept> held;
  if (keeps_energy) held.push_back({casimirs, energy_of(equations, from.at)});
  held.push_back({casimirs, {}});
  if (casimirs.cols() > 0) held.push_back({none, {}});
  std::vector<Settling> choices{{}};
  if (kind == Stationary::kSteady) choices = find_settling(equations, from, clocks);
  Equilibrium made;
  int iterations = 0;
  for (const Settling& settling : choices)
    for (const Kept& kept : held) {
      made = find_beside(equations, z, w, kind, clocks, fixed, settling, kept);
      iterations = made.iterations += iterations;
      if (made.is_found) return made;
    }
  return made;
}

}  // namespace porthos::linearize
