#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>

#include "system/system.hpp"

namespace porthos::simulate {

struct RunOptions {
  double until = 10;   // s
  double step = 0.01;  // s
  int output_every = 1;
  double tolerance = 1e-9;  // of adaptive methods
};

/// Gives the system with other values of some parameters, by their outside names: the same layout;
/// nullptr where it cannot be (a negative mass).
using Rebuild =
    std::function<std::shared_ptr<const system::System>(const std::map<std::string, double>&)>;

}  // namespace porthos::simulate
