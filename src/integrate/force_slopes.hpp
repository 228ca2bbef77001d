#pragma once

#include <vector>

#include "base/linear.hpp"
#include "base/scatter.hpp"
#include "base/sparse.hpp"
#include "dae/integrable.hpp"

namespace porthos::integrate {

using dae::Integrable;

/// The derivatives of forces by velocities, (w x w), as a part of the Jacobian of a system.
class ForceSlopes {
 public:
  explicit ForceSlopes(const Integrable& system);

  /// The pattern, without entries that vanish wherever they were evaluated.
  const Sparse& pattern() const { return slopes_; }
  bool is_empty() const { return slopes_.value.empty(); }
  /// Their values, after compute_rates.
  const Sparse& compute(const Integrable& system, dae::Workspace& at);

 private:
  Sparse jacobian_, slopes_;
  std::vector<int> places_;  // in the Jacobian
};

}  // namespace porthos::integrate
