#include "dae/constraint_selection.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "base/independent_rows.hpp"
#include "base/index.hpp"
#include "base/saddle.hpp"
#include "dae/projection.hpp"
#include "expr/query.hpp"

namespace porthos::dae {

using system::Segment;
using system::System;

namespace {

constexpr int kOnPositions = 0, kOnVelocities = 1, kPrescribed = 2;

/// The priorities of the rows of a system, see independent_rows.
std::vector<int> priorities(const System& system) {
  const int lambda = system.sizes().lambda;
  std::vector<int> priority(static_cast<std::size_t>(system.sizes().nu()), kOnVelocities);
  std::fill_n(priority.begin(), lambda, kOnPositions);
  for (const int row : system.assembly().prescribed)
    if (row >= 0) priority[index(lambda + row)] = kPrescribed;
  const Sparse& c_prime = system.kinematics().c_prime;
  for (const auto& [u, z] : system.assembly().clocks)
    for (int row = 0; row < lambda; ++row)
      if (c_prime.find({system.active()[index(row)], z}) >= 0) priority[index(row)] = kPrescribed;
  return priority;
}

void load(const System& system, Workspace& at, const State& state) {
  const Integrable all = system;
  all.set_state(at, state);
  all.clear_multipliers(at);
  system.compute_rows(at);
}

}  // namespace

ConstraintSelection::ConstraintSelection(const Integrable& system)
    : system_(system.system()),
      metric_(system_.metric()),
      masses_(diagonal(metric_.mass())),
      priority_(priorities(system_)),
      at_(system.workspace()),
      kinematics_(system.kinematics()) {}

/// True if only the forces of the rows read multipliers, or efforts, which contain some. Other
/// formulas need the smallest multipliers.
bool ConstraintSelection::is_applicable() const {
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

void ConstraintSelection::compute(const State& state) {
  load(system_, at_, state);
  system_.compute_kinematics(at_, kinematics_);
}

ConstraintSelection::Found ConstraintSelection::find(const State& state,
                                                     std::vector<char>& is_kept) {
  if (system_.sizes().lambda == 0 || !is_applicable()) return Found::kIndependent;
  compute(state);
  const IndependentRows found = independent_rows(kinematics_.Gamma, masses_, priority_);
  is_kept = found.is_kept;
  if (found.rank == system_.sizes().nu()) return Found::kIndependent;
  if (!Projection(system_).find_dependent_rows(at_)) return Found::kIndependent;
  for (std::size_t row = 0; row < priority_.size(); ++row)
    if (priority_[row] == kPrescribed && !is_kept[row]) return Found::kNone;
  return found.is_clear && persists(state, is_kept) ? Found::kSet : Found::kNone;
}

/// True if the set is independent and complete at a nearby pose too: so far away that a
/// bifurcation, where rows depend on each other in this pose alone, would show. Prescribed motion
/// is free here.
bool ConstraintSelection::persists(const State& state, const std::vector<char>& is_kept) {
  constexpr double kFar = 1e-2, kClosed = 1e-12;
  std::vector<char> is_held = is_kept;
  for (std::size_t row = 0; row < is_held.size(); ++row)
    if (priority_[row] != kOnPositions) is_held[row] = 0;
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
  if (way.lpNorm<Eigen::Infinity>() > 1e-9 * all) {  // otherwise nothing can move
    held->segment(at, Segment::kZ) += kFar * length / way.lpNorm<Eigen::Infinity>() * way;
    if (!projection.project_position(at)) return false;
  }
  State beside = state;
  beside.z = held->segment(at, Segment::kZ);
  compute(beside);
  const auto gap = system_.segment(at_, Segment::kGap);
  for (std::size_t i = 0; i < system_.active().size(); ++i)
    if (priority_[i] == kOnPositions && !(std::abs(gap[system_.active()[i]]) <= kClosed * length))
      return false;
  const IndependentRows there = independent_rows(kinematics_.Gamma, masses_, priority_);
  std::vector<int> kept, priority;
  for (std::size_t row = 0; row < is_kept.size(); ++row)
    if (is_kept[row]) {
      kept.push_back(static_cast<int>(row));
      priority.push_back(priority_[row]);
    }
  const IndependentRows own = independent_rows(kinematics_.Gamma.rows_of(kept), masses_, priority);
  const int count = static_cast<int>(kept.size());
  return there.is_clear && there.rank == count && own.is_clear && own.rank == count;
}

bool ConstraintSelection::is_closed(const State& state, const std::vector<char>& is_kept) {
  // Far above rounding, some 1e-16 of the terms of the rows, and far below the accuracy that
  // constraints need.
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

void SelectedSystem::use(std::vector<char> is_kept) {
  is_kept_ = std::move(is_kept);
  reduced_ = is_kept_.empty() ? nullptr : all_.system().with_rows(is_kept_);
}

ConstraintSelection& SelectedSystem::selection() {
  if (!selection_) selection_ = std::make_unique<ConstraintSelection>(all_);
  return *selection_;
}

std::vector<char> SelectedSystem::describe(Archive& archive) const {
  std::vector<char> found = is_kept_;
  archive.flags(found);
  archive.require(found.empty() || found.size() == index(all_.sizes().nu()));
  return found;
}

}  // namespace porthos::dae
