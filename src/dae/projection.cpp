#include "dae/projection.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/index.hpp"

namespace porthos::dae {

using system::Segment;
using system::Workspace;

namespace {

/// What closes some of the gaps. (Eigen would copy the list of their numbers.)
void put_missing(const VecX& gap, const std::vector<int>& rows, VecX& missing) {
  missing.resize(static_cast<Eigen::Index>(rows.size()));
  for (std::size_t i = 0; i < rows.size(); ++i)
    missing[static_cast<Eigen::Index>(i)] = -gap[rows[i]];
}

}  // namespace

Projection::Projection(const system::System& system)
    : system_(system),
      metric_(system.mass()),
      mass_(system.sizes().w, metric_.mass().entries()),
      kinematics_(system.kinematics()),
      momenta_(system.momenta()),
      accelerations_(system, metric_),
      nothing_(VecX::Zero(accelerations_.rows().count())),
      still_(VecX::Zero(system.sizes().w)) {
  std::vector<double> values(mass_.value_count());
  for (std::size_t k = 0; const Entry& place : metric_.mass().entries())
    values[index(mass_.find(place))] = metric_.mass().value[k++];
  mass_.factorise(values);
  const auto& rows = system.assembly().prescribed;
  for (std::size_t u = 0; u < rows.size(); ++u)
    if (rows[u] >= 0) driven_.push_back({static_cast<int>(u), system.sizes().lambda + rows[u]});
  for (const auto& [u, z] : system.assembly().clocks)
    for (int row = 0; row < system.sizes().lambda; ++row)
      if (kinematics_.c_prime.find({system.active()[index(row)], z}) >= 0)
        driven_.push_back({u, row, z});
  position_ = Saddle(metric_, kinematics_.Gamma.top_rows(system.sizes().lambda));
  inert_ = Saddle(Metric::identity(system.sizes().z), kinematics_.c_prime.rows_of(system.inert()));
  finest_ =
      Saddle(Metric::identity(system.sizes().z), kinematics_.c_prime.rows_of(system.active()));
  velocity_ = Saddle(metric_, kinematics_.Gamma);
  kept_rows_ = stacked(kinematics_.Gamma, momenta_);
  kept_ = Saddle(metric_, kept_rows_);
}

Projected Projection::project(Workspace& at, State& state, double most) {
  load(at, state);
  note_momenta(at);
  if (!keep_positions(at)) return {Outcome::kConstraintLost};
  // An error of this size in Gamma leaves as much of the gap of P2, for its second correction.
  constexpr double kBeside = 1e-8;
  close_velocities(at, nothing_, state.supplied, moved_ <= kBeside);
  keep_momenta(at);
  state.scale = std::max({state.scale, system_.kinetic_energy(system_.segment(at, Segment::kW)),
                          std::abs(system_.potential_energy(at) - state.start_potential)});
  if (lacks_velocity(at)) return {Outcome::kConstraintLost};
  // What is no more than rounding is left alone: near rest it would be a large part of w.
  if (most > 0) return balance(at, state, most, 1, true);
  return store(at, state, 0);
}

/// Rows that contradict each other leave P2 far from some of them: by a share of what the
/// velocities in them come to. What is small beside 1 m/s may be the rounding of a motion that is
/// held.
bool Projection::lacks_velocity(const Workspace& at) const {
  constexpr double kMuch = 1e-3, kLittle = 1e-6;
  const auto& n = system_.sizes();
  if (n.mu == 0 || !has_plain_rows()) return false;
  const Sparse& Gamma = kinematics_.Gamma;
  const auto w = system_.segment(at, Segment::kW);
  const auto left = system_.rows(at);
  for (int i = n.lambda; i < n.nu(); ++i) {
    double size = kLittle;
    for (int k = Gamma.start[index(i)]; k < Gamma.start[index(i + 1)]; ++k)
      size += std::abs(Gamma.value[index(k)] * w[Gamma.column[index(k)]]);
    if (std::abs(left[i]) > kMuch * size) return true;
  }
  return false;
}

void Projection::factorise(Saddle& saddle, std::span<const double> values, double share) {
  ++system_.work().factorisations;
  saddle.factorise(values, share);
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
  look(at);
  return true;
}

void Projection::look(Workspace& at) const {
  if (momenta_.rows > 0)
    system_.compute_rates(at);
  else
    system_.compute_rows(at);
}

void Projection::note_momenta(Workspace& at) {
  if (momenta_.rows == 0) return;
  system_.compute_rates(at);
  system_.compute_momenta(at, momenta_);
  momentum_.resize(momenta_.rows);
  momenta_.times(system_.segment(at, Segment::kW), momentum_);
}

const Sparse& Projection::kept_rows() {
  std::ranges::copy(kinematics_.Gamma.value, kept_rows_.value.begin());
  std::ranges::copy(momenta_.value, kept_rows_.value.end() - std::ssize(momenta_.value));
  return kept_rows_;
}

void Projection::keep_momenta(Workspace& at) {
  if (momenta_.rows == 0) return;
  auto w = system_.segment(at, Segment::kW);
  system_.compute_kinematics(at, kinematics_);
  system_.compute_momenta(at, momenta_);
  factorise(kept_, kept_rows().value);
  missing_kept_.setZero(kept_rows_.rows);
  auto missing = missing_kept_.tail(momenta_.rows);
  for (int k = 0; k < 2; ++k) {
    momenta_.times(w, missing);
    missing = momentum_ - missing;
    w += kept_.correct(missing_kept_).change;
  }
  look(at);
}

bool Projection::position(Workspace& at) {
  const auto& active = system_.active();
  const auto& inert = system_.inert();
  moved_ = std::numeric_limits<double>::infinity();
  if (active.empty() && inert.empty()) return true;
  const auto z = [&] { return system_.segment(at, Segment::kZ); };
  // Two corrections reach rounding from the error of a step, the second with the first one's
  // matrix; the others are for a poor start.
  constexpr int kMaxCorrections = 12;
  double previous = std::numeric_limits<double>::infinity();
  for (int k = 0; k < kMaxCorrections; ++k) {
    system_.compute_gaps(at);
    gap_ = system_.segment(at, Segment::kGap);
    const double size = gap_.lpNorm<Eigen::Infinity>();
    if (!gap_.allFinite()) return false;  // a maximum may pass over what is not a number
    const double length = z().lpNorm<Eigen::Infinity>();
    // Two corrections that no longer help: that is rounding, or else the gap cannot be closed.
    if (size <= 1e-17 * length || (k >= 2 && size >= 0.5 * previous)) {
      if (!is_closed(length)) return false;
      take_up_rounding(at);
      return true;
    }
    const bool is_slow = size > 1e-3 * previous && size > 1e-15 * length;  // not by rounding
    previous = size;
    if (k == 0 || (k > 1 && is_slow)) {
      system_.compute_kinematics(at, kinematics_);
      moved_ = 0;
      const Sparse& Gamma = kinematics_.Gamma;
      // Rows that depend on each other on c(z) = 0 only are all but independent here, and would
      // move z along the motion. Levenberg's and Marquardt's term of the size of the gap holds that
      // off, and leaves the convergence quadratic.
      const double share = is_dependent_ ? std::clamp(size / (size + length), 1e-12, 1e-2) : 1e-12;
      if (!active.empty())
        factorise(position_,
                  {Gamma.value.data(), static_cast<std::size_t>(Gamma.start[active.size()])},
                  share);
      if (!inert.empty()) {
        inert_values_.clear();
        for (const int row : inert) {
          const auto values = kinematics_.c_prime.values_of(row);
          inert_values_.insert(inert_values_.end(), values.begin(), values.end());
        }
        factorise(inert_, inert_values_);
      }
    }
    const auto move = [&](const VecX& change) {
      z() += change;
      moved_ += change.lpNorm<Eigen::Infinity>() / (1 + length);
    };
    if (!active.empty()) {
      put_missing(gap_, active, missing_);
      move(closing(at, missing_));
    }
    if (!inert.empty()) {
      put_missing(gap_, inert, missing_inert_);
      move(inert_.correct(missing_inert_).change);
    }
  }
  return is_closed(z().lpNorm<Eigen::Infinity>());
}

bool Projection::is_closed(double length) const {
  constexpr double kOpen = 1e-8;
  const Sparse& c_prime = kinematics_.c_prime;
  for (int i = 0; i < c_prime.rows; ++i) {
    double steepest = 1;
    for (int k = c_prime.start[index(i)]; k < c_prime.start[index(i + 1)]; ++k)
      steepest = std::max(steepest, std::abs(c_prime.value[index(k)]));
    if (!(std::abs(gap_[i]) < kOpen * steepest * (1 + length))) return false;
  }
  return true;
}

void Projection::take_up_rounding(Workspace& at) {
  constexpr double kRounding = 2e-16, kMuch = 16;
  constexpr double kMany = 32;  // of turns, in rad
  auto z = system_.segment(at, Segment::kZ);
  if (system_.active().empty() || accelerations_.rows().moves_positions()) return;
  if (z.lpNorm<Eigen::Infinity>() < kMany) return;
  system_.compute_kinematics(at, kinematics_);
  const Sparse& c_prime = kinematics_.c_prime;
  const auto moves = [&](int j) {
    return kinematics_.Z.start[index(j)] < kinematics_.Z.start[index(j + 1)];
  };
  const auto gap = system_.segment(at, Segment::kGap);
  const bool is_worth_it = std::ranges::any_of(system_.active(), [&](int i) {
    double least = std::numeric_limits<double>::infinity();  // that a last digit makes of the gap
    for (int k = c_prime.start[index(i)]; k < c_prime.start[index(i + 1)]; ++k) {
      const int j = c_prime.column[index(k)];
      const double value = std::abs(c_prime.value[index(k)]);
      if (moves(j) && value != 0) least = std::min(least, value * (1 + std::abs(z[j])));
    }
    return std::abs(gap[i]) > kMuch * kRounding * least;
  });
  if (!is_worth_it) return;
  const VecX rest = -gap(system_.active());
  const VecX share = (1 + z.array().abs()).inverse();
  Sparse rows = c_prime.rows_of(system_.active());
  for (std::size_t k = 0; k < rows.value.size(); ++k)
    rows.value[k] *= moves(rows.column[k]) ? share[rows.column[k]] : 0;
  factorise(finest_, rows.value);
  const VecX before = z;
  z += share.cwiseProduct(finest_.correct(rest).change);
  system_.compute_gaps(at);
  const VecX left = gap(system_.active());
  if (!(left.lpNorm<Eigen::Infinity>() < rest.lpNorm<Eigen::Infinity>())) z = before;
}

VecX Projection::gap_rates(const VecX& direction) const {
  const VecX all = kinematics_.c_prime.times(direction);
  return all(system_.active());
}

const VecX& Projection::closing(Workspace& at, const VecX& missing) {
  constexpr double kMostLeft = 0.1;  // of what is missing: Newton's method does the rest
  const ConstraintEquations& rows = accelerations_.rows();
  if (rows.moves_positions()) {
    const VecX values = at.values;
    accelerations_.compute(at);
    at.values = values;
    VecX r = nothing_;
    r.segment(rows.first_gap(), missing.size()) = missing;
    const VecX held = rows.held(r);
    const ConstraintEquations::Solution impulse = rows.solve(still_, held);
    closing_ = rows.rates_along(impulse.z, impulse.w) + rows.solve(still_, r - held).z;
    if ((gap_rates(closing_) - missing).norm() <= kMostLeft * missing.norm()) return closing_;
  }
  closing_.resize(system_.sizes().z);
  kinematics_.Z.times(position_.correct(missing).change, closing_);
  return closing_;
}

bool Projection::find_dependent_rows(Workspace& at) {
  const auto rows = static_cast<std::size_t>(system_.sizes().lambda);
  if (rows == 0) return false;
  system_.compute_rates(at);
  system_.compute_kinematics(at, kinematics_);
  const Sparse& Gamma = kinematics_.Gamma;
  factorise(position_, {Gamma.value.data(), static_cast<std::size_t>(Gamma.start[rows])});
  is_dependent_ = position_.has_dependent_rows();
  if (is_dependent_ || system_.sizes().mu == 0) return is_dependent_;
  factorise(velocity_, Gamma.value);
  return velocity_.has_dependent_rows();
}

Outcome Projection::settle(Workspace& at, State& state) {
  if (metric_.has_massless()) {
    load(at, state);
    accelerations_.compute(at);
    state.w = system_.segment(at, Segment::kW);
  }
  return rows_agree(at, state) ? Outcome::kRunning : Outcome::kConstraintLost;
}

VecX Projection::least_change(Workspace& at, const VecX& r) {
  if (r.size() == 0) return VecX::Zero(system_.sizes().w);
  system_.compute_kinematics(at, kinematics_);
  factorise(velocity_, kinematics_.Gamma.value);
  return velocity_.correct(r).change;
}

Gaps Projection::gaps(Workspace& at, Accelerations& accelerations) const {
  Gaps found;
  if (system_.sizes().c > 0)
    found.position = system_.segment(at, Segment::kGap).lpNorm<Eigen::Infinity>();
  const int nu = system_.sizes().nu();
  if (nu == 0) return found;
  found.velocity = accelerations.rows().is_plain()
                       ? system_.rows(at).lpNorm<Eigen::Infinity>()
                       : held(at, accelerations).tail(nu).lpNorm<Eigen::Infinity>();
  return found;
}

VecX Projection::held(Workspace& at) { return held(at, accelerations_); }

VecX Projection::held(Workspace& at, Accelerations& accelerations) const {
  if (accelerations.rows().is_plain()) return system_.rows(at);
  accelerations.compute(at);
  return accelerations.rows().held(accelerations.rows().values(at));
}

void Projection::write(NumberWriter& to) const {
  to.put(is_dependent_);
  for (const Saddle* saddle : {&position_, &inert_, &finest_, &velocity_, &kept_})
    saddle->write(to);
  accelerations_.write(to);
}

bool Projection::read(NumberReader& from) {
  is_dependent_ = from.get() != 0;
  bool is_good = true;
  for (Saddle* saddle : {&position_, &inert_, &finest_, &velocity_, &kept_})
    is_good = saddle->read(from) && is_good;
  return accelerations_.read(from) && is_good;
}

}  // namespace porthos::dae
