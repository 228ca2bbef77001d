#pragma once

#include <vector>

#include "system/rigid_bodies.hpp"

namespace porthos::dae {

/// The rigid bodies of a model.
using Bodies = std::vector<system::RigidBody>;

}  // namespace porthos::dae
