#pragma once

#include <algorithm>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/index.hpp"
#include "base/linear.hpp"
#include "base/metric.hpp"
#include "base/sparse.hpp"
#include "model/component.hpp"
#include "system/element_type.hpp"
#include "system/layout.hpp"
#include "system/switching_times.hpp"
#include "system/work.hpp"

namespace porthos::system {

/// One use of an element type: the global quantities behind its local ones.
struct Instance {
  static constexpr int time[] = {0};  // t and phase are the same for all
  std::shared_ptr<const laws::Laws> laws;
  std::shared_ptr<const ElementType> type;
  std::vector<int> z, w;      // global state indices
  std::vector<int> c, mu, u;  // rows and ports
  std::vector<int> potential, power, heat, readout, watched, branch, mode;
  std::vector<double> parameters;
};

/// The signals of some ports as functions of time: u(t) and its derivative.
struct Signals {
  expr::Tape tape;         // (t, phase) -> u..., du/dt...
  std::vector<int> ports;  // global port indices
  std::vector<double> parameters;
};

/// Sizes of quantities in the units of a model, which show what is small; 0 is unknown. See
/// system/typical_sizes.hpp.
struct TypicalSizes {
  VecX change;           // (c) of a position constraint when positions change by their own size
  VecX constraint, row;  // (c), (mu) of the diagonal of Gamma M^-1 Gamma^T
  VecX force;            // (w) the same for the derivatives of a force with respect to velocities
  VecX mass;             // (w) for velocities without mass
};

/// Everything that defines a system, except its instances.
struct AssemblyFrame {
  Sizes sizes;
  std::vector<Signals> signals;
  std::vector<int> prescribed;              // (u): index into mu of a prescribed port's row, or -1
  std::vector<std::pair<int, int>> clocks;  // (u, z): the ports of clocks, and their positions
  TimeFunctions time;                       // of the instances' laws and of the signals
  std::vector<char> is_force;    // (power) a force law, of any sign, and not a passive relation
  std::vector<char> only_takes;  // (power) no force, no slip, and not one of several rows
  std::vector<char>
      inert;  // (c) position constraints that the kinematics keeps by itself, see system/inert.hpp
  TypicalSizes typical;
  std::vector<char> is_contact;  // (c) without its row the gap of a contact reads as zero
  std::vector<model::SetValued> set_valued;  // with global indices, see Assembled::set_valued
  std::vector<int> entropies;                // (z) the positions with the unit J/K
  bool has_jacobian = true;                  // see System::with_instances
  std::vector<char> left_out;  // (c) see System::with_rows; velocity rows have no number then: -1
};

/// Everything that defines a system.
struct Assembly : AssemblyFrame {
  std::vector<Instance> instances;
};

/// Values of all global quantities at one time, with the buffers to compute them.
struct Workspace {
  VecX values;
  std::vector<double> outputs, scratch, partials;
};

/// How to compute the values of a sparse matrix from the partial derivatives of the elements'
/// tapes: as sums of them, of products of two, and of products with an earlier value.
struct Recipe {
  struct Term {
    int a, b, target;
  };
  std::vector<Term> sums;      // terms a
  std::vector<Term> products;  // terms a b
  std::vector<Term> chained;   // a times the value at b

  void make(const std::vector<double>& partials, std::vector<double>& values) const;
};

/// The matrices for the projections: Z, Gamma = [c'Z; A], c'.
struct Kinematics {
  Sparse Z;        // (z x w)
  Sparse Gamma;    // (nu x w)
  Sparse c_prime;  // (c x z), inert rows included
};

inline constexpr double kNever = std::numeric_limits<double>::max();

/// A time between two switching times. Formulas take their time-dependent branches as at the time
/// `at`, up to `end` and smoothly beyond.
struct Phase {
  double at = 0;
  double end = kNever;

