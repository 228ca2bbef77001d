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

/// Samples around a reference.
class Sampler {
 public:
  Sampler(const Equations& equations, const Reference& reference, const FreePositions& free)
      : system_(equations.system()),
        metric_(system_.metric()),
        accelerations_(system_, metric_),
        reference_(reference),
        free_(free),
        z_(system_.segment(reference.at, Segment::kZ)),
        w_(system_.segment(reference.at, Segment::kW)),
        speed_(w_.size() > 0 && !w_.isZero(0) ? w_.lpNorm<Eigen::Infinity>() : 1) {}

  std::vector<Sample> random(Eigen::Index count) {
    Generator random;
    std::vector<Sample> made;
    const VecX spread = (0.3 + 0.3 * z_.array().abs()).matrix();
    for (Eigen::Index k = 0; k < count; ++k) {
      const VecX dz = random.vector(z_.size()).cwiseProduct(spread);
      made.push_back(at(dz, speed_ * random.vector(w_.size())));
    }
    return made;
  }

  /// States in which one or two states differ from the reference, two by the same number. There
  /// large forces and losses vanish that hide small ones elsewhere.
  std::vector<Sample> sparse() {
    const Eigen::Index z = z_.size(), n = z + w_.size();
    std::vector<Sample> made;
    const auto add = [&](Eigen::Index i, Eigen::Index j, double factor) {
      VecX change = VecX::Zero(n);
      change[i] = i < z ? kSide : kSide * speed_;
      if (j != i) change[j] = factor * (j < z ? kSide : kSide * speed_);
      made.push_back(at(change.head(z), change.tail(n - z)));
    };
    for (Eigen::Index i = 0; i < n; ++i) {
      add(i, i, 1);
      for (Eigen::Index j = i + 1; j < n; ++j)
        for (const double factor : {1.0, -1.0}) add(i, j, factor);
    }
    return made;
  }

 private:
  static constexpr double kSide = 0.5;

  Sample at(const VecX& dz, const VecX& dw) {
    Workspace at = reference_.at;
    system_.segment(at, Segment::kZ) = z_ + dz;
    system_.segment(at, Segment::kW) = w_ + dw;
    const VecX w_rate = accelerations_.compute(at);
    Sample one;
    one.y.resize(free_.kept.rows() + w_.size());
    one.rate.resize(one.y.size());
    one.y << free_.kept * system_.segment(at, Segment::kZ), system_.segment(at, Segment::kW);
    one.rate << free_.kept * system_.segment(at, Segment::kZdot), w_rate;
    return one;
  }

  const system::System& system_;
  const Metric metric_;
  dae::Accelerations accelerations_;
  const Reference& reference_;
  const FreePositions& free_;
  const VecX z_, w_;
  const double speed_;
};

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

/// The rates of all monomials in some samples, and the sizes of their terms, (samples x monomials).
struct RateEquations {
  MatX rates, sizes;

  explicit RateEquations(const std::vector<Sample>& samples) {
    const Eigen::Index n = samples.front().y.size(), unknowns = n * (n + 3) / 2;
    rates.resize(static_cast<Eigen::Index>(samples.size()), unknowns);
    sizes.resize(rates.rows(), unknowns);
    VecX of_one(unknowns), sizes_of_one(unknowns);
    for (Eigen::Index k = 0; k < rates.rows(); ++k) {
      find_rates(samples[index(k)], of_one, sizes_of_one);
      rates.row(k) = of_one.transpose();
      sizes.row(k) = sizes_of_one.transpose();
    }
  }
};

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
  Sampler sampler(equations, reference, free);
  const std::vector<Sample> samples = sampler.random(n * (n + 3) + 10);
  const auto [rates, sizes] = RateEquations(samples);
  const auto [rates_again, sizes_again] = RateEquations(sampler.sparse());
  if (!rates.allFinite()) return {};
  const MatX found = Scaled(rates).kernel();
  VecX y(n);
  y << free.kept * system.segment(reference.at, Segment::kZ),
      system.segment(reference.at, Segment::kW);
  VecX sizes_of_y = VecX::Zero(n);
  for (const Sample& sample : samples) sizes_of_y = sizes_of_y.cwiseMax(sample.y.cwiseAbs());
  std::vector<Integral> made;
  constexpr double kRounding = 1e-12;  // for hundreds of sums
  constexpr double kDigits = 1e-15;    // where terms vanish, their differences are rounding
  for (Eigen::Index k = 0; k < found.cols(); ++k) {
    const VecX shares = found.col(k).cwiseAbs();
    const VecX left = rates * found.col(k), terms = sizes * shares;
    const VecX left_again = rates_again * found.col(k), terms_again = sizes_again * shares;
    const double digits = kDigits * terms.maxCoeff();
    if ((left.array().abs() <= kRounding * terms.array()).all() &&
        (left_again.array().isNaN() ||
         left_again.array().abs() <= kRounding * terms_again.array() + digits)
            .all())
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
