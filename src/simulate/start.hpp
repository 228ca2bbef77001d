#pragma once

#include <string>
#include <vector>

#include "base/problem.hpp"
#include "integrate/projection.hpp"
#include "system/assemble.hpp"

namespace porthos::simulate {

/// What the search for a consistent start did to one constraint.
struct StartGap {
  std::string name;
  std::string level;  // "position" or "velocity"
  double before = 0;
  double after = 0;
};

/// A consistent start and what it says about the model there.
struct Start {
  VecX z, w;
  std::vector<StartGap> gaps;
  int degrees_of_freedom = 0;  // n_w - rank Gamma
  int rank = 0;
  std::vector<std::string> dependent;  // constraints that depend on each other
};

/// The start values, corrected as little as possible in the metric M until the constraints hold;
/// values marked as fixed stay (numerics 4). Constraints that cannot be met are a problem that
/// names them (PH201); constraints that depend on each other a warning (PH202).
Start find_start(const system::System& system, const system::Assembled& assembled,
                 Problems& problems);

/// The phase with which a run begins: formulas that switch just at t = 0 take the branch of
/// afterwards. Its end is at most one second away.
system::Phase first_phase(const system::System& system);

}  // namespace porthos::simulate
