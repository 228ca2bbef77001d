#include "simulate/checks.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/index.hpp"
#include "base/metric.hpp"
#include "base/suggest.hpp"
#include "expr/query.hpp"
#include "integrate/methods.hpp"
#include "model/reader.hpp"

namespace porthos::simulate {

using model::Json;
using system::Segment;

namespace {

constexpr double kMostSteps = 1e9;

/// Numbers between -1 and 1, the same every time.
class Scatter {
 public:
  double next() {
    random_ = random_ * 1664525u + 1013904223u;
    return static_cast<double>(random_ >> 8) / (1 << 23) - 1;
  }

 private:
  std::uint32_t random_ = 7;
};

/// The power of each resistive relation, then of each that heats, in the state of `at`.
VecX powers_at(const system::System& system, system::Workspace& at) {
  system.compute_rates(at);
  system.compute_powers(at);
  system.compute_heats(at);
  VecX power(system.sizes().power + system.sizes().heat);
  power << system.segment(at, Segment::kPower), system.segment(at, Segment::kHeat);
  return power;
}

/// One problem for all relations of the same name in several components.
void report_given(const std::vector<std::string>& names,
                  const std::vector<std::optional<double>>& given, Problems& to) {
  const auto own = [](const std::string& name) { return name.substr(name.rfind('.') + 1); };
  std::vector<char> is_told(names.size());
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (!given[i] || is_told[i]) continue;
    constexpr int kMostNamed = 5;
    int count = 0;
    std::string others;
    for (std::size_t k = i; k < names.size(); ++k) {
      if (!given[k] || own(names[k]) != own(names[i])) continue;
      is_told[k] = 1;
      if (++count > 1 && count <= kMostNamed) others += ", " + names[k];
    }
    if (count > kMostNamed) others += " and " + std::to_string(count - kMostNamed) + " more";
    report(to, "PH123", "/dissipation/" + names[i],
           "a resistive relation that gives power away (" + Json(*given[i]).dump() +
               " W at a possible state" +
               (count > 1 ? "; " + std::to_string(count) + " alike: " + names[i] + others : "") +
               ")",
           "effort * flow >= 0 at every state",
           "the effort resists the flow with its own sign: \"d*v\", not "
           "\"-d*v\"; a source of energy is a port");
  }
}

}  // namespace

void check_simulation(const model::Simulation& simulation, Problems& to) {
  const auto fail = [&](const char* key, const std::string& found, const std::string& expected,
                        const std::string& hint = kNothing) {
    report(to, "PH104", std::string("/simulation/") + key, found, expected, hint);
  };
  if (!(simulation.step > 0) || !std::isfinite(simulation.step))
    fail("step", Json(simulation.step).dump() + " s", "a positive time (s)");
  if (!(simulation.until >= 0) || !std::isfinite(simulation.until))
    fail("until", Json(simulation.until).dump() + " s", "a time (s), not negative");
  if (simulation.step > 0 && simulation.until / simulation.step > kMostSteps)
    fail("step", "more than 1e9 steps", "at most 1e9 steps", "make the step larger");
  const model::Key& tolerance = model::key_of("simulation", "tolerance");
  if (!(simulation.tolerance >= tolerance.min && simulation.tolerance <= tolerance.max))
    fail("tolerance", Json(simulation.tolerance).dump(),
         "a number from " + Json(tolerance.min).dump() + " to " + Json(tolerance.max).dump(),
         "relative to the size of the states: 1e-9 keeps nine digits");
  if (integrate::find_method(simulation.method)) return;
  std::vector<std::string> known;
  for (const integrate::Method* one : integrate::methods()) known.emplace_back(one->name);
  fail("method", "\"" + simulation.method + "\"", model::one_of(known),
       did_you_mean(simulation.method, known));
}

