#pragma once

#include <vector>

#include "base/outcome.hpp"
#include "dae/projection.hpp"
#include "integrate/method.hpp"
#include "system/system.hpp"
#include "system/work.hpp"

namespace porthos::simulate {

/// The companions of a run with fixed steps; see estimate.hpp. Lists are of (z + w).
struct Companion {
  int factor = 0;   // its steps in those of the run; 0: there is none (any more)
  int opening = 0;  // short steps that it has yet to take
  bool has_told = false, is_waiting = false;  // while nothing is left of the motion
  dae::State state, shadow;
  double share = 0;             // the shadow's distance where it began, in the error there; 0: none
  double time = 0, weight = 0;  // s, since it joined the run; the same times k^p - 1
  VecX start, motion;           // of the run: its start, and how far it has been from there
  VecX kept;                    // the error where it joined
  VecX error, largest;          // at the last comparison; the largest |error| at any
  VecX distance;                // from the run at the last comparison
  double checked = 0;           // the largest growth of that, of the motion, that was checked
  long checked_at = 0;          // steps of the run by then
};

/// How far a run has come: all that its later steps depend on, but for the memories of the method
/// and of the linear algebra. Plain data; archive.hpp describes it.
struct Progress {
  long steps = 0;  // of the grid of times
  int pieces = 0;  // that events have made of the present one
  int phases = 0;  // that have ended in it
  Outcome outcome = Outcome::kRunning;
  dae::State state;
  system::Work work;  // what its steps have taken, without those of the companion
  Companion companion;

  /// The largest absolute values over all steps.
  double largest_balance_error = 0;  // J
  dae::Gaps largest_gaps;

  system::Phase phase;   // which time alone decides: see phases.hpp
  bool is_pole = false;  // what its end is
  double seen = 0;       // how far it has been looked for, s

  VecX idle;  // (nu) 1 for the rows that vanish identically in the phase: see vanishing_rows

  VecX watched;  // the formulas that something divides by

  double event_energy = 0;  // J, what events have added to the stored energy
  long event_count = 0;
  int acting = -1;               // the event that ended the run
  std::vector<double> happened;  // (2 x events) time, index into Assembled::events
  // (5 x resets) what the constraints did not allow: the first of each event and velocity, as
  // event, velocity, time, what was asked for and what became of it.
  std::vector<double> undone;
  VecX switched;  // (2 x parameters) for each whether an event has set it, and to what
  VecX sides;     // (events) the sign that each root function last had: -1, 1, or 0 before any
  VecX largest;   // (events) |value| so far, which says how large its rounding is
};

}  // namespace porthos::simulate
