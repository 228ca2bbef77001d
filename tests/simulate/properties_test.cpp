/// Properties of every run of a sound model with any kind of constraints: random models compared
/// with their own equations. PORTHOS_RUNS sets their number and PORTHOS_SEED their seed; a failure
/// names its model.
#include <algorithm>
#include <catch_amalgamated.hpp>
#include <cmath>

#include "integrate/methods.hpp"
#include "support/environment.hpp"
#include "support/random_model.hpp"
#include "support/sanitized.hpp"

namespace properties_test {
using namespace porthos::test;
using porthos::integrate::Method;

namespace {

/// A run, what it says of its own error, and what it may miss by.
struct Seen {
  const SoundModel& model;
  const Method& method;
  double step;
  Run run;
  std::optional<double> error;  // of the motion
  std::vector<std::string> broken = {};

  /// True if something jumps in (from, to].
  bool jumps(size_t from, size_t to) const {
    const double a = run.at("t", from) + 1e-9, b = run.at("t", to) + 1e-9;
    return std::any_of(model.jumps.begin(), model.jumps.end(),
                       [&](double t) { return a < t && t <= b; });
  }
  /// h^p, but at most the order of the differences (4), or the tolerance.
  double order(int more) const {
    const int p = std::min(method.traits.order, 4);
    return method.traits.is_adaptive ? 1e-6 : std::pow(step, p + more) + 1e-9;
  }
  void expect(double value, double most, const std::string& what, size_t row) {
    if (!(value <= most))
      broken.push_back(what + ", row " + std::to_string(row) + ": " + Json(value).dump() + " > " +
                       Json(most).dump());
  }
};

/// z(t + 4h) - z(t) by Simpson's rule, for rows without jumps. At twice the row spacing its error
/// is 16 times as large, which gives an estimate.
void check_rates(const Seen& in, Seen& seen) {
  const double h = in.step;
  for (const std::string& name : seen.model.positions) {
    const Column z = in.run.column(name), rate = in.run.column("rate_" + name);
    const double size = 1 + in.run.largest("rate_" + name);
    const auto simpson = [&](size_t i, size_t d) {
      return h * static_cast<double>(d) / 3 * (rate[i] + 4 * rate[i + d] + rate[i + 2 * d]);
    };
    for (size_t i = 0; i + 4 < z.size(); ++i) {
      if (in.jumps(i, i + 4)) continue;
      const double change = simpson(i, 1) + simpson(i + 2, 1), wider = simpson(i, 2);
      seen.expect(std::abs(z[i + 4] - z[i] - change),
                  200 * in.order(1) * size + std::abs(wider - change), "rate of " + name, i);
    }
  }
}

/// (M w)' by differences of order 4, at the first row one-sided, compared with the forces including
/// reactions. At twice the row spacing their error is 16 times as large, which gives an estimate.
void check_forces(const Seen& in, Seen& seen) {
  const double h = in.step;
  for (const std::string& name : seen.model.velocities) {
    const Column p = in.run.column("momentum_" + name), force = in.run.column("force_" + name);
    const auto driven = seen.model.driven.find(name);
    const double size = 1 + in.run.largest("force_" + name);
    const auto balance = [&](size_t row, double change, double wider) {
      double sum = force[row];
      if (driven != seen.model.driven.end()) sum += driven->second * in.run.at("drive.effort", row);
      seen.expect(std::abs(change - sum), 400 * in.order(0) * size + std::abs(wider - change),
                  "forces on " + name, row);
    };
    const auto one_sided = [&](size_t d) {
      return (-25 * p[0] + 48 * p[d] - 36 * p[2 * d] + 16 * p[3 * d] - 3 * p[4 * d]) /
             (12 * h * static_cast<double>(d));
    };
    const auto central = [&](size_t i, size_t d) {
      return (p[i - 2 * d] - 8 * p[i - d] + 8 * p[i + d] - p[i + 2 * d]) /
             (12 * h * static_cast<double>(d));
    };
    for (size_t i = 0; i + 8 < p.size(); ++i) {
      if (in.jumps(i, i + 8)) continue;
      if (i == 0) balance(0, one_sided(1), one_sided(2));
      balance(i + 4, central(i + 4, 1), central(i + 4, 2));
    }
  }
}

/// The ledger and the gaps satisfy the promises of the method, and passive relations never supply
/// energy.
void check_energies(Seen& seen) {
  const Run& run = seen.run;
  const auto& traits = seen.method.traits;
  const double scale = 1 + run.largest("energy.kinetic") + run.largest("energy.potential");
  for (const char* kind : {"kinetic", "potential"})
    seen.expect(difference(run, run, kind, std::string("energy.") + kind), 1e-13 * scale, kind, 0);
  for (const std::string& name : run.names) {
    if (!name.starts_with("energy.dissipated")) continue;
    const Column dissipated = run.column(name);
    for (size_t i = 1; i < dissipated.size(); ++i)
      seen.expect(dissipated[i - 1], dissipated[i], name + " falls", i);
  }
  if (traits.closes_ledger)
    seen.expect(run.largest("energy.balance_error"), 1e-11 * scale, "ledger", 0);
  if (traits.keeps_positions) seen.expect(run.largest("gap.position"), 1e-12, "gap.position", 0);
  if (traits.keeps_velocities) seen.expect(run.largest("gap.velocity"), 1e-9, "gap.velocity", 0);
}

/// The run compared with one of another method with smaller steps that satisfies the equations:
/// states, rates, forces and reactions to the order, and states to the run's own error report.
void check_motion(Seen& seen, Seen finer) {
  check_rates(finer, seen);
  check_forces(finer, seen);
  const Run& run = seen.run;
  // At a jump the rows of a method show one side or the other.
  const auto error = [&](const std::string& name) {
    double most = 0;
    for (size_t row = 0; row < run.rows(); ++row)
      most = std::max(most, std::abs(run.at(name, row) - finer.run.at(name, 2 * row)));
    return most;
  };
  for (const std::string& name : run.names) {
    // The share of redundant constraints in a force is arbitrary; their effect is in the forces.
    const bool is_share = seen.model.has_redundant && name.starts_with("multiplier.");
    // A power is a product of states: of relations here of four.
    const double degree = name.starts_with("power.") ? 4 : 1;
    if (!is_share && !name.starts_with("energy.") && !name.starts_with("gap."))
      seen.expect(error(name), degree * 500 * seen.order(0) * (1 + finer.run.largest(name)), name,
                  0);
  }
  double worst = 0;
  for (const auto* names : {&seen.model.positions, &seen.model.velocities}) {
    double least = 1e-12;
    for (const std::string& name : *names)
      least =
          std::max({least, 1e-2 * finer.run.drift(name), 1e-6 * std::abs(finer.run.first(name))});
    for (const std::string& name : *names)
      worst = std::max(worst, error(name) / std::max(least, finer.run.drift(name)));
  }
  constexpr double kRounding = 1e-10;  // of the reference too
  if (seen.error && !seen.method.traits.is_adaptive)
    seen.expect(worst, 100 * *seen.error + kRounding, "estimate", 0);
}

/// The run, with the error report of its summary.
Seen run_of(const SoundModel& model, const Method& method, double step) {
  Seen seen{model, method, step, {}, {}};
  porthos::Session session = open_session(model.json);
  seen.run.problems = Json::parse(session.describe())["problems"];
  const Json begun = Json::parse(session.start(Json{
      {"until", 0.8}, {"step", step}, {"method", std::string(method.name)}, {"tolerance", 1e-9}}
                                                   .dump()));
  for (const Json& column : begun.value("columns", Json::array()))
    seen.run.names.push_back(column["name"]);
  seen.run.index_columns();
  if (seen.run.names.empty()) return seen;
  const Json end = Json::parse(session.advance(1 << 20));
  seen.run.outcome = end["outcome"];
  seen.run.message = end.value("message", "");
  seen.run.table = session.take_rows();
  const Json error = Json::parse(session.summary())["accuracy"]["error"];
  if (!error.is_null()) seen.error = error.get<double>();
  return seen;
}

}  // namespace

TEST_CASE("whatever rows a model has, its runs satisfy its equations", "[properties]") {
  const long seed = from_environment("PORTHOS_SEED", 1);
  const long count = from_environment("PORTHOS_RUNS", kSanitized ? 20 : 200);
  int finished = 0, refused = 0;
  for (long trial = seed; trial < seed + count; ++trial) {
    Random random(static_cast<std::uint32_t>(trial) * 2654435761u);
    const SoundModel model = sound_model(random);
    const Method& method = *random.of(porthos::integrate::methods());
    Seen seen = run_of(model, method, random.one_in(2) ? 0.01 : 0.02);
    if (seen.run.outcome == "unsuited") {
      ++refused;
      continue;
    }
    for (const Json& problem : seen.run.problems)
      if (problem["severity"].get<std::string>() == "error") seen.broken.push_back(problem.dump());
    if (seen.run.outcome == "finished") {
      ++finished;
      check_energies(seen);
      Seen finer = run_of(model, *porthos::integrate::find_method("gauss(4)"), seen.step / 2);
      if (finer.run.outcome == "finished") check_motion(seen, std::move(finer));
    } else {
      seen.broken.push_back(seen.run.outcome + ": " + seen.run.message);
    }
    if (seen.broken.empty()) continue;
    std::string kinds, broken;
    for (const std::string& kind : model.kinds) kinds += kind + ", ";
    for (size_t i = 0; i < std::min<size_t>(seen.broken.size(), 5); ++i)
      broken += "\n  " + seen.broken[i];
    FAIL_CHECK("seed " << trial << ", " << method.name << ", step " << seen.step << ", " << kinds
                       << broken << "\n  and so on: " << seen.broken.size() << "\n"
                       << model.json.dump());
  }
  INFO(finished << " finished, " << refused << " refused");
  CHECK(finished + refused == count);
  // Time-stepping refuses velocities without mass and efforts in constraints.
  CHECK(finished > 0.85 * static_cast<double>(count));
}

}  // namespace properties_test
