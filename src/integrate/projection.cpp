#include "integrate/projection.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

namespace porthos::integrate {

using system::Kinematics;
using system::Segment;
using system::Workspace;

Metric::Metric(const MatX& mass) {
  if (mass.rows() == 0) return;
  const SymmetricEigen eigen(mass);
  const double largest = std::max(eigen.values.maxCoeff(), 0.0);
  // Relative rounding of an eigenvalue is about 1e-16 of the largest: below 1e-13 it is zero.
  if (eigen.values.minCoeff() > 1e-13 * largest) {
    factor_.compute(mass);
    return;
  }
  const double mean = largest > 0 ? mass.trace() / static_cast<double>(mass.rows()) : 1.0;
  VecX values = eigen.values;
  for (double& value : values)
    if (value <= 1e-13 * largest) value = 1e-8 * mean;
  factor_.compute(product(eigen.vectors * values.asDiagonal(), eigen.vectors.transpose()));
}

VecX Metric::multipliers(const MatX& K, const VecX& r) const {
  return Conditions(*this, K).multipliers(r);
}

VecX Metric::least_change(const MatX& K, const VecX& r) const {
  return Conditions(*this, K).least_change(r);
}

Conditions::Conditions(const Metric& metric, MatX K) : metric_(metric), K_(std::move(K)) {
  if (K_.rows() == 0) return;
  half_ = metric_.factor_.solve_half(K_.transpose());  // W = L^-1 K^T
  schur_ = transpose_product(half_, half_);            // K M^-1 K^T
  cholesky_.compute(schur_);
  if (!cholesky_.is_positive_definite()) return;
  const VecX pivots = cholesky_.pivots();
  // Pivots are roots of the Schur complement's: 1e-5 leaves six digits of it.
  is_regular_ = pivots.minCoeff() > 1e-5 * pivots.maxCoeff();
}

VecX Conditions::multipliers(const VecX& r) const {
  if (K_.rows() == 0) return VecX();
  if (is_regular_) {
    VecX x = cholesky_.solve(r);
    x += cholesky_.solve(r - schur_ * x);
    return x;
  }
  // W^T y = r in least squares and least norm, then x with W x = y likewise.
  const VecX y = Orthogonal(half_.transpose(), 1e-10).solve(r);
  return Orthogonal(half_, 1e-10).solve(y);
}

VecX Conditions::least_change(const VecX& r) const {
  if (K_.rows() == 0) return VecX::Zero(K_.cols());
  return metric_.factor_.solve(K_.transpose() * multipliers(r));
}

Projection::Projection(const system::System& system) : system_(&system), metric_(system.mass()) {}

bool Projection::position(Workspace& at) const {
  const auto& active = system_->active();
  const auto& inert = system_->inert();
  if (active.empty() && inert.empty()) return true;
  const auto z = [&] { return system_->segment(at, Segment::kZ); };
  // Two corrections reach rounding from the error of a step, the second with the first one's
  // matrix; the others are for a poor start.
  constexpr int kMaxCorrections = 12;
  Kinematics kinematics;
  std::optional<Conditions> conditions;
  double previous = std::numeric_limits<double>::infinity();
  for (int k = 0; k < kMaxCorrections; ++k) {
    system_->compute_efforts(at);  // c(z)
    const VecX gap = system_->segment(at, Segment::kGap);
    const double size = gap.lpNorm<Eigen::Infinity>();
    if (!gap.allFinite()) return false;  // a maximum may pass over what is not a number
    const double length = z().lpNorm<Eigen::Infinity>();
    if (size <= 1e-17 * length) return true;
    // Two corrections that no longer help: that is rounding, or else the gap cannot be closed.
    if (k >= 2 && size >= 0.5 * previous) return size < 1e-8 * (1 + length);
    const bool is_slow = size > 1e-3 * previous;
    previous = size;
    if (k == 0 || (k > 1 && is_slow)) {
      system_->compute_rates(at);
      system_->compute_kinematics(at, kinematics);
      if (!active.empty())
        conditions.emplace(metric_,
                           kinematics.Gamma.topRows(static_cast<Eigen::Index>(active.size())));
    }
    if (!active.empty()) {
      VecX r(static_cast<Eigen::Index>(active.size()));
      for (std::size_t i = 0; i < active.size(); ++i)
        r[static_cast<Eigen::Index>(i)] = -gap[active[i]];
      z() += kinematics.Z * conditions->least_change(r);
    }
    if (!inert.empty()) {
      MatX rows(static_cast<Eigen::Index>(inert.size()), z().size());
      VecX r(rows.rows());
      for (Eigen::Index i = 0; i < rows.rows(); ++i) {
        rows.row(i) = kinematics.c_prime.row(inert[static_cast<std::size_t>(i)]);
        r[i] = -gap[inert[static_cast<std::size_t>(i)]];
      }
      // The gradients of |q|^2 - 1 and of R^T R - I are independent.
      z() += rows.transpose() * Cholesky(product(rows, rows.transpose())).solve(r);
    }
  }
  return previous < 1e-8 * (1 + z().lpNorm<Eigen::Infinity>());
}

void Projection::velocity(Workspace& at, VecX& supplied) const {
  const auto& n = system_->sizes();
  if (n.nu() == 0) return;
  Kinematics kinematics;
  system_->compute_kinematics(at, kinematics);
  const auto& prescribed = system_->assembly().prescribed;
  const Conditions conditions(metric_, kinematics.Gamma);
  for (int k = 0; k < 2; ++k) {
    auto w = system_->segment(at, Segment::kW);
    const VecX rows = system_->rows(at);
    // A second correction only where the first one, from a large gap, left more than rounding.
    if (k > 0 && rows.lpNorm<Eigen::Infinity>() <= 1e-15 * w.lpNorm<Eigen::Infinity>()) break;
    const VecX impulse = conditions.multipliers(-rows);
    const VecX change = metric_.solve(kinematics.Gamma.transpose() * impulse);
    // T(w + d) - T(w) = impulse^T Gamma (w + d/2): at a prescribed port that is work supplied.
    const VecX work = impulse.cwiseProduct(kinematics.Gamma * (w + 0.5 * change));
    for (std::size_t i = 0; i < prescribed.size(); ++i)
      if (prescribed[i] >= 0)
        supplied[static_cast<Eigen::Index>(i)] += work[n.lambda + prescribed[i]];
    w += change;
    system_->compute_rates(at);
  }
}

void Projection::energy(Workspace& at, double energy, double scale) const {
  auto w = system_->segment(at, Segment::kW);
  const double defect = energy - system_->kinetic_energy(w) - system_->potential_energy(at);
  if (defect == 0 || !std::isfinite(defect)) return;

  // w = (what must stay) + free, orthogonal in the metric M: constraints and momenta see only the
  // first part, so scaling the second changes H by (alpha^2 - 1) T(free) and nothing else.
  VecX free = w;
  const auto& prescribed = system_->assembly().prescribed;
  const bool is_driven =
      std::any_of(prescribed.begin(), prescribed.end(), [](int row) { return row >= 0; });
  if (is_driven || system_->has_momenta()) {
    const MatX momenta = system_->momenta(at);
    Kinematics kinematics;
    system_->compute_kinematics(at, kinematics);
    MatX kept(kinematics.Gamma.rows() + momenta.rows(), w.size());
    kept << kinematics.Gamma, momenta;
    free -= metric_.least_change(kept, kept * w);
  }
  const double kinetic = system_->kinetic_energy(free);
  if (kinetic < 1e-6 * scale || kinetic == 0) return;
  const double change = defect / kinetic;  // alpha^2 - 1
  if (std::abs(change) > 1e-2) return;
  // sqrt(1 + x) - 1 without cancellation.
  w += change / (std::sqrt(1 + change) + 1) * free;
  system_->compute_rates(at);
}

Gaps Projection::gaps(const Workspace& at) const {
  Gaps found;
  if (system_->sizes().c > 0)
    found.position = system_->segment(at, Segment::kGap).lpNorm<Eigen::Infinity>();
  if (system_->sizes().nu() > 0) found.velocity = system_->rows(at).lpNorm<Eigen::Infinity>();
  return found;
}

}  // namespace porthos::integrate
