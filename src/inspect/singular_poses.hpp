#pragma once

#include "inspect/subject.hpp"

namespace porthos::inspect {

/// Poses at which the structure is none: poles of its matrices, as gimbal lock (T-02), and poses at
/// which constraints lose rank (T-02, T-08). They are sought from every sampled state by Newton's
/// method along the constraint set, however far away; a finding here is a property of coordinates
/// or of a mechanism, not a fault. ([001] Def. 4, (13))
Findings check_singular_poses(const Subject& subject);

}  // namespace porthos::inspect
