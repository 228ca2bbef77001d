#include "simulate/checks.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/digits.hpp"
#include "base/index.hpp"
#include "base/metric.hpp"
#include "base/suggest.hpp"
#include "base/unit.hpp"
#include "expr/query.hpp"
#include "integrate/methods.hpp"
#include "model/reader.hpp"

namespace porthos::simulate {

using model::Json;
using system::Segment;

namespace {

constexpr double kMostStepsOfRun = 1e9;

/// Pseudo-random numbers between -1 and 1, the same in each run.
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

/// A state of the search: positions move by a tenth of their own size, so that a length or a gap
/// stays positive; velocities may have any sign, except temperatures.
void scatter_state(const system::Assembled& assembled, const Start& start, Scatter& random, VecX& z,
                   VecX& w) {
  z = start.z;
  w = start.w;
  for (double& value : z) value += 0.1 * std::abs(value) * random.next();
  for (std::size_t i = 0; i < assembled.w.size() && static_cast<Eigen::Index>(i) < w.size(); ++i) {
    double& value = w[static_cast<Eigen::Index>(i)];
    const bool is_temperature = are_alike(assembled.w[i].unit, "K");
    value += (is_temperature ? 0.1 * std::abs(value) : 1 + std::abs(value)) * random.next();
  }
}

/// The state on the constraint set nearest to the given one.
std::optional<Start> admitted(const system::System& system, const system::Assembled& assembled,
                              const VecX& z, const VecX& w) {
  system::Assembled moved = assembled;
  for (std::size_t i = 0; i < moved.z.size(); ++i) {
    moved.z[i].is_fixed = moved.z[i].is_clock;
    moved.z[i].value = z[static_cast<Eigen::Index>(i)];
  }
  for (std::size_t i = 0; i < moved.w.size(); ++i) {
    moved.w[i].is_fixed = false;
    moved.w[i].value = w[static_cast<Eigen::Index>(i)];
  }
  Problems none;
  Start found = find_start(system, moved, none);
  return has_errors(none) ? std::nullopt : std::optional(std::move(found));
}

/// "joints" of the row "joints.2": the rows of a relation resist together.
std::string relation_name(const std::string& row) {
  const std::size_t dot = row.find_last_not_of("0123456789.");
  return dot == row.npos || row.find('.', dot) == row.npos ? row
                                                           : row.substr(0, row.find('.', dot));
}

/// The powers of relations, each the sum of its rows.
struct Powers {
  std::vector<std::string> names;
  std::vector<std::size_t> relation;  // (rows)
  std::vector<char> is_force;         // (relations)

  explicit Powers(const system::Assembled& assembled) {
    const auto add = [&](const std::string& row, bool force) {
      const std::string name = relation_name(row);
      const bool is_same = !names.empty() && names.back() == name && is_force.back() == force;
      if (!is_same) {
        names.push_back(name);
        is_force.push_back(force);
      }
      relation.push_back(names.size() - 1);
    };
    for (std::size_t i = 0; i < assembled.powers.size(); ++i)
      add(assembled.powers[i].name, i < assembled.is_force.size() && assembled.is_force[i]);
    for (const system::Named& heat : assembled.heats) add(heat.name, false);
  }

