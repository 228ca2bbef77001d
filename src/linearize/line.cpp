#include "linearize/line.hpp"

#include <array>
#include <cmath>
#include <limits>

namespace porthos::linearize {
namespace {

VecX central_difference(const std::function<VecX(double)>& f, double h) {
  constexpr std::array<double, 4> kWeights{4.0 / 5, -1.0 / 5, 4.0 / 105, -1.0 / 280};
  VecX sum;
  for (std::size_t k = 0; k < kWeights.size(); ++k) {
    const double s = static_cast<double>(k + 1) * h;
    const VecX difference = kWeights[k] * (f(s) - f(-s));
    if (k == 0)
      sum = difference;
    else
      sum += difference;
  }
  return sum / h;
}

}  // namespace

VecX derivative_along(const std::function<VecX(double)>& f, double reach) {
  constexpr int kLengths = 6;  // down to a 4000th of the reach: there 1e-12 of f is rounding
  double least = std::numeric_limits<double>::infinity();
  double h = reach / 4;
  VecX before = central_difference(f, h), best = before;
  best.setConstant(std::numeric_limits<double>::quiet_NaN());
  for (int k = 1; k < kLengths; ++k) {
    h /= 4;
    VecX now = central_difference(f, h);
    const double difference = now.size() == 0 ? 0 : (now - before).lpNorm<Eigen::Infinity>();
    // The norm may ignore NaN.
    if (difference < least && now.allFinite() && before.allFinite()) {
      least = difference;
      // If both agree to rounding, the longer step has less rounding.
      best = difference <= 1e-10 * before.lpNorm<Eigen::Infinity>() ? before : now;
    }
    before = std::move(now);
    if (least == 0) break;
  }
  return best;
}

double reach_of(const VecX& direction) {
  constexpr double kMove = 0.2;
  const double fastest = direction.size() == 0 ? 0 : direction.lpNorm<Eigen::Infinity>();
  return fastest > 0 ? kMove / fastest : 1;
}

}  // namespace porthos::linearize
