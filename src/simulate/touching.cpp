#include <algorithm>
#include <cmath>
#include <limits>

#include "base/index.hpp"
#include "simulate/events.hpp"

// Events whose root functions are zero: bodies in contact. Such a function passes through zero as
// soon as the action of another event, an impact in time, or a changed parameter moves it in the
// direction of its event.

namespace porthos::simulate {

using dae::State;
using integrate::sign;

namespace {

constexpr double kTouchRounding = 16 * std::numeric_limits<double>::epsilon();
constexpr double kClosedAtStart = 1e-12;  // the gap of a start, relative to its terms
// An action overcomes the error of a root function if the new motion covers it in this part of a
// step.
constexpr double kNoTime = 1e-9;

}  // namespace

/// The size of the terms of each root function that depend on positions, sum_j |dg/dz_j| |z_j|, and
/// their rates; 0 for functions that cannot be zero. The function has the rounding of its terms, so
/// `largest` includes them.
void Events::find_terms() {
  constexpr double kNear = 1e-6, kAside = 1e-6;
  term_sizes_ = term_rates_ = VecX::Zero(roots_.value.size());
  const State& at = now_.state;
  const double step = now_.options.step;
  const double length = at.z.size() > 0 ? at.z.lpNorm<Eigen::Infinity>() : 0;
  std::vector<Eigen::Index> near;
  for (Eigen::Index i = 0; i < term_sizes_.size(); ++i) {
    const double value = std::abs(roots_.value[i]), change = step * std::abs(roots_.rate[i]);
    if (value <= kNear * change || value <= kNear * kNear * length) near.push_back(i);
  }
  if (near.empty()) return;
  const VecX z_rate = z_rate_;  // of the present state
  beside_ = at;
  for (Eigen::Index j = 0; j < at.z.size(); ++j) {
    const double aside = kAside * std::max(std::abs(at.z[j]), step * std::abs(z_rate[j]));
    if (!(aside > 0)) continue;
    beside_.z[j] = at.z[j] + aside;
    find_roots(beside_, before_);
    beside_.z[j] = at.z[j];
    for (const Eigen::Index i : near) {
      const double slope = std::abs(before_[i] - roots_.value[i]) / aside;
      if (!std::isfinite(slope)) continue;
      term_sizes_[i] += slope * std::abs(at.z[j]);
      term_rates_[i] += slope * std::abs(z_rate[j]);
    }
  }
  now_.largest = now_.largest.cwiseMax(term_sizes_);
}

/// True if a root function is zero at the start up to the rounding of its terms, which is at least
/// its value.
bool Events::touches_at_start(Eigen::Index i) {
  const double value = std::abs(roots_.value[i]);
  if (value == 0) return true;
  if (term_sizes_.size() == 0) find_terms();
  if (!(value <= kClosedAtStart * term_sizes_[i])) return false;
  now_.largest[i] = std::max(now_.largest[i], value / kTouchRounding);
  return true;
}

/// True if the value is zero up to rounding, or becomes zero within the resolution of time.
bool Events::is_at_zero(Eigen::Index i) const {
  const double instant = 8 * resolution(now_.state.t, now_.options.step);
  return is_zero(i, roots_.value[i]) ||
         std::abs(roots_.value[i]) <= instant * std::abs(roots_.rate[i]);
}

/// True if the root function moves by more than the rounding of its terms and of their rates.
bool Events::is_moving(Eigen::Index i) const {
  return is_leaving(i, roots_.rate[i]) &&
         std::abs(roots_.rate[i]) > kClosedAtStart * term_rates_[i];
}

/// True if a root function is zero and now moves in a direction in which it passes. After
/// find_terms().
bool Events::is_driven(Eigen::Index i) const {
  const double value = roots_.value[i], rate = roots_.rate[i], step = now_.options.step;
  const int to = sign(rate), side = sign(now_.sides[i]);
  if (!is_wanted(i, -to) || !is_moving(i)) return false;
  // If a function was never farther from zero, only its own event decides the side.
  const double no_time = kNoTime * step * std::abs(rate);
  const bool is_side_known = has_fired_[index(static_cast<int>(i))] || now_.largest[i] > no_time;
  if (side == to && is_side_known) return false;
  const bool is_beyond = value * to > 0;
  return is_at_zero(i) ||
         (is_beyond && std::abs(value) <= std::max(no_time, kClosedAtStart * now_.largest[i]));
}

/// The first event, in the order of the model, that passes because of the last actions.
std::optional<int> Events::first_driven() const {
  for (Eigen::Index i = 0; i < now_.sides.size(); ++i)
    if (!is_switch(i) && is_driven(i)) return static_cast<int>(i);
  return std::nullopt;
}

/// Sets the side of a root function after its own event, before which it had this value and rate. A
/// function at zero must leave zero before it passes again.
void Events::set_side(Eigen::Index i, double value, double rate) {
  constexpr double kSame = 1e-3;
  const double now = roots_.value[i];
  // A root of higher order is left slowly. Actions that do not concern it change nothing of that.
  const bool is_same = rate != 0 && std::abs(roots_.rate[i] - rate) <= kSame * std::abs(rate);
  const bool is_left_at_zero = std::abs(now) <= 2 * std::abs(value) || is_zero(i, now);
  if (!is_left_at_zero && now != 0)
    now_.sides[i] = sign(now);
  else if (is_moving(i))
    now_.sides[i] = sign(roots_.rate[i]);
  else if (!has_acted_ || is_same)
    now_.sides[i] = 0;
}

}  // namespace porthos::simulate
