#pragma once

#include "system/assemble.hpp"

namespace porthos::system {

/// The sizes of rows, forces and masses in the units of a model, after find_inert. They are the
/// largest of the values at the start and at a few fixed pseudo-random states beside it, so that a
/// row that vanishes in the pose of the start has the size that it has beside it.
///
/// Numbers below a size times a tolerance are small in any units.
TypicalSizes find_typical_sizes(const Assembled& assembled);

}  // namespace porthos::system
