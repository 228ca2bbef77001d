#pragma once

#include <memory>

#include "integrate/collocation.hpp"

namespace porthos::integrate {

/// make_collocation, with an independent set of the rows wherever rows depend on each other all
/// along the motion (ConstraintSelection): the step costs then what it would without the others,
/// and these are watched. Where one of them opens, or the step fails, a set is chosen anew; where
/// there is none, as at a pose in which the rank changes, the step is that of all rows.
std::unique_ptr<EstimatingStepper> make_selecting(const system::System& system,
                                                  const Tableau& table,
                                                  const CollocationOptions& options = {});

}  // namespace porthos::integrate
