#include "simulate/first_row.hpp"

#include "base/linear.hpp"
#include "base/metric.hpp"
#include "dae/accelerations.hpp"
#include "integrate/methods.hpp"
#include "simulate/set_valued.hpp"
#include "system/density.hpp"

namespace porthos::simulate {

void report_no_row(const Run& run, Problems& to) {
  report(to, "PH203", "", "no finite value of " + run.first_bad_column() + " at the start",
         "a start at which every formula is defined",
         "look at divisions, roots and logarithms." + run.cause());
}

namespace {

/// Sets the rates and multipliers at the start. Which laws of contacts and frictions hold is not
/// known yet: all are open.
void set_rates(const system::System& system, const system::Assembled& assembled, const Start& start,
               system::Workspace& at) {
  const auto place = [&](const system::System& of, system::Workspace& to) {
    of.set_time(to, 0);
    of.segment(to, system::Segment::kZ) = start.z;
    of.segment(to, system::Segment::kW) = start.w;
  };
  place(system, at);
  if (assembled.set_valued.empty()) {
    dae::Accelerations(system, system.metric()).compute(at);
    return;
  }
  const auto smooth = without_laws(system, assembled);
  system::Workspace beside = smooth->workspace();
  place(*smooth, beside);
  const VecX rates = dae::Accelerations(*smooth, smooth->metric()).compute(beside);
  system.compute_rates(at);
  system.segment(at, system::Segment::kWdot) = rates;
}

}  // namespace

void check_first_row(const std::shared_ptr<system::System>& system,
                     const std::shared_ptr<const system::Assembled>& assembled, const Start& start,
                     const Rebuild& rebuild, Problems& to) {
  system::Workspace at = system->workspace();
  set_rates(*system, *assembled, start, at);
  system->compute_powers(at);
  system->compute_heats(at);
  system->compute_potentials(at);
  system->compute_readouts(at);
  if (at.values.allFinite()) return;
  // The quantity without a value may have no column.
  const Run run(system, assembled, *integrate::find_method("symplectic-euler"), start, {}, rebuild);
  if (run.outcome() == Outcome::kNotFinite) report_no_row(run, to);
}

void check_method(const std::shared_ptr<system::System>& system,
                  const std::shared_ptr<const system::Assembled>& assembled, const Start& start,
                  const Rebuild& rebuild, const model::Simulation& simulation, Problems& to) {
  const integrate::Method* method = integrate::find_method(simulation.method);
  if (!method || has_errors(to)) return;
  const integrate::Traits& traits = method->traits;
  // These have no conditions of their own.
  const bool is_general = (traits.closes_ledger && traits.keeps_velocities) || traits.is_adaptive;
  if (is_general && (traits.is_explicit || !system::rates_are_too_dense(*system))) return;
  {
    const Run run(
        system, assembled, *method, start,
        {.until = simulation.until, .step = simulation.step, .tolerance = simulation.tolerance},
        rebuild);
    if (run.outcome() == Outcome::kUnsuited) {
      const std::string cause = run.cause();
      report(to, "PH308", "/simulation/method",
             "the method " + simulation.method + ", with which this model cannot run",
             "a method that suits the model", cause.substr(cause.find_first_not_of(' ')))
          .severity = Problem::Severity::kWarning;
    }
  }
  system->modes().setZero();
  system->set_phase({});
}

}  // namespace porthos::simulate
