#pragma once

#include <vector>

#include "base/archive.hpp"
#include "base/metric.hpp"
#include "dae/constraint_equations.hpp"
#include "dae/integrable.hpp"

namespace porthos::dae {

/// Accelerations, multipliers and massless velocities of a state: w' and x with
///
///   M w' - f(x) = 0          (1 - L) R(x) + L R'(x, w') = 0        (ConstraintEquations, theory
///   0.3)
///
/// by Newton's method, since resistive relations may read the reactions.
class Accelerations {
 public:
  Accelerations(const Integrable& system, const Metric& metric)
      : system_(system.system()), equations_(system, metric) {}

  /// `at` must hold z, w and the signals of its time. On return it holds the massless velocities,
  /// multipliers and rates of the motion; if rows depend on each other, the multipliers have least
  /// norm. Returns w', (w), of the velocities with mass, which is in the workspace too; not finite
  /// if there is no solution. Valid until the next call.
  const VecX& compute(Workspace& at);

  /// After a compute(): the largest rate at which rows open that no unknown x can close, where
  /// they depend on each other and move differently.
  double opening(Workspace& at);

  /// After a compute() without solution: the x at which the search ended.
  const VecX& last_unknowns() const { return last_x_; }

  /// At the last state.
  const ConstraintEquations& equations() const { return equations_; }
  bool is_nearly_singular() const { return equations_.is_nearly_singular(); }

  void describe(Archive& archive) { archive(equations_); }

 private:
  /// True if one correction of Newton's method solves the equations.
  bool is_linear() const;
  /// Newton's method from the first massless velocities and multipliers of this size. False without
  /// a solution.
  bool solve(Workspace& at, double guess);
  /// The same with steps so short that each one reduces the next correction (natural monotonicity,
  /// Deuflhard: Newton Methods for Nonlinear Problems, 3.3): relations as steep as exponentials.
  bool solve_damped(Workspace& at);
  void begin(Workspace& at, double guess);
  void move(Workspace& at, const VecX& w_rate, const VecX& x);
  /// Newton's method from w' and x, then Broyden's.
  bool refine(Workspace& at);
  /// The Newton correction of w' and x, with the last matrix.
  void find_correction(Workspace& at);

  const system::System& system_;
  ConstraintEquations equations_;
  VecX w_rate_, x_, first_w_, last_x_, correction_, force_, defect_;
  std::vector<VecX> corrections_;  // for Broyden's method
};

/// z, the velocities with massless ones that balance the forces, and the multipliers of a state,
/// (z + w + nu); velocities as in the state and multipliers zero where there is no solution. Uses
/// `at`.
VecX balanced(const Integrable& system, const Metric& metric, Workspace& at, const State& state);

/// The multipliers of the motion in a state, (nu); zero where there is no solution. Uses `at`.
VecX reactions_at(const Integrable& system, const Metric& metric, Workspace& at,
                  const State& state);

}  // namespace porthos::dae
