#pragma once

#include <vector>

#include "base/metric.hpp"
#include "base/numbers.hpp"
#include "base/outcome.hpp"
#include "dae/constraint_equations.hpp"
#include "dae/state.hpp"
#include "system/system.hpp"

namespace porthos::dae {

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

  /// Where compute() has found nothing: the reactions at which its search ended.
  const VecX& last_unknowns() const { return last_x_; }

  /// The matrix of the last state.
  const ConstraintEquations& rows() const { return rows_; }
  bool is_nearly_singular() const { return rows_.is_nearly_singular(); }

  void write(NumberWriter& to) const { rows_.write(to); }
  bool read(NumberReader& from) { return rows_.read(from); }

 private:
  /// Newton's method from multipliers of this size; false where it finds nothing.
  bool solve(system::Workspace& at, double guess);
  /// What Newton's method changes w' and x by, with the last matrix.
  void find_correction(system::Workspace& at);

  const system::System& system_;
  ConstraintEquations rows_;
  VecX w_rate_, x_, last_x_, correction_, force_, defect_;
  std::vector<VecX> corrections_;  // those that Broyden's method remembers
};

/// The multipliers of the motion in a state, (nu); zero where there are none. Uses `at`.
VecX reactions_at(const system::System& system, const Metric& metric, system::Workspace& at,
                  const State& state);

}  // namespace porthos::dae
