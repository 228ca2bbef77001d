/// Rules that the energy ledger satisfies in every row of a run; otherwise the run ends.
#include <catch_amalgamated.hpp>
#include <cmath>

#include "integrate/methods.hpp"
#include "support/run.hpp"

namespace porthos::ledger_rules_test {
namespace {

using test::attempt;
using test::Json;
using test::Run;

}  // namespace

TEST_CASE("a ledger that is open by more than a thousandth ends the run",
          "[simulate][ledger][steps]") {
  // A kink of the potential, passed in one long step.
  const Json kink =
      Json::parse(R"json({"porthos": 1, "positions": {"x": -1}, "velocities": {"v": 0},
    "kinematics": {"x": "v"}, "kinetic_energy": "v^2/2", "potential_energy": "abs(x)"})json");
  for (const integrate::Method* method : integrate::methods()) {
    if (!method->traits.closes_ledger) continue;
    for (const double step : {0.37, 3.7, 37.0, 370.0}) {
      const Run run = attempt(kink, {.until = 10 * step,
                                     .step = step,
                                     .method = std::string(method->name),
                                     .tolerance = 1e-3});
      INFO(method->name << ", step " << step << ": " << run.outcome << " " << run.message);
      // The largest energy in the ledger is 1 J at the start and at rest.
      CHECK(run.largest("energy.balance_error") < 2e-3);
      if (run.outcome != "finished") CHECK(run.outcome == "diverged");
    }
  }
}

TEST_CASE("what a passive relation has dissipated never falls", "[simulate][ledger][long]") {
  // Dampers of several kinds on a body that comes to rest in between, and ones that a switch hits.
  const std::vector<std::string> relations{"0.3*v", "2*v^3", "20*v", "if(x > 0, 0, 5*v)",
                                           "0.5*tanh(50*v)"};
  const std::vector<std::string> drives{"0", "sin(3*t)", "if(t < 1, 0, 10)", "-20*x",
                                        "10*sin(40*t)"};
  for (const integrate::Method* method : integrate::methods()) {
    double worst = 0;
    for (const std::string& relation : relations)
      for (const std::string& drive : drives)
        for (const double step : {0.01, 0.1})
          for (const double tolerance : {1e-3, 1e-9}) {
            if (!method->traits.is_adaptive && tolerance > 1e-9) continue;
            const Json model{{"porthos", 1},
                             {"positions", {{"x", 1}}},
                             {"velocities", {{"v", 0}}},
                             {"kinematics", {{"x", "v"}}},
                             {"kinetic_energy", "v^2/2"},
                             {"potential_energy", "2*x^2"},
                             {"dissipation", {{"v", relation}}},
                             {"ports", {{"p", {{"flow", "v"}}}}},
                             {"inputs", {{"p", drive}}}};
            const Run run = attempt(model, {.until = 5,
                                            .step = step,
                                            .method = std::string(method->name),
                                            .tolerance = tolerance});
            INFO(method->name << ", step " << step << ", tolerance " << tolerance << ": "
                              << run.outcome << ", " << relation << ", " << drive);
            if (run.names.empty()) continue;
            const test::Column column = run.column("energy.dissipated");
            double fall = 0;
            for (std::size_t i = 1; i < column.size(); ++i)
              fall = std::max(fall, column[i - 1] - column[i]);
            worst = std::max(worst, fall);
            CHECK_FALSE(fall > 0);
            // Interpolated rows close their ledger, too.
            if (method->traits.closes_ledger && run.outcome == "finished") {
              const double energy =
                  run.largest("energy.stored") + column.back() + run.largest("energy.supplied");
              CHECK(run.largest("energy.balance_error") < 1e-12 * energy);
            }
          }
    if (worst > 0) WARN(method->name << " falls by " << worst);
  }
}

TEST_CASE("a swing whose energy is below the rounding of its potential stays a swing",
          "[simulate][ledger]") {
  // 1 - cos(th) has the rounding 1e-16, more than its value: the ledger must not correct by it.
  for (const double start : {1e-10, 1e-7}) {
    Json model = Json::parse(R"json({"porthos": 1, "positions": {"th": 0}, "velocities": {"w": 0},
      "kinematics": {"th": "w"}, "kinetic_energy": "w^2/2",
      "potential_energy": "9.81*(1 - cos(th))", "simulation": {"until": 10, "step": 0.01}})json");
    model["positions"]["th"] = start;
    for (const char* method : {"gauss(2)", "gauss(3)", "adaptive-gauss(3)", "dop853"}) {
      INFO(method << " from " << start);
      const Run run = attempt(model, {.method = method, .tolerance = 1e-9});
      CHECK(run.outcome == "finished");
      // The error of gauss(2) at this step is 2e-5.
      CHECK(std::abs(run.last("th") / start - std::cos(std::sqrt(9.81) * 10)) < 1e-4);
    }
  }
}

}  // namespace porthos::ledger_rules_test
