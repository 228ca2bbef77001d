#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "base/outcome.hpp"

namespace porthos::integrate {

inline bool are_finite(const std::vector<double>& values) {
  return std::ranges::all_of(values, [](double value) { return std::isfinite(value); });
}

/// Controls Newton's method with a matrix that is kept as long as it contracts. With the
/// corrections dx_k, each measured relative to the states,
///
///   theta_k = |dx_k| / |dx_(k-1)|                                                             (N1)
///   |x_k - x| < |dx_k| theta / (1 - theta),    theta = max(theta_k, theta_(k-1))              (N2)
///
/// it has converged when (N2) is below `tolerance`, or when a small correction no longer shrinks:
/// that is the rounding of the residual, which `rounding` stores so that later iterations stop
/// there. `contraction` stores theta as long as the matrix is kept, for the first two corrections
/// of the next iteration. It grows in iterations that do not measure it.
class NewtonIteration {
 public:
  struct Options {
    double tolerance;        // see (N2)
    double stalled = 1e-10;  // corrections below this size that no longer shrink are rounding
    int most = 12;           // corrections
    int most_misses = 2;     // slow corrections with a matrix of this iteration
    static Options patient(double tolerance, double stalled = 1e-10) {
      return {tolerance, stalled, 40, 40};
    }
  };
  enum class Verdict {
    kGoOn,
    kRenew,  // renew the matrix
    kConverged,
    kHasStalled,  // stopped at its rounding: counts as converged
    kDiverged
  };

  NewtonIteration(const Options& options, double& rounding, double& contraction)
      : options_(options), rounding_(rounding), contraction_(contraction) {}

  /// Solves equations, which must offer
  ///
  ///   bool compute_residual()          at the present iterate; false if it is not finite
  ///   bool has_matrix(), drop_matrix(), bool factorise()       false if it is singular
  ///   bool is_finite() const           false if a derivative is not, as that of sqrt(x) at zero
  ///   double correct(int k, bool is_fresh)  applies the k-th correction, returns its relative size
  ///
  /// kRunning on success.
  template <typename Equations>
  Outcome solve(Equations&& equations) {
    bool is_fresh = false;  // the matrix was made in this iteration
    while (count_ < options_.most) {
      if (!equations.compute_residual()) return Outcome::kNotFinite;
      if (!equations.has_matrix()) {
        if (!equations.factorise()) return failure(equations);
        is_fresh = true;
      }
      const double size = equations.correct(count_, is_fresh);
      if (!std::isfinite(size)) return failure(equations);
      verdict_ = judge(size, is_fresh);
      switch (verdict_) {
        case Verdict::kGoOn: break;
        case Verdict::kRenew: equations.drop_matrix(); break;
        case Verdict::kConverged:
        case Verdict::kHasStalled: return Outcome::kRunning;
        case Verdict::kDiverged: return Outcome::kDiverged;
      }
    }
    return Outcome::kDiverged;
  }

  int count() const { return count_; }
  bool has_stalled() const { return verdict_ == Verdict::kHasStalled; }

  /// For the next correction, of this size.
  Verdict judge(double size, bool is_fresh);

 private:
  template <typename Equations>
  static Outcome failure(const Equations& equations) {
    return equations.is_finite() ? Outcome::kSingular : Outcome::kNotFinite;
  }

  const Options options_;
  double& rounding_;
  double& contraction_;
  double previous_ = std::numeric_limits<double>::infinity(), last_contraction_ = 1;
  int count_ = 0, growths_ = 0, misses_ = 0;
  Verdict verdict_ = Verdict::kGoOn;
};

}  // namespace porthos::integrate
