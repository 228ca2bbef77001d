#pragma once

#include <cmath>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "system/system.hpp"

namespace porthos::simulate {

/// The options of a run, and its grid of times, k * step and `until`.
struct RunOptions {
  double until = 10;   // s
  double step = 0.01;  // s
  int output_every = 1;
  double tolerance = 1e-9;  // of adaptive methods
  bool has_error_column = false;
  std::vector<std::string> columns;  // see model::Simulation
  bool in_joints = false;            // steps in coordinates of joints, see tree_collocation.hpp

  /// All steps of the run; only the last may be shorter.
  long count() const { return static_cast<long>(std::ceil(until / step * (1 - 1e-12))); }
  /// The time at the end of the k-th step, s.
  double time_of(long k) const { return k == count() ? until : static_cast<double>(k) * step; }
};

/// Builds the system with other values of some parameters, by their outside names, with the same
/// layout; nullptr where that is impossible (a negative mass).
using Rebuild =
    std::function<std::shared_ptr<system::System>(const std::map<std::string, double>&)>;

}  // namespace porthos::simulate