  /// A step of length h from t; it reaches to the end if it would leave less than a tenth.
  double limited(double t, double h) const { return h > 0.9 * (end - t) ? end - t : h; }
};

/// The assembled canonical system (design: "One canonical form"). All quantities of all elements
/// live in one vector per workspace; an element type's tape runs over all its instances and reads
/// and writes through index maps fixed here. Its only state is the phase, which a run sets: one
/// system serves any number of workspaces of one run.
class System {
 public:
  explicit System(Assembly assembly);

  /// A copy with its own counts of work, branches and modes, which are zero.
  std::unique_ptr<System> anew() const;

  /// The same system without some of its rows, (nu), none of which may belong to a port with a
  /// prescribed flow. The rows and their multipliers are absent; the gaps stay. It shares the tapes
  /// and the counts of work.
  std::unique_ptr<System> with_rows(const std::vector<char>& is_kept) const;

  /// The same system without some of its instances. The layout stays, so a workspace of one serves
  /// the other. Without the Jacobian it is made faster, and linearize() is not possible.
  std::unique_ptr<System> with_instances(const std::vector<char>& is_kept, bool has_jacobian) const;
  /// (instances) Whether its laws are set-valued ones alone, so that it has no effect while the
  /// rows of these do not hold.
  std::vector<char> has_only_set_valued_laws() const;

  const Sizes& sizes() const { return layout_.sizes(); }
  const Layout& layout() const { return layout_; }
  const Assembly& assembly() const { return assembly_; }

  /// M, (w x w), symmetric positive semidefinite; its pattern has the diagonal.
  const Sparse& mass() const { return mass_; }
  /// The metric of the projections.
  Metric metric() const { return Metric(mass_, assembly_.typical.mass); }

  /// Typical values of the diagonal of Gamma M^-1 Gamma^T, (nu); empty: not known.
  VecX row_sizes() const;
  void set_typical_sizes(TypicalSizes sizes) { assembly_.typical = std::move(sizes); }
  /// (power) Whether it is a force law, which may supply energy, or a passive relation.
  const std::vector<char>& is_force() const { return assembly_.is_force; }
  /// (power) Whether this row alone never supplies energy.
  const std::vector<char>& only_takes() const { return assembly_.only_takes; }

  /// Indices (c) of the position constraints with a multiplier: neither inert nor left out.
  const std::vector<int>& active() const { return active_; }
  /// The index into lambda of a position constraint (c), -1 without a multiplier.
  int lambda_of(int c) const { return lambda_of_[index(c)]; }
  /// Indices (c) of the inert ones.
  const std::vector<int>& inert() const { return inert_; }

  /// A workspace of zeros.
  Workspace workspace() const;

  Eigen::VectorBlock<VecX> segment(Workspace& at, Segment segment) const {
    return at.values.segment(layout_.offset(segment), layout_.size(segment));
  }
  Eigen::VectorBlock<const VecX> segment(const Workspace& at, Segment segment) const {
    return at.values.segment(layout_.offset(segment), layout_.size(segment));
  }

  /// Counts of work; methods add to them.
  Work& work() const { return *work_; }

  /// The current phase: the one that begins at t = 0, until a run sets another one.
  const Phase& phase() const { return phase_; }
  void set_phase(const Phase& phase) { phase_ = phase; }

  /// The branches of formulas that states decide, (branch): 1 and -1 hold those of positive and
  /// negative switching functions, 0 takes that of each state. A method sets them for its steps.
  VecX& branches() const { return *branches_; }
  /// The modes of set-valued laws, (mode), see model::SetValued. A run sets them between
  /// steps; those of with_rows() are the same.
  VecX& modes() const { return *modes_; }
  /// The switching functions; after set_time: from z, w, u, t.
  void compute_switches(Workspace& at) const;
  bool switches_read_velocities() const { return switches_read_velocities_; }
  /// True if a state determines all switching functions; efforts may contain reactions, which it
  /// does not determine.
  bool has_known_switches() const {
    return sizes().branch > 0 && !(switches_read_efforts_ && sizes().lambda > 0);
  }

  /// Sets t, u(t) and du/dt, with the branches of the phase: at a switching time the limits from
  /// its side.
  void set_time(Workspace& at, double t) const;

