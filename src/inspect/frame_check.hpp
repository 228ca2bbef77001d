#pragma once

#include "inspect/subject.hpp"

namespace porthos::inspect {

/// T-13: the gyroscopic forces, where the frame of velocities that turn decides them: wrong signs
/// are told here. What Z does not span, as in reduced nonholonomic models, it does not decide.
/// ([002] (19); [004] Thm. 4.4)
Finding check_frame(const Subject& subject);

}  // namespace porthos::inspect
