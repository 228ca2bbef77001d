#pragma once

#include "system/assemble.hpp"

namespace porthos::system {

/// The sizes of rows, forces and masses in the units of a model, after find_inert. They are the
/// largest values at the start and at a few fixed pseudo-random states near it, so that a row that
/// vanishes at the start gets its size nearby.
///
/// Numbers below a size times a tolerance are small in any units.
TypicalSizes find_typical_sizes(const System& system, const Assembled& assembled);

}  // namespace porthos::system
