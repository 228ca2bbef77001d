#pragma once

#include "inspect/subject.hpp"

namespace porthos::inspect {

/// T-13: the Jacobi identity of J; for each velocity constraint whether it is holonomic; from both,
/// or from sections of a small structure, whether the Dirac structure is closed; the same with its
/// ports. ([003] (4.2); [004] Def. 4.1, Thm. 4.1 to 4.5, Prop. 4.1, Thm. 5.1)
Findings check_closedness(const Subject& subject);

/// The Dirac structure without ports is closed.
Check check_dirac_closed(const Subject& subject);

}  // namespace porthos::inspect
