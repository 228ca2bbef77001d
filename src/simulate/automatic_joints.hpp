#pragma once

#include "integrate/method.hpp"
#include "system/assemble.hpp"
#include "system/system.hpp"

namespace porthos::simulate {

/// True if the automatic choice of coordinates should look for a tree of joints. Such a tree is
/// faster at all sizes (docs/benchmarks.md), except where constraints come and go, since it is
/// found anew each time, and where loops have most of the rows (Run::has_large_tree).
bool may_have_joints(const integrate::Method& method, const system::System& system,
                     const system::Assembled& assembled);

}  // namespace porthos::simulate
