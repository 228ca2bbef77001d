#pragma once

#include "integrate/method.hpp"
#include "system/assemble.hpp"
#include "system/system.hpp"

namespace porthos::simulate {

/// True if the automatic choice of coordinates should look for a tree of joints. Models whose
/// constraints come and go are left out: the tree would be found anew each time. Whether the tree
/// is used depends on the rows that it leaves open, too (Run::has_large_tree).
bool may_have_joints(const integrate::Method& method, const system::System& system,
                     const system::Assembled& assembled);

}  // namespace porthos::simulate
