#pragma once

#include <string>
#include <vector>

#include "dae/joint_tree.hpp"

namespace porthos::dae {

inline constexpr int kNoBody = -1;

/// Adds masses, other states and the system of forces to a tree whose links are known, and checks
/// its joints away from the start. False, with the reason, if they do not hold there: `failing` is
/// then the link of such a joint, and -1 for other reasons.
///
/// z_body, w_body  (z), (w) the body to which each state belongs, or kNoBody
bool complete_tree(const Integrable& system, const State& start, const std::vector<int>& z_body,
                   const std::vector<int>& w_body, JointTree& tree, int& failing,
                   std::string& why_not);

}  // namespace porthos::dae
