#pragma once

#include <vector>

#include "simulate/opened.hpp"

namespace porthos::inspect {

/// A state of the motion at t = 0, in the model's own velocities.
///
/// z, w      positions and velocities for which all constraints hold
/// lambda    multipliers of the position constraints, (c): 0 of inert ones
/// mu        multipliers of the velocity rows
/// u         efforts of the ports, (u)
struct State {
  VecX z, w, lambda, mu, u;
};

/// The start and up to `count` states at fixed pseudo-random places on the constraint set around it
/// (what is fixed at the start moves too); fewer where the constraints leave no way there. What has
/// no acceleration, as at a pole, is left out.
std::vector<State> sample_states(const Opened& model, int count);

}  // namespace porthos::inspect
