#include "simulate/start_corrections.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "base/index.hpp"
#include "base/saddle.hpp"

// The order in which values change: first all equally, which is right if no stated value moves;
// then with the stated ones held; then with the least change of these.

namespace porthos::simulate {
namespace {

using system::Segment;
using system::StartValue;

/// The rounding of a value that stays.
constexpr double kRoundingOfStart = 1e-12;

std::vector<int> fixed_of(const std::vector<StartValue>& states) {
  std::vector<int> indices;
  for (std::size_t i = 0; i < states.size(); ++i)
    if (states[i].is_fixed) indices.push_back(static_cast<int>(i));
  return indices;
}

/// The indices that are stated and not fixed.
std::vector<int> stated_of(const std::vector<StartValue>& states) {
  std::vector<int> indices;
  for (std::size_t i = 0; i < states.size(); ++i)
    if (states[i].is_stated && !states[i].is_fixed) indices.push_back(static_cast<int>(i));
  return indices;
}

std::vector<int> both(std::vector<int> a, const std::vector<int>& b) {
  a.insert(a.end(), b.begin(), b.end());
  sort_once(a);
  return a;
}

/// The indices whose value equals the goal up to this share.
std::vector<int> kept(const std::vector<int>& which, const VecX& now, const VecX& goal,
                      double share) {
  std::vector<int> found;
  for (const int i : which)
    if (std::abs(now[i] - goal[i]) <= share * (1 + std::abs(goal[i]))) found.push_back(i);
  return found;
}

VecX values_of(const std::vector<StartValue>& states) {
  VecX made(std::ssize(states));
  for (Eigen::Index i = 0; const StartValue& state : states) made[i++] = state.value;
  return made;
}

/// The allowed rest, if another order has left so much; `size` is that of the quantities.
double at_most(double left, double size) { return std::max(10 * left, 1e-14 * (1 + size)); }

/// See gap_units.
VecX units_of_gaps(const system::System& system) {
  constexpr double kAboutOne = 1e3;
  const VecX& change = system.assembly().typical.change;
  VecX units = VecX::Ones(system.sizes().c);
  for (Eigen::Index i = 0; i < change.size(); ++i)
    if (change[i] > kAboutOne || (change[i] > 0 && change[i] < 1 / kAboutOne)) units[i] = change[i];
  return units;
}

double largest_entry(const VecX& x) { return x.size() > 0 ? x.lpNorm<Eigen::Infinity>() : 0; }

}  // namespace

StartCorrections::StartCorrections(const system::System& system, const system::Assembled& assembled,
                                   system::Workspace& at)
    : system_(system),
      assembled_(assembled),
      at_(at),
      metric_(system.metric()),
      rows_(system, metric_),
      kinematics_(system.kinematics()),
      jacobian_(system.jacobian()),
      gap_units_(units_of_gaps(system)),
      stated_z_(values_of(assembled.z)),
      stated_w_(stated_of(assembled.w)) {
  if (system.has_moving_frame()) return;
  constexpr double kAll = 1 - 1e-9;  // of a velocity in the massless directions
  for (const Metric::Massless& group : metric_.massless())
    for (std::size_t i = 0; i < group.velocities.size(); ++i)
      if (group.directions.row(static_cast<Eigen::Index>(i)).norm() > kAll)
        std::erase(stated_w_, group.velocities[i]);
}

/// Newton's method for the inert constraints alone, by the shortest change of the values that are
/// not held.
bool StartCorrections::close_inert(const Order& order) {
  constexpr double kClosed = 1e-13;
  const auto& inert = system_.inert();
  const Sparse at_rest = Sparse::unit_rows(order.held, system_.sizes().z);
  const Metric metric = metric_of_guesses(order.last);
  for (int k = 0; k < 30; ++k) {
    system_.compute_rates(at_);
    const VecX gap = system_.segment(at_, Segment::kGap);
    const VecX left = gap(inert);
    auto z = system_.segment(at_, Segment::kZ);
    if (!left.allFinite()) return false;
    if (largest_entry(left) <= kClosed * (1 + largest_entry(z))) return true;
    system_.compute_kinematics(at_, kinematics_);
    const Sparse rows = stacked(kinematics_.c_prime.rows_of(inert), at_rest);
    VecX missing = VecX::Zero(rows.rows);
    missing.head(left.size()) = -left;
    Saddle saddle(metric, rows);
    saddle.factorise(rows.value);
    z += saddle.correct(missing).change;
    for (const int i : order.held) z[i] = stated_z_[i];
  }
  return false;
}

VecX StartCorrections::find_stated_positions() {
  const VecX values = values_of(assembled_.z);
  const std::vector<int> fixed = fixed_of(assembled_.z), stated = stated_of(assembled_.z);
  if (system_.inert().empty() || stated.empty()) return values;
  const VecX before = at_.values;
  const auto z = [&] { return system_.segment(at_, Segment::kZ); };
  VecX found = values;
  z() = values;
  if (!close_inert({.held = both(fixed, stated)})) {
    z() = values;
    if (close_inert({.held = fixed, .last = stated}))
      for (const int i : stated) found[i] = z()[i];
  }
  at_.values = before;
  return found;
}

/// The gap of c(z) = 0 and of the rows on positions.
double StartCorrections::position_gap() const {
  const VecX gap = scaled_gap();
  const double size = std::max(largest_entry(gap), rows_.is_plain() ? 0.0 : level_gap_);
  return gap.allFinite() ? size : std::numeric_limits<double>::infinity();
}

void StartCorrections::correct_positions() {
  constexpr double kOpen = 1e-8;
  const std::vector<int> fixed = fixed_of(assembled_.z), stated = stated_of(assembled_.z);
  const VecX guess = system_.segment(at_, Segment::kZ);
  close_positions({fixed});
  const double left = position_gap();
  if (stated.empty() || !(left < kOpen)) return;
  stated_z_ = find_stated_positions();
  const VecX alike = system_.segment(at_, Segment::kZ);
  if (kept(stated, alike, stated_z_, kRoundingOfStart).size() == stated.size()) return;
  const bool has_units = (gap_units_.array() != 1).any();
  const double most = at_most(left, has_units ? 0 : largest_entry(alike));
  for (const VecX& from : {guess, alike})
    if (keep_positions(from, most)) return;
  // At some guesses, as across a rod, the other values cannot move the constraint: then nearby
  // guesses are tried.
  constexpr int kMost = 1000;  // states: more take too long
  if (system_.sizes().z <= kMost)
    for (const double away : {0.03, 0.3})
      if (keep_positions(beside(guess, away), most)) return;
  for (const VecX& from : {guess, alike})
    if (move_positions(from, most)) return;
  system_.segment(at_, Segment::kZ) = alike;
  system_.compute_rates(at_);
}

/// The guess with its unstated values moved by about this share, the same in each run.
VecX StartCorrections::beside(const VecX& guess, double away) const {
  VecX z = guess;
  std::uint32_t random = 2029;
  for (Eigen::Index i = 0; i < z.size(); ++i) {
    random = random * 1664525u + 1013904223u;
    const double share = static_cast<double>(random >> 8) / (1 << 23) - 1;
    const StartValue& of = assembled_.z[index(i)];
    if (!of.is_fixed && !of.is_stated && !of.is_clock)
      z[i] += away * share * (0.3 + std::abs(z[i]));
  }
  return z;
}

/// Stated positions stay. False if the others cannot meet the constraints.
bool StartCorrections::keep_positions(const VecX& guess, double most) {
  const std::vector<int> stated = stated_of(assembled_.z);
  auto z = system_.segment(at_, Segment::kZ);
  z = guess;
  for (const int i : stated) z[i] = stated_z_[i];
  close_positions({both(fixed_of(assembled_.z), stated)});
  return position_gap() <= most;
}

/// Stated positions change as little as possible; some stay.
bool StartCorrections::move_positions(const VecX& guess, double most) {
  constexpr double kUnchanged = 1e-9;
  const std::vector<int> fixed = fixed_of(assembled_.z), stated = stated_of(assembled_.z);
  auto z = system_.segment(at_, Segment::kZ);
  z = guess;
  for (const int i : stated) z[i] = stated_z_[i];
  close_positions({.held = fixed, .last = stated});
  if (!(position_gap() <= most)) return false;
  const VecX found = z;
  const std::vector<int> unchanged = kept(stated, found, stated_z_, kUnchanged);
  for (const int i : unchanged) z[i] = stated_z_[i];
  close_positions({both(fixed, unchanged)});
  if (position_gap() <= most) return true;
  z = found;
  system_.compute_rates(at_);
  return true;
}

VecX StartCorrections::terms_of_rows() { return terms_of(rows_.residual(at_), rows_by_unknowns()); }

VecX StartCorrections::terms_of(const VecX& residual, Sparse slopes) {
  VecX unknowns(slopes.columns);
  unknowns.head(system_.sizes().w) = system_.segment(at_, Segment::kW);
  if (!rows_.is_plain())
    unknowns.tail(system_.sizes().nu()) << system_.segment(at_, Segment::kLambda),
        system_.segment(at_, Segment::kMu);
  const VecX rest = residual - slopes.times(unknowns);
  for (double& slope : slopes.value) slope = std::abs(slope);
  VecX terms = slopes.times(unknowns.cwiseAbs()) + rest.cwiseAbs();
  // The terms of a row may all be rounding of a motion in which it takes no part.
  const VecX sizes = row_sizes();
  const double energy = system_.kinetic_energy(system_.segment(at_, Segment::kW));
  if (sizes.size() > 0) terms += (2 * energy * sizes).cwiseSqrt();
  return terms;
}

void StartCorrections::correct_velocities() {
  constexpr double kOpen = 1e-9, kClosed = 1e-13, kNothing = 1e-15;  // of the terms of a row
  if (rows_.count() == 0 || (rows_.is_plain() && system_.sizes().w == 0)) return;
  const std::vector<int> fixed = fixed_of(assembled_.w);
  const std::vector<int>& stated = stated_w_;
  const VecX goal = values_of(assembled_.w);
  const VecX lambda = system_.segment(at_, Segment::kLambda),
             mu = system_.segment(at_, Segment::kMu);
  close_velocities({.held = fixed, .goal = goal});
  const VecX alike = at_.values;
  const VecX alike_rows = rows_.residual(at_).cwiseAbs();
  const VecX terms = terms_of_rows();
  const auto is_within = [](const VecX& rows, const VecX& most) {
    return rows.allFinite() && (rows.cwiseAbs().array() <= most.array()).all();
  };
  if (stated.empty() || !is_within(alike_rows, (kOpen * terms).cwiseMax(kNothing))) return;
  if (kept(stated, system_.velocities(at_), goal, kRoundingOfStart).size() == stated.size()) return;
  const VecX most = (10 * alike_rows).cwiseMax(kClosed * terms).cwiseMax(kNothing);
  const auto begin = [&](const VecX& velocities) {
    system_.segment(at_, Segment::kLambda) = lambda;
    system_.segment(at_, Segment::kMu) = mu;
    system_.set_velocities(at_, velocities);
  };
  const auto is_met = [&] { return is_within(rows_.residual(at_), most); };
  const auto keep = [&](const VecX& values) {
    begin(values);
    close_velocities({.held = both(fixed, stated), .goal = values});
    return is_met();
  };
  if (keep(goal)) return;
  begin(goal);
  close_velocities({.held = fixed, .last = stated, .goal = goal});
  if (is_met()) {
    constexpr double kUnchanged = 1e-9;
    const VecX moved = at_.values, now = system_.velocities(at_);
    VecX wanted = goal;
    for (const int i : stated) wanted[i] = now[i];
    for (const int i : kept(stated, now, goal, kUnchanged)) wanted[i] = goal[i];
    // Values that are not stated change with the least energy.
    if (keep(wanted)) return;
    at_.values = moved;
  } else {
    at_.values = alike;
  }
}

}  // namespace porthos::simulate
