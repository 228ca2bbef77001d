#pragma once

#include "inspect/subject.hpp"

namespace porthos::inspect {

/// The Jacobi identity of J in all states, and on the constraint set.
struct JacobiReport {
  Check everywhere, on_constraints;
};

/// T-13: the Jacobi identity of J. Massless momenta are no states. ([004] Thm. 4.4 (3))
JacobiReport check_jacobi(const Subject& subject);

/// T-13: the same for three momenta. The part of G that does not depend on momenta must be a closed
/// two-form, such as a magnetic field without sources. ([003] Sec. 5; [004] Thm. 4.5)
Check check_sources(const Subject& subject);

}  // namespace porthos::inspect
