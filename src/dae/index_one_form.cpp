#include "dae/index_one_form.hpp"

#include <algorithm>
#include <cmath>

namespace porthos::dae {

using system::Segment;

IndexOneForm::IndexOneForm(const system::System& system)
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
  system_.set_time(at_, state.t);
  system_.segment(at_, Segment::kZ) = state.z;
  system_.segment(at_, Segment::kW) = state.w;
  is_on_surface_ =
      projection_.find_dependent_rows(at_) && projection_.dependence(at_, state).on_surface;
}

VecX IndexOneForm::rates(double t, const VecX& y) {
  system_.set_time(at_, t);
  system_.segment(at_, Segment::kZ) = y.head(z_);
  system_.segment(at_, Segment::kW) = y.segment(z_, w_);
  if (is_on_surface_) projection_.position(at_);
  VecX slope(size());
  slope.segment(z_, w_) = accelerations_.compute(at_);
  slope.head(z_) = system_.segment(at_, Segment::kZdot);
  system_.compute_powers(at_);
  slope.segment(z_ + w_, power_) = system_.segment(at_, Segment::kPower);
  slope.tail(u_) = system_.segment(at_, Segment::kFlow).cwiseProduct(system_.port_efforts(at_));
  return slope;
}

VecX IndexOneForm::stabilised_rates(double t, const VecX& y, double beta) {
  VecX slope = rates(t, y);
  const auto& n = system_.sizes();
  if (n.nu() == 0) return slope;
  VecX target = -2 * beta * system_.rows(at_);
  const auto gap = system_.segment(at_, Segment::kGap);
  const auto& active = system_.active();
  for (std::size_t i = 0; i < active.size(); ++i)
    target[static_cast<Eigen::Index>(i)] -= beta * beta * gap[active[i]];
  if (accelerations_.rows().is_plain()) {
    slope.segment(z_, w_) += projection_.least_change(at_, target);
    return slope;
  }
  const ConstraintEquations& rows = accelerations_.rows();
  VecX goal = -2 * beta * rows.held(rows.values(at_));
  for (std::size_t i = 0; i < active.size(); ++i)
    goal[rows.count() - n.nu() + static_cast<Eigen::Index>(i)] -= beta * beta * gap[active[i]];
  const ConstraintEquations::Solution change = rows.solve(VecX::Zero(w_), goal);
  slope.head(z_) += change.z;
  slope.segment(z_, w_) += change.w;
  return slope;
}

Projected IndexOneForm::project(State& state) {
  constexpr double kMost = 1e-2;
  return projection_.project(at_, state, kMost);
}

Outcome IndexOneForm::settle(State& state) { return projection_.settle(at_, state); }

double IndexOneForm::scale(const State& state) {
  system_.segment(at_, Segment::kZ) = state.z;
  return std::max({state.scale, system_.kinetic_energy(state.w),
                   std::abs(system_.potential_energy(at_) - state.start_potential)});
}

void IndexOneForm::write(NumberWriter& to) const {
  to.put(is_on_surface_);
  projection_.write(to);
  accelerations_.write(to);
}

bool IndexOneForm::read(NumberReader& from) {
  is_on_surface_ = from.get() != 0;
  const bool is_good = projection_.read(from);
  return accelerations_.read(from) && is_good;
}

}  // namespace porthos::dae
