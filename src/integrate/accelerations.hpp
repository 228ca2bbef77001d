#pragma once

#include "integrate/projection.hpp"

namespace porthos::integrate {

/// Accelerations and multipliers of a consistent state (index-1 form, theory 0.3):
///
///   [M  Gamma^T; Gamma  0] [w'; nu] = [f; -(d/dt Gamma) w + q']
///
/// at must hold z, w and the signals of its time; on return its lambda, mu and rates are those of
/// the motion. Where rows depend on each other the multipliers are the smallest ones.
/// Returns w', (w).
VecX compute_accelerations(const system::System& system, const Metric& metric,
                           system::Workspace& at);

}  // namespace porthos::integrate
