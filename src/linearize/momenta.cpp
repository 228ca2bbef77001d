#include "linearize/momenta.hpp"

#include <numeric>

#include "base/index.hpp"

#include "linearize/line.hpp"
#include "linearize/motion_samples.hpp"

namespace porthos::linearize {

using system::Segment;
using system::System;
using system::Workspace;

namespace {

/// The momenta, (w), as functions of the state.
class Momenta {
 public:
  explicit Momenta(const Equations& equations)
      : system_(equations.system()), M_(equations.M()), all_(index(equations.w())) {
    std::iota(all_.begin(), all_.end(), 0);
  }

  /// P with p = P w.
  MatX matrix(Workspace at, const VecX& z) const {
    system_.segment(at, Segment::kZ) = z;
    const MatX A = system_.velocity_rows(at, all_).dense();
    return A.transpose().partialPivLu().solve(M_);
  }

  /// d(P w)/dz along a direction.
  VecX slope(const Workspace& at, const VecX& z, const VecX& direction, const VecX& w) const {
    return derivative_along([&](double step) { return VecX(matrix(at, z + step * direction) * w); },
                            reach_of(direction));
  }

 private:
  const System& system_;
  const MatX& M_;
  std::vector<int> all_;
};

}  // namespace

std::vector<Integral> conserved_momenta(const Equations& equations, const Reference& reference,
                                        const FreePositions& free) {
  // Differences are accurate to about 1e-13 of the terms, not to the last digit.
  constexpr double kOfDifferences = 10, kNothing = 1e-10;
  const System& system = equations.system();
  if (!system.has_moving_frame() || !is_sampled(equations, reference, free)) return {};
  const Momenta momenta(equations);
  const auto find = [&](const MotionSample& one, VecX& rates, VecX& sizes) {
    const VecX z = system.segment(one.at, Segment::kZ), w = system.segment(one.at, Segment::kW);
    const VecX by_z = momenta.slope(one.at, z, system.segment(one.at, Segment::kZdot), w);
    const MatX P = momenta.matrix(one.at, z);
    rates = by_z + P * one.w_rate;
    sizes = kOfDifferences * (by_z.cwiseAbs() + P.cwiseAbs() * one.w_rate.cwiseAbs());
  };
  MotionSampler sampler(equations, reference, free);
  const Eigen::Index k = free.kept.rows(), w = equations.w();
  MatX found = conserved_combinations(RateEquations(sampler.random(2 * w + 10), w, find),
                                      RateEquations(sampler.sparse(), w, find));
  found = (found.array().abs() > kNothing).select(found, 0.0);
  const Workspace& at = reference.at;
  const VecX z0 = system.segment(at, Segment::kZ), w0 = system.segment(at, Segment::kW);
  std::vector<Integral> made;
  for (Eigen::Index j = 0; j < found.cols(); ++j) {
    Integral one{VecX::Zero(k + w), MatX::Zero(k + w, k + w)};
    // The gradient as a function of the kept positions.
    const auto gradient_at = [&](const VecX& z) {
      VecX gradient(k + w);
      for (Eigen::Index i = 0; i < k; ++i)
        gradient[i] = found.col(j).dot(momenta.slope(at, z, free.kept.row(i).transpose(), w0));
      gradient.tail(w) = momenta.matrix(at, z).transpose() * found.col(j);
      return gradient;
    };
    one.gradient = gradient_at(z0);
    for (Eigen::Index i = 0; i < k; ++i) {
      const VecX direction = free.kept.row(i).transpose();
      const VecX slopes = derivative_along(
          [&](double step) { return gradient_at(z0 + step * direction); }, reach_of(direction));
      one.hessian.col(i) = slopes;
      one.hessian.row(i).tail(w) = slopes.tail(w).transpose();
    }
    const MatX of_positions = one.hessian.topLeftCorner(k, k);
    one.hessian.topLeftCorner(k, k) = (of_positions + of_positions.transpose()) / 2;
    made.push_back(std::move(one));
  }
  return made;
}

MatX positions_bounded_by_velocities(const Equations& equations, const Reference& reference,
                                     const FreePositions& free) {
  const System& system = equations.system();
  const Eigen::Index z = equations.z(), w = equations.w();
  if (free.kept.rows() == z || !is_sampled(equations, reference, free)) return MatX(0, z);
  const auto find = [&](const MotionSample& one, VecX& rates, VecX& sizes) {
    rates << system.segment(one.at, Segment::kZdot), one.w_rate;
    sizes = rates.cwiseAbs();
  };
  MotionSampler sampler(equations, reference, free);
  const RateEquations first(sampler.random(2 * (z + w) + 10), z + w, find);
  MatX found = conserved_combinations(first, RateEquations(sampler.sparse(), z + w, find));
  // Beside large terms that cancel, small factors are rounding.
  constexpr double kNothing = 1e-7;
  const VecX largest = first.rates.cwiseAbs().colwise().maxCoeff();
  for (auto one : found.colwise()) {
    const VecX terms = one.cwiseAbs().cwiseProduct(largest);
    one = (terms.array() > kNothing * terms.maxCoeff()).select(VecX(one), 0.0);
  }
  return found.topRows(z).transpose();
}

}  // namespace porthos::linearize
