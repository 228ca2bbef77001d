#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "dae/accelerations.hpp"
#include "dae/joint_reactions.hpp"
#include "dae/joint_tree.hpp"
#include "dae/projection.hpp"
#include "integrate/methods.hpp"
#include "integrate/tree_collocation.hpp"
#include "simulate/options.hpp"
#include "simulate/progress.hpp"
#include "simulate/start.hpp"
#include "system/assemble.hpp"
#include "system/switching_times.hpp"

namespace porthos::simulate {

/// The tools of a run that belong to one system.
struct Tools {
  explicit Tools(const system::System& system)
      : projection(system),
        accelerations(system, projection.metric()),
        times(system.assembly().time) {}
  dae::Projection projection;
  dae::Accelerations accelerations;
  system::SwitchingTimes times;
};

/// The tree of joints of a system, and the state in which it was found: another one gives other
/// roundings.
struct FoundJoints {
  std::shared_ptr<dae::JointTree> tree;                // nullptr if there is none
  std::shared_ptr<dae::JointReactions> accelerations;  // by it
  std::string why_not;
  dae::State at;

  void describe(Archive& archive) { archive(at.t, at.z, at.w); }
};

/// A step that has been taken while events are still searched in it: the run is at its start.
struct PendingStep {
  dae::State state;   // its end state
  system::Work work;  // the work done in it
};

/// The state of a run: its progress, its present system, and the quantities that follow from both.
/// The parts of a run (stepping, events, recorder, archive) share it.
struct RunState : Progress {
  RunState(std::shared_ptr<system::System> first, std::shared_ptr<const system::Assembled> model,
           const integrate::Method& with, const Start& start, const RunOptions& asked,
           Rebuild how_to_rebuild);

  /// Events that are located within steps.
  bool has_events() const {
    return assembled->events.size() > (solves_laws() ? assembled->set_valued.size() : 0);
  }
  /// True if the method solves the set-valued laws in each step: then `system` has none of their
  /// rows, and the modes of the formulas are zero.
  bool solves_laws() const { return method.traits.solves_laws && has_set_valued(); }
  /// The system whose formulas are shown: with the forces of all laws.
  const system::System& shown() const { return solves_laws() ? *whole : *system; }
  /// Accelerations, multipliers and rates at the state of a workspace of `system`.
  void compute_accelerations(system::Workspace& to) const;
  /// Accelerations, forces and rates of a state for its formulas, in a workspace of shown().
  void observe(const dae::State& from, system::Workspace& to) const;
  /// Takes over the modes and forces of the last step, where the method solves set-valued laws.
  /// Returns the laws that it has struck.
  const std::vector<char>* take_reactions();
  /// The same of a step that is only tried, for the row at the start.
  void try_reactions();
  /// True if the stored energy may jump: by an event, or by a constraint that time switches on.
  bool has_event_energy() const;

  /// Makes `which` a stepper of the present system without memory. It was one of this system, or
  /// none.
  void reset_stepper(std::unique_ptr<integrate::Stepper>& which);
  /// The same for any system of the run.
  std::unique_ptr<integrate::Stepper> make_stepper(const integrate::Integrable& of,
                                                   const FoundJoints& by, double tolerance,
                                                   integrate::TreeUse* use) const;
  /// Stores the memories of stepper and accelerations, which a step changes besides the state.
  void store_memory();
  /// Makes the tools of the present system, and finds its tree of joints.
  void make_tools();
  /// The tree of joints of a system, found in a state; none if the options do not ask for it.
  FoundJoints find_joints(const system::System& of, const dae::State& from) const;
  /// Removes all steppers.
  void drop_steppers();
  /// Replaces the system by another one of the same layout, and resets the stepper.
  void change_system(std::shared_ptr<system::System> to);
  /// Turns the directions of slips of several flows to those of the flows (theory 13).
  void turn_slips();
  /// Replaces the modes of the set-valued laws, and resets the stepper.
  void change_modes(const VecX& to);
  /// `whole` with the rows that hold in these modes, which become those of its formulas.
  std::shared_ptr<system::System> in_modes(const VecX& which);
  /// The system with the parameters that events have set; nullptr if it cannot be built.
  std::shared_ptr<system::System> system_for(const VecX& what_is_switched) const;

  bool has_set_valued() const { return !assembled->set_valued.empty(); }

  /// Begins the phase at the present time. Leaves out the rows that vanish in it.
  void begin_phase();
  /// Updates the system of the method: the present one, or one without the rows that vanish.
  void leave_out_vanishing_rows();
  /// Passes the present phase on to the systems.
  void set_phase();
  /// The system that the method solves: without the rows that vanish identically in the phase.
  const system::System& solved() const { return reduced_system ? *reduced_system : *system; }
  /// The same as the method sees it: with all rows of set-valued laws, if it solves them.
  integrate::Integrable stepped() const;
  /// The steps of the companions in those of an adaptive run, see estimate.hpp.
  static constexpr int kWider = 4;
  /// Their tolerance.
  double companion_tolerance() const;
  /// True if a row that was left out does not vanish at the present state; after
  /// update_quantities().
  bool has_active_vanishing_row() const;
  /// Finds the end of the phase, if that may concern a step to `end`.
  void find_phase_end(double end);

  /// Sets the state of a workspace of `system`, or of shown(), which may have another layout.
  void load(const dae::State& from, system::Workspace& to) const;
  /// The same for a workspace of another system of the model.
  static void load(const dae::State& from, const system::System& of, system::Workspace& to);
  void load_shown(const dae::State& from, system::Workspace& to) const;
  /// True if the ledger of a method that closes it has a defect of more than a thousandth.
  bool has_open_ledger() const;
  /// Updates the largest values of the summary.
  void update_largest();
  /// The energy that passive relations have dissipated, and that force laws have supplied, J.
  double dissipated() const;
  double forced() const;
  /// Energies and gaps of the present state; leaves its rates in `at`.
  void update_quantities();
  /// True if the rates of the system are needed for rows of the table alone: its steps are taken in
  /// the coordinates of joints, and nothing else reads them.
  bool needs_rates_for_rows_only() const;
  /// The energies alone.
  void update_energies();
  /// The gaps, and the largest ones, of the rates in `at`.
  void measure_gaps();

  const std::shared_ptr<const system::Assembled> assembled;
  const integrate::Method& method;
  const RunOptions options;
  const Rebuild rebuild;
  const std::shared_ptr<system::System> first_system;  // before any switch
  const dae::Bodies bodies;                            // if steps are taken in joints' coordinates
  integrate::TreeUse tree_use;

  std::map<std::vector<char>, std::shared_ptr<system::System>> known_systems;  // by kept rows
  std::shared_ptr<system::System> whole;           // has the rows of all set-valued laws
  std::shared_ptr<system::System> system;          // has the rows of the present modes
  std::unique_ptr<system::System> reduced_system;  // see solved(); empty if no row is idle
  std::unique_ptr<integrate::Stepper> stepper, companion_stepper, shadow_stepper;
  std::unique_ptr<integrate::Stepper> partial_stepper;  // for parts of a step
  std::unique_ptr<Tools> tools;
  system::Workspace at;
  std::optional<PendingStep> pending;
  integrate::Memory memory;          // see store_memory, at the start of the step ahead
  integrate::Memory initial_memory;  // of a new stepper of the present system

  double stored = 0, balance_error = 0;  // J
  dae::Gaps gaps;
  std::string cause;  // the part of a message beyond the outcome

  FoundJoints joints;  // of `system`
};

}  // namespace porthos::simulate
