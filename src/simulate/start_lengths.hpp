#pragma once

#include <functional>
#include <string>

#include "base/problem.hpp"
#include "simulate/start.hpp"
#include "system/assemble.hpp"

namespace porthos::simulate {

/// A model whose parameter `name` has another value, with the positions of its start and problems.
struct Changed {
  system::Assembled assembled;
  Start start;
  bool is_closed = false;  // all position constraints hold
};
using WithParameter = std::function<Changed(const std::string& name, double value)>;

/// Adds to a problem of positions that cannot be met (PH201) the lengths that could each mend it:
/// their values, and the nearest ones with which the constraints hold.
void name_lengths(const system::Assembled& model, const WithParameter& change, Problem& problem);

}  // namespace porthos::simulate
