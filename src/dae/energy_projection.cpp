#include "dae/energy_projection.hpp"

#include <algorithm>
#include <cmath>

#include "base/index.hpp"

namespace porthos::dae {

using system::Segment;

MomentumProjection::MomentumProjection(ProjectionData& data)
    : data_(data),
      coefficients_(data.system.momenta()),
      rows_(stacked(data.kinematics.Gamma, coefficients_)),
      saddle_(data.metric, rows_, data.system.row_sizes()) {}

void MomentumProjection::store(Workspace& at) {
  if (is_empty()) return;
  data_.system.compute_rates(at);
  data_.system.compute_momenta(at, coefficients_);
  stored_.resize(coefficients_.rows);
  coefficients_.times(data_.system.segment(at, Segment::kW), stored_);
}

void MomentumProjection::linearize(Workspace& at) {
  data_.system.compute_momenta(at, coefficients_);
  data_.system.compute_kinematics(at, data_.kinematics);
  const auto& values = coefficients_.value;
  std::ranges::copy(data_.kinematics.Gamma.value, rows_.value.begin());
  std::ranges::copy(values, rows_.value.end() - std::ssize(values));
  data_.factorise(saddle_, rows_.value);
}

void MomentumProjection::restore(Workspace& at) {
  if (is_empty()) return;
  auto w = data_.system.segment(at, Segment::kW);
  linearize(at);
  missing_.setZero(rows_.rows);
  auto missing = missing_.tail(coefficients_.rows);
  for (int k = 0; k < 2; ++k) {
    coefficients_.times(w, missing);
    missing = stored_ - missing;
    w += saddle_.correct(missing_).change;
  }
  data_.compute_rows(at);
}

void MomentumProjection::remove_seen(Workspace& at, VecX& w) {
  linearize(at);
  missing_.resize(rows_.rows);
  for (int k = 0; k < 2; ++k) {
    rows_.times(w, missing_);
    w -= saddle_.correct(missing_).change;
  }
}

EnergyProjection::EnergyProjection(ProjectionData& data, PositionProjection& position,
                                   VelocityProjection& velocity, MomentumProjection& momenta)
    : data_(data),
      position_(position),
      velocity_(velocity),
      momenta_(momenta),
      mass_(data.system.sizes().w, data.metric.mass().entries()) {
  std::vector<double> values(mass_.value_count());
  for (std::size_t k = 0; const Entry& place : data.metric.mass().entries())
    values[index(mass_.find(place))] = data.metric.mass().value[k++];
  mass_.factorise(values);
}

void EnergyProjection::scale(Workspace& at, double energy, double scale, double most) {
  const system::System& system = data_.system;
  auto w = system.segment(at, Segment::kW);
  const double defect = energy - system.kinetic_energy(w) - system.potential_energy(at);
  if (defect == 0 || !std::isfinite(defect)) return;

  // w = (fixed part) + free, orthogonal in the metric M: constraints and momenta see only the first
  // part, so scaling the second changes H by (alpha^2 - 1) T(free) and nothing else.
  VecX& free = free_;
  free = w;
  if (!data_.prescribed.empty() || !momenta_.is_empty() || system.moves_without_mass())
    momenta_.remove_seen(at, free);
  const double kinetic = system.kinetic_energy(free);
  if (kinetic < 1e-6 * scale || kinetic == 0) return;
  const double change = defect / kinetic;                 // alpha^2 - 1
  if (!(change > -1) || std::abs(change) > most) return;  // no factor removes all energy
  // sqrt(1 + x) - 1 without cancellation.
  w += change / (std::sqrt(1 + change) + 1) * free;
  data_.compute_rows(at);
}

bool EnergyProjection::shift(Workspace& at, double defect, VecX& supplied) {
  constexpr double kMost = 1e-2;  // largest change, relative to z
  // Relative to the acceleration, without and with constraints. A longer shift would change the
  // slope itself and do more harm than good.
  constexpr double kFree = 1e-4;
  const system::System& system = data_.system;
  // The direction of the acceleration by the force of V: the rate of V along it is its kinetic
  // energy.
  system.compute_rates(at);
  system.compute_kinematics(at, data_.kinematics);
  const Kinematics& kinematics = data_.kinematics;
  const VecX force_of_potential = system.segment(at, Segment::kE);
  const VecX force = kinematics.Z.transpose_times(-force_of_potential);
  VecX pull = force;
  mass_.solve(pull);
  const double unbound = force.dot(pull);
  if (system.sizes().nu() > 0) {
    const Saddle& saddle = velocity_.factorised();
    for (int k = 0; k < 2; ++k) pull -= saddle.correct(kinematics.Gamma.times(pull)).change;
  }
  VecX direction = kinematics.Z.times(pull);
  double slope = -force.dot(pull);
  if (std::abs(slope) <= kFree * unbound) {
    if (!data_.prescribed.empty()) {
      for (const PrescribedMotion& one : data_.prescribed)
        supplied[one.u] -= defect / static_cast<double>(data_.prescribed.size());
      return true;
    }
    if (!system.moves_without_mass()) return false;
    direction = massless_direction(at);
    slope = force_of_potential.dot(direction);
  }
  const VecX change = defect / slope * direction;
  auto z = system.segment(at, Segment::kZ);
  const double size = change.lpNorm<Eigen::Infinity>();
  if (!change.allFinite() || size > kMost * (z.lpNorm<Eigen::Infinity>() + 1e-3)) return false;
  z += change;
  return true;
}

VecX EnergyProjection::massless_direction(Workspace& at) {
  const ConstraintEquations& equations = data_.accelerations.equations();
  VecX direction = data_.system.segment(at, Segment::kE);  // no other metric is known
  if (equations.is_plain()) return direction;
  if (equations.moves_positions() && !data_.system.active().empty())
    direction -= position_.correction(at, data_.gap_rates(direction));
  data_.accelerations.compute(at);
  for (int k = 0; k < 2; ++k) {
    const VecX& seen = equations.fixed_part(equations.change(direction, data_.zero_w));
    direction -= equations.solve(data_.zero_w, seen).z;
  }
  return direction;
}

}  // namespace porthos::dae
