#include "integrate/newton_iteration.hpp"

#include <algorithm>

namespace porthos::integrate {

NewtonIteration::Verdict NewtonIteration::judge(double size, bool is_fresh) {
  constexpr double kZero = 1e-15, kSlow = 0.3, kGrowth = 2, kForgotten = 1.1;
  constexpr double kLeast = 1e-3;      // a linear model may overshoot a spring's end
  constexpr double kMeasured = 1e-16;  // smaller sizes are rounding
  constexpr double kEarly = 0.05;      // of the tolerance: later steps may repeat the error of one
  constexpr int kMostGrowths = 3;
  const int k = count_++;
  const double contraction = size / previous_;  // (N1)
  const double theta = k == 0   ? contraction_
                       : k == 1 ? std::max(contraction, contraction_)
                                : std::max(contraction, last_contraction_);
  // The first correction starts at a prediction, which may be better in some unknowns than the next
  // iterate.
  const bool is_small = contraction > kSlow && size < options_.stalled;
  const bool stalls = k > 1 && is_small;
  const bool stalls_again = stalls && k > 2 && last_contraction_ > kSlow;
  last_contraction_ = contraction;
  previous_ = size;
  if (k == 0)
    contraction_ = std::min(1.0, kForgotten * contraction_);
  else if (size > kMeasured)
    contraction_ = std::max({contraction, k == 1 ? 0 : contraction_, kLeast});
  const double tolerance =
      k > 1 ? std::max(options_.tolerance, rounding_) : kEarly * options_.tolerance;
  if (size < kZero || (theta < 1 && size * theta / (1 - theta) < tolerance))  // (N2)
    return Verdict::kConverged;
  if (stalls_again) rounding_ = size;
  if (stalls) return stalls_again || is_fresh ? Verdict::kHasStalled : Verdict::kGoOn;
  if (k == 0 || contraction <= kSlow || is_small) return Verdict::kGoOn;
  // Renew a matrix that was made for other stages. If it is new and the corrections keep growing,
  // the step is too large.
  if (is_fresh && contraction > kGrowth && ++growths_ > kMostGrowths) return Verdict::kDiverged;
  if (is_fresh && ++misses_ > options_.most_misses) return Verdict::kDiverged;
  return Verdict::kRenew;
}

}  // namespace porthos::integrate
