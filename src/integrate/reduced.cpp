#include "integrate/reduced.hpp"

#include <algorithm>
#include <cmath>

namespace porthos::integrate {

using system::Segment;

Reduced::Reduced(const system::System& system)
    : system_(system),
      projection_(system),
      accelerations_(system, projection_.metric()),
      at_(system.workspace()),
      z_(system.sizes().z),
      w_(system.sizes().w),
      power_(system.sizes().power),
      u_(system.sizes().u) {}

VecX Reduced::pack(const State& state) const {
  VecX y(size());
  y << state.z, state.w, state.dissipated, state.supplied;
  return y;
}

void Reduced::unpack(const VecX& y, State& state) const {
  state.z = y.head(z_);
  state.w = y.segment(z_, w_);
  state.dissipated = y.segment(z_ + w_, power_);
  state.supplied = y.tail(u_);
}

VecX Reduced::rates(double t, const VecX& y) {
  system_.set_time(at_, t);
  system_.segment(at_, Segment::kZ) = y.head(z_);
  system_.segment(at_, Segment::kW) = y.segment(z_, w_);
  VecX slope(size());
  slope.segment(z_, w_) = accelerations_.compute(at_);
  slope.head(z_) = system_.segment(at_, Segment::kZdot);
  system_.compute_powers(at_);
  slope.segment(z_ + w_, power_) = system_.segment(at_, Segment::kPower);
  slope.tail(u_) = system_.segment(at_, Segment::kFlow).cwiseProduct(system_.port_efforts(at_));
  return slope;
}

VecX Reduced::stabilised_rates(double t, const VecX& y, double beta) {
  VecX slope = rates(t, y);
  const auto& n = system_.sizes();
  if (n.nu() == 0) return slope;
  VecX target = -2 * beta * system_.rows(at_);
  const auto gap = system_.segment(at_, Segment::kGap);
  const auto& active = system_.active();
  for (std::size_t i = 0; i < active.size(); ++i)
    target[static_cast<Eigen::Index>(i)] -= beta * beta * gap[active[i]];
  slope.segment(z_, w_) += projection_.least_change(at_, target);
  return slope;
}

Outcome Reduced::project(State& state) {
  system_.set_time(at_, state.t);
  system_.segment(at_, Segment::kZ) = state.z;
  system_.segment(at_, Segment::kW) = state.w;
  system_.segment(at_, Segment::kLambda).setZero();
  system_.segment(at_, Segment::kMu).setZero();
  if (!projection_.position(at_)) return Outcome::kConstraintLost;
  system_.compute_rates(at_);
  projection_.velocity(at_, state.supplied);
  state.z = system_.segment(at_, Segment::kZ);
  state.w = system_.segment(at_, Segment::kW);
  state.scale = scale(state);
  // A defect that is rounding is left alone: near rest it would be a large part of w.
  if (std::abs(energy_defect(state)) > rounding(state))
    projection_.energy(at_, state.demanded(), state.scale);
  // Where hardly anything moves there is nothing to scale: the potential energy closes the account.
  constexpr int kMostShifts = 4;
  for (int k = 0; k < kMostShifts && shift_energy(state); ++k) {
    if (!projection_.position(at_)) return Outcome::kConstraintLost;
    system_.compute_rates(at_);
    projection_.velocity(at_, state.supplied);
    projection_.energy(at_, state.demanded(), state.scale);
  }
  state.z = system_.segment(at_, Segment::kZ);
  state.w = system_.segment(at_, Segment::kW);
  return state.z.allFinite() && state.w.allFinite() ? Outcome::kRunning : Outcome::kNotFinite;
}

double Reduced::energy_defect(const State& state) {
  return state.demanded() - system_.kinetic_energy(system_.segment(at_, Segment::kW)) -
         system_.potential_energy(at_);
}

double Reduced::rounding(const State& state) const {
  return 4e-16 * (state.scale + std::abs(state.start_energy) + std::abs(state.start_potential) +
                  state.dissipated.lpNorm<1>() + state.supplied.lpNorm<1>());
}

bool Reduced::shift_energy(const State& state) {
  constexpr double kMost = 1e-2;
  const VecX z = system_.segment(at_, Segment::kZ), w = system_.segment(at_, Segment::kW);
  const double defect = energy_defect(state);
  if (!(std::abs(defect) > 4 * rounding(state)) || std::abs(defect) > kMost * state.scale)
    return false;
  // The direction into which the force at rest pulls, as far as the constraints allow.
  system_.segment(at_, Segment::kW).setZero();
  const VecX pull = accelerations_.compute(at_);
  system_.segment(at_, Segment::kW) = pull;
  system_.compute_rates(at_);
  const VecX direction = system_.segment(at_, Segment::kZdot);
  const double longest = direction.lpNorm<Eigen::Infinity>();
  bool moved = false;
  if (longest > 0) {
    // dV along it by a difference: a secant step, corrected when this is called again.
    const double probe = 1e-5 * (z.lpNorm<Eigen::Infinity>() + 1e-3) / longest;
    const auto potential_at = [&](double s) {
      system_.segment(at_, Segment::kZ) = z + s * direction;
      return system_.potential_energy(at_);
    };
    const double slope = (potential_at(probe) - potential_at(-probe)) / (2 * probe);
    const double s = defect / slope;
    moved =
        std::isfinite(s) && std::abs(s) * longest < kMost * (z.lpNorm<Eigen::Infinity>() + 1e-3);
    system_.segment(at_, Segment::kZ) = moved ? VecX(z + s * direction) : z;
  }
  system_.segment(at_, Segment::kW) = w;
  system_.segment(at_, Segment::kLambda).setZero();
  system_.segment(at_, Segment::kMu).setZero();
  system_.compute_rates(at_);
  return moved;
}

double Reduced::scale(const State& state) {
  system_.segment(at_, Segment::kZ) = state.z;
  return std::max({state.scale, system_.kinetic_energy(state.w),
                   std::abs(system_.potential_energy(at_) - state.start_potential)});
}

void Reduced::write(NumberWriter& to) const {
  projection_.write(to);
  accelerations_.write(to);
}

bool Reduced::read(NumberReader& from) {
  const bool is_good = projection_.read(from);
  return accelerations_.read(from) && is_good;
}

}  // namespace porthos::integrate
