#include "simulate/automatic_joints.hpp"

#include "integrate/tree_collocation.hpp"
#include "system/rigid_bodies.hpp"

namespace porthos::simulate {

bool may_have_joints(const integrate::Method& method, const system::System& system,
                     const system::Assembled& assembled) {
  const system::Sizes& n = system.sizes();
  return integrate::can_use_joints(method) && assembled.set_valued.empty() && n.lambda > 0 &&
         !system.has_known_switches() && !system::find_rigid_bodies(system, assembled).empty();
}

}  // namespace porthos::simulate
