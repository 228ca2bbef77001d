#pragma once

#include <memory>
#include <vector>

#include "base/metric.hpp"
#include "dae/accelerations.hpp"
#include "dae/constraint_equations.hpp"
#include "simulate/impact.hpp"
#include "simulate/run_state.hpp"

namespace porthos::simulate {

/// A flow or a rate that counts as zero, relative to the sizes of its terms: events are located to
/// rounding.
constexpr double kStillFlow = 1e-10;
/// The rounding of massless velocities, relative to the largest: the voltages of nodes that only
/// leakage determines have the rounding of all currents, divided by the leakage.
constexpr double kRoundingOfNodes = 1e-7;
/// The rounding of times, relative to t and a step.
constexpr double kRoundingOfTime = 1e-13;

/// True if the rows that massless velocities cannot close are closed.
bool is_closed(const VecX& residual, const VecX& w);

/// The modes of set-valued laws along a run. Between two switches each law is in one mode, and the
/// system is smooth: some of its rows hold (RunState::system). Where a mode ends, velocities may
/// jump, by an impact, and the next modes are those whose accelerations and forces obey all laws
/// (theory 13).
class Modes {
 public:
  explicit Modes(RunState& now) : now_(now) {}

  /// Finds the modes from the present state on; the modes of `ended` have just ended. The run ends
  /// (kPainleve) if none are found.
  void pass(const std::vector<std::size_t>& ended);
  /// Finds the modes of flows that follow the forces at once, after parameters have changed: in the
  /// old modes the state might not obey the new parameters. Modes stay if none are found.
  void follow_parameters();
  /// The system of a jump of velocities: an action, a prescribed flow or a constraint that jumps
  /// has impulses, but dry friction has none (its bound is finite), and contacts and one-way laws
  /// answer in an impact of their own. Laws of massless velocities stay. nullptr if no law lets go.
  std::shared_ptr<system::System> free_system();
  /// Its modes. Call free_system() first.
  VecX free_modes() const;
  /// The modes after such a jump, from the modes `before`: contacts that are apart are open, slips
  /// slip. The others are found by pass().
  void let_go(const VecX& before);
  /// (laws) whether an impact at the last pass() had an impulse of this law.
  const std::vector<char>& struck() const { return struck_; }
  /// The time at which modes are found: the present one. Where formulas jump at that time, it is a
  /// rounding error later, so that readouts, which do not know the phase, are on its side.
  double time();
  /// The rounding of flows that follow the forces; 0 if there are none.
  double rounding_of_flows() const;

 private:
  using Kind = model::SetValued::Kind;

  /// The quantities of the laws in a state.
  struct Laws {
    VecX flow;    // (modes) the rate of a gap, the flow of another law
    VecX still;   // (modes) a flow that counts as zero
    VecX gap;     // (laws) of contacts, else 0
    VecX bounce;  // (laws) coefficient of restitution
  };
  /// The quantities that follow from the accelerations in some modes.
  struct Motion {
    VecX force;       // (modes) force of the rows that hold, with the sign of the law
    VecX rate;        // (modes) of the flows
    VecX still_rate;  // (modes) a rate that counts as zero
    VecX response;    // (modes) at the first one of a law: of a rate to its force, at most
    VecX forceless;   // (modes) a force that counts as zero
    // Only of laws that follow the forces (follows_forces): the flow after massless velocities have
    // followed, and the rate of the quantity that must not be negative, which is the force of a row
    // that holds, and the flow else. What counts as zero of both.
    VecX flow, still_flow;      // (modes)
    VecX growth, still_growth;  // (modes)
    VecX effort;                // (w) the sum of the sizes of reactions and inertia, over the mass
    VecX bound;                 // (laws) of sticking
    VecX slip_bound;            // (laws)
    bool is_finite = false;
  };

