#pragma once

#include "base/numbers.hpp"
#include "base/outcome.hpp"
#include "base/saddle.hpp"
#include "base/sparse_lu.hpp"
#include "dae/accelerations.hpp"
#include "dae/state.hpp"
#include "system/system.hpp"

namespace porthos::dae {

/// The numbers a projection leaves behind, relative to what they are compared with.
struct Gaps {
  double position = 0;  // largest |c(z)|, in the constraints' units
  double velocity = 0;  // largest |Gamma w - q|, in units of the constraints' rates
};

/// What came of closing all of a state's accounts.
struct Projected {
  Outcome outcome;
  double missing = 0;  // of the energy, relative to its scale; 0: no more than rounding

  /// So much is not lost in a step that follows the motion: it has gone over to another one, or
  /// over a jump of V.
  bool is_torn() const { return missing > 1e-3; }
};

/// The three projections that follow every step (numerics: P1, P2, P3).
class Projection {
 public:
  explicit Projection(const system::System& system);

  /// P1, P2, P3 of a state at its time; updates its scale and books the work of the corrections. P3
  /// changes the free kinetic energy by this share at most; 0: no P3. On failure the state is of no
  /// use.
  Projected project(system::Workspace& at, State& state, double most);

  /// P3 alone, where more than rounding is missing.
  Projected return_energy(system::Workspace& at, State& state, double most);

  /// P1: z back to c(z) = 0 along the kinematics, by the correction of least kinetic energy;
  /// inert constraints (unit quaternions, rotation matrices) are renormalised. False when the gap
  /// stays, or is not a number.
  bool position(system::Workspace& at);

  /// Whether constraints depend on each other at the state of `at`, on c(z) = 0, position
  /// constraints among them: the ways back there take care of it from then on.
  bool find_dependent_rows(system::Workspace& at);

  /// How rows depend on each other at the state of `at`: `on_surface` beside c(z) = 0 they do not,
  /// `across_levels` position constraints depend on velocity constraints.
  struct Dependence {
    bool on_surface = false, across_levels = false;
  };
  Dependence dependence(system::Workspace& at, const State& state);

  /// False where velocities without mass, or efforts in rows, make these whole (numerics 3).
  bool has_plain_rows() const { return accelerations_.rows().is_plain(); }

  /// P2: w back to Gamma w = q(t). at must hold rates of the current z; leaves new ones. The work
  /// of the correction at prescribed ports is added to `supplied`, (u), J.
  void velocity(system::Workspace& at, VecX& supplied);
  /// What no multiplier changes of the rows at the state of `at`, after compute_rates: zero where
  /// they hold. (nu), or of whole rows (R).
  VecX held(system::Workspace& at);
  /// P2 to rows that have as much as `goal`, from held(): where they have jumped, to what they had
  /// before, so that only the jump is an impact.
  void impact(system::Workspace& at, const VecX& goal, VecX& supplied);

  /// The correction of w of least kinetic energy with Gamma d = r at the present z; after
  /// compute_rates. (nu) -> (w).
  VecX least_change(system::Workspace& at, const VecX& r);

  /// What is left of the gaps, of rows with multipliers of what no multiplier changes; after
  /// compute_rates, and with another's accelerations so that nothing here depends on when one
  /// looks.
  Gaps gaps(system::Workspace& at, Accelerations& accelerations) const;

  /// The end of a step without P1 and P2: massless velocities to what balances the forces on them.
  /// kConstraintLost where rows contradict each other.
  Outcome settle(system::Workspace& at, State& state);

  const Metric& metric() const { return metric_; }

  /// What later projections depend on besides the state, and back.
  void write(NumberWriter& to) const;
  bool read(NumberReader& from);