  /// c(z): from z.
  void compute_gaps(Workspace& at) const;
  /// c(z) and the velocity-level rows, for compute_kinematics too: from z, w, lambda, mu, u, t.
  /// Other results of compute_rates are not updated.
  void compute_rows(Workspace& at) const;
  /// c(z), e: from z and lambda.
  void compute_efforts(Workspace& at) const;
  /// compute_efforts, then z', M w' and the velocity-level rows: from z, w, lambda, mu, u, t.
  void compute_rates(Workspace& at) const;
  /// The same with e + shift, (z), instead of e; only for a system that is not closed.
  void compute_rates(Workspace& at, const Eigen::Ref<const VecX>& shift) const;

  /// True if all formulas except readouts follow directly from z, w, lambda, mu, u and t.
  bool is_closed() const { return is_closed_; }

  /// True if the rates are linear in the multipliers: no resistive relation reads a reaction.
  bool is_linear_in_multipliers() const { return is_linear_in_multipliers_; }

  /// See laws::moves_without_mass. Such a system is not closed.
  bool moves_without_mass() const { return moves_without_mass_; }
  /// V of each named potential: from z.
  void compute_potentials(Workspace& at) const;
  /// Power of each resistive relation and flow of each port, after compute_rates.
  void compute_powers(Workspace& at) const;
  /// Power, temperature and entropy production of each relation that heats, after compute_rates.
  void compute_heats(Workspace& at) const;

  /// True if w are velocities of a moving frame, not the model's own (theory 9).
  bool has_moving_frame() const { return sizes().velocity > 0; }
  /// The model's own velocities, (w): from z and w.
  VecX velocities(Workspace& at) const;
  /// Sets w from these velocities at the present z.
  void set_velocities(Workspace& at, const VecX& velocities) const;
  /// The rows of d(velocities)/dw for some of them.
  Sparse velocity_rows(Workspace& at, const std::vector<int>& which) const;
  /// The explicit time derivative of the velocity rows, after compute_rates.
  void compute_row_times(Workspace& at) const;
  /// The same of z' and M w'.
  void compute_rate_times(Workspace& at) const;
  /// Readouts, after compute_rates with the multipliers set.
  void compute_readouts(Workspace& at) const;
  /// Values that must not pass through zero, after compute_rates.
  void compute_watched(Workspace& at) const;

  /// The pattern of the derivatives of the rates: rows z' (z), M w' (w), velocity-level constraint
  /// rows (nu); columns z, w, nu = (lambda, mu).
  const Sparse& jacobian() const { return jacobian_; }
  /// Their values, into a copy of jacobian(); after compute_rates.
  void linearize(Workspace& at, Sparse& jacobian) const;

  /// The patterns of Z, Gamma and c'.
  const Kinematics& kinematics() const { return kinematics_; }
  /// Their values, into a copy of kinematics(); after compute_rates or compute_rows.
  void compute_kinematics(Workspace& at, Kinematics& out) const;

  /// de/dz at the present multipliers, (z x z), after compute_rates; only for a system that is not
  /// closed.
  MatX effort_slopes(Workspace& at) const;

  /// The pattern of d(momentum)/dw of the declared conserved momenta, (momenta x w).
  const Sparse& momenta() const { return momenta_; }
  /// Its values, into a copy of momenta(); after compute_rates.
  void compute_momenta(Workspace& at, Sparse& out) const;

  /// Lets the host compile the tapes of a step, with the same results: see expr::wasm_module.
  void link(const expr::Linker& linker) const;

  /// Sets x = (z, w, lambda, mu).
  void set_unknowns(Workspace& at, const Eigen::Ref<const VecX>& x) const {
    std::copy_n(x.data(), x.size(), at.values.data() + layout_.offset(Segment::kZ));
  }
  /// (z'; M w'), (z + w), after compute_rates.
  Eigen::VectorBlock<const VecX> rates(const Workspace& at) const {
    return at.values.segment(layout_.offset(Segment::kZdot), sizes().z + sizes().w);
  }

