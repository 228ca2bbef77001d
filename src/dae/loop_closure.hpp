#pragma once

#include <Eigen/Dense>
#include <vector>

#include "base/archive.hpp"
#include "dae/articulated_inertia.hpp"
#include "dae/joint_tree.hpp"

namespace porthos::dae {

/// The constraints of a mechanism that its tree of joints does not satisfy by itself: those of
/// joints that close loops, constraints of velocities, and prescribed flows. In the speeds u of the
/// joints, with Gamma their rows for the velocities of the bodies and q what prescribes them,
///
///   G u = q(t)      G = Gamma T        D = G (T^T M T)^-1 G^T                                  (D)
///
/// Redundant rows are left out of G, where they follow from the others or do not contain u at all.
class LoopClosure {
 public:
  /// The tree must outlive it.
  explicit LoopClosure(const JointTree& tree);

  /// The number of rows, with redundant ones.
  Eigen::Index count() const { return count_; }

  /// Takes t, and what depends on it alone, from a workspace of the whole system.
  void take_time(const Workspace& from);
  /// The gaps c; 0 for constraints of velocities.
  void compute_gaps(const Eigen::Ref<const VecX>& z);
  /// Gamma, and the rows on velocity level, Gamma w - q, of velocities w = T u. Gamma has no rows
  /// for JointTree::speed_rows.
  void compute_rates(const Eigen::Ref<const VecX>& z, const Eigen::Ref<const VecX>& w,
                     const Eigen::Ref<const VecX>& u);
  /// (count), of the last computation.
  const VecX& gaps() const { return gaps_; }
  const VecX& rates() const { return rates_; }
  /// After compute_rates, for put_rate_changes.
  void linearize();
  /// The changes Gamma' w + Gamma w' - q' of the rates for accelerations w' = T u' + T' u.
  void put_rate_changes(const VecX& w_rate, const VecX& u_rate, VecX& to);
  /// f += Gamma^T lambda, (w), with the last Gamma.
  void add_forces(const double* lambda, double* f) const;
  /// The rest of G^T lambda, (u), by JointTree::speed_rows.
  void add_reduced_forces(const double* lambda, Eigen::Ref<VecX> f) const;
  /// Z dw, (z), at the last Gamma: of the positions that rows contain.
  VecX position_change(const VecX& dw) const { return kinematics_.Z.times(dw); }

  /// See JointTree::renew_kept, at the last Gamma.
  void renew_kept(VecX& q) { tree_.renew_kept(at_, kinematics_, q); }

  /// True if some rows constrain velocities alone.
  bool has_velocity_rows() const { return first_velocity_row_ < count_; }
  /// True if the chosen rows determine all speeds.
  bool determines_all() const { return std::ssize(kept_) == tree_.speeds(); }
  /// A port with a prescribed flow, and its row.
  struct Driven {
    int u;
    Eigen::Index row;
  };
  const std::vector<Driven>& driven() const { return driven_; }

  /// Chooses independent rows, at the last Gamma and the pose for which `mass` is factorised.
  void select(const std::vector<Placed>& placed, ArticulatedInertia& mass);
  void forget() { has_selection_ = false, kept_.clear(); }
  bool has_selection() const { return has_selection_; }
  /// G and D, likewise. False if the rows depend on each other here.
  bool factorise(const std::vector<Placed>& placed, ArticulatedInertia& mass);
  /// Changes y so that G y = r, by y -= (T^T M T)^-1 G^T x: the change of least kinetic energy. x,
  /// (count), is zero for redundant rows.
  void close(const Eigen::Ref<const VecX>& r, Eigen::Ref<VecX> y, Eigen::Ref<VecX> x);
  /// True if the flows of JointTree::speed_rows, and nothing else, determine all speeds.
  bool prescribes_all() const {
    return std::ssize(speed_row_) == count_ && count_ == tree_.speeds() && determines_all();
  }
  /// Then: the speeds at the time taken, and the multipliers with G^T x = -f.
  void put_prescribed_speeds(Eigen::Ref<VecX> u) const;
  void put_reactions(const Eigen::Ref<const VecX>& f, Eigen::Ref<VecX> x) const;
  /// The rates at rest, -q, from those of the speeds u; 0 for rows that are left out.
  void put_rates_at_rest(const VecX& u, VecX& to) const;
  /// The change of the rates that close() has made with these x; 0 for rows that are left out.
  void put_closed(const VecX& x, VecX& to) const;
  /// (count) Rows that are left out.
  std::vector<Eigen::Index> redundant() const;
  /// x with G^T x = 0 for all rows, (count): 1 in a redundant row, 0 in the other redundant ones.
  void put_null(Eigen::Index row, const std::vector<Placed>& placed, ArticulatedInertia& mass,
                Eigen::Ref<VecX> x);
  /// The largest change of each row's multiplier in units of the speeds that it changes, (count).
  void put_influence(const VecX& scale, VecX& to) const;

  /// The rows in G.
  void describe(Archive& archive);

 private:
  bool is_speed_row(Eigen::Index row) const;
  void put_row(Eigen::Index row, const std::vector<Placed>& placed, const ArticulatedInertia& mass,
               Eigen::Ref<VecX> to) const;
  void put_rows(const std::vector<Placed>& placed, ArticulatedInertia& mass);

  struct Term {
    int place;      // in the values of Gamma
    int link;       // or -1
    int component;  // 0 to 2: of v, 3 to 5: of omega; else the index of a velocity without body
  };

  const JointTree& tree_;
  const system::System& system_;
  const Eigen::Index count_;
  Eigen::Index first_velocity_row_ = 0;
  std::vector<Eigen::Index> speed_row_;  // (speed rows of the tree) among the rows
  std::vector<Driven> driven_;
  Workspace at_;
  bool needs_rates_ = false;  // Gamma is computed from them
  Kinematics kinematics_;
  Sparse jacobian_;
  VecX z_rate_;
  std::vector<std::vector<Term>> terms_;  // (count)
  std::vector<Eigen::Index> kept_;
  bool has_selection_ = false;
  VecX gaps_, rates_;
  MatX G_, by_row_;  // (speeds x kept) G^T and (T^T M T)^-1 G^T
  MatX D_;
  VecX row_, none_;   // (speeds), (count)
  VecX left_, size_;  // (kept); the roots of the diagonal of D
  Eigen::LLT<MatX> factors_;
  MatX speeds_by_flows_;  // the inverse of G where speed rows determine all
};

}  // namespace porthos::dae
