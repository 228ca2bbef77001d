#pragma once

#include "simulate/start_corrections.hpp"

namespace porthos::simulate {

/// Limits of the gaps at the state of `at`, (c): Newton's method stops at rounding, and larger gaps
/// cannot be closed. They are 1e-9 of the change of a row when positions change by their own size,
/// since a mechanism may be small in its units. A typical change shows the size of terms that
/// cancel.
VecX limits_of_gaps(const system::System& system, const StartCorrections& corrections,
                    system::Workspace& at);

/// Limits of the velocity-level rows, (nu): 1e-9 of their terms. For a motion of size one, as z and
/// w show, the terms have the rounding of one.
VecX limits_of_rows(const system::System& system, StartCorrections& corrections,
                    system::Workspace& at, const VecX& z, const VecX& w);

}  // namespace porthos::simulate
