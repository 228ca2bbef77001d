#pragma once

#include <optional>

#include "system/assemble.hpp"

namespace porthos::simulate {

/// The positions of a model whose rows and starts of joints determine the pose of each body
/// relative to the one before it in a tree; nullopt if it has other bodies, or if the text states
/// poses.
///
/// Newton's method in relative coordinates: it moves each body relative to the one before it so
/// that their rows hold, and all bodies behind it with it. Such motions leave the rows of other
/// joints as they are. So chains of any length take few iterations, and each costs O(n), while
/// Newton's method for all rows sees their curvature add up along the chain.
std::optional<VecX> joint_poses(const system::System& system, const system::Assembled& model);

}  // namespace porthos::simulate
