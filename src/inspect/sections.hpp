#pragma once

#include <vector>

#include "inspect/subject.hpp"

namespace porthos::inspect {

/// Sections of D at a point, with their derivatives with respect to x.
struct Section {
  VecX X, alpha;
  MatX dX, dalpha;
};

/// A basis of D over (x, ports), for the listed ports, extended to smooth sections around a regular
/// point. Nothing depends on the coordinates of ports. ([004] (5.14))
std::vector<Section> sections_of(const Subject& subject, const StructureAt& at,
                                 const std::vector<int>& ports);

/// max |sum_cyc <L_X1 alpha2 | X3>| over the sections, relative to the terms: zero if D is closed.
/// ([003] (4.2))
double closedness_residual(const std::vector<Section>& sections);

}  // namespace porthos::inspect
