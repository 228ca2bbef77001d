#pragma once

#include <limits>
#include <utility>
#include <vector>

#include "base/index.hpp"
#include "dae/projection.hpp"
#include "integrate/method.hpp"
#include "integrate/stage_gradients.hpp"
#include "integrate/stage_matrix.hpp"
#include "integrate/tableau.hpp"

namespace porthos::integrate {

/// The stages of a collocation step from (z, w) at t, and Newton's method for them:
///
///   z_i - z - h sum_j a_ij z'_j = 0
///   M (w_i - w) - h sum_j a_ij f_j = 0                                                        (G1)
///   c' z'_i = 0        a_i = 0
///
/// with z', the force f and the rows of (1) at (z_i, w_i, nu_i) and t + c_i h. The unknowns are
/// (z_i, w_i, nu_i) of all stages, with factorisations that are kept from step to step.
class Stages {
 public:
  /// tolerance: the error that the iteration may leave, relative to each state.
  Stages(const Integrable& system, const Tableau& table, dae::Projection& projection,
         double tolerance);

  Eigen::Index count() const { return table_.c.size(); }
  /// The workspace of the last filtered().
  dae::Workspace& filtered_at() { return middle_; }
  dae::Workspace& at(Eigen::Index i) { return at_[index(i)]; }
  auto z_of(Eigen::Index i) const { return x_.col(i).head(system_.sizes().z); }
  auto w_of(Eigen::Index i) const {
    return x_.col(i).segment(system_.sizes().z, system_.sizes().w);
  }
  /// (nu x stages)
  auto nu() const { return x_.bottomRows(system_.sizes().nu()); }

  /// Whether the next steps use the gradients of StageGradients.
  void use_gradients(bool with) { with_gradients_ = with; }

  /// Whether stages lie on c(z) = 0. This is for rows that depend on each other there only, as in
  /// linkages that move although they have too many constraints: elsewhere the rows would block the
  /// motion.
  void put_on_surface(bool on_surface);

  /// (z + w + nu) x stages
  const MatX& all() const { return x_; }
  /// The start of the iteration, (z + w + nu) x stages, to be written.
  MatX& guess() { return x_; }

  /// Solves (G1). has_each: with the Jacobian of each stage. Leaves the rates at the stages; where
  /// powers do not depend on them, those before the last correction.
  Outcome solve(const State& from, double h, bool has_each);

  /// z, (z), plus h sum_i b_i z'_i of the solved stages; increments: d of the tableau.
  void add_change_of_z(double h, const VecX& increments, VecX& z) const;

  /// (E - h/gamma J)^-1 (h F(y_0) + pull) at the state (z, w) with the multipliers nu, (z + w), for
  /// the real eigenvalue gamma.
  VecX filtered(const State& from, double h, const VecX& y, const VecX& nu, const VecX& pull);

  void describe(Archive& archive);

 private:
  void load(dae::Workspace& at, const Eigen::Ref<const VecX>& x);
  void compute_rates(const State& from);
  void compute_residual(const State& from, double h);
  bool factorise(double h, bool has_each);
  /// The size of dx_.
  double size_of_correction() const;
  void put_largest(VecX& to) const;
  void update_scale(double h, bool is_fresh);
  bool needs_rates() const;
  Outcome accept(const State& from, bool is_slow);

  const Integrable system_;
  const Tableau& table_;
  dae::Projection& projection_;
  const double tolerance_;
  VecX masses_ = diagonal(projection_.metric().regular());
  StageMatrix matrix_;
  Sparse jacobian_;
  dae::Kinematics kinematics_;
  StageGradients gradients_;
  bool with_gradients_ = false, on_surface_ = false;
  std::vector<dae::Workspace> at_;
  dae::Workspace middle_;
  MatX x_, residual_, dx_;  // (z + w + nu) x stages
  VecX mean_;               // (z + w + nu), of the stages
  VecX largest_, scale_;    // (z + w), of the states so far
  VecX inverse_scale_;      // 1 / scale of each
  double least_effort_ = 0;
  bool is_factored_ = false;
  double factored_h_ = 0;
  double largest_push_ = 0;  // the largest acceleration by a single reaction so far
  double rounding_ = 0;      // the size at which corrections recently stopped shrinking
  double contraction_ = 1;   // of corrections by the current matrix, in steps of measured_h_
  double measured_h_ = 0;
  MatX left_;  // (z x stages), the residual of (G1) at the present rates; empty: none
  std::vector<int> prescribed_;  // see Integrable::prescribed_unknowns
};

/// The largest acceleration by a single multiplier: the Jacobian's entries times x = (z, w, nu),
/// divided by the masses, (w).
double largest_push(const Sparse& jacobian, const VecX& masses, const VecX& x,
                    const dae::Sizes& sizes);

}  // namespace porthos::integrate
