#pragma once

#include <functional>
#include <memory>
#include <string>

#include "dae/joint_tree.hpp"
#include "integrate/method.hpp"

namespace porthos::integrate {

/// How a run has used coordinates of joints.
struct TreeUse {
  bool is_used = false;
  std::string why_not;  // a part of a sentence: what the system contains
  long others = 0;      // steps that the other stepper took although there is a tree
};

/// True if the method can take its steps in coordinates of joints: gauss(s).
bool can_use_joints(const Method& method);

/// gauss(s) in the coordinates of joints that form a tree: the motion of a stepper of the same
/// method in the coordinates of the bodies, up to its error, but much faster. A stepper that
/// `make_other` makes takes all steps of a system without such a tree, and those for which the
/// iteration here does not converge.
///
/// joints  the tree of the system, or nullptr
/// use     counts the steps of the other one; nullptr if nobody wants to know
std::unique_ptr<Stepper> in_joints(const Method& method, const Integrable& system,
                                   std::shared_ptr<dae::JointTree> joints, TreeUse* use,
                                   std::function<std::unique_ptr<Stepper>()> make_other);

}  // namespace porthos::integrate
