#pragma once

#include <vector>

#include "simulate/present.hpp"

namespace porthos::simulate {

/// All that the later steps of a run depend on, as numbers.
std::vector<double> write(const Present& now);

/// Reads them back into a run of the same model, method and options, which goes on bit for bit as
/// the other one. False, and no trace, if they cannot be this run's.
bool read(const std::vector<double>& numbers, Present& now);

}  // namespace porthos::simulate
