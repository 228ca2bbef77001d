/// Stated invariants that are none are reported after a run (PH305).
#include <catch_amalgamated.hpp>
#include <set>

#include "support/run.hpp"

namespace stated_invariants_test {
using namespace porthos::test;

namespace {

/// The invariants that a finished run reports.
std::set<std::string> changed(const Json& model, const Json& request = Json::object()) {
  porthos::Session session = open_session(model);
  session.start(request.dump());
  while (!Json::parse(session.advance(1000))["done"].get<bool>()) {
  }
  const Json summary = Json::parse(session.summary());
  CHECK(summary["outcome"] == "finished");
  std::set<std::string> found;
  for (const Json& one : summary["problems"]) {
    if (one["code"] != "PH305") continue;
    CHECK(one["severity"] == "warning");
    found.insert(one["where"].get<std::string>().substr(std::string("/invariants/").size()));
  }
  return found;
}

Json oscillator() {
  return Json::parse(R"json({ "porthos": 1, "positions": { "x": 1 }, "velocities": { "v": 0 },
    "kinematics": { "x": "v" }, "kinetic_energy": "v^2/2", "potential_energy": "x^2/2",
    "simulation": { "until": 6.283185307179586, "step": 0.01 } })json");
}

Json planet() {
  return Json::parse(R"json({ "porthos": 1, "positions": { "x": 1, "y": 0 },
    "velocities": { "u": 0, "v": 1.1 }, "kinematics": { "x": "u", "y": "v" },
    "kinetic_energy": "(u^2 + v^2)/2", "potential_energy": "-1/sqrt(x^2 + y^2)",
    "invariants": { "turn": "x*v - y*u", "energy": "(u^2 + v^2)/2 - 1/sqrt(x^2 + y^2)" },
    "simulation": { "until": 10, "step": 0.02 } })json");
}

}  // namespace

// The run ends after one period, where all values are those of the start.
TEST_CASE("functions that oscillate are no invariants", "[simulate][invariants]") {
  Json model = oscillator();
  model["invariants"] = {{"mom", "v"}, {"x3", "x^3"}, {"energy", "v^2/2 + x^2/2"}};
  CHECK(changed(model) == std::set<std::string>{"mom", "x3"});
}

TEST_CASE("invariants of a motion have no warning", "[simulate][invariants]") {
  CHECK(changed(planet()).empty());
  CHECK(changed(planet(), {{"method", "rk4-baumgarte"}}).empty());
  CHECK(changed(planet(), {{"method", "dop853"}}).empty());
}

// Two equal masses on a spring: their momentum is zero, and in a run it is rounding.
TEST_CASE("an invariant of value zero has no warning", "[simulate][invariants]") {
  Json model = Json::parse(R"json({ "porthos": 1, "positions": { "a": 0.1, "b": 1.3 },
    "velocities": { "u": 0.1, "v": -0.3 }, "kinematics": { "a": "u", "b": "v" },
    "kinetic_energy": "(3*u^2 + v^2)/2", "potential_energy": "7*(b - a - 1)^2",
    "invariants": { "momentum": "3*u + v", "wrong": "u + v" },
    "simulation": { "until": 3, "step": 0.01 } })json");
  CHECK(changed(model) == std::set<std::string>{"wrong"});
}

TEST_CASE("dissipation, inputs and events change invariants", "[simulate][invariants]") {
  Json model = Json::parse(R"json({ "porthos": 1, "positions": { "x": 0 }, "velocities": { "v": 1 },
    "kinematics": { "x": "v" }, "kinetic_energy": "v^2/2", "invariants": { "momentum": "v" },
    "ports": { "push": { "flow": "v" } }, "simulation": { "until": 1, "step": 0.01 } })json");
  CHECK(changed(model).empty());
  const std::set<std::string> momentum{"momentum"};
  Json other = model;
  other["dissipation"]["v"] = "v";
  CHECK(changed(other) == momentum);
  other = model;
  other["inputs"]["push"] = "0.1";
  CHECK(changed(other) == momentum);
  other = model;
  other["events"]["turn"] =
      Json::parse(R"({ "when": "x - 0.5", "do": [{ "reset": { "v": -1 } }] })");
  CHECK(changed(other) == momentum);
}

}  // namespace stated_invariants_test
