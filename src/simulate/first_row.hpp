#pragma once

#include <memory>

#include "base/problem.hpp"
#include "simulate/run.hpp"

namespace porthos::simulate {

/// Reports a run that has no first row, with the column that has no finite value (PH203).
void report_no_row(const Run& run, Problems& to);

/// The same check for any run from this start, before there is one. `rebuild`: with the parameters
/// that events set at once.
void check_first_row(const std::shared_ptr<system::System>& system,
                     const std::shared_ptr<const system::Assembled>& assembled, const Start& start,
                     const Rebuild& rebuild, Problems& to);

/// Warns if the method of the text refuses the model (PH308), which has no errors.
void check_method(const std::shared_ptr<system::System>& system,
                  const std::shared_ptr<const system::Assembled>& assembled, const Start& start,
                  const Rebuild& rebuild, const model::Simulation& simulation, Problems& to);

}  // namespace porthos::simulate