 private:
  static constexpr double kShare = 1e-12;  // see Saddle
  void factorise(Saddle& saddle, std::span<const double> values, double share = kShare);
  void load(system::Workspace& at, const State& state);
  /// held() with the accelerations of somebody else.
  VecX held(system::Workspace& at, Accelerations& accelerations) const;
  /// Massless velocities are what the others make of them.
  bool lacks_velocity(const system::Workspace& at) const;
  bool rows_agree(system::Workspace& at, const State& state);
  Projected store(system::Workspace& at, State& state, double missing);
  /// Notes the momenta that the model declares as conserved, and brings w back to them by the least
  /// change that no constraint sees: where their coefficients depend on z a change of z is one of
  /// theirs.
  void note_momenta(system::Workspace& at);
  void keep_momenta(system::Workspace& at);

  /// dz with c' dz = missing, of the active constraints. Where multipliers move w only it is Z dw
  /// of P1. In general an impulse y of the rows changes (z, w) by (N_z y, M^-1 N_w y), and dz is
  /// what this changes of z', in a unit of time; but what multipliers move of a gap itself, they
  /// close. Where y moves the positions of the gap themselves its rate changes by c'' dz z' too,
  /// and that need not close anything: then it is Z dw.
  const VecX& closing(system::Workspace& at, const VecX& missing);

  /// What P1 leaves of a gap is the rounding of z: much, of an angle that has turned many times.
  /// The other z take it up, each in the measure of its last digit,
  ///
  ///   dz = W c'^T (c' W c'^T)^-1 missing,        W = diag (1 + |z_j|)^-2 (P1a)
  void take_up_rounding(system::Workspace& at);

  /// Whether the gaps are 0 up to 1e-8 of what they change by when positions of this size do.
  bool is_closed(double length) const;

  /// c' dz of the active constraints.
  VecX gap_rates(const VecX& direction) const;

  /// Gamma, and the momenta below it, of the last kinematics and momenta.
  const Sparse& kept_rows();

  /// P1, and rows there.
  bool keep_positions(system::Workspace& at);
  /// What the rows and the momenta are made of.
  void look(system::Workspace& at) const;
  /// impact(); is_beside: kinematics_ are those of a z so near that they serve for this one too.
  void close_velocities(system::Workspace& at, const VecX& goal, VecX& supplied, bool is_beside);
  /// P3 and what else there is, of a defect of more than so many roundings.
  Projected balance(system::Workspace& at, State& state, double most, double roundings,
                    bool keeps_velocities);

  /// P2 where rows contain multipliers or massless velocities: by the impulses of whole rows.
  void close_rows(system::Workspace& at, const VecX& goal, VecX& supplied);

  /// P3: scales what is free of w so that H(z, w) = energy. Momenta that the model declares as
  /// conserved, and prescribed motion, are not touched. Where the free part is too small (less than
  /// 1e-6 of `scale`) or the change too large nothing is done. at must hold rates; leaves new ones.
  void energy(system::Workspace& at, double energy, double scale, double most);

  /// Where P3 can do nothing, as at a turning point: one correction of z along the force, as far as
  /// the constraints allow, that closes the account up to second order; or, where nothing is free
  /// to move, of the account of the ports that prescribe the motion: what P1 has changed is their
  /// work. False if there is neither.
  bool shift_energy(system::Workspace& at, double defect, VecX& supplied);

  const system::System& system_;
  Metric metric_;
  SparseLu<double> mass_;  // of the metric
  system::Kinematics kinematics_;
  Sparse momenta_, kept_rows_;
  VecX momentum_;  // (momenta), as noted
  bool is_dependent_ = false;
  double moved_ = 0;  // of z by P1 since kinematics_ was made, relative; infinite if it was not
  /// A row that leads the motion: of a port with prescribed flow, or of a position constraint with
  /// a clock, at a position that is time.
  struct Driven {
    int u, row;
    int clock = -1;
  };
  /// dc/dt of a position constraint with a clock, after compute_kinematics.
  double led_by(const Driven& one) const;
  std::vector<Driven> driven_;
  Saddle position_, inert_, finest_, velocity_, kept_;
  Accelerations accelerations_;
  const VecX nothing_, still_;  // (rows of the accelerations), (w), zero
  // Room for what each step makes anew.
  VecX gap_, missing_, missing_inert_, missing_kept_, closing_, free_;
  VecX flow_, way_, push_;  // (u)
  std::vector<double> inert_values_;
};

}  // namespace porthos::dae