  // modes.cpp
  void prepare();
  Laws laws_now();
  Motion motion_in(const VecX& modes);
  bool stays_closed(dae::Accelerations& accelerations, system::Workspace& at,
                    const VecX& w_rate) const;
  /// True for a flow with massless velocities: it follows the forces at once, and jumps with them.
  bool follows_forces(std::size_t law) const { return follows_forces_[law] != 0; }
  bool is_zero(const Laws& laws, int mode) const;
  /// The laws whose modes are decided by accelerations; writes the modes of the others to `modes`.
  std::vector<std::size_t> undecided(const Laws& laws, const std::vector<std::size_t>& ended,
                                     VecX& modes) const;
  // mode_search.cpp
  void begin_next(const std::vector<std::size_t>& ended, VecX& modes);
  /// Changes the mode of a law that the motion contradicts. False if it does not.
  bool correct(std::size_t law, const Motion& motion, VecX& modes, double& change) const;
  bool find_modes(const std::vector<std::size_t>& laws, VecX& modes);
  void prefer_sticks(const std::vector<std::size_t>& laws, const std::vector<std::size_t>& ended,
                     VecX& modes);
  bool search_modes(const std::vector<std::size_t>& laws, VecX& modes);
  bool solve_modes(const std::vector<std::size_t>& laws, VecX& modes);
  void condense(Impact& problem, std::size_t open, Eigen::Index size, const VecX& modes) const;
  bool take_guess(const Impact& guess, const std::vector<std::size_t>& laws, VecX& modes);
  bool correct_all(const std::vector<std::size_t>& laws, VecX& modes, int rounds);
  bool try_all(const std::vector<std::size_t>& laws, VecX& modes);
  // modes.cpp
  bool end_slips(const Laws& laws, const std::vector<std::size_t>& still, VecX modes);
  bool is_too_stiff(const std::vector<std::size_t>& open, const Motion& motion, const VecX& modes);
  void note_forces(const Motion& motion);
  void settle(const VecX& modes, const Laws& laws, const Motion& motion);

  // mode_sizes.cpp
  void find_parts();
  void find_largest_momenta();
  double still_flow(int row) const;
  std::vector<double> largest_of_unit() const;
  void add_sizes(const VecX& w_rate, const VecX& nu, Motion& found) const;

  // massless_modes.cpp
  void find_followers();
  int interrupting_law(const VecX& modes) const;
  void add_energy(double added, int interrupting);
  void find_contradiction();
  void find_growth(const system::System& solved, dae::Accelerations& accelerations,
                   system::Workspace& at, const std::vector<char>& is_kept, Motion& found);
  bool correct_massless(std::size_t law, const Motion& motion, VecX& modes, double& change) const;

  // impacts.cpp
  bool is_touching(const Laws& laws, std::size_t law) const;
  /// Performs an impact, if there is one now. False if not, or if no solution is found (kPainleve).
  bool strike(const Laws& laws);
  bool jam(const Laws& laws, const std::vector<std::size_t>& open);
  void apply(const Impact& impact);
  bool is_struck(const Laws& laws) const;
  Impact impact_of(const Laws& laws) const;
  void find_responses(Impact& impact);
  void add_bounds(Impact& impact, Eigen::Index column, const VecX& impulses, double scale);
  bool ends_with_series(const Laws& laws, std::size_t law) const;
  void book(std::size_t law, double energy);
  double heat(int entropy, double energy);
  std::vector<char> short_flights(const Laws& laws, const Motion& motion) const;

  const model::SetValued& law(std::size_t i) const { return now_.assembled->set_valued[i]; }
  std::size_t count() const { return now_.assembled->set_valued.size(); }

  RunState& now_;
  std::shared_ptr<const system::System> prepared_;  // what the following belong to
  system::Workspace all_;                           // of RunState::whole
  Metric metric_;
  std::unique_ptr<dae::ConstraintEquations> equations_;
  system::Kinematics kinematics_;
  std::vector<int> part_of_;              // (w) see find_parts
  int parts_ = 1;                         // their number
  std::vector<double> largest_momentum_;  // (parts) see find_largest_momenta
  VecX root_mass_;                        // (w)
  std::vector<char> follows_forces_;      // (laws) see follows_forces()
  double looked_at_ = -1;                 // the time of the last look for a jump, see time()
  bool is_at_jump_ = false;
  bool is_state_kept_ = false;        // modes that the state contradicts are no solution
  std::vector<char> struck_;          // see struck()
  std::vector<char> is_held_closed_;  // (laws) a contact that is closed without a bounce
};

}  // namespace porthos::simulate
