#include "simulate/invariants.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/digits.hpp"
#include "base/index.hpp"
#include "simulate/estimate.hpp"
#include "simulate/run_state.hpp"

namespace porthos::simulate {
namespace {

using system::Segment;

/// The readouts of the stated invariants.
std::vector<int> readouts_of(const system::Assembled& assembled) {
  std::vector<int> made;
  for (std::size_t i = 0; i < assembled.outputs.size(); ++i)
    if (assembled.is_invariant[i]) made.push_back(assembled.output_index[i]);
  return made;
}

/// By how much each invariant changes if the states change by their own sizes, one after another.
/// A state far below the others of its kind has a thousandth of the largest one.
VecX sizes_at(const RunState& now) {
  constexpr double kSmall = 1e-3, kNothing = 1e-9;
  const system::System& system = *now.system;
  system::Workspace at = now.at;
  now.load(now.state, at);
  system.compute_rates(at);
  const VecX here = invariants_at(system, *now.assembled, at);
  VecX sizes = VecX::Zero(here.size());
  for (const Segment states : {Segment::kZ, Segment::kW}) {
    const VecX x = system.segment(at, states);
    const double largest = x.size() > 0 ? x.lpNorm<Eigen::Infinity>() : 0;
    for (Eigen::Index i = 0; i < x.size(); ++i) {
      system.segment(at, states)[i] += std::max({std::abs(x[i]), kSmall * largest, kNothing});
      system.compute_rates(at);
      sizes += (invariants_at(system, *now.assembled, at) - here).cwiseAbs();
      system.segment(at, states)[i] = x[i];
    }
  }
  return sizes;
}

}  // namespace

VecX invariants_at(const system::System& system, const system::Assembled& assembled,
                   system::Workspace& at) {
  const std::vector<int> readouts = readouts_of(assembled);
  if (readouts.empty()) return {};
  system.compute_readouts(at);
  VecX made(static_cast<Eigen::Index>(readouts.size()));
  for (std::size_t i = 0; i < readouts.size(); ++i)
    made[static_cast<Eigen::Index>(i)] = system.segment(at, Segment::kReadout)[readouts[i]];
  return made;
}

void check_invariants(const RunState& now, Problems& to) {
  if (now.start_invariants.size() == 0) return;
  constexpr double kMost = 1e-3;   // of its size, as for the error of the trajectory
  constexpr double kOfError = 10;  // an invariant of second order changes by more than the states
  const double error = std::max(kMost, kOfError * Estimate::largest(now).value_or(0));
  const VecX sizes = sizes_at(now);
  Eigen::Index i = 0;
  for (std::size_t k = 0; k < now.assembled->outputs.size(); ++k) {
    if (!now.assembled->is_invariant[k]) continue;
    const double change = now.invariant_changes[i], size = sizes[i],
                 start = now.start_invariants[i];
    ++i;
    if (!(change > error * std::max(size, std::abs(start)))) continue;
    const auto& invariant = now.assembled->outputs[k];
    const auto text = [&](double value) {
      return rounded_digits(value, 3) + (invariant.unit.empty() ? "" : " " + invariant.unit);
    };
    report(to, "PH305", "/invariants/" + invariant.name,
           "\"" + invariant.name + "\", " + text(start) + " at the start, which changed by " +
               text(change),
           "a quantity that the motion conserves",
           "it is no invariant of this motion, or an input, a dissipation or an event changes it: "
           "make it an output")
        .severity = Problem::Severity::kWarning;
  }
}

}  // namespace porthos::simulate
