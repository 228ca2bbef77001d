#pragma once

#include "inspect/subject.hpp"

namespace porthos::inspect {

/// T-13: each velocity constraint as holonomic or
/// nonholonomic; one check a row, in their order. ([004] Prop. 4.1)
Findings check_rows(const Subject& subject);

}  // namespace porthos::inspect
