#pragma once

#include <vector>

#include "inspect/subject.hpp"
#include "structure/derivative.hpp"

namespace porthos::inspect {

/// A basis of D over (x, ports), for the listed ports, extended to smooth sections around a regular
/// point, with their derivatives with respect to x: flows above efforts. No columns if an entry is
/// not finite. Nothing depends on the coordinates of ports. ([004] (5.14))
structure::Derivative sections_of(const Subject& subject, const StructureAt& at,
                                  const std::vector<int>& ports);

}  // namespace porthos::inspect
