#include "integrate/projection.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/dense.hpp"

namespace porthos::integrate {

using system::Segment;
using system::Workspace;

Projection::Projection(const system::System& system)
    : system_(system),
      metric_(system.mass()),
      mass_(system.sizes().w, metric_.mass().entries()),
      kinematics_(system.kinematics()),
      momenta_(system.momenta()),
      accelerations_(system, metric_) {
  std::vector<double> values(mass_.value_count());
  for (std::size_t k = 0; const Entry& place : metric_.mass().entries())
    values[static_cast<std::size_t>(mass_.find(place))] = metric_.mass().value[k++];
  mass_.factorise(values);
  const auto& rows = system.assembly().prescribed;
  for (std::size_t u = 0; u < rows.size(); ++u)
    if (rows[u] >= 0) driven_.push_back({static_cast<int>(u), system.sizes().lambda + rows[u]});
  for (const auto& [u, z] : system.assembly().clocks)
    for (int row = 0; row < system.sizes().lambda; ++row)
      if (kinematics_.c_prime.find({system.active()[static_cast<std::size_t>(row)], z}) >= 0)
        driven_.push_back({u, row, z});
  position_ = Saddle(metric_, kinematics_.Gamma.top_rows(system.sizes().lambda));
  inert_ = Saddle(Metric::identity(system.sizes().z), kinematics_.c_prime.rows_of(system.inert()));
  velocity_ = Saddle(metric_, kinematics_.Gamma);
  kept_ = Saddle(metric_, stacked(kinematics_.Gamma, momenta_));
}

Projected Projection::project(Workspace& at, State& state, double most) {
  load(at, state);
  note_momenta(at);
  if (!keep_positions(at)) return {Outcome::kConstraintLost};
  velocity(at, state.supplied);
  keep_momenta(at);
  state.scale = std::max({state.scale, system_.kinetic_energy(system_.segment(at, Segment::kW)),
                          std::abs(system_.potential_energy(at) - state.start_potential)});
  // What is no more than rounding is left alone: near rest it would be a large part of w.
  if (most > 0) return balance(at, state, most, 1, true);
  return store(at, state, 0);
}

Projected Projection::return_energy(Workspace& at, State& state, double most) {
  load(at, state);
  note_momenta(at);
  system_.compute_rates(at);
  return balance(at, state, most, 100, false);
}

void Projection::load(Workspace& at, const State& state) {
  system_.set_time(at, state.t);
  system_.segment(at, Segment::kZ) = state.z;
  system_.segment(at, Segment::kW) = state.w;
  system_.segment(at, Segment::kLambda).setZero();
  system_.segment(at, Segment::kMu).setZero();
}

Projected Projection::store(Workspace& at, State& state, double missing) {
  if (metric_.has_massless()) accelerations_.compute(at);
  state.z = system_.segment(at, Segment::kZ);
  state.w = system_.segment(at, Segment::kW);
  const bool is_finite = state.z.allFinite() && state.w.allFinite();
  return {is_finite ? Outcome::kRunning : Outcome::kNotFinite, missing};
}

bool Projection::keep_positions(Workspace& at) {
  if (!position(at)) return false;
  system_.compute_rates(at);
  return true;
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
  const auto is_open = [&](double count) { return std::abs(defect()) > count * 4e-16 * scale; };
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

void Projection::note_momenta(Workspace& at) {
  if (momenta_.rows == 0) return;
  system_.compute_rates(at);
  system_.compute_momenta(at, momenta_);
  momentum_ = momenta_.times(system_.segment(at, Segment::kW));
}

void Projection::keep_momenta(Workspace& at) {
  if (momenta_.rows == 0) return;
  auto w = system_.segment(at, Segment::kW);
  system_.compute_kinematics(at, kinematics_);
  system_.compute_momenta(at, momenta_);
  kept_.factorise(stacked(kinematics_.Gamma, momenta_).value);
  VecX missing = VecX::Zero(kinematics_.Gamma.rows + momenta_.rows);
  for (int k = 0; k < 2; ++k) {
    missing.tail(momenta_.rows) = momentum_ - momenta_.times(w);
    w += kept_.correct(missing).change;
  }
  system_.compute_rates(at);
}

bool Projection::position(Workspace& at) {
  const auto& active = system_.active();
  const auto& inert = system_.inert();
  if (active.empty() && inert.empty()) return true;
  const auto z = [&] { return system_.segment(at, Segment::kZ); };
  const auto missing = [](const VecX& gap, const std::vector<int>& rows) {
    VecX r(static_cast<Eigen::Index>(rows.size()));
    for (std::size_t i = 0; i < rows.size(); ++i) r[static_cast<Eigen::Index>(i)] = -gap[rows[i]];
    return r;
  };
  // Two corrections reach rounding from the error of a step, the second with the first one's
  // matrix; the others are for a poor start.
  constexpr int kMaxCorrections = 12;
  double previous = std::numeric_limits<double>::infinity();
  for (int k = 0; k < kMaxCorrections; ++k) {
    system_.compute_efforts(at);  // c(z)
    const VecX gap = system_.segment(at, Segment::kGap);
    const double size = gap.lpNorm<Eigen::Infinity>();
    if (!gap.allFinite()) return false;  // a maximum may pass over what is not a number
    const double length = z().lpNorm<Eigen::Infinity>();
    if (size <= 1e-17 * length) return true;
    // Two corrections that no longer help: that is rounding, or else the gap cannot be closed. Of
    // an angle that has turned many times the rounding is large; the others take it up, bit by bit.
    constexpr double kWound = 32;
    const double help = length > kWound ? 0.9 : 0.5;
    if (k >= 2 && size >= help * previous) return size < 1e-8 * (1 + length);
    const bool is_slow = size > 1e-3 * previous;
    previous = size;
    if (k == 0 || (k > 1 && is_slow)) {
      system_.compute_kinematics(at, kinematics_);
      const Sparse& Gamma = kinematics_.Gamma;
      // Rows that depend on each other on c(z) = 0 only are all but independent here, and would
      // move z along the motion. Levenberg's and Marquardt's term of the size of the gap holds that
      // off, and leaves the convergence quadratic.
      const double share = is_dependent_ ? std::clamp(size / (size + length), 1e-12, 1e-2) : 1e-12;
      if (!active.empty())
        position_.factorise(
            {Gamma.value.data(), static_cast<std::size_t>(Gamma.start[active.size()])}, share);
      if (!inert.empty()) inert_.factorise(kinematics_.c_prime.rows_of(inert).value);
    }
    if (!active.empty()) z() += kinematics_.Z.times(position_.correct(missing(gap, active)).change);
    if (!inert.empty()) z() += inert_.correct(missing(gap, inert)).change;
  }
  return previous < 1e-8 * (1 + z().lpNorm<Eigen::Infinity>());
}

bool Projection::find_dependent_rows(Workspace& at) {
  const auto rows = static_cast<std::size_t>(system_.sizes().lambda);
  if (rows == 0) return false;
  system_.compute_rates(at);
  system_.compute_kinematics(at, kinematics_);
  const Sparse& Gamma = kinematics_.Gamma;
  position_.factorise({Gamma.value.data(), static_cast<std::size_t>(Gamma.start[rows])});
  is_dependent_ = position_.has_dependent_rows();
  if (is_dependent_ || system_.sizes().mu == 0) return is_dependent_;
  velocity_.factorise(Gamma.value);
  return velocity_.has_dependent_rows();
}

Projection::Dependence Projection::dependence(Workspace& at, const State& state) {
  constexpr int kMost = 300;  // rows of which an orthogonal decomposition takes no time
  constexpr double kDependent = 1e-9, kBeside = 1e-3;
  const auto& n = system_.sizes();
  if (n.lambda == 0 || n.nu() > kMost || n.w == 0) return {};
  load(at, state);
  const auto rank = [&](int first, int count) {
    MatX rows = kinematics_.Gamma.dense().middleRows(first, count);
    for (Eigen::Index i = 0; i < rows.rows(); ++i)
      if (const double size = rows.row(i).norm(); size > 0) rows.row(i) /= size;
    return rows.allFinite() ? Orthogonal(rows, kDependent).rank() : Eigen::Index{0};
  };
  const auto look = [&] {
    system_.compute_rates(at);
    system_.compute_kinematics(at, kinematics_);
  };
  look();
  const Eigen::Index here = rank(0, n.nu());
  Dependence found;
  found.across_levels = n.mu > 0 && here < rank(0, n.lambda) + rank(n.lambda, n.mu);
  auto z = system_.segment(at, Segment::kZ);
  for (Eigen::Index i = 0; i < z.size(); ++i)
    z[i] += kBeside * (1 + std::abs(z[i])) * (static_cast<double>(i * i % 7) - 3) / 3;
  look();
  found.on_surface = here < rank(0, n.nu());
  return found;
}

void Projection::velocity(Workspace& at, VecX& supplied) {
  const Rows& rows = accelerations_.rows();
  impact(at, VecX::Zero(rows.is_plain() ? system_.sizes().nu() : rows.count()), supplied);
}

VecX Projection::held(Workspace& at) {
  const Rows& rows = accelerations_.rows();
  if (rows.is_plain()) return system_.rows(at);
  accelerations_.compute(at);
  return rows.held(rows.values(at));
}

void Projection::impact(Workspace& at, const VecX& goal, VecX& supplied) {
  const auto& n = system_.sizes();
  if (!accelerations_.rows().is_plain()) return close_rows(at, goal, supplied);
  if (n.nu() == 0) return;
  system_.compute_kinematics(at, kinematics_);
  velocity_.factorise(kinematics_.Gamma.value);
  for (int k = 0; k < 2; ++k) {
    auto w = system_.segment(at, Segment::kW);
    const VecX missing = goal - system_.rows(at);
    // A second correction only where the first one, from a large gap, left more than rounding.
    if (k > 0 && missing.lpNorm<Eigen::Infinity>() <= 1e-15 * w.lpNorm<Eigen::Infinity>()) break;
    const auto [change, impulse] = velocity_.correct(missing);
    // T(w + d) - T(w) = impulse^T Gamma (w + d/2): in a row that leads, that is work supplied.
    if (!driven_.empty()) {
      const VecX work = impulse.cwiseProduct(kinematics_.Gamma.times(w + 0.5 * change));
      for (const Driven& one : driven_) supplied[one.u] += work[one.row];
    }
    w += change;
    system_.compute_rates(at);
  }
}

double Projection::led_by(const Driven& one) const {
  const Sparse& c = kinematics_.c_prime;
  const int row = system_.active()[static_cast<std::size_t>(one.row)];
  return c.value[static_cast<std::size_t>(c.find({row, one.clock}))];
}

void Projection::close_rows(Workspace& at, const VecX& goal, VecX& supplied) {
  constexpr int kMostCorrections = 8;
  constexpr double kRounding = 1e-15;
  const Rows& rows = accelerations_.rows();
  double previous = std::numeric_limits<double>::infinity();
  for (int k = 0; k < kMostCorrections; ++k) {
    const VecX gap = held(at) - goal;
    const auto [dz, dw, impulse] = rows.solve(VecX::Zero(system_.sizes().w), -gap);
    const auto share = [](const VecX& change, const auto& x) {
      return x.size() == 0 ? 0.0
                           : change.template lpNorm<Eigen::Infinity>() /
                                 (x.template lpNorm<Eigen::Infinity>() + 1e-300);
    };
    auto z = system_.segment(at, Segment::kZ);
    auto w = system_.segment(at, Segment::kW);
    const double size = std::max(share(dz, z), share(dw, w));
    if (!(size < previous) || size == 0) break;
    system_.compute_powers(at);
    const VecX before = system_.segment(at, Segment::kFlow);
    z += dz;
    w += dw;
    system_.compute_rates(at);
    // The row of a prescribed port pushes with minus its impulse, at the mean of its flows; that
    // of a position constraint with a clock at the speed at which time leads it.
    system_.compute_powers(at);
    const VecX flow = 0.5 * (before + system_.segment(at, Segment::kFlow));
    if (!system_.assembly().clocks.empty()) system_.compute_kinematics(at, kinematics_);
    for (const Driven& one : driven_) {
      const double speed = one.clock < 0 ? flow[one.u] : -led_by(one);
      supplied[one.u] -= speed * impulse[rows.count() - system_.sizes().nu() + one.row];
    }
    previous = size;
    if (size <= kRounding) break;
  }
  system_.segment(at, Segment::kLambda).setZero();
  system_.segment(at, Segment::kMu).setZero();
  system_.compute_rates(at);
}

void Projection::settle(Workspace& at, State& state) {
  if (!metric_.has_massless()) return;
  load(at, state);
  accelerations_.compute(at);
  state.w = system_.segment(at, Segment::kW);
}

void Projection::energy(Workspace& at, double energy, double scale, double most) {
  auto w = system_.segment(at, Segment::kW);
  const double defect = energy - system_.kinetic_energy(w) - system_.potential_energy(at);
  if (defect == 0 || !std::isfinite(defect)) return;

  // w = (what must stay) + free, orthogonal in the metric M: constraints and momenta see only the
  // first part, so scaling the second changes H by (alpha^2 - 1) T(free) and nothing else.
  VecX free = w;
  if (!driven_.empty() || momenta_.rows > 0 || system_.moves_without_mass()) {
    system_.compute_momenta(at, momenta_);
    system_.compute_kinematics(at, kinematics_);
    const Sparse kept = stacked(kinematics_.Gamma, momenta_);
    kept_.factorise(kept.value);
    for (int k = 0; k < 2; ++k) free -= kept_.correct(kept.times(free)).change;
  }
  const double kinetic = system_.kinetic_energy(free);
  if (kinetic < 1e-6 * scale || kinetic == 0) return;
  const double change = defect / kinetic;  // alpha^2 - 1
  if (std::abs(change) > most) return;
  // sqrt(1 + x) - 1 without cancellation.
  w += change / (std::sqrt(1 + change) + 1) * free;
  system_.compute_rates(at);
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
    velocity_.factorise(kinematics_.Gamma.value);
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
    if (const Rows& rows = accelerations_.rows(); !rows.is_plain()) {
      accelerations_.compute(at);
      const VecX still = VecX::Zero(system_.sizes().w);
      for (int k = 0; k < 2; ++k)
        direction -= rows.solve(still, rows.held(rows.along(direction, still))).z;
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

VecX Projection::least_change(Workspace& at, const VecX& r) {
  if (r.size() == 0) return VecX::Zero(system_.sizes().w);
  system_.compute_kinematics(at, kinematics_);
  velocity_.factorise(kinematics_.Gamma.value);
  return velocity_.correct(r).change;
}

Gaps Projection::gaps(Workspace& at, Accelerations& accelerations) const {
  Gaps found;
  if (system_.sizes().c > 0)
    found.position = system_.segment(at, Segment::kGap).lpNorm<Eigen::Infinity>();
  const int nu = system_.sizes().nu();
  if (nu == 0) return found;
  VecX rows = system_.rows(at);
  if (!accelerations.rows().is_plain()) {
    accelerations.compute(at);
    rows = accelerations.rows().held(accelerations.rows().values(at)).tail(nu);
  }
  found.velocity = rows.lpNorm<Eigen::Infinity>();
  return found;
}

void Projection::write(NumberWriter& to) const {
  to.put(is_dependent_);
  for (const Saddle* saddle : {&position_, &inert_, &velocity_, &kept_})
    to.put_list(saddle->memory());
  accelerations_.write(to);
}

bool Projection::read(NumberReader& from) {
  is_dependent_ = from.get() != 0;
  bool is_good = true;
  for (Saddle* saddle : {&position_, &inert_, &velocity_, &kept_})
    is_good = saddle->set_memory(from.get_list()) && is_good;
  return accelerations_.read(from) && is_good;
}

}  // namespace porthos::integrate
