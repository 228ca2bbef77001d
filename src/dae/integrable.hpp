#pragma once

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>
#include <vector>

#include "base/linear.hpp"
#include "base/sparse.hpp"
#include "dae/state.hpp"
#include "system/system.hpp"

namespace porthos::dae {

using system::Kinematics;
using system::Phase;
using system::Sizes;
using system::Work;
using system::Workspace;

/// A set-valued law (theory 13), for methods that solve these laws in each step. Its rows of Gamma
/// are minus the rate of the gap of a contact, the flow of a friction, and minus the flow of a
/// one-way law.
struct SetValuedLaw {
  bool is_friction = false;
  int contact = -1;       // (laws) the contact whose normal force bounds this friction
  int c = -1;             // of a contact: its gap is minus this one of the gaps
  int row = 0, size = 1;  // (nu)
  int mode = 0;           // the first of the modes
  int power = -1;        // (power) the first entry of the ledger; -1: `entropy` receives the energy
  int entropy = -1;      // (z)
  int restitution = -1;  // (readouts) of a contact, or -1
  int bound = -1;        // (readouts) of a friction: of slip, and of stick
};

/// The contract between systems and steppers (compare Chrono's ChIntegrable): everything that a
/// method may ask of the system that it steps. The system is, with x = (z, w, nu) and the
/// multipliers nu = (lambda, mu),
///
///   z' = z'(x, t)        M w' = f(x, t)        c(z) = 0        (c' z'; a)(x, t) = 0
///
/// A workspace holds one state and the quantities computed from it. The functions named compute_
/// fill it; those named after a quantity give that part of it, to read and, for t and x, to write.
/// Methods close gaps by dae::Projection, find accelerations by dae::Accelerations, and choose
/// independent constraints by dae::ConstraintSelection. An Integrable is a reference: its system
/// must outlive it.
class Integrable {
 public:
  using Part = Eigen::VectorBlock<VecX>;
  using ConstPart = Eigen::VectorBlock<const VecX>;

  Integrable(const system::System& system) : system_(&system) {}  // NOLINT: converts
  /// held: (nu) the rows that hold whatever the modes of set-valued laws are, see held().
  Integrable(const system::System& system, std::vector<char> held)
      : system_(&system), held_(std::make_shared<const std::vector<char>>(std::move(held))) {}

  /// For the classes of this folder. Methods do not use it.
  const system::System& system() const { return *system_; }

  // Parts that do not depend on the state
  const Sizes& sizes() const { return system_->sizes(); }
  /// The number of x, z + w + nu.
  int unknowns() const { return sizes().z + sizes().w + sizes().nu(); }
  /// M, (w x w), symmetric positive semidefinite; its pattern has the diagonal.
  const Sparse& mass() const { return system_->mass(); }
  Metric metric() const { return system_->metric(); }
  /// Typical values of the diagonal of Gamma M^-1 Gamma^T, (nu); see make_proximal.
  VecX row_sizes() const { return system_->row_sizes(); }
  /// The patterns of d(z', f, c' z', a)/dx, and of Z, Gamma and c'.
  const Sparse& jacobian() const { return system_->jacobian(); }
  const Kinematics& kinematics() const { return system_->kinematics(); }
  /// Indices (c) of the position constraints that have a multiplier, in the order of lambda.
  const std::vector<int>& active() const { return system_->active(); }
  /// (power) Whether this row alone never supplies energy.
  const std::vector<char>& only_takes() const { return system_->only_takes(); }
  /// The places in x of the multipliers at ports with a prescribed flow.
  std::vector<int> prescribed_unknowns() const {
    std::vector<int> places;
    for (const int row : system_->assembly().prescribed)
      if (row >= 0) places.push_back(sizes().z + sizes().w + sizes().lambda + row);
    return places;
  }
  /// The largest entry of a change of the energies that ports supply, (u). Reactions of dependent
  /// rows are partly arbitrary: what they supply counts as a whole if `rows_depend`.
  double largest_supply(const Eigen::Ref<const VecX>& change, bool rows_depend) const {
    if (!rows_depend) return change.size() > 0 ? change.lpNorm<Eigen::Infinity>() : 0;
    const auto& assembly = system_->assembly();
    VecX by_efforts = change;
    double by_reactions = 0;
    const auto take = [&](int u) { by_reactions += std::exchange(by_efforts[u], 0.0); };
    for (std::size_t u = 0; u < assembly.prescribed.size(); ++u)
      if (assembly.prescribed[u] >= 0) take(static_cast<int>(u));
    for (const auto& [u, clock] : assembly.clocks) take(u);
    return std::max(std::abs(by_reactions), largest_supply(by_efforts, false));
  }
  /// True if powers follow from x and t alone.
  bool is_closed() const { return system_->is_closed(); }
  /// True if no resistive relation reads a reaction.
  bool is_linear_in_multipliers() const { return system_->is_linear_in_multipliers(); }
  /// True if efforts move positions that have no velocity, as in circuits.
  bool moves_without_mass() const { return system_->moves_without_mass(); }

