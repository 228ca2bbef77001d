#pragma once

#include "simulate/build.hpp"

namespace porthos::simulate {

/// The modes of the set-valued laws of a model, (mode), in which its run begins.
VecX start_modes(const Built& built);

}  // namespace porthos::simulate
