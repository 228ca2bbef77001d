/// Outputs of components in formulas of the outer text.
#include <catch_amalgamated.hpp>
#include <cmath>

#include "support/run.hpp"

namespace part_outputs_test {
using namespace porthos::test;

namespace {

Json pendulum() {
  return Json::parse(R"json({ "porthos": 1, "environment": { "gravity": [0, -9.81] },
    "parameters": { "k": { "value": 3, "unit": "N m" } },
    "components": {
      "rod": { "use": "porthos:planar-rod", "parameters": { "length": 0.8, "m": 2 },
               "start": { "phi": 0.4 } },
      "O": { "use": "porthos:pin", "between": { "a": "ground", "b": "rod.tail" } } },
    "simulation": { "until": 1, "step": 0.005, "method": "gauss(3)" } })json");
}

}  // namespace

TEST_CASE("what a component reports is known outside, with its multipliers", "[oracle]") {
  Json model = pendulum();
  model["outputs"]["load"] = {{"formula", "norm(O.force)"}, {"unit", "N"}};
  const Run run = simulate(model);
  for (std::size_t i = 0; i < run.rows(); ++i) {
    const double x = run.at("O.force.1", i), y = run.at("O.force.2", i);
    CHECK(std::abs(run.at("load", i) - std::hypot(x, y)) < 1e-13);
  }
  // And the law of the centre of mass: m a = force + weight.
  model["outputs"] = Json::parse(R"json({ "a": "2*rate(rod.v) - O.force - [0, -2*9.81]" })json");
  const Run law = simulate(model);
  CHECK(law.largest("a.1") < 1e-11);
  CHECK(law.largest("a.2") < 1e-11);
}

TEST_CASE("an output acts where its formula may", "[oracle]") {
  Json sprung = pendulum(), led = pendulum(), plain = pendulum();
  plain["potential_energy"] = "k/2*rod.phi^2";
  sprung["potential_energy"] = "k/2*O.angle^2";
  led["inputs"]["O.torque"] = "-k*O.angle";
  const Run a = simulate(plain), b = simulate(sprung), c = simulate(led);
  CHECK(difference(a, b, "rod.phi") < 1e-13);
  CHECK(difference(a, c, "rod.phi") < 1e-11);

  sprung["potential_energy"] = "O.force.1^2";
  Json problems = problems_of(sprung);
  REQUIRE(problems.size() == 1);
  CHECK(problems[0]["code"] == "PH114");
  CHECK(problems[0]["where"] == "/potential_energy");

  sprung["potential_energy"] = "k/2*O.angel^2";
  problems = problems_of(sprung);
  REQUIRE(problems.size() == 1);
  CHECK(problems[0]["code"] == "PH111");
  CHECK(problems[0]["hint"] == "did you mean \"O.angle\"?");
}

TEST_CASE("outputs are known from any depth, of parts that are not fused too", "[oracle]") {
  Json model = Json::parse(R"json({ "porthos": 1, "parameters": { "N": 8 },
    "environment": { "gravity": [0, -9.81] },
    "simulation": { "until": 0.1, "step": 0.01 } })json");
  model["components"]["p"] = {{"model", pendulum()}, {"count", "N"}};
  model["outputs"] = {{"load", "norm(p[7].O.force)"}, {"angle", "p[8].O.angle"}};
  model["components"]["p"]["model"].erase("environment");
  const Run run = simulate(model),
            one = simulate(pendulum(), {.until = 0.1, .step = 0.01, .method = "gauss(2)"});
  for (std::size_t i = 0; i < run.rows(); ++i) {
    const double x = one.at("O.force.1", i), y = one.at("O.force.2", i);
    CHECK(std::abs(run.at("load", i) - std::hypot(x, y)) < 1e-9);
    CHECK(std::abs(run.at("angle", i) - one.at("rod.phi", i)) < 1e-11);
  }
}

}  // namespace part_outputs_test
