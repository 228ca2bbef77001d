#include <algorithm>
#include <cmath>

#include "dae/projection.hpp"

// P3: what is stored, H = T + V, is brought to what the account demands,
//
//   H = H_0 - D + S                                                                           (P3)
//
// by the velocities that nothing else sees, and where these are too slow by the positions
// (numerics 1).

namespace porthos::dae {

using system::Segment;
using system::Workspace;

Projected Projection::return_energy(Workspace& at, State& state, double most) {
  load(at, state);
  note_momenta(at);
  system_.compute_gaps(at);
  take_up_rounding(at);
  look(at);
  return balance(at, state, most, 100, false);
}

Projected Projection::balance(Workspace& at, State& state, double most, double roundings,
                              bool keeps_velocities) {
  const double scale = state.scale + std::abs(state.start_energy) +
                       std::abs(state.start_potential) + state.dissipated.lpNorm<1>() +
                       state.supplied.lpNorm<1>();
  const auto defect = [&] {
    return state.demanded() - system_.kinetic_energy(system_.segment(at, Segment::kW)) -
           system_.potential_energy(at);
  };
  const auto is_open = [&](double count) {
    return std::abs(defect()) > count * 4e-16 * scale + state.rounding;
  };
  if (!is_open(roundings)) return store(at, state, 0);
  energy(at, state.demanded(), state.scale, most);
  // To move z is worth the while for more than the rounding of many bodies' sums.
  constexpr int kMostShifts = 4;
  double gain = 1;  // of the shift: where momenta are kept w follows z, and T with it
  for (int k = 0; k < kMostShifts && is_open(100); ++k) {
    const double before = defect();
    if (!shift_energy(at, gain * before, state.supplied)) break;
    if (!keep_positions(at)) return {Outcome::kConstraintLost};
    if (keeps_velocities) velocity(at, state.supplied);
    keep_momenta(at);
    if (momenta_.rows > 0) gain *= before / (before - defect());
    energy(at, state.demanded(), state.scale, most);
  }
  constexpr double kRest = 1e-12;  // J: what is less than that is at rest
  return store(at, state, is_open(1000) ? std::abs(defect()) / (scale + kRest) : 0);
}

void Projection::energy(Workspace& at, double energy, double scale, double most) {
  auto w = system_.segment(at, Segment::kW);
  const double defect = energy - system_.kinetic_energy(w) - system_.potential_energy(at);
  if (defect == 0 || !std::isfinite(defect)) return;

  // w = (what must stay) + free, orthogonal in the metric M: constraints and momenta see only the
  // first part, so scaling the second changes H by (alpha^2 - 1) T(free) and nothing else.
  VecX& free = free_;
  free = w;
  if (!driven_.empty() || momenta_.rows > 0 || system_.moves_without_mass()) {
    system_.compute_momenta(at, momenta_);
    system_.compute_kinematics(at, kinematics_);
    const Sparse& kept = kept_rows();
    factorise(kept_, kept.value);
    missing_kept_.resize(kept.rows);
    for (int k = 0; k < 2; ++k) {
      kept.times(free, missing_kept_);
      free -= kept_.correct(missing_kept_).change;
    }
  }
  const double kinetic = system_.kinetic_energy(free);
  if (kinetic < 1e-6 * scale || kinetic == 0) return;
  const double change = defect / kinetic;  // alpha^2 - 1
  if (std::abs(change) > most) return;
  // sqrt(1 + x) - 1 without cancellation.
  w += change / (std::sqrt(1 + change) + 1) * free;
  look(at);
}

bool Projection::shift_energy(Workspace& at, double defect, VecX& supplied) {
  constexpr double kMost = 1e-2;  // of z
  // Of the acceleration, without and with constraints: a shift so long that it would change the
  // slope itself does more harm than good.
  constexpr double kFree = 1e-4;
  // The direction into which the force of V pulls: V'(z) along it is what it has of kinetic energy.
  system_.compute_rates(at);
  system_.compute_kinematics(at, kinematics_);
  const VecX force_of_potential = system_.segment(at, Segment::kE);
  const VecX force = kinematics_.Z.transpose_times(-force_of_potential);
  VecX pull = force;
  mass_.solve(pull);
  const double unbound = force.dot(pull);
  if (system_.sizes().nu() > 0) {
    factorise(velocity_, kinematics_.Gamma.value);
    for (int k = 0; k < 2; ++k) pull -= velocity_.correct(kinematics_.Gamma.times(pull)).change;
  }
  VecX direction = kinematics_.Z.times(pull);
  double slope = -force.dot(pull);
  if (std::abs(slope) <= kFree * unbound) {
    if (!driven_.empty()) {
      for (const Driven& one : driven_)
        supplied[one.u] -= defect / static_cast<double>(driven_.size());
      return true;
    }
    if (!system_.moves_without_mass()) return false;
    direction = system_.segment(at, Segment::kE);  // what has no mass has no other metric
    if (const ConstraintEquations& rows = accelerations_.rows(); !rows.is_plain()) {
      if (rows.moves_positions() && !system_.active().empty())
        direction -= closing(at, gap_rates(direction));
      accelerations_.compute(at);
      for (int k = 0; k < 2; ++k)
        direction -= rows.solve(still_, rows.held(rows.along(direction, still_))).z;
    }
    slope = force_of_potential.dot(direction);
  }
  const VecX change = defect / slope * direction;
  auto z = system_.segment(at, Segment::kZ);
  const double size = change.lpNorm<Eigen::Infinity>();
  if (!change.allFinite() || size > kMost * (z.lpNorm<Eigen::Infinity>() + 1e-3)) return false;
  z += change;
  return true;
}

}  // namespace porthos::dae
