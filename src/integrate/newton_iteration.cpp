#include "integrate/newton_iteration.hpp"

#include <algorithm>

namespace porthos::integrate {

NewtonIteration::Verdict NewtonIteration::judge(double size, bool is_fresh) {
  constexpr double kZero = 1e-15, kSlow = 0.3, kGrowth = 2, kForgotten = 1.1;
  constexpr double kLeast = 1e-3;      // to rely on: a linear model may meet a spring's end
  constexpr double kMeasured = 1e-16;  // what is less is rounding
  constexpr double kEarly = 0.05;      // of the rest: what one step leaves the next ones may repeat
  constexpr double kStalled = 1e-10;   // a correction that small that no longer shrinks: rounding
  constexpr int kMostGrowths = 3;
  constexpr int kMostMisses = 2;  // of one matrix for all stages
  const int k = count_++;
  const double contraction = size / previous_;  // (N1)
  const double theta = k == 0   ? contraction_
                       : k == 1 ? std::max(contraction, contraction_)
                                : std::max(contraction, last_contraction_);
  // The first correction is that of a prediction, which may be better in some unknowns than what
  // the others make of them next.
  const bool is_small = contraction > kSlow && size < kStalled;
  const bool stalls = k > 1 && is_small;
  const bool stalls_again = stalls && k > 2 && last_contraction_ > kSlow;
  last_contraction_ = contraction;
  previous_ = size;
  if (k == 0)
    contraction_ = std::min(1.0, kForgotten * contraction_);
  else if (size > kMeasured)
    contraction_ = std::max({contraction, k == 1 ? 0 : contraction_, kLeast});
  const double rest = k > 1 ? std::max(rest_, rounding_) : kEarly * rest_;
  if (size < kZero || (theta < 1 && size * theta / (1 - theta) < rest))  // (N2)
    return Verdict::kConverged;
  if (stalls_again) rounding_ = size;
  if (stalls) return stalls_again || is_fresh ? Verdict::kHasStalled : Verdict::kGoOn;
  if (k == 0 || contraction <= kSlow || is_small) return Verdict::kGoOn;
  // A matrix made for other stages: make it for these. If it was, the step is too large when the
  // corrections keep growing.
  if (is_fresh && contraction > kGrowth && ++growths_ > kMostGrowths) return Verdict::kDiverged;
  if (is_fresh && !has_each_ && ++misses_ > kMostMisses) return Verdict::kDiverged;
  return Verdict::kRenew;
}

}  // namespace porthos::integrate