  /// The effort of a port: its signal, or minus its multiplier if the flow is prescribed.
  double port_effort(const Workspace& at, int u) const {
    const int row = assembly_.prescribed[index(u)];
    return row < 0 ? at.values[layout_.slot(Segment::kU, u)]
                   : -at.values[layout_.slot(Segment::kMu, row)];
  }
  /// The efforts of all ports, (u).
  VecX port_efforts(const Workspace& at) const;

  /// The velocity-level rows (c' z'; a), (nu), after compute_rates or compute_rows.
  Eigen::VectorBlock<const VecX> rows(const Workspace& at) const {
    return at.values.segment(layout_.offset(Segment::kGapRate), sizes().nu());
  }
  /// V(z) in total, J.
  double potential_energy(Workspace& at) const;
  /// w^T M w / 2, J.
  double kinetic_energy(const Eigen::Ref<const VecX>& w) const { return 0.5 * mass_.form(w); }

 private:
  System(const System&) = default;

  /// A program or derivative with the index maps of all instances of its type.
  struct Bound {
    const expr::Tape* tape = nullptr;
    std::size_t count = 0;
    std::vector<int> gather;                     // (count x inputs), workspace slots
    std::vector<int> scatter;                    // (count x outputs), workspace slots
    std::vector<std::pair<Slot, Slot>> entries;  // (count x outputs), for derivatives
    std::vector<double> hoisted;                 // (count x hoisted_stride), or one for all: 0
    std::size_t hoisted_stride = 0;
  };
  /// The entries of derivatives by their places: the number of each among all partial derivatives.
  struct Partial {
    Slot row, column;
    int number;
  };
  static void list_partials(const std::vector<Bound>& derivatives, std::vector<Partial>& to,
                            int& next);
  Slot global(const Instance& instance, Slot local) const;
  int slot(const Instance& instance, Slot local) const;
  Bound bind(const std::vector<const Instance*>& group, const expr::Tape& tape,
             const std::vector<Slot>& inputs) const;
  void add_program(std::vector<Bound>& to, const std::vector<const Instance*>& group,
                   Program ElementType::*program);
  void add_derivative(std::vector<Bound>& to, const std::vector<const Instance*>& group,
                      Derivative ElementType::*derivative);
  /// A system of part of this one, with its counts of work, branches, modes and phase.
  std::unique_ptr<System> sharing(Assembly assembly) const;
  void assemble_mass();
  void plan_jacobian();
  void plan_kinematics();
  void plan_momenta();
  void put_branches(Workspace& at) const {
    if (sizes().branch > 0) segment(at, Segment::kBranch) = *branches_;
    if (sizes().mode > 0) segment(at, Segment::kMode) = *modes_;
  }
  void append_partials(Workspace& at, const std::vector<Bound>& derivatives) const;
  void compute_open_rates(Workspace& at) const;
  void run(Workspace& at, const std::vector<Bound>& programs,
           std::initializer_list<Segment> outputs) const;

  Assembly assembly_;
  Layout layout_;
  Sparse mass_, jacobian_, momenta_;
  Kinematics kinematics_;
  Recipe jacobian_recipe_, z_recipe_, gamma_recipe_, c_recipe_, momenta_recipe_;
  std::vector<int> active_, inert_;
  std::vector<int> lambda_of_;  // (c): index into lambda or -1
  bool switches_read_velocities_ = false, switches_read_efforts_ = false;
  bool is_closed_ = false, moves_without_mass_ = false, is_linear_in_multipliers_ = true;
  std::shared_ptr<Work> work_ = std::make_shared<Work>();
  std::shared_ptr<VecX> branches_, modes_;
  Phase phase_;
  std::vector<std::vector<double>> signal_constants_;
  std::vector<Bound> effort_, rate_, gap_rate_, gap_, row_, potential_, power_, heat_, velocity_,
      frame_, row_time_, rate_time_, readout_, watched_, state_switch_;
  std::vector<Bound> effort_derivative_, rate_derivative_, gap_rate_derivative_, kinematic_,
      momentum_;
};

}  // namespace porthos::system
