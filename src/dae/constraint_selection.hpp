#pragma once

#include <vector>

#include "base/metric.hpp"
#include "base/outcome.hpp"
#include "dae/state.hpp"
#include "system/system.hpp"

namespace porthos::dae {

/// An independent set of rows in the place of all, where rows depend on each other all along the
/// motion, as those of spatial joints in a planar loop: beside c(z) = 0 they need not, but there is
/// no motion. The set leaves as many directions free as all rows do; so what is a surface of poses
/// for the one is that for the other, and the rows that are left out stay closed with it. Only the
/// multipliers are others, so nothing may use these but the forces of the rows.
class ConstraintSelection {
 public:
  explicit ConstraintSelection(const system::System& system);

  enum class Found {
    kIndependent,  // no row depends on others, or none needs any care
    kNone,         // as rows depend on each other here they need not elsewhere
    kSet
  };
  /// At a state, with is_kept, (nu). Of rows that depend on each other those that lead the motion
  /// are never left out, since what they do is work, and of the others those on velocities are left
  /// out first.
  Found find(const State& state, std::vector<char>& is_kept);

  /// Whether the rows that have been left out are closed at a state, to rounding.
  bool holds(const State& state, const std::vector<char>& is_kept);

 private:
  void look(const State& state);
  bool lasts(const State& state, const std::vector<char>& is_kept);
  bool is_suited() const;

  const system::System& system_;
  Metric metric_;
  VecX masses_;            // the diagonal of the metric
  std::vector<int> turn_;  // (nu) of rows on positions, on velocities, and that lead the motion
  system::Workspace at_;
  system::Kinematics kinematics_;
};

}  // namespace porthos::dae
