#include "integrate/newton_iteration.hpp"

#include <algorithm>

namespace porthos::integrate {

NewtonIteration::Verdict NewtonIteration::judge(double size, bool is_fresh) {
  constexpr double kZero = 1e-15, kSlow = 0.3, kGrowth = 2;
  constexpr double kStalled = 1e-10;  // a correction that small that no longer shrinks: rounding
  constexpr int kMostGrowths = 3;
  constexpr int kMostMisses = 2;  // of one matrix for all stages
  const int k = count_++;
  const double contraction = size / previous_;  // (N1)
  const double theta = std::max(contraction, last_contraction_);
  const bool stalls = k > 0 && contraction > kSlow && size < kStalled;
  const bool stalls_again = stalls && k > 1 && last_contraction_ > kSlow;
  last_contraction_ = contraction;
  previous_ = size;
  const double rest = std::max(rest_, rounding_);
  if (size < kZero || (k > 1 && theta < 1 && size * theta / (1 - theta) < rest))  // (N2)
    return Verdict::kConverged;
  if (stalls_again) rounding_ = size;
  if (stalls) return stalls_again || is_fresh ? Verdict::kHasStalled : Verdict::kGoOn;
  if (k == 0 || contraction <= kSlow) return Verdict::kGoOn;
  // A matrix made for other stages: make it for these. If it was, the step is too large when the
  // corrections keep growing.
  if (is_fresh && contraction > kGrowth && ++growths_ > kMostGrowths) return Verdict::kDiverged;
  if (is_fresh && !has_each_ && ++misses_ > kMostMisses) return Verdict::kDiverged;
  return Verdict::kRenew;
}

}  // namespace porthos::integrate
