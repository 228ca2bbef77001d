#include "system/system.hpp"

#include <algorithm>
#include <array>

#include "base/index.hpp"

namespace porthos::system {
Workspace System::workspace() const {
  Workspace made;
  made.values = VecX::Zero(layout_.total());
  return made;
}

VecX System::row_sizes() const {
  const auto& [change, constraint, row, force, mass] = assembly_.typical;
  if (constraint.size() != sizes().c || row.size() != sizes().mu) return {};
  VecX made(sizes().nu());
  made << VecX(constraint(active_)), row;
  return made;
}

void System::run(Workspace& at, const std::vector<Bound>& programs,
                 std::initializer_list<Segment> outputs) const {
  int begin = 0, end = 0;  // a run of contiguous outputs, which are cleared together
  for (const Segment output : outputs) {
    if (layout_.offset(output) != end) {
      std::fill_n(at.values.data() + begin, end - begin, 0.0);
      begin = layout_.offset(output);
    }
    end = layout_.offset(output) + layout_.size(output);
  }
  std::fill_n(at.values.data() + begin, end - begin, 0.0);
  put_branches(at);
  for (const Bound& bound : programs)
    bound.tape->add_many(bound.count, at.values.data(), bound.gather.data(), bound.scatter.data(),
                         bound.hoisted.data(), bound.hoisted_stride, at.scratch);
}

void System::set_time(Workspace& at, double t) const {
  at.values[layout_.offset(Segment::kT)] = t;
  at.values[layout_.offset(Segment::kPhase)] = phase_.at;
  const std::array<double, 2> inputs{t, phase_.at};
  for (std::size_t s = 0; s < assembly_.signals.size(); ++s) {
    const Signals& signals = assembly_.signals[s];
    at.outputs.resize(signals.tape.output_count());
    signals.tape.evaluate(inputs.data(), signal_constants_[s].data(), at.outputs.data(),
                          at.scratch);
    const std::size_t n = signals.ports.size();
    for (std::size_t i = 0; i < n; ++i) {
      at.values[layout_.slot(Segment::kU, signals.ports[i])] = at.outputs[i];
      at.values[layout_.slot(Segment::kUdot, signals.ports[i])] = at.outputs[n + i];
    }
  }
}

void System::compute_gaps(Workspace& at) const { run(at, gap_, {Segment::kGap}); }

void System::compute_rows(Workspace& at) const {
  if (!is_closed_) return compute_rates(at);
  run(at, row_, {Segment::kGap, Segment::kGapRate, Segment::kRow});
}

void System::compute_efforts(Workspace& at) const {
  run(at, effort_, {Segment::kE, Segment::kGap});
}

void System::compute_rates(Workspace& at) const {
  if (is_closed_) {
    run(at, rate_,
        {Segment::kE, Segment::kP, Segment::kZdot, Segment::kForce, Segment::kGap,
         Segment::kGapRate, Segment::kRow});
    return;
  }
  compute_efforts(at);
  compute_open_rates(at);
}

void System::compute_rates(Workspace& at, const Eigen::Ref<const VecX>& shift) const {
  compute_efforts(at);
  segment(at, Segment::kE) += shift;
  compute_open_rates(at);
}

void System::compute_open_rates(Workspace& at) const {
  mass_.times(segment(at, Segment::kW), segment(at, Segment::kP));
  run(at, rate_, {Segment::kZdot, Segment::kForce, Segment::kRow});
  run(at, gap_rate_, {Segment::kGapRate});
}

void System::compute_potentials(Workspace& at) const { run(at, potential_, {Segment::kPotential}); }

void System::compute_powers(Workspace& at) const {
  run(at, power_, {Segment::kPower, Segment::kFlow});
}

void System::compute_heats(Workspace& at) const {
  run(at, heat_, {Segment::kHeat, Segment::kTemperature, Segment::kProduction});
}

VecX System::velocities(Workspace& at) const {
  if (!has_moving_frame()) return segment(at, Segment::kW);
  run(at, velocity_, {Segment::kVelocity});
  return segment(at, Segment::kVelocity);
}

void System::set_velocities(Workspace& at, const VecX& velocities) const {
  segment(at, Segment::kW) = velocities;
  if (!has_moving_frame()) return;
  run(at, frame_, {Segment::kVelocity});
  segment(at, Segment::kW) = segment(at, Segment::kVelocity);
}

Sparse System::velocity_rows(Workspace& at, const std::vector<int>& which) const {
  if (!has_moving_frame()) return Sparse::unit_rows(which, sizes().w);
  const VecX w = segment(at, Segment::kW);
  std::vector<Entry> places;
  for (int row = 0; row < static_cast<int>(which.size()); ++row)
    for (int column = 0; column < sizes().w; ++column) places.push_back({row, column});
  Sparse rows(static_cast<int>(which.size()), sizes().w, places);
  for (int column = 0; column < sizes().w; ++column) {  // they are linear in w
    segment(at, Segment::kW) = VecX::Unit(sizes().w, column);
    const VecX all = velocities(at);
    for (int row = 0; row < static_cast<int>(which.size()); ++row)
      rows.value[index(rows.find({row, column}))] = all[which[index(row)]];
  }
  segment(at, Segment::kW) = w;
  return rows;
}

void System::compute_row_times(Workspace& at) const { run(at, row_time_, {Segment::kRowTime}); }

void System::compute_rate_times(Workspace& at) const {
  run(at, rate_time_, {Segment::kZdotTime, Segment::kForceTime});
}

void System::compute_readouts(Workspace& at) const { run(at, readout_, {Segment::kReadout}); }

void System::compute_switches(Workspace& at) const {
  if (!is_closed_) {
    compute_efforts(at);
    mass_.times(segment(at, Segment::kW), segment(at, Segment::kP));
  }
  run(at, state_switch_, {Segment::kSwitch});
}

void System::compute_watched(Workspace& at) const { run(at, watched_, {Segment::kWatched}); }

VecX System::port_efforts(const Workspace& at) const {
  VecX efforts(sizes().u);
  for (int u = 0; u < sizes().u; ++u) efforts[u] = port_effort(at, u);
  return efforts;
}

double System::potential_energy(Workspace& at) const {
  compute_potentials(at);
  return segment(at, Segment::kPotential).sum();
}

// ------------------------------------------------------------------------------------ derivatives

void Recipe::make(const std::vector<double>& partials, std::vector<double>& values) const {
  std::fill(values.begin(), values.end(), 0.0);
  const auto value = [&](int i) -> double& { return values[index(i)]; };
  const auto partial = [&](int i) { return partials[index(i)]; };
  for (const auto& [a, b, target] : sums) value(target) += partial(a);
  for (const auto& [a, b, target] : products) value(target) += partial(a) * partial(b);
  for (const auto& [a, b, target] : chained) value(target) += partial(a) * value(b);
}

void System::append_partials(Workspace& at, const std::vector<Bound>& derivatives) const {
  put_branches(at);
  for (const Bound& bound : derivatives) {
    const std::size_t first = at.partials.size();
    at.partials.resize(first + bound.entries.size());
    bound.tape->evaluate_many(bound.count, at.values.data(), bound.gather.data(),
                              bound.hoisted.data(), bound.hoisted_stride,
                              at.partials.data() + first, at.scratch);
  }
}

void System::linearize(Workspace& at, Sparse& jacobian) const {
  at.partials.clear();
  append_partials(at, rate_derivative_);
  append_partials(at, effort_derivative_);
  append_partials(at, gap_rate_derivative_);
  if (!is_closed_) at.partials.insert(at.partials.end(), mass_.value.begin(), mass_.value.end());
  jacobian_recipe_.make(at.partials, jacobian.value);
}

void System::compute_kinematics(Workspace& at, Kinematics& out) const {
  at.partials.clear();
  append_partials(at, kinematic_);
  z_recipe_.make(at.partials, out.Z.value);
  gamma_recipe_.make(at.partials, out.Gamma.value);
  c_recipe_.make(at.partials, out.c_prime.value);
}

MatX System::effort_slopes(Workspace& at) const {
  at.partials.clear();
  append_partials(at, effort_derivative_);
  std::vector<Partial> partials;
  int next = 0;
  list_partials(effort_derivative_, partials, next);
  MatX slopes = MatX::Zero(sizes().z, sizes().z);
  for (const Partial& one : partials)
    if (one.row.segment == Segment::kE && one.column.segment == Segment::kZ)
      slopes(one.row.index, one.column.index) += at.partials[index(one.number)];
  return slopes;
}

void System::compute_momenta(Workspace& at, Sparse& out) const {
  at.partials.clear();
  append_partials(at, momentum_);
  momenta_recipe_.make(at.partials, out.value);
}

}  // namespace porthos::system
