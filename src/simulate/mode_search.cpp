#include <cmath>
#include <utility>
#include <vector>

#include "simulate/modes.hpp"

// The modes that accelerations and forces obey: a complementarity problem of few laws.

namespace porthos::simulate {

bool Modes::correct(std::size_t k, const Motion& motion, VecX& modes, double& change) const {
  const model::SetValued& one = law(k);
  auto mode = modes.segment(one.mode, one.size);
  const VecX force = motion.force.segment(one.mode, one.size);
  const VecX rate = motion.rate.segment(one.mode, one.size);
  const double least = motion.forceless.segment(one.mode, one.size).maxCoeff();
  const double size = motion.rate_size.segment(one.mode, one.size).lpNorm<Eigen::Infinity>();
  if (one.kind != Kind::kFriction) {
    const bool holds = mode[0] != 0;
    if (holds ? !(force[0] < -least) : !(rate[0] < -kStillFlow * size)) return false;
    mode[0] = holds ? 0 : 1;
    change = 1;
    return true;
  }
  const double bound = motion.bound[static_cast<Eigen::Index>(k)];
  if (mode.isZero(0)) {
    if (force.norm() <= bound * (1 + 1e-12) + least) return false;
    mode = force / force.norm();
    change = 1;
    return true;
  }
  const double along = mode.dot(rate);
  if (along < -kStillFlow * size) {
    mode.setZero();
    change = 1;
    return true;
  }
  // Slip begins in the direction of its own acceleration.
  if (one.size == 1 || !(rate.norm() > kStillFlow * size)) return false;
  const VecX next = rate / rate.norm();
  const double turn = (next - mode).norm();
  if (turn <= 1e-13) return false;
  mode = next;
  change = std::max(change, turn);
  return true;
}

/// Guesses the modes after those that have ended.
void Modes::begin_next(const std::vector<std::size_t>& ended, VecX& modes) {
  if (ended.empty()) return;
  const Motion motion = motion_in(now_.modes);
  for (const std::size_t k : ended) {
    const model::SetValued& one = law(k);
    auto mode = modes.segment(one.mode, one.size);
    const VecX force = motion.force.segment(one.mode, one.size);
    if (one.kind != Kind::kFriction)
      mode[0] = 1 - now_.modes[one.mode];
    else if (mode.isZero(0) && force.norm() > 0)
      mode = force / force.norm();
    else
      mode.setZero();
  }
}

/// Massless velocities balance their forces at once, so that some modes contradict a state: the
/// current of a coil whose switch has opened needs the diode that conducts. Modes that the state
/// obeys come first; only where there are none, the state follows the modes by a jump.
bool Modes::find_modes(const std::vector<std::size_t>& laws, VecX& modes) {
  const VecX guess = modes;
  is_state_kept_ = metric_.has_massless();
  const bool is_found = search_modes(laws, modes);
  if (is_found || !std::exchange(is_state_kept_, false)) {
    is_state_kept_ = false;
    return is_found;
  }
  modes = guess;
  return search_modes(laws, modes);
}

/// Changes modes that the motion contradicts: at first all, then only the first one. That
/// terminates for systems with one solution (Murty).
bool Modes::search_modes(const std::vector<std::size_t>& laws, VecX& modes) {
  constexpr int kTogether = 8, kMost = 60;
  double before = 2;
  for (int round = 0; round < kMost; ++round) {
    const Motion motion = motion_in(modes);
    if (!motion.is_finite) break;
    bool is_changed = false;
    double change = 0;
    for (const std::size_t k : laws) {
      if (!correct(k, motion, modes, change)) continue;
      is_changed = true;
      if (change == 1 && round >= kTogether) break;
    }
    if (!is_changed) return true;
    // The direction turns by no more than rounding.
    if (change < 1e-9 && change >= before) return true;
    before = change;
  }
  return sweep_modes(laws, modes) || try_all(laws, modes);
}

/// True if the modes obey all laws after some rounds, in which directions of spatial slip turn.
bool Modes::correct_all(const std::vector<std::size_t>& laws, VecX& modes, int rounds) {
  for (int round = 0; round < rounds; ++round) {
    const Motion motion = motion_in(modes);
    if (!motion.is_finite) return false;
    double change = 0;
    bool is_changed = false;
    for (const std::size_t k : laws) is_changed = correct(k, motion, modes, change) || is_changed;
    if (!is_changed) return true;
    if (change == 1) return false;
  }
  return false;
}

/// Forces and rates are those of an impact with other names: its sweeps find the modes of coupled
/// cones, at which pivots fail. Decided laws do not react to these forces here, so the result is a
/// guess that the motion must confirm.
bool Modes::sweep_modes(const std::vector<std::size_t>& laws, VecX& modes) {
  const Motion motion = motion_in(modes);
  if (!motion.is_finite || metric_.has_massless()) return false;
  Impact problem;
  std::vector<double> rates, forces;
  for (const std::size_t k : laws) {
    const model::SetValued& one = law(k);
    const bool is_friction = one.kind == Kind::kFriction;
    const double slip = is_friction ? motion.slip_bound[static_cast<Eigen::Index>(k)] : 0;
    problem.parts.push_back({k, is_friction, false, static_cast<int>(rates.size()), one.size, 0});
    for (int m = one.mode; m < one.mode + one.size; ++m) {
      rates.push_back(motion.rate[m]);
      forces.push_back(motion.force[m] + slip * (is_friction ? modes[m] : 0));
    }
  }
  const auto size = static_cast<Eigen::Index>(rates.size());
  const Eigen::Map<const VecX> rate(rates.data(), size), force(forces.data(), size);
  problem.before = rate;  // find_responses needs its size
  find_responses(problem);
  problem.before = rate - problem.response * force;
  const auto count_of_parts = static_cast<Eigen::Index>(laws.size());
  problem.least = problem.stick_least = VecX::Zero(count_of_parts);
  for (Eigen::Index i = 0; const std::size_t k : laws) {
    const auto number = static_cast<Eigen::Index>(k);
    problem.least[i] = motion.slip_bound[number] - problem.bound.row(i).dot(force);
    problem.stick_least[i] = motion.bound[number] - problem.stick_bound.row(i).dot(force);
    ++i;
  }
  if (!problem.sweep()) return false;
  constexpr double kInside = 1e-9;  // of a bound: a force that is nearer to it slips
  const double none = 1e-11 * problem.impulse.lpNorm<Eigen::Infinity>();
  VecX tried = modes;
  for (Eigen::Index i = 0; const Impact::Part& part : problem.parts) {
    auto mode = tried.segment(law(part.law).mode, part.size);
    const VecX own = problem.impulse.segment(part.first, part.size);
    const double bound = problem.bound.row(i).dot(problem.impulse) + problem.least[i];
    ++i;
    if (!part.is_friction)
      mode[0] = own[0] > none ? 1 : 0;
    else if (own.norm() > none && own.norm() >= bound * (1 - kInside))
      mode = own / own.norm();
    else
      mode.setZero();
  }
  if (!correct_all(laws, tried, 40)) return false;
  modes = tried;
  return true;
}

/// All combinations, for few laws.
bool Modes::try_all(const std::vector<std::size_t>& laws, VecX& modes) {
  constexpr std::size_t kMost = 2187;  // seven frictions, eleven diodes
  std::size_t combinations = 1;
  for (const std::size_t k : laws) {
    combinations *= law(k).kind == Kind::kFriction ? 3 : 2;
    if (combinations > kMost) return false;
  }
  for (std::size_t n = 0; n < combinations; ++n) {
    VecX tried = modes;
    std::size_t rest = n;
    for (const std::size_t k : laws) {
      const model::SetValued& one = law(k);
      const std::size_t ways = one.kind == Kind::kFriction ? 3 : 2, way = rest % ways;
      rest /= ways;
      auto mode = tried.segment(one.mode, one.size);
      mode.setZero();
      mode[0] = way == 2 ? -1 : static_cast<double>(way);
    }
    if (!correct_all(laws, tried, 20)) continue;
    modes = tried;
    return true;
  }
  return false;
}

}  // namespace porthos::simulate
