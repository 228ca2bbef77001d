#include "integrate/accelerations.hpp"

#include <algorithm>
#include <limits>

#include "base/saddle.hpp"

namespace porthos::integrate {

using system::Segment;

namespace {

std::size_t at_index(int i) { return static_cast<std::size_t>(i); }

}  // namespace

Accelerations::Accelerations(const system::System& system, const Metric& metric)
    : system_(system),
      metric_(metric),
      diagonal_(diagonal(metric.mass())),
      jacobian_(system.jacobian()),
      places_(system.jacobian().entries()) {
  const auto& n = system.sizes();
  // Of the Jacobian everything but the rows and columns of z.
  std::vector<Entry> places = metric.mass().entries();
  const std::size_t masses = places.size();
  for (const auto& [i, j] : places_)
    if (i >= n.z && j >= n.z && !(i < n.z + n.w && j < n.z + n.w))
      places.push_back({i - n.z, j - n.z});
  for (int i = 0; i < n.nu(); ++i) places.push_back({n.w + i, n.w + i});
  lu_ = SparseLu<double>(n.w + n.nu(), places);
  values_.resize(lu_.value_count());
  for (std::size_t k = 0; k < masses; ++k) mass_.push_back(lu_.find(places[k]));
  for (const auto& [i, j] : places_) {
    const bool is_used = i >= n.z && j >= n.z && !(i < n.z + n.w && j < n.z + n.w);
    place_.push_back(is_used ? lu_.find({i - n.z, j - n.z}) : -1);
  }
  for (int i = 0; i < n.nu(); ++i) rho_.push_back(lu_.find({n.w + i, n.w + i}));
}

VecX Accelerations::compute(system::Workspace& at) {
  constexpr double kShare = 1e-12;  // of the scale of Gamma M^-1 Gamma^T: see Saddle
  const auto& n = system_.sizes();
  system_.segment(at, Segment::kLambda).setZero();
  system_.segment(at, Segment::kMu).setZero();
  system_.compute_rates(at);
  system_.linearize(at, jacobian_);
  system_.compute_row_times(at);
  const int first = n.z + n.w;  // row and column of the first multiplier

  // Rows that the multipliers enter themselves (constraints between efforts, as Kirchhoff's current
  // law of a capacitor loop) fix them without being differentiated.
  std::vector<char> is_algebraic(at_index(n.nu()));
  for (std::size_t k = 0; k < places_.size(); ++k) {
    const auto& [i, j] = places_[k];
    const double value = jacobian_.value[k];
    if (i >= first && j >= first && value != 0) is_algebraic[at_index(i - first)] = 1;
  }
  const double rho = proximal(jacobian_, diagonal_, kShare, {first, n.z});
  VecX right(n.w + n.nu());
  right.head(n.w) = system_.segment(at, Segment::kForce);
  right.tail(n.nu()).setZero();
  right.tail(n.mu) = -system_.segment(at, Segment::kRowTime);
  const VecX rows = system_.rows(at);
  const auto zdot = system_.segment(at, Segment::kZdot);
  std::fill(values_.begin(), values_.end(), 0.0);
  for (std::size_t k = 0; k < mass_.size(); ++k)
    values_[at_index(mass_[k])] = metric_.mass().value[k];
  for (std::size_t k = 0; k < places_.size(); ++k) {
    const auto& [i, j] = places_[k];
    const double value = jacobian_.value[k];
    const bool is_row = i >= first, is_own = is_row && is_algebraic[at_index(i - first)];
    if (is_row && j < n.z && !is_own) right[i - n.z] -= value * zdot[j];
    if (place_[k] < 0) continue;
    if (!is_row)
      values_[at_index(place_[k])] = -value;  // Gamma^T
    else if (is_own == (j >= first))
      values_[at_index(place_[k])] = value;
  }
  for (int i = 0; i < n.nu(); ++i) {
    if (is_algebraic[at_index(i)]) right[n.w + i] = -rows[i];
    values_[at_index(rho_[at_index(i)])] -= rho;
  }

  VecX x = VecX::Constant(right.size(), std::numeric_limits<double>::quiet_NaN());
  if (lu_.factorise(values_)) {
    const auto solved = [&](VecX b) {
      lu_.solve(b);
      return b;
    };
    const auto rest = [&] {  // of the equations without rho
      VecX r = right - lu_.times(values_, x);
      r.tail(n.nu()) -= rho * x.tail(n.nu());
      return r;
    };
    x = solved(right);
    // What cannot be met would drive the multipliers along the dependence of the rows: left out.
    constexpr double kLost = 1e-6;
    const VecX lost = rest().tail(n.nu());
    if (n.nu() > 0 &&
        lost.lpNorm<Eigen::Infinity>() > kLost * right.tail(n.nu()).lpNorm<Eigen::Infinity>()) {
      right.tail(n.nu()) -= lost;
      x = solved(right);
    }
    x += solved(rest());
  }
  system_.segment(at, Segment::kLambda) = x.segment(n.w, n.lambda);
  system_.segment(at, Segment::kMu) = x.tail(n.mu);
  system_.compute_rates(at);
  return x.head(n.w);
}

}  // namespace porthos::integrate
