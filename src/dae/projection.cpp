#include "dae/projection.hpp"

#include <algorithm>
#include <cmath>

#include "base/index.hpp"

namespace porthos::dae {

using system::Segment;

ProjectionData::ProjectionData(const Integrable& of)
    : system(of.system()),
      metric(system.metric()),
      kinematics(system.kinematics()),
      accelerations(system, metric),
      zero_rows(VecX::Zero(accelerations.equations().count())),
      zero_w(VecX::Zero(system.sizes().w)) {
  const auto& rows = system.assembly().prescribed;
  for (std::size_t u = 0; u < rows.size(); ++u)
    if (rows[u] >= 0) prescribed.push_back({static_cast<int>(u), system.sizes().lambda + rows[u]});
  for (const auto& [u, z] : system.assembly().clocks)
    for (int row = 0; row < system.sizes().lambda; ++row)
      if (kinematics.c_prime.find({system.active()[index(row)], z}) >= 0)
        prescribed.push_back({u, row, z});
}

Projection::Projection(const Integrable& system)
    : data_(system),
      position_(data_),
      velocity_(data_, position_),
      momenta_(data_),
      energy_(data_, position_, velocity_, momenta_) {}

Projected Projection::project(Workspace& at, State& state, double most) {
  const system::System& system = data_.system;
  load(at, state);
  momenta_.store(at);
  if (!position_.project(at)) return {Outcome::kConstraintLost};
  data_.compute_rows(at);
  // An error of this size in Gamma leaves this share of the gap of P2; the second correction
  // removes it.
  constexpr double kBeside = 1e-8;
  velocity_.project_to(at, data_.zero_rows, state.supplied, position_.moved() <= kBeside);
  momenta_.restore(at);
  state.scale = std::max({state.scale, system.kinetic_energy(system.segment(at, Segment::kW)),
                          std::abs(system.potential_energy(at) - state.start_potential)});
  if (velocity_.is_violated(at)) return {Outcome::kConstraintLost};
  // A defect of no more than rounding stays: near rest it would be a large part of w.
  if (most > 0) return balance(at, state, most, 1, true);
  return store(at, state, 0);
}

Projected Projection::project_energy(Workspace& at, State& state, double most) {
  load(at, state);
  momenta_.store(at);
  data_.system.compute_gaps(at);
  position_.distribute_rounding(at);
  data_.compute_rows(at);
  return balance(at, state, most, 100, false);
}

Projected Projection::balance(Workspace& at, State& state, double most, double roundings,
                              bool keeps_velocities) {
  const system::System& system = data_.system;
  const double size = state.energy_size();
  const auto defect = [&] {
    return state.demanded() - system.kinetic_energy(system.segment(at, Segment::kW)) -
           system.potential_energy(at);
  };
  const auto is_open = [&](double count) {
    return std::abs(defect()) > count * 4e-16 * size + state.rounding;
  };
  if (!is_open(roundings)) return store(at, state, 0);
  energy_.scale(at, state.demanded(), state.scale, most);
  // Corrections of z are for defects beyond the rounding of sums over many bodies.
  constexpr int kMostShifts = 4;
  double gain = 1;  // of the shift: where momenta are restored w follows z, and T with it
  for (int k = 0; k < kMostShifts && is_open(100); ++k) {
    const double before = defect();
    if (!energy_.shift(at, gain * before, state.supplied)) break;
    if (!position_.project(at)) return {Outcome::kConstraintLost};
    data_.compute_rows(at);
    if (keeps_velocities) velocity_.project(at, state.supplied);
    momenta_.restore(at);
    if (!momenta_.is_empty()) gain *= before / (before - defect());
    energy_.scale(at, state.demanded(), state.scale, most);
  }
  constexpr double kRest = 1e-12;  // J: less energy counts as rest
  constexpr double kRounding = 4e-13;
  const double missing = std::abs(defect()) / (size + kRest);
  return store(at, state, is_open(1000) && missing > kRounding ? missing : 0);
}

void Projection::load(Workspace& at, const State& state) const {
  const Integrable system = data_.system;
  system.set_state(at, state);
  system.clear_multipliers(at);
}

Projected Projection::store(Workspace& at, State& state, double missing) {
  if (data_.metric.has_massless()) data_.accelerations.compute(at);
  state.z = data_.system.segment(at, Segment::kZ);
  state.w = data_.system.segment(at, Segment::kW);
  const bool is_finite = state.z.allFinite() && state.w.allFinite();
  return {is_finite ? Outcome::kRunning : Outcome::kNotFinite, missing};
}

bool Projection::find_dependent_rows(Workspace& at) {
  const system::System& system = data_.system;
  if (system.sizes().lambda == 0) return false;
  system.compute_rates(at);
  system.compute_kinematics(at, data_.kinematics);
  if (position_.find_dependence()) return true;
  return system.sizes().mu > 0 && velocity_.find_dependence();
}

Outcome Projection::settle(Workspace& at, State& state) {
  if (data_.metric.has_massless()) {
    load(at, state);
    data_.accelerations.compute(at);
    state.w = data_.system.segment(at, Segment::kW);
  }
  return rows_agree(at, state) ? Outcome::kRunning : Outcome::kConstraintLost;
}

Gaps Projection::gaps(Workspace& at, Accelerations& accelerations) const {
  Gaps found;
  if (data_.system.sizes().c > 0)
    found.position = data_.system.segment(at, Segment::kGap).lpNorm<Eigen::Infinity>();
  const int nu = data_.system.sizes().nu();
  if (nu == 0) return found;
  found.velocity =
      accelerations.equations().is_plain()
          ? data_.system.rows(at).lpNorm<Eigen::Infinity>()
          : velocity_.fixed_residual(at, accelerations).tail(nu).lpNorm<Eigen::Infinity>();
  return found;
}

}  // namespace porthos::dae
