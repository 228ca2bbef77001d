#pragma once

#include <string>

#include "base/problem.hpp"
#include "integrate/method.hpp"
#include "model/component.hpp"
#include "simulate/request.hpp"
#include "simulate/start.hpp"
#include "system/assemble.hpp"

namespace porthos::simulate {

/// Until, step, tolerance and method must be ones that can be run with (PH104).
void check_simulation(const model::Simulation& simulation, Problems& to);

/// Warns of a tolerance, given at `where`, beside a method with fixed steps, which has no use for
/// it (PH303).
void check_tolerance(double tolerance, const integrate::Method& method, const std::string& where,
                     Problems& to);

/// Warns of options of a run that its method has no use for (PH303).
void check_use(const Request& request, const integrate::Method& method, Problems& to);

/// Resistive relations must take power, at the start and at random states around it (T-06); what
/// an entropy s gets of it is e_s s' (PH123).
void check_dissipation(const system::System& system, const system::Assembled& assembled,
                       const Start& start, Problems& to);

/// What is reported may contain accelerations of velocities that have a mass (PH114): others follow
/// from equations, not from a rate.
void check_accelerations(const system::System& system, const system::Assembled& assembled,
                         Problems& to);

}  // namespace porthos::simulate
