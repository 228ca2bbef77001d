#pragma once

#include <limits>

namespace porthos::integrate {

/// The course of Newton's method with a matrix that is kept as long as it contracts. Of the
/// corrections dx_k, each measured relative to the states,
///
///   theta_k = |dx_k| / |dx_(k-1)|                                                             (N1)
///   |x_k - x| < |dx_k| theta / (1 - theta),    theta = max(theta_k, theta_(k-1))              (N2)
///
/// It has converged when (N2) is below `rest`, or when a correction that is small already no longer
/// shrinks: that is the rounding of the residual, which `rounding` remembers, to stop there sooner.
/// `contraction` remembers theta as long as the matrix is kept, for the first two corrections of
/// the next iteration. It grows where nothing has measured it.
class NewtonIteration {
 public:
  enum class Verdict {
    kGoOn,
    kRenew,  // the matrix
    kConverged,
    kHasStalled,  // at its rounding, which counts as converged
    kDiverged
  };

  /// has_each: the matrix is the one of each stage's own Jacobian, which is slower to make, and
  /// good for more corrections.
  NewtonIteration(bool has_each, double rest, double& rounding, double& contraction)
      : has_each_(has_each), rest_(rest), rounding_(rounding), contraction_(contraction) {}

  bool has_more() const { return count_ < (has_each_ ? kMostOfEach : kMost); }
  int count() const { return count_; }

  /// Of the next correction, of this size; is_fresh: the matrix was made in this iteration.
  Verdict judge(double size, bool is_fresh);

 private:
  static constexpr int kMost = 12, kMostOfEach = 40;

  bool has_each_;
  double rest_;
  double& rounding_;
  double& contraction_;
  double previous_ = std::numeric_limits<double>::infinity(), last_contraction_ = 1;
  int count_ = 0, growths_ = 0, misses_ = 0;
};

}  // namespace porthos::integrate
