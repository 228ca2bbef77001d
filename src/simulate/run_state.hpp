#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/numbers.hpp"
#include "dae/accelerations.hpp"
#include "dae/projection.hpp"
#include "integrate/methods.hpp"
#include "simulate/options.hpp"
#include "simulate/progress.hpp"
#include "simulate/start.hpp"
#include "system/assemble.hpp"
#include "system/switching_times.hpp"

namespace porthos::simulate {

/// What belongs to one system.
struct Tools {
  explicit Tools(const system::System& system)
      : projection(system),
        accelerations(system, projection.metric()),
        times(system.assembly().time) {}
  dae::Projection projection;
  dae::Accelerations accelerations;
  system::SwitchingTimes times;
};

/// A step that has been taken, but events are still looked for in it: the run is at its begin.
struct Ahead {
  dae::State state;   // its end
  system::Work work;  // done in it
};

/// Where a run is: how far it has come, the system that it is a state of, and what follows from
/// both. The rooms of a run (stepping, events, recorder, archive) share it.
struct RunState : Progress {
  RunState(std::shared_ptr<system::System> first, std::shared_ptr<const system::Assembled> model,
           const integrate::Method& with, const Start& start, const RunOptions& asked,
           Rebuild how_to_rebuild);

  bool has_events() const { return !assembled->events.empty(); }
  /// True if something may change the stored energy by itself: an event, or a constraint that time
  /// switches on.
  bool has_event_energy() const;

  /// Makes it a method of the present system that knows no past. It was one of this system, or
  /// none.
  void renew(std::unique_ptr<integrate::Stepper>& of);
  /// Writes down what method and accelerations remember: what a step changes besides the state.
  void write_memory(NumberWriter& to) const;
  /// Goes over to another system of the same layout, with a method that knows no past.
  void change_system(std::shared_ptr<system::System> to);
  /// The system with what events have set; nullptr if there can be none.
  std::shared_ptr<system::System> system_for(const VecX& what_is_switched) const;

  /// The phase that begins at the present time. Leaves out the rows that vanish in it.
  void begin_phase();
  /// Takes the method's system from `idle`: the present one, or one without the idle rows.
  void leave_out_idle();
  /// Passes the present phase on to the systems.
  void set_phase();
  /// The system that the method solves: without the rows that vanish identically in the phase.
  const system::System& solved() const { return fewer ? *fewer : *system; }
  /// True if a row that was left out does not vanish at the present state; after observe().
  bool is_idle_row_awake() const;
  /// Finds its end, if that may concern a step to `end`.
  void look_ahead(double end);

  /// Puts the state into a workspace.
  void load(const dae::State& from, system::Workspace& to) const;
  /// True if a method that promises to close the account has left a thousandth of its energy open.
  bool has_open_ledger() const;
  /// Keeps what the summary says of all steps.
  void keep_largest();
  /// What has been dissipated, and what force laws have supplied, J.
  double dissipated() const;
  double forced() const;
  /// Energies and gaps of the present state; leaves its rates in `at`.
  void observe();

  const std::shared_ptr<const system::Assembled> assembled;
  const integrate::Method& method;
  const RunOptions options;
  const Rebuild rebuild;
  const std::shared_ptr<system::System> first_system;  // before any switch

  std::shared_ptr<system::System> system;
  std::unique_ptr<system::System> fewer;  // see solved(); empty if no row is idle
  std::unique_ptr<integrate::Stepper> stepper, companion_stepper, shadow_stepper;
  std::unique_ptr<integrate::Stepper> part_stepper;  // for parts of a step
  std::unique_ptr<Tools> tools;
  system::Workspace at;
  std::optional<Ahead> ahead;
  std::vector<double> memory;  // what was remembered at the begin of the step ahead
  std::vector<double> fresh;   // what a method of this system remembers at first

  double stored = 0, balance_error = 0;  // J
  dae::Gaps gaps;
  std::string culprit;  // what a message says beyond the outcome
};

}  // namespace porthos::simulate
