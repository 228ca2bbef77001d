#pragma once

#include <string>

#include "base/problem.hpp"
#include "integrate/method.hpp"
#include "model/component.hpp"
#include "simulate/request.hpp"
#include "simulate/start.hpp"
#include "system/assemble.hpp"

namespace porthos::simulate {

/// Checks until, step, tolerance and method (PH104).
void check_simulation(const model::Simulation& simulation, Problems& to);

/// Warns of a tolerance, given at `where`, for a method with fixed steps, which ignores it (PH303).
void check_tolerance(double tolerance, const integrate::Method& method, const std::string& where,
                     Problems& to);

/// Warns of a tolerance of a run whose method ignores it (PH303).
void check_use(const Request& request, const integrate::Method& method, Problems& to);

/// Resistive relations must take power, at the start and at random states around it (T-06); an
/// entropy s takes e_s s' of it (PH123).
void check_dissipation(const system::System& system, const system::Assembled& assembled,
                       const Start& start, Problems& to);

/// Outputs may contain only accelerations of velocities with mass (PH114): the rates of massless
/// velocities are unknown.
void check_accelerations(const system::System& system, const system::Assembled& assembled,
                         Problems& to);

/// True if the stated bound of stick is less than that of slip, by the readouts of a state.
bool has_less_stick(const model::SetValued& law, const VecX& readouts);

/// At the start no bound of friction is negative, none of stick is less than that of slip, and
/// restitutions are from 0 to 1 (PH104).
void check_bounds(const system::System& system, const system::Assembled& assembled,
                  const Start& start, Problems& to);

}  // namespace porthos::simulate
