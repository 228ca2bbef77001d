#pragma once

#include "inspect/subject.hpp"

namespace porthos::inspect {

/// T-13: the gyroscopic forces, compared with those of a rotating frame of velocities. This detects
/// wrong signs. It does not decide outside the span of Z, as in reduced nonholonomic models. ([002]
/// (19); [004] Thm. 4.4)
Finding check_frame(const Subject& subject);

}  // namespace porthos::inspect
