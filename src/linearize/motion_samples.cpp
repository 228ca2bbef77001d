#include "linearize/motion_samples.hpp"

#include <cmath>

#include "base/index.hpp"
#include "base/metric.hpp"
#include "linearize/scaled.hpp"

namespace porthos::linearize {

using system::Segment;
using system::Workspace;

double EvenNumbers::next() {
  random_ = random_ * 1664525u + 1013904223u;
  return static_cast<double>(random_ >> 8) / (1 << 23) - 1;
}

VecX EvenNumbers::vector(Eigen::Index size) {
  VecX made(size);
  for (double& one : made) one = next();
  return made;
}

MotionSampler::MotionSampler(const Equations& equations, const Reference& reference,
                             const FreePositions& free)
    : system_(equations.system()),
      metric_(system_.metric()),
      accelerations_(system_, metric_),
      reference_(reference),
      free_(free),
      z_(system_.segment(reference.at, Segment::kZ)),
      w_(system_.segment(reference.at, Segment::kW)),
      speed_(w_.size() > 0 && !w_.isZero(0) ? w_.lpNorm<Eigen::Infinity>() : 1) {}

std::vector<MotionSample> MotionSampler::random(Eigen::Index count) {
  EvenNumbers random;
  std::vector<MotionSample> made;
  const VecX spread = (0.3 + 0.3 * z_.array().abs()).matrix();
  for (Eigen::Index k = 0; k < count; ++k) {
    const VecX dz = random.vector(z_.size()).cwiseProduct(spread);
    made.push_back(at(dz, speed_ * random.vector(w_.size())));
  }
  return made;
}

std::vector<MotionSample> MotionSampler::sparse() {
  constexpr double kSide = 0.5;
  const Eigen::Index z = z_.size(), n = z + w_.size();
  std::vector<MotionSample> made;
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

MotionSample MotionSampler::at(const VecX& dz, const VecX& dw) {
  MotionSample one{reference_.at, {}, {}, {}};
  system_.segment(one.at, Segment::kZ) = z_ + dz;
  system_.segment(one.at, Segment::kW) = w_ + dw;
  one.w_rate = accelerations_.compute(one.at);
  one.y.resize(free_.kept.rows() + w_.size());
  one.y_rate.resize(one.y.size());
  one.y << free_.kept * system_.segment(one.at, Segment::kZ), system_.segment(one.at, Segment::kW);
  one.y_rate << free_.kept * system_.segment(one.at, Segment::kZdot), one.w_rate;
  return one;
}

bool is_sampled(const Equations& equations, const Reference& reference, const FreePositions& free) {
  constexpr Eigen::Index kMost = 12;
  const Eigen::Index n = free.kept.rows() + equations.w();
  if (n == 0 || n > kMost || equations.massless() > 0 || equations.system().sizes().nu() > 0)
    return false;
  Workspace at = reference.at;
  const Derivatives d = equations.derivatives(at);
  return (d.c_s.leftCols(equations.z()) * free.kept.transpose()).isZero(0);
}

RateEquations::RateEquations(
    const std::vector<MotionSample>& samples, Eigen::Index functions,
    const std::function<void(const MotionSample&, VecX& rates, VecX& sizes)>& find)
    : rates(static_cast<Eigen::Index>(samples.size()), functions), sizes(rates) {
  VecX of_one(functions), sizes_of_one(functions);
  for (Eigen::Index k = 0; k < rates.rows(); ++k) {
    find(samples[index(k)], of_one, sizes_of_one);
    rates.row(k) = of_one.transpose();
    sizes.row(k) = sizes_of_one.transpose();
  }
}

MatX conserved_combinations(const RateEquations& first, const RateEquations& others) {
  constexpr double kRounding = 1e-12;  // for hundreds of sums
  constexpr double kDigits = 1e-15;    // where terms vanish, their differences are rounding
  if (!first.rates.allFinite()) return MatX(first.rates.cols(), 0);
  const MatX found = Scaled(first.rates).kernel();
  MatX made(found.rows(), found.cols());
  Eigen::Index count = 0;
  for (Eigen::Index k = 0; k < found.cols(); ++k) {
    const VecX shares = found.col(k).cwiseAbs();
    const VecX left = first.rates * found.col(k), terms = first.sizes * shares;
    const VecX left_again = others.rates * found.col(k), terms_again = others.sizes * shares;
    const double digits = kDigits * terms.maxCoeff();
    if ((left.array().abs() <= kRounding * terms.array()).all() &&
        (left_again.array().isNaN() ||
         left_again.array().abs() <= kRounding * terms_again.array() + digits)
            .all())
      made.col(count++) = found.col(k);
  }
  return made.leftCols(count);
}

}  // namespace porthos::linearize