  /// The sum of each relation, and the sum of the sizes of its rows.
  std::pair<VecX, VecX> at(const system::System& system, system::Workspace& workspace,
                           const VecX& z, const VecX& w) const {
    system.segment(workspace, Segment::kZ) = z;
    system.segment(workspace, Segment::kW) = w;
    const VecX rows = powers_at(system, workspace);
    VecX sum = VecX::Zero(static_cast<Eigen::Index>(names.size())), size = sum;
    for (std::size_t i = 0; i < relation.size(); ++i) {
      const auto k = static_cast<Eigen::Index>(relation[i]);
      sum[k] += rows[static_cast<Eigen::Index>(i)];
      size[k] += std::abs(rows[static_cast<Eigen::Index>(i)]);
    }
    return {sum, size};
  }
};

/// One problem for all relations of the same name in several components.
void report_given(const std::vector<std::string>& names,
                  const std::vector<std::optional<double>>& given, Problems& to) {
  const auto own = [](const std::string& name) { return name.substr(name.rfind('.') + 1); };
  std::vector<char> is_reported(names.size());
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (!given[i] || is_reported[i]) continue;
    constexpr int kMostNamed = 5;
    int count = 0;
    std::string others;
    for (std::size_t k = i; k < names.size(); ++k) {
      if (!given[k] || own(names[k]) != own(names[i])) continue;
      is_reported[k] = 1;
      if (++count > 1 && count <= kMostNamed) others += ", " + names[k];
    }
    if (count > kMostNamed) others += " and " + std::to_string(count - kMostNamed) + " more";
    report(to, "PH123", "/dissipation/" + names[i],
           "a resistive relation that supplies power (" + Json(*given[i]).dump() +
               " W at a possible state" +
               (count > 1 ? "; " + std::to_string(count) + " alike: " + names[i] + others : "") +
               ")",
           "effort * flow >= 0 at every state",
           "the effort resists the flow with its own sign: \"d*v\", not "
           "\"-d*v\"; a source of energy is a port");
  }
}

/// The method that takes the place of one of other programs, such as rk4 or ode15s; "" if unknown.
std::string method_instead(const std::string& found) {
  using Names = std::initializer_list<std::string_view>;
  const auto is_one_of = [&](Names names) {
    return std::ranges::any_of(names, [&](auto name) { return found.starts_with(name); });
  };
  if (is_one_of({"ode15", "ode23s", "ode23t", "bdf", "lsoda", "ida", "cvode", "implicit"}))
    return "radau(3) is for stiff models, gauss(2) for all others";
  if (is_one_of({"rk", "RK", "ode", "euler", "Euler", "heun", "dopri", "runge", "verlet"}))
    return "gauss(2) suits all models; dop853 is the explicit Runge-Kutta method";
  return "";
}

/// A method of the same family, as gauss(5), is no misspelling of one of its members.
std::string hint_for_method(const std::string& found, const std::vector<std::string>& known) {
  if (const std::string instead = method_instead(found); !instead.empty()) return instead;
  const std::string family = found.substr(0, found.find('('));
  std::vector<std::string> members;
  for (const std::string& one : known)
    if (one.find('(') != one.npos && one.substr(0, one.find('(')) == family) members.push_back(one);
  return members.empty() ? did_you_mean(found, known) : "there is " + model::one_of(members);
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
  if (simulation.step > 0 && simulation.until / simulation.step > kMostStepsOfRun)
    fail("step", "more than 1e9 steps", "at most 1e9 steps", "make the step larger");
  const model::Key& tolerance = model::key_of("simulation", "tolerance");
  if (!(simulation.tolerance >= tolerance.min && simulation.tolerance <= tolerance.max))
    fail("tolerance", Json(simulation.tolerance).dump(),
         "a number from " + Json(tolerance.min).dump() + " to " + Json(tolerance.max).dump(),
         "relative to the size of the states: 1e-9 keeps nine digits");
  const std::vector<std::string> coordinates{"automatic", "bodies", "joints"};
  if (std::ranges::find(coordinates, simulation.coordinates) == coordinates.end())
    fail("coordinates", "\"" + simulation.coordinates + "\"", model::one_of(coordinates));
  if (integrate::find_method(simulation.method)) return;
  std::vector<std::string> known;
  for (const integrate::Method* one : integrate::methods()) known.emplace_back(one->name);
  fail("method", "\"" + simulation.method + "\"", model::one_of(known),
       hint_for_method(simulation.method, known));
}

void check_tolerance(double tolerance, const integrate::Method& method, const std::string& where,
                     Problems& to) {
  if (method.traits.is_adaptive) {
    const double least = integrate::least_tolerance(method);
    if (tolerance < least)
      report(to, "PH304", where,
             "a tolerance of " + Json(tolerance).dump() + ", below what rounding allows",
             "at least " + Json(least).dump() + " for " + std::string(method.name),
             "the run uses that instead. A tolerance of 1e-12 takes fewer steps and is hardly "
             "less accurate; adaptive-gauss(3) and dop853 take fewer than adaptive-gauss(2)")
          .severity = Problem::Severity::kWarning;
    return;
  }
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
}

void check_dissipation(const system::System& system, const system::Assembled& assembled,
                       const Start& start, Problems& to) {
  const Powers powers(assembled);
  if (powers.names.empty()) return;
  constexpr int kStates = 50;
  system::Workspace at = system.workspace();
  system.set_time(at, 0);
  std::vector<std::optional<double>> given(powers.names.size());
  const auto look = [&](const VecX& z, const VecX& w, bool is_final) {
    const auto [sum, size] = powers.at(system, at, z, w);
    const double largest = size.maxCoeff();
    bool is_any = false;
    for (std::size_t i = 0; i < given.size(); ++i) {
      const auto k = static_cast<Eigen::Index>(i);
      // Relative to the relation itself. Far below the others it may consist of rounding.
      const double rounding = 1e-12 * size[k] + 1e-15 * largest;
      if (powers.is_force[i] || given[i] || !(sum[k] < -rounding)) continue;
      is_any = true;
      if (is_final) given[i] = sum[k];
    }
    return is_any;
  };
  const bool is_free = system.sizes().nu() == 0;
  Scatter random;
  VecX z = start.z, w = start.w;
  for (int trial = 0; trial < kStates; ++trial) {
    if (trial > 0) scatter_state(assembled, start, random, z, w);
    if (!look(z, w, is_free || trial == 0) || is_free || trial == 0) continue;
    // Off the constraint set a relation may have any power, so the state is corrected first.
    if (const auto found = admitted(system, assembled, z, w)) look(found->z, found->w, true);
  }
  report_given(powers.names, given, to);
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
  const Metric metric = system.metric();
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

bool has_less_stick(const model::SetValued& law, const VecX& readouts) {
  constexpr double kRounding = 1e-12;  // of two formulas that mean the same
  if (law.stated < 0) return false;
  const double slip = readouts[law.stated], stick = readouts[law.stated + 1];
  return stick < slip - kRounding * std::abs(slip);
}

namespace {

void check_bounds_of(const model::SetValued& law, const VecX& readouts, Problems& to) {
  constexpr double kRounding = 1e-12;  // of zero
  if (law.stated < 0) return;
  const double slip = readouts[law.stated], stick = readouts[law.stated + 1];
  if (std::min(slip, stick) < -kRounding)
    report(
        to, "PH104", law.where,
        "a bound of dry friction of " + rounded_digits(std::min(slip, stick), 6) + " at the start",
        "a bound that is not negative",
        "dry friction resists its flow, whatever the sign of the flow: change the sign of the "
        "bound or of a parameter in it");
  else if (has_less_stick(law, readouts))
    report(to, "PH104", law.where,
           "a bound of stick of " + rounded_digits(stick, 6) + ", less than the bound of slip, " +
               rounded_digits(slip, 6),
           "a bound of stick that is not less than the bound of slip",
           "leave \"" + law.where.substr(law.where.rfind('/') + 1) +
               "\" out: then both bounds are one");
}

}  // namespace

void check_bounds(const system::System& system, const system::Assembled& assembled,
                  const Start& start, Problems& to) {
  const auto has_none = [](const auto& law) { return law.stated < 0 && law.restitution < 0; };
  if (std::ranges::all_of(assembled.set_valued, has_none)) return;
  system::Workspace at = system.workspace();
  system.set_time(at, 0);
  system.segment(at, system::Segment::kZ) = start.z;
  system.segment(at, system::Segment::kW) = start.w;
  system.compute_rates(at);
  system.compute_readouts(at);
  const VecX readouts = system.segment(at, system::Segment::kReadout);
  for (const model::SetValued& law : assembled.set_valued) {
    check_bounds_of(law, readouts, to);
    if (law.restitution < 0) continue;
    const double bounce = readouts[law.restitution];
    if (!(bounce >= 0 && bounce <= 1))
      report(to, "PH104", law.where + "/restitution",
             "a restitution of " + rounded_digits(bounce, 6), "a number from 0 to 1", "");
  }
}

}  // namespace porthos::simulate
