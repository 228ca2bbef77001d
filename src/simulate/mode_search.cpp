#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "simulate/modes.hpp"

// The modes that accelerations and forces obey: a complementarity problem of few laws.

namespace porthos::simulate {

bool Modes::correct(std::size_t k, const Motion& motion, VecX& modes, double& change) const {
  const model::SetValued& one = law(k);
  const bool sticks = one.kind == Kind::kFriction && modes.segment(one.mode, one.size).isZero(0);
  if (follows_forces(k) && one.size == 1 && !sticks)
    return correct_massless(k, motion, modes, change);
  auto mode = modes.segment(one.mode, one.size);
  const VecX force = motion.force.segment(one.mode, one.size);
  const VecX rate = motion.rate.segment(one.mode, one.size);
  const double least = motion.forceless.segment(one.mode, one.size).maxCoeff();
  const double still = motion.still_rate.segment(one.mode, one.size).maxCoeff();
  if (one.kind != Kind::kFriction) {
    const bool holds = mode[0] != 0;
    if (holds ? !(force[0] < -least) : !(rate[0] < -still)) return false;
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
  if (along < -still) {
    mode.setZero();
    change = 1;
    return true;
  }
  // Slip begins in the direction of its own acceleration. The latter alone may swing for ever, so
  // this is a step of projected Gauss-Seidel.
  if (one.size == 1 || !(rate.norm() > still)) return false;
  const VecX aside = rate - along * mode;
  if (aside.norm() <= still) return false;
  const double slip_bound = motion.slip_bound[static_cast<Eigen::Index>(k)];
  const double response = motion.response[one.mode];
  const VecX next = response > 0 ? VecX(slip_bound * mode + rate / response) : rate;
  const VecX turned = next / next.norm();
  change = std::max(change, (turned - mode).norm());
  mode = turned;
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

/// Where the bound of stick is above that of slip, a law may stick or slip in the same state. One
/// at rest slips only if it cannot stick, apart from those whose stick has just ended.
void Modes::prefer_sticks(const std::vector<std::size_t>& laws,
                          const std::vector<std::size_t>& ended, VecX& modes) {
  const auto is_in = [](const std::vector<std::size_t>& list, std::size_t k) {
    return std::ranges::find(list, k) != list.end();
  };
  for (const std::size_t k : laws) {
    const model::SetValued& one = law(k);
    if (one.kind != Kind::kFriction || modes.segment(one.mode, one.size).isZero(0)) continue;
    const bool has_stuck = now_.modes.segment(one.mode, one.size).isZero(0);
    if (has_stuck && is_in(ended, k)) continue;
    const Motion motion = motion_in(modes);
    const auto number = static_cast<Eigen::Index>(k);
    if (!motion.is_finite || !(motion.bound[number] > motion.slip_bound[number])) continue;
    VecX tried = modes;
    tried.segment(one.mode, one.size).setZero();
    if (find_modes(laws, tried) && tried.segment(one.mode, one.size).isZero(0)) modes = tried;
  }
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
  return solve_modes(laws, modes) || try_all(laws, modes);
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

/// Forces and rates obey the laws of impulses and flows in an impact. So the methods of impacts
/// find modes of coupled cones, at which pivots fail. The result is a guess, which the motion
/// confirms.
bool Modes::solve_modes(const std::vector<std::size_t>& laws, VecX& modes) {
  const Motion motion = motion_in(modes);
  if (!motion.is_finite || metric_.has_massless()) return false;
  Impact problem;
  std::vector<double> rates, forces;
  const auto add = [&](std::size_t k) {
    const model::SetValued& one = law(k);
    const bool is_friction = one.kind == Kind::kFriction;
    const double slip = is_friction ? motion.slip_bound[static_cast<Eigen::Index>(k)] : 0;
    problem.parts.push_back({k, is_friction, false, static_cast<int>(rates.size()), one.size, 0});
    for (int m = one.mode; m < one.mode + one.size; ++m) {
      rates.push_back(motion.rate[m]);
      forces.push_back(motion.force[m] + slip * (is_friction ? modes[m] : 0));
    }
  };
  for (const std::size_t k : laws) add(k);
  const auto size = static_cast<Eigen::Index>(rates.size());
  const auto is_open = [&](std::size_t k) { return std::ranges::find(laws, k) != laws.end(); };
  for (std::size_t k = 0; k < count(); ++k)
    if (law(k).kind == Kind::kFriction && !is_open(k) &&
        !modes.segment(law(k).mode, law(k).size).isZero(0))
      add(k);
  problem.before = Eigen::Map<const VecX>(rates.data(), static_cast<Eigen::Index>(rates.size()));
  find_responses(problem);
  condense(problem, laws.size(), size, modes);
  const VecX force = Eigen::Map<const VecX>(forces.data(), size);
  problem.before -= problem.response * force;
  const auto count_of_parts = static_cast<Eigen::Index>(laws.size());
  problem.least = problem.stick_least = VecX::Zero(count_of_parts);
  for (Eigen::Index i = 0; const std::size_t k : laws) {
    const auto number = static_cast<Eigen::Index>(k);
    problem.least[i] = motion.slip_bound[number] - problem.bound.row(i).dot(force);
    problem.stick_least[i] = motion.bound[number] - problem.stick_bound.row(i).dot(force);
    ++i;
  }
  problem.impulse = force;
  // Lemke's method first: it ends soon, and is complete for frictions of one flow.
  if (problem.complement() && take_guess(problem, laws, modes)) return true;
  return problem.sweep() && take_guess(problem, laws, modes);
}

/// Removes the parts from `open` on: frictions that slip, whose forces follow from those of the
/// others through their bounds.
void Modes::condense(Impact& problem, std::size_t open, Eigen::Index size,
                     const VecX& modes) const {
  const auto count_of_parts = static_cast<Eigen::Index>(open);
  for (std::size_t i = open; i < problem.parts.size(); ++i) {
    const Impact::Part& part = problem.parts[i];
    const VecX effect = problem.response.middleCols(part.first, part.size) *
                        modes.segment(law(part.law).mode, part.size);
    problem.response.leftCols(size) +=
        effect * problem.bound.row(static_cast<Eigen::Index>(i)).head(size);
  }
  problem.parts.resize(open);
  problem.before = VecX(problem.before.head(size));
  problem.response = MatX(problem.response.topLeftCorner(size, size));
  problem.bound = MatX(problem.bound.topLeftCorner(count_of_parts, size));
  problem.stick_bound = MatX(problem.stick_bound.topLeftCorner(count_of_parts, size));
}

/// Takes over the modes of these forces if the motion confirms them.
bool Modes::take_guess(const Impact& guess, const std::vector<std::size_t>& laws, VecX& modes) {
  constexpr double kInside = 1e-9;  // of a bound: a force that is nearer to it slips
  constexpr double kStillRate = 1e-9;
  const double none = 1e-11 * guess.impulse.lpNorm<Eigen::Infinity>();
  const VecX rates = guess.before + guess.response * guess.impulse;
  const double still = kStillRate * guess.before.lpNorm<Eigen::Infinity>();
  VecX tried = modes;
  for (Eigen::Index i = 0; const Impact::Part& part : guess.parts) {
    auto mode = tried.segment(law(part.law).mode, part.size);
    const VecX own = guess.impulse.segment(part.first, part.size);
    const VecX rate = rates.segment(part.first, part.size);
    const bool slips = part.is_friction && own.norm() >= guess.bound_of(i) * (1 - kInside);
    ++i;
    if (!part.is_friction)
      mode[0] = own[0] > none ? 1 : 0;
    else if (slips && rate.norm() > still)
      mode = rate / rate.norm();
    else if (slips && own.norm() > none)
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
