#pragma once

#include <vector>

#include "base/metric.hpp"
#include "dae/constraint_equations.hpp"
#include "system/assemble.hpp"

namespace porthos::simulate {

/// The correction of start values to a consistent start:                              numerics 4
///
///   c(z) = 0        R(z, w, x, t) = 0 of dae::ConstraintEquations
///
/// Positions move as the kinematics and the impulses of rows can move them, dz = Z d + N_z y; they
/// also satisfy the part of R that neither velocities nor x can satisfy. Then velocities and x
/// satisfy the rest.
///
/// Fixed values stay. Stated ones stay where the others can meet the constraints; otherwise they
/// change as little as possible. Other changes have the least kinetic energy.
class StartCorrections {
 public:
  StartCorrections(const system::System& system, const system::Assembled& assembled,
                   system::Workspace& at);

  /// Forces of set-valued laws, see balancing_laws(): what they balance leaves positions alone.
  void let_balance(const system::System& whole);

  /// From the positions of `at`; those that are not stated are guesses.
  void correct_positions();
  void correct_velocities();

  const dae::ConstraintEquations& rows() const { return rows_; }

  /// The unit of each gap, (c): 1 where the constraint changes by about one if positions change by
  /// their own size.
  const VecX& gap_units() const { return gap_units_; }

  /// The sizes of the terms of R at the present state, (count): a row is met if it is much smaller.
  VecX terms_of_rows();
  /// The same of a known residual and its derivatives by velocities and x.
  VecX terms_of(const VecX& residual, Sparse slopes);

  /// The stated positions with the inert constraints renormalised, (z): a quaternion of any length
  /// stands for that of length 1.
  const VecX& stated_positions() const { return stated_z_; }

  /// The stated velocities that are not fixed, (w). A velocity without mass follows from its
  /// equations.
  const std::vector<int>& stated_velocities() const { return stated_w_; }

 private:
  /// The order in which values change: held ones never, those of `last` last.
  struct Order {
    std::vector<int> held;
    std::vector<int> last = {};
    VecX goal = {};  // of held velocities, (w)
  };

  void close_positions(const Order& order);
  void close_gaps(const Order& order, double trace);
  void close_levels(const Order& order);
  double close_levels_along(const Order& order, bool joined);
  void close_velocities(const Order& order);
  void close_with_least_energy(const Order& order);
  void close_by_rank(const Order& order);
  void add_unknowns(const VecX& change);
  void add_shortened(const VecX& change, double size, const Sparse& slopes);
  double share_of_terms(const VecX& residual, const Sparse& slopes);
  /// Combinations of the rows of R that do not depend on velocities and x, (rows x count).
  MatX position_level();
  Metric metric_of_guesses(const std::vector<int>& last) const;
  VecX drift_of(const Order& order);
  VecX row_sizes() const;
  VecX row_sizes(const Order& order) const;
  VecX scaled_gap() const;
  Sparse rows_by_unknowns();

  double position_gap() const;
  bool keep_positions(const VecX& guess, double most);
  bool move_positions(const VecX& guess, double most);
  VecX find_stated_positions();
  bool close_inert(const Order& order);
  VecX beside(const VecX& guess, double away) const;

  const system::System& system_;
  const system::Assembled& assembled_;
  system::Workspace& at_;
  Metric metric_;
  dae::ConstraintEquations rows_;
  system::Kinematics kinematics_;
  Sparse jacobian_;
  const VecX gap_units_;  // (c)
  double level_gap_ = 0;  // the gap that close_levels has left
  MatX law_forces_;       // (w x multipliers) see let_balance()
  VecX stated_z_;
  std::vector<int> stated_w_;
};

}  // namespace porthos::simulate
