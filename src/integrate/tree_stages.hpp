#pragma once

#include <vector>

#include "base/archive.hpp"
#include "base/outcome.hpp"
#include "dae/articulated_inertia.hpp"
#include "dae/joint_tree.hpp"
#include "dae/loop_closure.hpp"
#include "integrate/anderson.hpp"
#include "integrate/method.hpp"
#include "integrate/prediction.hpp"
#include "integrate/tableau.hpp"

namespace porthos::integrate {

/// The stages, and the end, of a step of gauss(s) in the coordinates of joints.         numerics 1
///
/// With z = z(q), w = T(q) u the stages solve
///
///   q_i = q_0 + h sum_j a_ij q'_j           T_k^T ( sum_i (a^-1)_ki M (w_i - w_0) / h - f_k ) = 0
///
/// This is (G1) for the velocities w of bodies, whose M is constant: reactions of joints have no
/// power at any stage, so the kinetic balance is exact. The gaps of stages are zero. At the end
///
///   q_1 = q_0 + h sum_i b_i q'_i            w_1 = T_1 u_1 next to w_0 + sum_i d_i (w_i - w_0)
///
/// in the metric M, as P2 does. Then P3.
///
/// Loops, constraints of velocities and prescribed flows add their rows, with multipliers lambda_k
/// and Gamma of each stage:
///
///   ... + G_k^T lambda_k = 0        G_k u_k = q(t_k)
///
/// At the end P1 moves q by the change of least kinetic energy that closes the gaps of loops, and
/// w_1 satisfies G_1 u_1 = q(t_1).
class TreeStages {
 public:
  /// The table and the tree must outlive the stages.
  TreeStages(const Integrable& system, const Tableau& table, dae::JointTree& tree);

  /// Forgets earlier steps.
  void reset() {
    prediction_.reset();
    loops_.forget();
  }

  /// Solves for the stages of the step from a state.
  Outcome solve(const State& from, double h);

  /// The end of the step. False where scaling the velocities does not restore the energy.
  /// Loops that do not close either.
  bool finish(const State& from, double h, State& next);

  /// Takes the step over into the prediction of the next one.
  void accept(double h);

  void describe(Archive& archive);

 private:
  Eigen::Index count() const { return table_.c.size(); }
  Eigen::Ref<MatX> u() { return x_.middleRows(tree_.coordinates(), tree_.speeds()); }
  Eigen::Ref<MatX> multipliers() { return x_.bottomRows(loops_.count()); }
  /// Begins the iteration. True if it continues earlier steps.
  bool guess(const State& from, double h);
  /// solve() where LoopClosure::prescribes_all(), and coordinates are integrals of speeds.
  Outcome solve_prescribed(const State& from, double h);
  bool has_linear_coordinates() const {
    return !tree_.has_other_positions() && !tree_.has_quaternions();
  }
  /// scale_, for speeds of this size, (speeds x any).
  void set_scale(const Eigen::Ref<const MatX>& speeds);
  bool compute_residual(const State& from, double h);
  /// z and w of a stage.
  void put_stage(const State& from, Eigen::Index i);
  /// Chooses independent rows of loops at the start of the step.
  bool select_rows(const State& from);
  double correct(double h);
  /// q of the stages. The rates of quaternions contain q itself.
  void put_coordinates(double h);
  /// The mass matrix at these coordinates.
  /// z is read for loops alone.
  bool factorise(const double* q, const std::vector<dae::Placed>& placed,
                 const Eigen::Ref<const VecX>& z);
  /// z and w at the end, from end_.
  void put_end(const State& from, State& next);
  bool close_positions(const State& from, State& next);
  bool close_velocities(const VecX& wanted, State& next);
  bool are_closed(const VecX& residual, double size) const;
  void add_work(double h, State& next);
  bool restore_energy(State& next);
  /// The part of the velocities w at the end that no row prescribes: w, and u.
  void put_free(const VecX& all, VecX& w, VecX& u);

  const Integrable system_;
  const Tableau& table_;
  dae::JointTree& tree_;
  const VecX increments_;  // d of the tableau
  Prediction prediction_;
  Anderson anderson_;
  State start_, end_;  // (q, u)
  std::vector<dae::Workspace> at_;
  std::vector<std::vector<dae::Placed>> placed_;
  std::vector<dae::Placed> end_placed_;
  MatX x_;       // (q + u) of the stages
  MatX q_rate_;  // (q)
  MatX residual_, momentum_;
  dae::LoopClosure loops_;
  MatX reaction_, rates_;  // (w), (loops): Gamma^T lambda and Gamma w of the stages
  VecX change_of_loops_, influence_, close_;  // (loops)
  VecX q_change_;                             // (q)
  VecX correction_;                           // of all u, in units of scale_
  VecX largest_, scale_;                      // (u) so far; the inverse of sizes
  VecX force_, change_, left_;                // buffers
  VecX free_w_, free_u_;                      // see put_free
  VecX at_rest_, closed_;                     // (loops) rows at rest, and their change by P2
  dae::ArticulatedInertia mass_;
  VecX mass_q_, mass_z_;  // (q), (z) where it was factorised
  bool has_mass_ = false;
  double rounding_ = 0, contraction_ = 1;  // see NewtonIteration
};

}  // namespace porthos::integrate
