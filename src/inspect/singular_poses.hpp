#pragma once

#include "inspect/subject.hpp"

namespace porthos::inspect {

/// Singular poses: poles of the structure's matrices, such as gimbal lock (T-02), and poses at
/// which constraints lose rank (T-02, T-08). Newton's method searches from each sampled state along
/// the constraint set, at any distance. A finding is a property of coordinates or of a mechanism,
/// not a fault. ([001] Def. 4, (13))
Findings check_singular_poses(const Subject& subject);

}  // namespace porthos::inspect
