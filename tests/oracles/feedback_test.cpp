/// Inputs that are formulas of states: the same motion as the equivalent force laws, and a ledger
/// entry of their own.
#include <catch_amalgamated.hpp>
#include <cmath>

#include "support/run.hpp"

namespace feedback_test {
using namespace porthos::test;

namespace {

Json cart() {
  return Json::parse(R"json({
    "porthos": 1, "parameters": { "m": 0.7, "k": 3, "d": 0.2 },
    "positions": { "x": 0.5 }, "velocities": { "v": 0.1 }, "kinematics": { "x": "v" },
    "kinetic_energy": "m/2*v^2", "ports": { "push": { "flow": "v" } },
    "simulation": { "until": 4, "step": 0.01, "method": "gauss(3)" } })json");
}

}  // namespace

TEST_CASE("a feedback does what a spring and a damper do", "[oracle]") {
  Json passive = cart(), led = cart();
  passive["potential_energy"] = "k/2*x^2";
  passive["dissipation"]["v"] = "d*v";
  led["inputs"]["push"] = "-k*x - d*v";
  const Run a = simulate(passive), b = simulate(led);
  CHECK(difference(a, b, "x") < 1e-12);
  CHECK(difference(a, b, "v") < 1e-12);
  CHECK(b.largest("energy.balance_error") < 1e-14);
  CHECK_FALSE(b.has("energy.supplied.push"));
  const double spring = 1.5 * (std::pow(a.last("x"), 2) - 0.25);
  CHECK(std::abs(b.last("energy.forces.push") + a.last("energy.dissipated") + spring) < 1e-13);
  for (std::size_t i = 0; i < b.rows(); ++i)
    CHECK(std::abs(b.at("push.effort", i) + 3 * b.at("x", i) + 0.2 * b.at("v", i)) < 1e-15);
}

TEST_CASE("an outer text feeds back states of its parts, in place of their own inputs",
          "[oracle]") {
  Json part = cart();
  part["inputs"]["push"] = "-100*x";  // for use alone
  Json model = Json::parse(R"json({ "porthos": 1, "parameters": { "k": 2 },
    "inputs": { "a.push": "-k*(a.x - b.x) + 0.1*sin(t)", "b.push": "k*(a.x - b.x)" },
    "simulation": { "until": 4, "step": 0.01, "method": "gauss(3)" } })json");
  for (const char* name : {"a", "b"}) model["components"][name]["model"] = part;
  model["components"]["b"]["start"]["x"] = -0.3;
  Json sprung = model;
  sprung["inputs"] = {{"a.push", "0.1*sin(t)"}, {"b.push", 0}};
  sprung["potential_energy"] = "k/2*(a.x - b.x)^2";
  const Run b = simulate(model), a = simulate(sprung);
  for (const char* name : {"a.x", "b.x", "a.v", "b.v"}) CHECK(difference(a, b, name) < 1e-12);
  CHECK(b.largest("energy.balance_error") < 1e-14);
  // Both feedbacks together supply the energy that the spring stores.
  const auto stored = [](const Run& run, double x) { return run.last("energy.potential") - x; };
  const double given = b.last("energy.forces") + stored(a, a.first("energy.potential"));
  CHECK(std::abs(given - a.last("energy.supplied")) < 1e-12);
  // Another one for a run, by its own text.
  const Run c = simulate(model, {.inputs = {{"a.push", "-k*(a.x - b.x) + 0.1*sin(t) + 0*a.v"}}});
  CHECK(difference(b, c, "a.x") < 1e-12);
}

TEST_CASE("a feedback on many parts, which are not fused, and of vectors", "[oracle]") {
  Json model = Json::parse(R"json({ "porthos": 1, "parameters": { "N": 15 },
    "components": { "p": { "count": "N", "model": { "porthos": 1,
      "positions": { "r": [1, 0] }, "velocities": { "v": [0, 1] }, "kinematics": { "r": "v" },
      "kinetic_energy": "dot(v, v)/2", "ports": { "push": { "flow": "v" } } } } },
    "simulation": { "until": 3, "step": 0.01, "method": "gauss(4)" } })json");
  for (int i = 1; i <= 15; ++i) {
    const std::string name = "p[" + std::to_string(i) + "]";
    model["inputs"][name + ".push"] = "-" + name + ".r";
  }
  const Run run = simulate(model);
  for (const char* name : {"p[1].r", "p[15].r"})
    for (std::size_t i = 0; i < run.rows(); ++i) {
      const double t = run.at("t", i);
      CHECK(std::abs(run.at(std::string(name) + ".1", i) - std::cos(t)) < 1e-11);
      CHECK(std::abs(run.at(std::string(name) + ".2", i) - std::sin(t)) < 1e-11);
    }
}

TEST_CASE("a prescribed flow depends on time alone", "[model]") {
  Json model = cart();
  model["inputs"]["push"] = {{"flow", "x"}};
  const Json problems = problems_of(model);
  REQUIRE(problems.size() == 1);
  CHECK(problems[0]["code"] == "PH114");
  CHECK(problems[0]["where"] == "/inputs/push/flow");
}

}  // namespace feedback_test
