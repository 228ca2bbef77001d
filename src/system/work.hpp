#pragma once

namespace porthos::system {

/// Counts of the work of methods on a system.
struct Work {
  long steps = 0;           // accepted steps
  long rejected = 0;        // rejected and tried again
  long evaluations = 0;     // of the right sides of (1), once for each stage or state
  long factorisations = 0;  // factorisations of matrices

  Work& operator+=(const Work& more) {
    steps += more.steps;
    rejected += more.rejected;
    evaluations += more.evaluations;
    factorisations += more.factorisations;
    return *this;
  }
  Work operator-(const Work& before) const {
    return {steps - before.steps, rejected - before.rejected, evaluations - before.evaluations,
            factorisations - before.factorisations};
  }
};

}  // namespace porthos::system
