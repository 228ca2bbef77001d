#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "simulate/opened.hpp"
#include "simulate/session.hpp"

namespace porthos::inspect {

/// A state of the motion at t = 0, in the model's own velocities.
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

/// The start and up to `count` states at fixed pseudo-random places on the constraint set around it
/// (what is fixed at the start moves too); fewer where the constraints leave no way there. What has
/// no acceleration, as at a pole, is left out. `scatter` is how far positions lie apart, relative
/// to 1 and their size. `is_over` ends it early.
std::vector<State> sample_states(const Opened& model, int count, double scatter = 0.2,
                                 const std::function<bool()>& is_over = nullptr);

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
