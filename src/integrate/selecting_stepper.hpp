#pragma once

#include <memory>

#include "integrate/collocation.hpp"

namespace porthos::integrate {

/// make_collocation, with an independent set of the constraints wherever constraints depend on each
/// other all along the motion (dae::ConstraintSelection). Then a step costs as much as without the
/// others, which are monitored: where one of them opens, or a step fails, a set is chosen anew.
/// Where there is none, as at a pose in which the rank changes, a step uses all constraints.
std::unique_ptr<EstimatingStepper> make_selecting(const Integrable& system, const Tableau& table,
                                                  const CollocationOptions& options = {});

}  // namespace porthos::integrate
