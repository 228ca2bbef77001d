#pragma once

#include <memory>

#include "integrate/collocation.hpp"

namespace porthos::integrate {

/// make_collocation, with an independent set of constraints wherever constraints depend on each
/// other all along the motion (dae::ConstraintSelection). A step then costs as much as without the
/// other constraints, which are monitored: if one of them opens, or a step fails, a new set is
/// chosen. If there is no such set, as at a pose in which the rank changes, a step uses all
/// constraints.
std::unique_ptr<EstimatingStepper> make_selecting(const Integrable& system, const Tableau& table,
                                                  const CollocationOptions& options = {});

}  // namespace porthos::integrate
