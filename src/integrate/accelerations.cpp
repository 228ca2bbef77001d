#include "integrate/accelerations.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

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
      places_(system.jacobian().entries()),
      kinematics_(system.kinematics()) {
  const auto& n = system.sizes();
  const int multipliers = n.z + n.w;
  for (const auto& [i, j] : places_)
    if (i >= multipliers && i < multipliers + n.lambda && j >= multipliers) has_sums_ = true;
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

VecX Accelerations::largest_terms(system::Workspace& at) {
  const auto& n = system_.sizes();
  VecX largest = VecX::Zero(n.nu());
  if (!has_sums_) return largest;
  system_.compute_kinematics(at, kinematics_);
  const Sparse& c = kinematics_.c_prime;
  for (int i = 0; i < n.lambda; ++i) {
    const auto row = at_index(system_.active()[at_index(i)]);
    for (int k = c.start[row]; k < c.start[row + 1]; ++k) {
      const auto z = at_index(c.column[at_index(k)]);
      for (int l = jacobian_.start[z]; l < jacobian_.start[z + 1]; ++l)
        if (jacobian_.column[at_index(l)] >= n.z + n.w)
          largest[i] =
              std::max(largest[i], std::abs(c.value[at_index(k)] * jacobian_.value[at_index(l)]));
    }
  }
  return largest;
}

VecX Accelerations::defect(system::Workspace& at, const VecX& x,
                           const std::vector<char>& is_algebraic) {
  const auto& n = system_.sizes();
  system_.segment(at, Segment::kLambda) = x.segment(n.w, n.lambda);
  system_.segment(at, Segment::kMu) = x.tail(n.mu);
  system_.compute_rates(at);
  system_.linearize(at, jacobian_);
  VecX r(x.size());
  r.head(n.w) = metric_.mass().times(x.head(n.w)) - system_.segment(at, Segment::kForce);
  r.segment(n.w, n.lambda).setZero();
  r.tail(n.mu) = system_.segment(at, Segment::kRowTime);
  const VecX rows = system_.rows(at);
  const auto zdot = system_.segment(at, Segment::kZdot);
  for (int i = 0; i < n.nu(); ++i) {
    const auto row = at_index(n.z + n.w + i);
    for (int k = jacobian_.start[row]; k < jacobian_.start[row + 1]; ++k) {
      const int j = jacobian_.column[at_index(k)];
      const double value = jacobian_.value[at_index(k)];
      if (j < n.z + n.w) r[n.w + i] += value * (j < n.z ? zdot[j] : x[j - n.z]);
    }
    if (is_algebraic[at_index(i)]) r[n.w + i] = rows[i];
  }
  return r;
}

void Accelerations::refine(system::Workspace& at, VecX& x, const std::vector<char>& is_algebraic) {
  constexpr std::size_t kMostSteps = 30;
  std::vector<VecX> steps;  // Kelley: Solving Nonlinear Equations with Newton's Method, 4.3
  while (steps.size() < kMostSteps) {
    VecX next = -defect(at, x, is_algebraic);
    if (!next.allFinite()) return;
    lu_.solve(next);
    for (std::size_t j = 0; j < steps.size(); ++j) {
      const double share = steps[j].dot(next) / steps[j].squaredNorm();
      if (j + 1 < steps.size())
        next += share * steps[j + 1];
      else
        next /= 1 - share;
    }
    if (!next.allFinite()) return;
    x += next;
    if (next.norm() <= 1e-14 * x.norm()) return;
    steps.push_back(std::move(next));
  }
}

bool Accelerations::is_nearly_singular() const {
  constexpr double kLost = 1e-8;  // rho / (sigma^2 + rho) of the smallest singular value
  VecX x = VecX::Zero(lu_.size());
  auto rows = x.tail(system_.sizes().nu());
  for (Eigen::Index i = 0; i < rows.size(); ++i) rows[i] = 1 + static_cast<double>(i * i % 7);
  const double size = rows.norm();
  lu_.solve(x);
  return rho_value_ * rows.norm() > kLost * size;
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
  constexpr double kCancelled = 1e-12;
  std::vector<char> is_algebraic(at_index(n.nu()));
  const VecX terms = largest_terms(at);
  for (std::size_t k = 0; k < places_.size(); ++k) {
    const auto& [i, j] = places_[k];
    const double value = jacobian_.value[k];
    if (i >= first && j >= first && std::abs(value) > kCancelled * terms[i - first])
      is_algebraic[at_index(i - first)] = 1;
  }
  const double rho = rho_value_ = proximal(jacobian_, diagonal_, kShare, {first, n.z});
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
    // Beside a singular pose every correction leaves rho / (sigma^2 + rho) of what the singular
    // value sigma holds up. What does not shrink cannot be met, and would drive the multipliers
    // along the dependence of the rows: left out.
    constexpr int kMostCorrections = 40;
    constexpr double kRounding = 1e-15;
    x = solved(right);
    const auto size_of = [&](const VecX& r) {
      return n.nu() > 0 ? r.tail(n.nu()).lpNorm<Eigen::Infinity>() : 0.0;
    };
    VecX left = rest();
    bool is_reduced = false;
    for (int k = 0; k < kMostCorrections; ++k) {
      x += solved(left);
      const VecX before = std::exchange(left, rest());
      if (!(size_of(left) > kRounding * size_of(right))) break;
      if (size_of(left) <= 0.5 * size_of(before)) continue;
      if (std::exchange(is_reduced, true)) break;
      right.tail(n.nu()) -= left.tail(n.nu());
      x = solved(right);
      left = rest();
    }
    if (has_sums_) refine(at, x, is_algebraic);
  }
  system_.segment(at, Segment::kLambda) = x.segment(n.w, n.lambda);
  system_.segment(at, Segment::kMu) = x.tail(n.mu);
  system_.compute_rates(at);
  return x.head(n.w);
}

}  // namespace porthos::integrate
