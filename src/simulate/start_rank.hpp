#pragma once

#include <string>
#include <vector>

#include "base/problem.hpp"
#include "simulate/start.hpp"
#include "system/system.hpp"

namespace porthos::simulate {

/// The names, separated by commas; of many the first ones and the number of the others.
std::string listed(const std::vector<std::string>& names);

/// Computes the rank of the rows in the state of `at`, the dependent rows and the degrees of
/// freedom, into `start`. `names` are those of the rows, (nu).
void find_rank(const system::System& system, system::Workspace& at, bool is_plain,
               const std::vector<std::string>& names, Start& start);

/// The rounding of gaps of positions, (c), and of rows, (nu).
struct Rounding {
  VecX gaps, rows;
};

/// Warns of rows that depend on each other, that contradict each other by more than they
/// `may_be_off`, or that vanish in this pose, except rows that begin to hold later: `idle`, (nu) or
/// empty (PH202). True if they contradict each other. In a pose whose gaps are open only a
/// contradiction in every pose is reported.
bool report_dependent(const system::System& system, system::Workspace& at, bool is_plain,
                      const std::vector<std::string>& names, const std::vector<char>& idle,
                      const Rounding& may_be_off, const Start& start, Problems& problems);

}  // namespace porthos::simulate
