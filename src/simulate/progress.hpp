#pragma once

#include <vector>

#include "base/archive.hpp"
#include "base/outcome.hpp"
#include "dae/projection_data.hpp"
#include "dae/state.hpp"
#include "system/system.hpp"
#include "system/work.hpp"

namespace porthos::simulate {

/// The companions of a run, see estimate.hpp. Lists are of (z + w).
struct Companion {
  int factor = 0;             // its step in steps of the run; 0: there is no companion
  int opening = 0;            // short steps that it has yet to take
  bool has_estimate = false;  // an error has been estimated
  bool is_waiting = false;    // while nothing is left of the motion
  dae::State state, shadow;
  double share = 0;    // the shadow's initial distance, relative to the error; 0: no shadow
  double skipped = 0;  // s, before events, too short for a comparison
  double time = 0, weight = 0;  // s, since it joined the run; this times k^p - 1
  VecX start, motion;           // of the run: its start, and its largest distance from there
  VecX kept;                    // the error when it joined
  VecX error, largest;          // at the last comparison; the largest |error| so far
  VecX distance;                // from the run at the last comparison
  double checked = 0;           // the largest growth of that, of the motion, that was checked
  long checked_at = 0;          // steps of the run by then
  // For an adaptive method: the steps of the companion, those of the run over the same time, and
  // the run's steps at the last comparison.
  long own_steps = 0, run_steps = 0, met_at = 0;

  void describe(Archive& archive) {
    archive(factor, opening, has_estimate, is_waiting, share, state, shadow, skipped, time, weight,
            start, motion, kept, error, largest, distance, checked, checked_at, own_steps,
            run_steps, met_at);
  }
};

/// The progress of a run: everything that its later steps depend on, without the memories of the
/// method and of the linear algebra. Plain data.
struct Progress {
  long steps = 0;  // completed steps of the grid of times
  int pieces = 0;  // of the present step, which events divide
  int phases = 0;  // that have ended in the present step
  Outcome outcome = Outcome::kRunning;
  dae::State state;
  system::Work work;  // of the run's steps, without those of the companion
  Companion companion;

  /// The largest absolute values over all steps.
  double largest_balance_error = 0;  // J
  dae::Gaps largest_gaps;

  VecX start_z;            // the positions before the first step
  double exchanged = 0;    // J, the largest |V_z|.|z - start_z|/4, see RunState::update_largest
  VecX start_invariants;   // (stated invariants) their values at the start
  VecX invariant_changes;  // (stated invariants) the largest |change| since then

  system::Phase phase;        // the branches of formulas of time, see phases.hpp
  bool is_pole = false;       // at its end
  double searched_until = 0;  // the time up to which its end has been searched, s

  VecX modes;  // of the set-valued laws: see model::SetValued
  // The forces and accelerations of the last step of a method that solves set-valued laws in each
  // step, (nu of RunState::whole), (w); else empty. See integrate::Reactions.
  VecX step_force, step_rate;
  double penetration = 0;  // the largest depth of a contact in such a step
  double unsettled = 0;  // the largest change of a flow by the last sweep of such a step, relative
  VecX fastest;          // (w) the largest |w| so far: rounding of velocities is relative to it
  VecX margins;          // (set-valued laws) distance beyond zero at which a mode ends

  // (rows of the present modes, zeros up to the number of all rows) 1 for those that vanish
  // identically in the phase, see vanishing_rows
  VecX idle;

  VecX watched;  // the formulas that are divisors

  double event_energy = 0;  // J, the change of the stored energy by events
  long event_count = 0;
  int ending_event = -1;  // the event that ended the run
  // (5 x events) time, index into Assembled::events, and for a switch of a set-valued law the modes
  // before and after it (simulate::Mode) and whether it was an impact; else -1, -1, 0
  std::vector<double> event_log;
  // (5 x resets) the resets that the constraints did not allow, the first of each event and
  // velocity: event, velocity, time, the requested value and the actual one.
  std::vector<double> refused_resets;
  VecX switched;  // (2 x parameters) whether an event has set it, and the value
  VecX sides;     // (events) the last sign of each root function: -1, 1, or 0 before any
  VecX largest;   // (events) the largest |value| so far: rounding is relative to it

  void describe(Archive& archive) {
    archive(steps, pieces, phases, outcome, state);
    archive(work.steps, work.rejected, work.evaluations, work.factorisations);
    archive(companion, largest_balance_error, largest_gaps.position, largest_gaps.velocity);
    archive(start_z, exchanged, start_invariants, invariant_changes);
    archive(modes, step_force, step_rate, penetration, unsettled, fastest, margins);
    archive(phase.at, phase.end, is_pole, searched_until, idle, watched, event_energy, event_count,
            ending_event);
    archive(event_log, refused_resets, switched, sides, largest);
  }
};

}  // namespace porthos::simulate
