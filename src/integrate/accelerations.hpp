#pragma once

#include <vector>

#include "base/metric.hpp"
#include "base/numbers.hpp"
#include "integrate/rows.hpp"
#include "system/system.hpp"

namespace porthos::integrate {

/// Accelerations, multipliers and massless velocities of a state: w' and x with
///
///   M w' - f(x) = 0          (1 - L) R(x) + L R'(x, w') = 0                       (Rows, theory
///   0.3)
///
/// by Newton's method: what resists may depend on the reactions.
class Accelerations {
 public:
  Accelerations(const system::System& system, const Metric& metric)
      : system_(system), rows_(system, metric) {}

  /// at must hold z, w and the signals of its time; on return its massless velocities, multipliers
  /// and rates are those of the motion. Where rows depend on each other the multipliers are the
  /// smallest ones. Returns w', (w), of the velocities with mass, which is in the workspace too;
  /// not finite if there are none. Valid until the next call.
  const VecX& compute(system::Workspace& at);

  /// The matrix of the last state.
  const Rows& rows() const { return rows_; }
  bool is_nearly_singular() const { return rows_.is_nearly_singular(); }

  void write(NumberWriter& to) const { rows_.write(to); }
  bool read(NumberReader& from) { return rows_.read(from); }

 private:
  /// What Newton's method changes w' and x by, with the last matrix.
  void find_correction(system::Workspace& at);

  const system::System& system_;
  Rows rows_;
  VecX w_rate_, x_, correction_, force_, defect_;
  std::vector<VecX> corrections_;  // those that Broyden's method remembers
};

}  // namespace porthos::integrate
