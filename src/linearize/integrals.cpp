#include "linearize/integrals.hpp"

#include <cmath>
#include <utility>

#include "base/index.hpp"
#include "linearize/line.hpp"
#include "linearize/motion_samples.hpp"
#include "linearize/scaled.hpp"

namespace porthos::linearize {

using system::Segment;
using system::Workspace;

namespace {

/// The rates of the monomials y_i y_j (i <= j) and y_i, and the sizes of their terms.
void find_rates(const MotionSample& at, VecX& rates, VecX& sizes) {
  const Eigen::Index n = at.y.size();
  Eigen::Index next = 0;
  for (Eigen::Index i = 0; i < n; ++i)
    for (Eigen::Index j = i; j < n; ++j, ++next) {
      rates[next] = at.y[i] * at.y_rate[j] + at.y[j] * at.y_rate[i];
      sizes[next] = std::abs(at.y[i] * at.y_rate[j]) + std::abs(at.y[j] * at.y_rate[i]);
    }
  rates.tail(n) = at.y_rate;
  sizes.tail(n) = at.y_rate.cwiseAbs();
}

RateEquations rates_of_monomials(const std::vector<MotionSample>& samples) {
  const Eigen::Index n = samples.front().y.size();
  return RateEquations(samples, n * (n + 3) / 2, find_rates);
}

/// sizes: of y in the samples.
Integral integral_of(VecX factors, const VecX& y, const VecX& sizes) {
  const Eigen::Index n = y.size();
  // Terms that are rounding of the others would be a gradient or a curvature where there is none.
  constexpr double kNothing = 1e-11;
  double largest = 0;
  Eigen::Index term = 0;
  for (Eigen::Index i = 0; i < n; ++i)
    for (Eigen::Index j = i; j < n; ++j)
      largest = std::max(largest, std::abs(factors[term++]) * sizes[i] * sizes[j]);
  const Eigen::Index count = std::exchange(term, 0);
  for (Eigen::Index i = 0; i < n; ++i) {
    for (Eigen::Index j = i; j < n; ++j, ++term)
      if (std::abs(factors[term]) * sizes[i] * sizes[j] <= kNothing * largest) factors[term] = 0;
    if (double& linear = factors[count + i]; std::abs(linear) * sizes[i] <= kNothing * largest)
      linear = 0;
  }
  Integral made{VecX(n), MatX(n, n)};
  Eigen::Index next = 0;
  for (Eigen::Index i = 0; i < n; ++i)
    for (Eigen::Index j = i; j < n; ++j, ++next)
      made.hessian(i, j) = made.hessian(j, i) = factors[next] * (i == j ? 2 : 1);
  made.gradient = made.hessian * y + factors.tail(n);
  return made;
}

/// The least eigenvalue of a symmetric matrix after scaling its diagonal to ones; -1 if the
/// diagonal is not positive.
double least_scaled(const MatX& Q) {
  const VecX diagonal = Q.diagonal();
  if (!((diagonal.array() > 0).all())) return -1;
  const VecX scale = diagonal.cwiseSqrt().cwiseInverse();
  return Spectrum(scale.asDiagonal() * Q * scale.asDiagonal()).values.minCoeff();
}

/// A unit for each y in which the second derivatives of the last function, the energy, are one.
VecX units_of(const std::vector<Integral>& all) {
  VecX units = all.back().hessian.diagonal().cwiseAbs().cwiseSqrt();
  for (double& one : units)
    if (!(one > 0)) one = 1;
  return units;
}

}  // namespace

std::vector<Integral> quadratic_integrals(const Equations& equations, const Reference& reference,
                                          const FreePositions& free) {
  const system::System& system = equations.system();
  if (!is_sampled(equations, reference, free)) return {};
  const Eigen::Index n = free.kept.rows() + equations.w();
  MotionSampler sampler(equations, reference, free);
  const std::vector<MotionSample> samples = sampler.random(n * (n + 3) + 10);
  const MatX found =
      conserved_combinations(rates_of_monomials(samples), rates_of_monomials(sampler.sparse()));
  VecX y(n);
  y << free.kept * system.segment(reference.at, Segment::kZ),
      system.segment(reference.at, Segment::kW);
  VecX sizes_of_y = VecX::Zero(n);
  for (const MotionSample& sample : samples) sizes_of_y = sizes_of_y.cwiseMax(sample.y.cwiseAbs());
  std::vector<Integral> made;
  for (Eigen::Index k = 0; k < found.cols(); ++k)
    made.push_back(integral_of(found.col(k), y, sizes_of_y));
  return made;
}

Integral energy_at(const Equations& equations, const Reference& reference,
                   const FreePositions& free) {
  const system::System& system = equations.system();
  const Eigen::Index k = free.kept.rows(), w = equations.w(), n = k + w;
  Workspace at = reference.at;
  Integral made{VecX::Zero(n), MatX::Zero(n, n)};
  made.gradient << free.kept * system.segment(at, Segment::kE),
      equations.M() * system.segment(at, Segment::kW);
  made.hessian.bottomRightCorner(w, w) = equations.M();
  const VecX z = system.segment(at, Segment::kZ);
  for (Eigen::Index i = 0; i < k; ++i) {
    const VecX direction = free.kept.row(i).transpose();
    made.hessian.col(i).head(k) = free.kept * derivative_along(
                                                  [&](double step) {
                                                    system.segment(at, Segment::kZ) =
                                                        z + step * direction;
                                                    system.compute_rates(at);
                                                    return VecX(system.segment(at, Segment::kE));
                                                  },
                                                  reach_of(direction));
  }
  const MatX potential = made.hessian.topLeftCorner(k, k);
  made.hessian.topLeftCorner(k, k) = (potential + potential.transpose()) / 2;
  return made;
}

bool is_extremal(const std::vector<Integral>& integrals, const std::optional<Integral>& energy,
                 bool is_energy_kept) {
  std::vector<Integral> all = integrals;
  if (energy) all.push_back(*energy);
  if (all.empty()) return false;
  const Eigen::Index n = all.front().gradient.size();
  const auto count = static_cast<Eigen::Index>(all.size());
  const VecX units = units_of(all);
  MatX gradients(n, count);
  for (std::size_t j = 0; j < all.size(); ++j) {
    all[j].gradient = all[j].gradient.cwiseQuotient(units).eval();
    all[j].hessian =
        (units.cwiseInverse().asDiagonal() * all[j].hessian * units.cwiseInverse().asDiagonal())
            .eval();
    const double size =
        std::max(all[j].gradient.lpNorm<Eigen::Infinity>(), all[j].hessian.cwiseAbs().maxCoeff());
    if (!(size > 0) || !std::isfinite(size)) return false;
    all[j].gradient /= size;
    all[j].hessian /= size;
    gradients.col(static_cast<Eigen::Index>(j)) = all[j].gradient;
  }
  // A function that only decreases has no level sets; its gradient must vanish if it is in the sum.
  // Integrals are accurate to about 1e-10; a level must exceed that clearly.
  constexpr double kZero = 1e-9, kLevel = 1e-7, kDefinite = 1e-7;
  const MatX kept = is_energy_kept || !energy ? gradients : MatX(gradients.leftCols(count - 1));
  const MatX tangent = Orthogonal(MatX(kept.transpose()), kLevel).kernel();
  if (tangent.cols() == 0) return true;
  const MatX sums = Orthogonal(gradients, kZero).kernel();
  if (sums.cols() == 0) return false;
  constexpr int kTries = 300;
  EvenNumbers random;
  for (int k = 0; k < kTries; ++k) {
    VecX a =
        sums * (k < sums.cols() ? VecX(VecX::Unit(sums.cols(), k)) : random.vector(sums.cols()));
    a.normalize();
    if (energy && !is_energy_kept && a[count - 1] < 0) a = -a;
    if (energy && !is_energy_kept && !(a[count - 1] > kZero)) continue;
    MatX Q = MatX::Zero(n, n), terms = MatX::Zero(n, n);
    for (std::size_t j = 0; j < all.size(); ++j) {
      Q += a[static_cast<Eigen::Index>(j)] * all[j].hessian;
      terms += std::abs(a[static_cast<Eigen::Index>(j)]) * all[j].hessian.cwiseAbs();
    }
    Q = (tangent.transpose() * Q * tangent).eval();
    terms = (tangent.cwiseAbs().transpose() * terms * tangent.cwiseAbs()).eval();
    // Differences of large terms have no more digits than the terms.
    if ((Q.diagonal().cwiseAbs().array() <= kDefinite * terms.diagonal().array()).any()) continue;
    if (least_scaled(Q) > kDefinite) return true;
    if ((!energy || is_energy_kept) && least_scaled(-Q) > kDefinite) return true;
  }
  return false;
}

bool is_regular(const Integral& energy, const MatX& kept) {
  constexpr double kDegenerate = 1e-9;
  MatX Q = kept.transpose() * energy.hessian * kept;
  for (int pass = 0; pass < 3; ++pass) {
    VecX scale = Q.cwiseAbs().rowwise().maxCoeff();
    for (double& one : scale) one = one > 0 ? 1 / std::sqrt(one) : 0;
    Q = (scale.asDiagonal() * Q * scale.asDiagonal()).eval();
  }
  return Q.allFinite() && Orthogonal(Q, kDegenerate).rank() == Q.cols();
}

}  // namespace porthos::linearize
