#pragma once

#include <string>
#include <vector>

#include "simulate/run_state.hpp"

namespace porthos::simulate {

/// The constraints that demand different values of the same velocity a little after the last step,
/// as two prescribed flows of one shaft; empty if there are none, or more than 300 constraints.
std::vector<std::string> contradicting_rows(const RunState& now);

}  // namespace porthos::simulate
