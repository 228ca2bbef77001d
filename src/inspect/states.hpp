#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "simulate/opened.hpp"
#include "simulate/session.hpp"

namespace porthos::inspect {

/// A state of the motion, in the model's own velocities.
///
/// z, w    positions and velocities that satisfy all constraints
/// lambda  multipliers of the position constraints, (c): 0 for inert ones
/// mu      multipliers of the velocity constraints
/// u, t    efforts of the ports, (u); time, s
struct State {
  VecX z, w, lambda, mu, u;
  double t = 0;
};

/// The choice of states.
///
/// count     number beside the start
/// scatter   distance of positions, relative to 1 and their size, and for each second state
/// relative
///           to the size of small positions alone
/// seed      of the pseudo-random numbers
/// has_time  at times of the run, some in each interval between switching times of inputs; else t=0
/// spreads   also relative to the start alone, and up to a million times smaller or larger, each
///           value separately: a formula may vary on another scale
/// is_over   aborts the search
struct Sampling {
  int count = 8;
  double scatter = 0.2;
  std::uint32_t seed = 17;
  bool has_time = false;
  bool spreads = false;
  std::function<bool()> is_over = {};
};

/// The sizes of positions at a pose: of their values there and at the start, 1 if both are zero.
VecX position_sizes(const Opened& model, const VecX& z);

/// The start, and further states at fixed pseudo-random places on the constraint set around it
/// (fixed starts move, too). There are fewer if the constraints cannot be satisfied there. Poles
/// and other places without accelerations are omitted.
std::vector<State> sample_states(const Opened& model, const Sampling& sampling);

/// These states of a run with their multipliers and port efforts, without states that have none.
std::vector<State> with_reactions(const Opened& model, const std::vector<State>& states);

/// The state on the constraint set near these values; empty if there is none.
std::optional<State> state_near(const Opened& model, const VecX& z, const VecX& w);

/// A run: its states row by row of the table, without multipliers, and the times, s, of events and
/// of steps and corners of formulas of time.
///
/// changed  time of the first event that sets a parameter, s. There are no later states: the
///          parameters of a Subject do not hold there.
struct Motion {
  std::vector<State> states;
  std::vector<double> events;
  double changed = std::numeric_limits<double>::infinity();
  double error = std::numeric_limits<double>::quiet_NaN();  // of the motion, relative; NaN: unknown
  bool is_cut = false;                                      // it was aborted
};

/// The run from the present start of the session, within a limit of work; empty for a model whose
/// table omits states.
Motion run_of(Session& session, const std::string& options,
              const std::function<bool()>& is_over = nullptr);

}  // namespace porthos::inspect
