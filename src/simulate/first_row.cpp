#include "simulate/first_row.hpp"

#include "base/metric.hpp"
#include "dae/accelerations.hpp"
#include "integrate/methods.hpp"

namespace porthos::simulate {

void report_no_row(const Run& run, Problems& to) {
  report(to, "PH203", "", "no finite value of " + run.first_bad_column() + " at the start",
         "a start at which every formula is defined",
         "look at divisions, roots and logarithms." + run.cause());
}

void check_first_row(const std::shared_ptr<system::System>& system,
                     const std::shared_ptr<const system::Assembled>& assembled, const Start& start,
                     Problems& to) {
  system::Workspace at = system->workspace();
  system->set_time(at, 0);
  system->segment(at, system::Segment::kZ) = start.z;
  system->segment(at, system::Segment::kW) = start.w;
  const Metric metric = system->metric();
  dae::Accelerations accelerations(*system, metric);
  accelerations.compute(at);
  system->compute_powers(at);
  system->compute_heats(at);
  system->compute_potentials(at);
  system->compute_readouts(at);
  if (at.values.allFinite()) return;
  // The quantity without a value may have no column.
  const Run run(system, assembled, *integrate::find_method("symplectic-euler"), start, {});
  if (run.outcome() == Outcome::kNotFinite) report_no_row(run, to);
}

}  // namespace porthos::simulate