  // Set-valued laws, for methods that solve them in each step
  /// They are in a system that has the rows of all of them.
  std::vector<SetValuedLaw> set_valued_laws() const;
  /// (nu) The rows that hold in all modes of these laws.
  std::vector<char> held() const;
  void compute_readouts(Workspace& at) const { system_->compute_readouts(at); }
  ConstPart readouts(const Workspace& at) const {
    return system_->segment(at, system::Segment::kReadout);
  }
  /// (z) The positions that are entropies.
  const std::vector<int>& entropies() const { return system_->assembly().entropies; }

  // States
  Workspace workspace() const { return system_->workspace(); }
  void set_time(Workspace& at, double t) const { system_->set_time(at, t); }
  /// t, z and w. The multipliers stay.
  void set_state(Workspace& at, const State& state) const {
    set_time(at, state.t);
    z(at) = state.z;
    w(at) = state.w;
  }
  /// x. The time stays.
  void set_unknowns(Workspace& at, const Eigen::Ref<const VecX>& x) const {
    system_->set_unknowns(at, x);
  }
  Part z(Workspace& at) const { return system_->segment(at, system::Segment::kZ); }
  Part w(Workspace& at) const { return system_->segment(at, system::Segment::kW); }
  Part lambda(Workspace& at) const { return system_->segment(at, system::Segment::kLambda); }
  Part mu(Workspace& at) const { return system_->segment(at, system::Segment::kMu); }
  void clear_multipliers(Workspace& at) const {
    lambda(at).setZero();
    mu(at).setZero();
  }

  // Rates: e, z', f and the rows (c' z'; a), of x and t
  void compute_efforts(Workspace& at) const { system_->compute_efforts(at); }
  void compute_rates(Workspace& at) const { system_->compute_rates(at); }
  /// The same with e + shift, (z), in the place of e. `kinematics` is memory for their values.
  void compute_rates(Workspace& at, const Eigen::Ref<const VecX>& shift,
                     Kinematics& kinematics) const {
    if (moves_without_mass()) return system_->compute_rates(at, shift);
    compute_rates(at);  // efforts are in f alone
    compute_kinematics(at, kinematics);
    force(at) -= kinematics.Z.transpose_times(shift);
  }
  ConstPart effort(const Workspace& at) const { return system_->segment(at, system::Segment::kE); }
  ConstPart z_rate(const Workspace& at) const {
    return system_->segment(at, system::Segment::kZdot);
  }
  Part force(Workspace& at) const { return system_->segment(at, system::Segment::kForce); }
  ConstPart rates(const Workspace& at) const { return system_->rates(at); }  // (z'; f), (z + w)
  ConstPart rows(const Workspace& at) const { return system_->rows(at); }    // (c' z'; a), (nu)
  ConstPart gaps(const Workspace& at) const { return system_->segment(at, system::Segment::kGap); }

  // After compute_rates
  void linearize(Workspace& at, Sparse& jacobian) const { system_->linearize(at, jacobian); }
  void compute_kinematics(Workspace& at, Kinematics& to) const {
    system_->compute_kinematics(at, to);
  }
  /// The powers of the resistive relations and the flows of the ports.
  void compute_powers(Workspace& at) const { system_->compute_powers(at); }
  ConstPart dissipated_power(const Workspace& at) const {  // (power), W
    return system_->segment(at, system::Segment::kPower);
  }
  double supplied_power(const Workspace& at, int u) const {  // W
    return system_->segment(at, system::Segment::kFlow)[u] * system_->port_effort(at, u);
  }
  VecX supplied_power(const Workspace& at) const {  // (u), W
    return system_->segment(at, system::Segment::kFlow).cwiseProduct(system_->port_efforts(at));
  }

  // Energies, J
  double potential_energy(Workspace& at) const { return system_->potential_energy(at); }
  double kinetic_energy(const Eigen::Ref<const VecX>& w) const {
    return system_->kinetic_energy(w);
  }
  /// The largest kinetic energy or change of V so far, with that of z and w.
  double energy_scale(const State& so_far, const Eigen::Ref<const VecX>& w,
                      double potential) const {
    return std::max(
        {so_far.scale, kinetic_energy(w), std::abs(potential - so_far.start_potential)});
  }

  // Formulas that time or states switch
  const Phase& phase() const { return system_->phase(); }
  /// True if z, w, u and t decide all switching functions.
  bool has_known_switches() const { return system_->has_known_switches(); }
  bool switches_read_velocities() const { return system_->switches_read_velocities(); }
  /// After set_state.
  void compute_switches(Workspace& at) const { system_->compute_switches(at); }
  ConstPart switches(const Workspace& at) const {
    return system_->segment(at, system::Segment::kSwitch);
  }
  /// The branches that formulas take, (branch): 1 and -1 fix those of positive and negative
  /// switching functions, 0 takes the branch of each state.
  VecX& branches() const { return system_->branches(); }

  /// The work done; methods add to it.
  Work& work() const { return system_->work(); }

 private:
  const system::System* system_;
  std::shared_ptr<const std::vector<char>> held_;  // empty: see held()
};

}  // namespace porthos::dae
