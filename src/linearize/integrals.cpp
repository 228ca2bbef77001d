#include "linearize/integrals.hpp"

#include <cmath>
#include <cstdint>
#include <utility>

#include "base/index.hpp"
#include "base/metric.hpp"
#include "dae/accelerations.hpp"
#include "linearize/line.hpp"
#include "linearize/scaled.hpp"

namespace porthos::linearize {

using system::Segment;
using system::Workspace;

namespace {

constexpr int kMostTried = 12;

class Generator {
 public:
  double next() {
    random_ = random_ * 1664525u + 1013904223u;
    return static_cast<double>(random_ >> 8) / (1 << 23) - 1;
  }
  VecX vector(Eigen::Index size) {
    VecX made(size);
    for (double& one : made) one = next();
    return made;
  }

 private:
  std::uint32_t random_ = 12;
};

/// y and its rate at a state.
struct Sample {
  VecX y, rate;
};

std::vector<Sample> samples_of(const Equations& equations, const Reference& reference,
                               const FreePositions& free, Eigen::Index count) {
  const system::System& system = equations.system();
  const Metric metric = system.metric();
  dae::Accelerations accelerations(system, metric);
  const VecX z = system.segment(reference.at, Segment::kZ);
  const VecX w = system.segment(reference.at, Segment::kW);
  const double speed = w.size() > 0 && !w.isZero(0) ? w.lpNorm<Eigen::Infinity>() : 1;
  Generator random;
  std::vector<Sample> made;
  for (Eigen::Index k = 0; k < count; ++k) {
    Workspace at = reference.at;
    const VecX spread = (0.3 + 0.3 * z.array().abs()).matrix();
    system.segment(at, Segment::kZ) = z + random.vector(z.size()).cwiseProduct(spread);
    system.segment(at, Segment::kW) = w + speed * random.vector(w.size());
    const VecX w_rate = accelerations.compute(at);
    Sample one;
    one.y.resize(free.kept.rows() + w.size());
    one.rate.resize(one.y.size());
    one.y << free.kept * system.segment(at, Segment::kZ), system.segment(at, Segment::kW);
    one.rate << free.kept * system.segment(at, Segment::kZdot), w_rate;
    made.push_back(std::move(one));
  }
  return made;
}

/// The rates of the monomials y_i y_j (i <= j) and y_i, and the sizes of their terms.
void find_rates(const Sample& at, VecX& rates, VecX& sizes) {
  const Eigen::Index n = at.y.size();
  Eigen::Index next = 0;
  for (Eigen::Index i = 0; i < n; ++i)
    for (Eigen::Index j = i; j < n; ++j, ++next) {
      rates[next] = at.y[i] * at.rate[j] + at.y[j] * at.rate[i];
      sizes[next] = std::abs(at.y[i] * at.rate[j]) + std::abs(at.y[j] * at.rate[i]);
    }
  rates.tail(n) = at.rate;
  sizes.tail(n) = at.rate.cwiseAbs();
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
  const Eigen::Index n = free.kept.rows() + equations.w();
  if (n == 0 || n > kMostTried || equations.massless() > 0 || system.sizes().nu() > 0) return {};
  // Constraints that the kinematics satisfies by itself may only couple free positions.
  Workspace at = reference.at;
  const Derivatives d = equations.derivatives(at);
  if (!(d.c_s.leftCols(equations.z()) * free.kept.transpose()).isZero(0)) return {};
  const Eigen::Index unknowns = n * (n + 3) / 2;
  const std::vector<Sample> samples = samples_of(equations, reference, free, 2 * unknowns + 10);
  MatX rates(static_cast<Eigen::Index>(samples.size()), unknowns), sizes(rates);
  VecX of_one(unknowns), sizes_of_one(unknowns);
  for (Eigen::Index k = 0; k < rates.rows(); ++k) {
    find_rates(samples[index(k)], of_one, sizes_of_one);
    rates.row(k) = of_one.transpose();
    sizes.row(k) = sizes_of_one.transpose();
  }
  if (!rates.allFinite()) return {};
  const MatX found = Scaled(rates).kernel();
  VecX y(n);
  y << free.kept * system.segment(reference.at, Segment::kZ),
      system.segment(reference.at, Segment::kW);
  VecX sizes_of_y = VecX::Zero(n);
  for (const Sample& sample : samples) sizes_of_y = sizes_of_y.cwiseMax(sample.y.cwiseAbs());
  std::vector<Integral> made;
  constexpr double kRounding = 1e-12;  // for hundreds of sums
  for (Eigen::Index k = 0; k < found.cols(); ++k) {
    const VecX left = rates * found.col(k), terms = sizes * found.col(k).cwiseAbs();
    if ((left.array().abs() <= kRounding * terms.array()).all())
      made.push_back(integral_of(found.col(k), y, sizes_of_y));
  }
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
  Generator random;
  for (int k = 0; k < kTries; ++k) {
    VecX a =
        sums * (k < sums.cols() ? VecX(VecX::Unit(sums.cols(), k)) : random.vector(sums.cols()));
    a.normalize();
    if (energy && !is_energy_kept && a[count - 1] < 0) a = -a;
    if (energy && !is_energy_kept && !(a[count - 1] > kZero)) continue;
    MatX Q = MatX::Zero(n, n);
    for (std::size_t j = 0; j < all.size(); ++j)
      Q += a[static_cast<Eigen::Index>(j)] * all[j].hessian;
    Q = (tangent.transpose() * Q * tangent).eval();
    // Differences of large terms have no more digits than the terms.
    if (Q.cwiseAbs().maxCoeff() <= kZero) continue;
    if (least_scaled(Q) > kDefinite) return true;
    if ((!energy || is_energy_kept) && least_scaled(-Q) > kDefinite) return true;
  }
  return false;
}

}  // namespace porthos::linearize