void check_tolerance(double tolerance, const integrate::Method& method, const std::string& where,
                     Problems& to) {
  if (method.traits.is_adaptive) return;
  std::vector<std::string> adaptive;
  for (const integrate::Method* one : integrate::methods())
    if (one->traits.is_adaptive) adaptive.emplace_back(one->name);
  report(to, "PH303", where,
         "a tolerance of " + Json(tolerance).dump() + " for " + std::string(method.name) +
             ", which takes fixed steps",
         "a method with adaptive step size: " + model::one_of(adaptive),
         "it is not used: make the step smaller, or choose one of these methods")
      .severity = Problem::Severity::kWarning;
}

void check_use(const Request& request, const integrate::Method& method, Problems& to) {
  if (request.tolerance) check_tolerance(*request.tolerance, method, "/tolerance", to);
  if (!request.error_column || !method.traits.is_adaptive) return;
  report(to, "PH303", "/errorColumn",
         "a column for the error of " + std::string(method.name) + ", which is not estimated",
         "a method with fixed steps",
         "there is no such column: the error of each step is held to the tolerance")
      .severity = Problem::Severity::kWarning;
}

void check_dissipation(const system::System& system, const system::Assembled& assembled,
                       const Start& start, Problems& to) {
  std::vector<std::string> names;
  for (const system::Named& power : assembled.powers) names.push_back(power.name);
  for (const system::Named& heat : assembled.heats) names.push_back(heat.name);
  if (names.empty()) return;
  system::Workspace at = system.workspace();
  system.set_time(at, 0);
  std::vector<std::optional<double>> given(names.size());
  Scatter scatter;
  for (int trial = 0; trial < 50; ++trial) {
    auto z = system.segment(at, Segment::kZ);
    auto w = system.segment(at, Segment::kW);
    z = start.z;
    w = start.w;
    if (trial > 0) {
      for (double& value : z) value += 0.1 * (1 + std::abs(value)) * scatter.next();
      for (double& value : w) value += (1 + std::abs(value)) * scatter.next();
    }
    const VecX power = powers_at(system, at);
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (i < assembled.is_force.size() && assembled.is_force[i]) continue;
      const double value = power[static_cast<Eigen::Index>(i)];
      if (value < -1e-12 * (1 + power.cwiseAbs().maxCoeff()) && !given[i]) given[i] = value;
    }
  }
  report_given(names, given, to);
}

void check_accelerations(const system::System& system, const system::Assembled& assembled,
                         Problems& to) {
  struct Use {
    int velocity, readout;
  };
  std::vector<Use> uses;
  for (const system::Instance& instance : system.assembly().instances) {
    const std::vector<expr::Expr>& rates = instance.laws->w_rate;
    const auto is_rate = [&](const expr::Expr& symbol) {
      return std::ranges::find(rates, symbol) != rates.end();
    };
    if (std::ranges::none_of(expr::symbols_of(instance.laws->readouts), is_rate)) continue;
    for (std::size_t i = 0; i < instance.laws->readouts.size(); ++i)
      for (const expr::Expr& symbol : expr::symbols_of({&instance.laws->readouts[i], 1}))
        if (const auto rate = std::ranges::find(rates, symbol); rate != rates.end())
          uses.push_back({instance.w[index(rate - rates.begin())], instance.readout[i]});
  }
  if (uses.empty()) return;
  std::vector<char> is_massless(assembled.w.size());
  const Metric metric(system.mass());
  for (const Metric::Massless& group : metric.massless())
    for (std::size_t i = 0; i < group.velocities.size(); ++i)
      if (group.directions.row(static_cast<Eigen::Index>(i)).norm() > 1e-9)
        is_massless[index(group.velocities[i])] = 1;
  for (const auto& [velocity, readout] : uses) {
    const auto w = static_cast<std::size_t>(velocity);
    if (!is_massless[w]) continue;
    const auto& outputs = assembled.output_index;
    const auto output = std::ranges::find(outputs, readout);
    report(to, "PH114",
           output == outputs.end()
               ? ""
               : "/outputs/" + assembled.outputs[index(output - outputs.begin())].name,
           "rate() of \"" + assembled.w[w].name + "\", which has no mass",
           "the rate of a velocity with mass",
           "a velocity without mass follows from its equation and has no acceleration of its own");
  }
}

}  // namespace porthos::simulate
