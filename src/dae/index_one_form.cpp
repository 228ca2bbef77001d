#include "dae/index_one_form.hpp"

namespace porthos::dae {

IndexOneForm::IndexOneForm(const Integrable& system)
    : system_(system),
      projection_(system),
      accelerations_(system, projection_.metric()),
      at_(system.workspace()),
      z_(system.sizes().z),
      w_(system.sizes().w),
      power_(system.sizes().power),
      u_(system.sizes().u) {}

VecX IndexOneForm::pack(const State& state) const {
  VecX y(size());
  y << state.z, state.w, state.dissipated, state.supplied;
  return y;
}

void IndexOneForm::unpack(const VecX& y, State& state) const {
  state.z = y.head(z_);
  state.w = y.segment(z_, w_);
  state.dissipated = y.segment(z_ + w_, power_);
  state.supplied = y.tail(u_);
}

void IndexOneForm::find_dependence(const State& state) {
  system_.set_state(at_, state);
  is_on_surface_ =
      projection_.find_dependent_rows(at_) && projection_.dependence(at_, state).on_surface;
}

VecX IndexOneForm::rates(double t, const VecX& y) {
  system_.set_time(at_, t);
  system_.z(at_) = y.head(z_);
  system_.w(at_) = y.segment(z_, w_);
  if (is_on_surface_) projection_.project_position(at_);
  VecX slope(size());
  slope.segment(z_, w_) = accelerations_.compute(at_);
  slope.head(z_) = system_.z_rate(at_);
  system_.compute_powers(at_);
  slope.segment(z_ + w_, power_) = system_.dissipated_power(at_);
  slope.tail(u_) = system_.supplied_power(at_);
  return slope;
}

VecX IndexOneForm::stabilised_rates(double t, const VecX& y, double beta) {
  VecX slope = rates(t, y);
  const auto& n = system_.sizes();
  if (n.nu() == 0) return slope;
  const ConstraintEquations& equations = accelerations_.equations();
  const bool is_plain = equations.is_plain();
  VecX goal = is_plain ? VecX(-2 * beta * system_.rows(at_))
                       : VecX(-2 * beta * equations.fixed_part(equations.residual(at_)));
  const auto gap = system_.gaps(at_);
  for (Eigen::Index i = goal.size() - n.nu(); const int active : system_.active())
    goal[i++] -= beta * beta * gap[active];
  if (is_plain) {
    slope.segment(z_, w_) += projection_.least_change(at_, goal);
    return slope;
  }
  const auto& change = equations.solve(VecX::Zero(w_), goal);
  slope.head(z_) += change.z;
  slope.segment(z_, w_) += change.w;
  return slope;
}

Projected IndexOneForm::project(State& state) {
  constexpr double kMost = 1e-2;
  return projection_.project(at_, state, kMost);
}

double IndexOneForm::energy_scale(const State& state) {
  system_.z(at_) = state.z;
  return system_.energy_scale(state, state.w, system_.potential_energy(at_));
}

}  // namespace porthos::dae
