#pragma once

#include "base/metric.hpp"
#include "base/numbers.hpp"
#include "base/sparse_lu.hpp"
#include "system/system.hpp"

namespace porthos::integrate {

/// Accelerations and multipliers of a consistent state (index-1 form, theory 0.3):
///
///   [M  Gamma^T; Gamma  0] [w'; nu] = [f; -(d/dt Gamma) w + q']
class Accelerations {
 public:
  Accelerations(const system::System& system, const Metric& metric);

  /// at must hold z, w and the signals of its time; on return its lambda, mu and rates are those of
  /// the motion. Where rows depend on each other the multipliers are the smallest ones.
  /// Returns w', (w).
  VecX compute(system::Workspace& at);

  /// True if rows all but depend on each other at the last state that was computed, as beside a
  /// singular pose: what the constraints miss there, be it a rounding, moves the accelerations.
  bool is_nearly_singular() const;

  void write(NumberWriter& to) const { to.put_list(lu_.order()); }
  bool read(NumberReader& from) { return lu_.set_order(from.get_list()); }

 private:
  /// What the entries of a gap's rate by the multipliers are sums of, at most; (nu). Rates depend
  /// on multipliers where a kinematics contains efforts: c' J c'^T with a skew J, so that much of
  /// it cancels.
  VecX largest_terms(system::Workspace& at);

  /// What is left of the equations at x = (w', nu), (w + nu): M w' - f, and the rates of the rows
  /// or, where the multipliers enter them, the rows.
  VecX defect(system::Workspace& at, const VecX& x, const std::vector<char>& is_algebraic);
  /// Where rates depend on multipliers the rates of these rates are not linear in them: from the
  /// linear solution on, by Broyden's method with the matrix at hand.
  void refine(system::Workspace& at, VecX& x, const std::vector<char>& is_algebraic);

  const system::System& system_;
  const Metric& metric_;
  VecX diagonal_;  // of M
  Sparse jacobian_;
  std::vector<Entry> places_;  // of the Jacobian's entries
  SparseLu<double> lu_;
  std::vector<double> values_;
  system::Kinematics kinematics_;
  bool has_sums_ = false;
  double rho_value_ = 0;
  std::vector<int> mass_, place_, rho_;  // where the entries of M, of the Jacobian, of rho are
};

}  // namespace porthos::integrate
