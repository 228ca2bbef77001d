#pragma once

#include <optional>

#include "inspect/subject.hpp"
#include "structure/distributions.hpp"

namespace porthos::inspect {

/// T-01, T-04: J is skew and, with ports and rows, a Dirac structure at every state. T-02, T-16:
/// its rows keep their rank and its projector is continuous. T-10, T-14: dimensions.
Findings check_structure(const Subject& subject);

/// The structure with `ports` of its ports, over (x, ports), without the momenta of velocities
/// without mass. ([004] (5.14))
structure::Dirac dirac_at(const Subject& subject, const MatricesAt& at, int ports);

/// k, l, m of the canonical form at the start, {pairs, casimirs, constraints}; none where the model
/// is too large for dense matrices. (T-14)
std::optional<structure::CanonicalSizes> canonical_sizes_of(const Subject& subject);

}  // namespace porthos::inspect
