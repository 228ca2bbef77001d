#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "simulate/opened.hpp"
#include "simulate/session.hpp"

namespace porthos::inspect {

/// A state of the motion, in the model's own velocities.
///
/// z, w      positions and velocities for which all constraints hold
/// lambda    multipliers of the position constraints, (c): 0 of inert ones
/// mu        multipliers of the velocity rows
/// u         efforts of the ports, (u)
/// t         time, s
struct State {
  VecX z, w, lambda, mu, u;
  double t = 0;
};

/// How states are chosen.
///
/// count     beside the start
/// scatter   how far positions lie apart, relative to 1 and their size
/// seed      of the pseudo-random numbers
/// has_time  at times of the run, some in each interval between switching times of inputs; else t=0
/// spreads   also relative to the start alone, and up to a million times nearer or farther, each
///           value by itself: a formula may vary on another scale
/// is_over   ends the search early
struct Sampling {
  int count = 8;
  double scatter = 0.2;
  std::uint32_t seed = 17;
  bool has_time = false;
  bool spreads = false;
  std::function<bool()> is_over = {};
};

/// The start and further states at fixed pseudo-random places on the constraint set around it (what
/// is fixed at the start moves too); fewer where the constraints leave no way there. Poles and
/// other places without accelerations are left out.
std::vector<State> sample_states(const Opened& model, const Sampling& sampling);

/// These states of a run with their multipliers and port efforts, without those that have none.
std::vector<State> with_reactions(const Opened& model, const std::vector<State>& states);

/// The state on the constraint set that is next to these values; none where there is no way.
std::optional<State> state_near(const Opened& model, const VecX& z, const VecX& w);

/// A run: its states row by row of the table, without multipliers, and the times, s, at which an
/// event happens or a formula of time has a step or a corner.
struct Motion {
  std::vector<State> states;
  std::vector<double> events;
  bool is_cut = false;  // it was ended early
};

/// The run from the present start of the session on, as far as may be waited for; none of a model
/// whose table leaves states out.
Motion run_of(Session& session, const std::string& options,
              const std::function<bool()>& is_over = nullptr);

}  // namespace porthos::inspect
