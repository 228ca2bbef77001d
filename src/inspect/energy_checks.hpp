#pragma once

#include "inspect/subject.hpp"

namespace porthos::inspect {

/// T-07: the power balance at each state, and the power of each kind of reaction separately. T-06:
/// the sign of each resistive relation. T-24: heating relations produce entropy and conserve
/// energy. ([001] Def. 6, Def. 7; [002])
Findings check_energy(const Subject& subject);

}  // namespace porthos::inspect
