#include "dae/constraint_selection.hpp"

#include <algorithm>
#include <cmath>
#include <memory>

#include "base/independent_rows.hpp"
#include "base/index.hpp"
#include "base/saddle.hpp"
#include "dae/projection.hpp"
#include "expr/query.hpp"

namespace porthos::dae {

using system::Segment;
using system::System;
using system::Workspace;

namespace {

constexpr int kOnPositions = 0, kOnVelocities = 1, kLeading = 2;

/// The turns of the rows of a system, see independent_rows.
std::vector<int> turns(const System& system) {
  const int lambda = system.sizes().lambda;
  std::vector<int> turn(static_cast<std::size_t>(system.sizes().nu()), kOnVelocities);
  std::fill_n(turn.begin(), lambda, kOnPositions);
  for (const int row : system.assembly().prescribed)
    if (row >= 0) turn[index(lambda + row)] = kLeading;
  const Sparse& c_prime = system.kinematics().c_prime;
  for (const auto& [u, z] : system.assembly().clocks)
    for (int row = 0; row < lambda; ++row)
      if (c_prime.find({system.active()[index(row)], z}) >= 0) turn[index(row)] = kLeading;
  return turn;
}

void load(const System& system, Workspace& at, const State& state) {
  system.set_time(at, state.t);
  system.segment(at, Segment::kZ) = state.z;
  system.segment(at, Segment::kW) = state.w;
  system.segment(at, Segment::kLambda).setZero();
  system.segment(at, Segment::kMu).setZero();
  system.compute_rows(at);
}

}  // namespace

ConstraintSelection::ConstraintSelection(const System& system)
    : system_(system),
      metric_(system.mass()),
      masses_(diagonal(metric_.mass())),
      turn_(turns(system)),
      at_(system.workspace()),
      kinematics_(system.kinematics()) {}

/// Whether nothing reads a multiplier, or an effort, which contains some, but the forces of the
/// rows: what else does needs the smallest ones.
bool ConstraintSelection::is_suited() const {
  const int states = system_.sizes().z + system_.sizes().w;
  if (!system_.is_linear_in_multipliers() || metric_.has_massless()) return false;
  for (const auto& [row, column] : system_.jacobian().entries())
    if (column >= states && (row < system_.sizes().z || row >= states)) return false;
  return std::ranges::none_of(system_.assembly().instances, [](const auto& instance) {
    const laws::Laws& laws = *instance.laws;
    const auto reads = [&](const expr::Expr& flow) { return expr::depends_on_any(flow, laws.e); };
    return std::ranges::any_of(laws.ports, reads, &laws::Port::flow) ||
           std::ranges::any_of(laws.resistive, reads, &laws::Resistive::flow);
  });
}

void ConstraintSelection::look(const State& state) {
  load(system_, at_, state);
  system_.compute_kinematics(at_, kinematics_);
}

ConstraintSelection::Found ConstraintSelection::find(const State& state,
                                                     std::vector<char>& is_kept) {
  if (system_.sizes().lambda == 0 || !is_suited()) return Found::kIndependent;
  look(state);
  const IndependentRows found = independent_rows(kinematics_.Gamma, masses_, turn_);
  is_kept = found.is_kept;
  if (found.rank == system_.sizes().nu()) return Found::kIndependent;
  if (!Projection(system_).find_dependent_rows(at_)) return Found::kIndependent;
  for (std::size_t row = 0; row < turn_.size(); ++row)
    if (turn_[row] == kLeading && !is_kept[row]) return Found::kNone;
  return found.is_clear && lasts(state, is_kept) ? Found::kSet : Found::kNone;
}

/// Whether the set is one at a pose beside this one as well: so far away that a branching of the
/// motions, where rows depend on each other in this pose alone, would show. What leads the motion
/// does not hold it here.
bool ConstraintSelection::lasts(const State& state, const std::vector<char>& is_kept) {
  constexpr double kFar = 1e-2, kClosed = 1e-12;
  std::vector<char> is_held = is_kept;
  for (std::size_t row = 0; row < is_held.size(); ++row)
    if (turn_[row] != kOnPositions) is_held[row] = 0;
  const std::unique_ptr<System> held = system_.with_rows(is_held);
  Projection projection(*held);
  Workspace at = held->workspace();
  load(*held, at, state);
  system::Kinematics kinematics = held->kinematics();
  held->compute_kinematics(at, kinematics);
  VecX free(masses_.size());
  for (Eigen::Index i = 0; i < free.size(); ++i)
    free[i] = (static_cast<double>(i * i % 7) - 2.5) / std::sqrt(masses_[i]);
  const double all = kinematics.Z.times(free).lpNorm<Eigen::Infinity>();
  for (int k = 0; k < 2; ++k) free -= projection.least_change(at, kinematics.Gamma.times(free));
  const VecX way = kinematics.Z.times(free);
  const double length = 1 + state.z.lpNorm<Eigen::Infinity>();
  if (way.lpNorm<Eigen::Infinity>() > 1e-9 * all) {  // else nothing can move
    held->segment(at, Segment::kZ) += kFar * length / way.lpNorm<Eigen::Infinity>() * way;
    if (!projection.position(at)) return false;
  }
  State beside = state;
  beside.z = held->segment(at, Segment::kZ);
  look(beside);
  const auto gap = system_.segment(at_, Segment::kGap);
  for (std::size_t i = 0; i < system_.active().size(); ++i)
    if (turn_[i] == kOnPositions && !(std::abs(gap[system_.active()[i]]) <= kClosed * length))
      return false;
  const IndependentRows there = independent_rows(kinematics_.Gamma, masses_, turn_);
  std::vector<int> kept, turn;
  for (std::size_t row = 0; row < is_kept.size(); ++row)
    if (is_kept[row]) {
      kept.push_back(static_cast<int>(row));
      turn.push_back(turn_[row]);
    }
  const IndependentRows own = independent_rows(kinematics_.Gamma.rows_of(kept), masses_, turn);
  const int count = static_cast<int>(kept.size());
  return there.is_clear && there.rank == count && own.is_clear && own.rank == count;
}

bool ConstraintSelection::holds(const State& state, const std::vector<char>& is_kept) {
  // Far above rounding, which is some 1e-16 of what the rows are made of, and far below what a
  // constraint may be off.
  constexpr double kClosed = 1e-13, kStill = 1e-12;
  load(system_, at_, state);
  const auto& n = system_.sizes();
  const double length = 1 + state.z.lpNorm<Eigen::Infinity>();
  const double speed = length * state.w.lpNorm<Eigen::Infinity>();
  const auto gap = system_.segment(at_, Segment::kGap);
  const VecX rates = system_.rows(at_);
  for (int row = 0; row < n.nu(); ++row) {
    if (is_kept[index(row)]) continue;
    const bool is_closed =
        row >= n.lambda || std::abs(gap[system_.active()[index(row)]]) <= kClosed * length;
    if (!is_closed || !(std::abs(rates[row]) <= kStill * speed)) return false;
  }
  return true;
}

}  // namespace porthos::dae
