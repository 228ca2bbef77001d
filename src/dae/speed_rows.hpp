#pragma once

#include <functional>
#include <vector>

#include "dae/joint_tree.hpp"

namespace porthos::dae {

/// Prescribed flows whose rows are the same in all poses, and follow t by the flow alone.
///
/// at       the workspace in which set_pose sets a pose at rest
/// set_pose sets one of several poses, by its number, and places the links
std::vector<JointTree::SpeedRow> find_speed_rows(
    const Integrable& system, JointTree& tree, Workspace& at,
    const std::function<std::vector<Placed>(int pose)>& set_pose);

}  // namespace porthos::dae
