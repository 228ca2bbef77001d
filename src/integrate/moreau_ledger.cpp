#include <algorithm>
#include <cmath>

#include "integrate/moreau.hpp"

// The ledger and the modes of a step of moreau.

namespace porthos::integrate {

/// Energies of ports, and of relations that are no set-valued laws.
void Moreau::add_powers(State& state, double h) {
  all_.set_time(at_, start_time_ + 0.5 * h);
  all_.w(at_) = 0.5 * (w_start_ + w_end_);
  all_.lambda(at_) = impulses_.head(all_.sizes().lambda) / h;
  all_.mu(at_) = impulses_.tail(all_.sizes().mu) / h;
  now().compute_rates(at_);
  now().compute_powers(at_);
  state.dissipated += h * all_.dissipated_power(at_);
  state.supplied += h * all_.supplied_power(at_);
}

/// Adds the energies of the step to the ledger, by formula (2) of theory 13.
void Moreau::book(State& state, double h) {
  if (has_powers_) add_powers(state, h);
  for (const std::size_t k : active_) {
    const SetValuedLaw& law = laws_[k];
    double taken = 0;
    for (int i = 0; i < law.size; ++i) {
      const double one = impulses_[law.row + i] * mean_value(law.row + i);
      taken += one;
      if (law.power >= 0) state.dissipated[law.power + i] += one;
    }
    if (law.power < 0 && law.entropy >= 0 && taken > 0) heat(state, law.entropy, taken);
  }
}

/// True if Newton's law has given energy, as it may with friction (theory 13.3).
bool Moreau::gives_energy() const {
  double sum = 0, size = 0, bounced = 0;
  for (std::size_t i = 0; i < active_.size(); ++i) {
    const SetValuedLaw& law = laws_[active_[i]];
    bounced -= problem_.laws()[i].goal * impulses_[law.row];
    for (int k = 0; k < law.size; ++k) {
      const double one = impulses_[law.row + k] * mean_value(law.row + k);
      sum += one;
      size += std::abs(one);
    }
  }
  // Less than this is an error of the step, as on convex surfaces, and not of the bounces.
  return sum < -1e-12 * size && bounced > -sum;
}

/// Raises an entropy until its potential energy has grown by `energy`.
void Moreau::heat(State& state, int entropy, double energy) {
  all_.clear_multipliers(at_);
  const double before = stored_at(state.z);
  double grown = 0;
  for (int round = 0; round < 20; ++round) {  // Newton's method; the temperature is the slope
    near_.smooth().compute_efforts(at_);
    const double temperature = all_.effort(at_)[entropy];
    if (!(temperature > 0)) break;
    state.z[entropy] += (energy - grown) / temperature;
    grown = stored_at(state.z) - before;
    if (std::abs(energy - grown) <= 1e-15 * std::abs(before)) break;
  }
}

/// The modes of the laws at the end of the step.
void Moreau::note(double h) {
  constexpr double kStill = 1e-9;
  const VecX before = found_.modes;
  found_.force = impulses_ / h;
  found_.w_rate = (w_end_ - w_start_) / h;
  found_.modes.setZero();
  std::fill(found_.struck.begin(), found_.struck.end(), 0);
  for (std::size_t i = 0; i < active_.size(); ++i) {
    const SetValuedLaw& law = laws_[active_[i]];
    const ContactProblem::Law& one = problem_.laws()[i];
    if (!law.is_friction) {
      const double p = impulses_[law.row];
      const double after = rows_[law.row] + kinematics_row(law.row, w_end_ - w_start_);
      const double size = std::abs(rows_[law.row]) + one.most * p;
      const bool holds = p > 0 && after >= -kStill * size;
      found_.modes[law.mode] = holds;
      found_.struck[active_[i]] = p > 0 && rows_[law.row] > kStill * size && before[law.mode] == 0;
      continue;
    }
    const double load = one.normal >= 0 ? problem_.impulse(one.normal) : 1;
    const VecX own = impulses_.segment(law.row, law.size);
    const double length = own.norm();
    const bool is_open = law.contact >= 0 && found_.modes[laws_[index(law.contact)].mode] == 0;
    if (!is_open && length > 0 && length >= one.bound * load * (1 - 1e-9) &&
        !(length < one.stick_bound * load * (1 - 1e-9)))
      found_.modes.segment(law.mode, law.size) = own / length;
  }
}

}  // namespace porthos::integrate
