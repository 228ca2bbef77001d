/// Visible quantities of relations: flow, effort, power and exergy; shared states; a gyrator.
#include <catch_amalgamated.hpp>
#include <cmath>

#include "support/run.hpp"

namespace relations_test {
using namespace porthos::test;

namespace {

Json parsed(const char* text) { return Json::parse(text); }

}  // namespace

TEST_CASE("relations have flow, effort and power as columns", "[oracle]") {
  const Run run = simulate(parsed(R"json({ "porthos": 1,
    "positions": { "x": { "start": 1, "unit": "m" } }, "velocities": { "v": { "unit": "m/s" } },
    "parameters": { "m": { "value": 1, "unit": "kg" }, "d": { "value": 0.3, "unit": "N s/m" }, "k": { "value": 4, "unit": "N/m" } },
    "kinematics": { "x": "v" }, "kinetic_energy": "m/2*v^2", "potential_energy": "k/2*x^2",
    "dissipation": { "v": "d*v" }, "forces": { "push": { "flow": "2*v", "effort": "0.1*sin(t)" } },
    "simulation": { "until": 1, "step": 0.01 } })json"));
  for (std::size_t i = 0; i < run.rows(); ++i) {
    const double v = run.at("v", i), t = run.at("t", i);
    CHECK(std::abs(run.at("flow.v", i) - v) < 1e-15);
    CHECK(std::abs(run.at("effort.v", i) - 0.3 * v) < 1e-15);
    CHECK(std::abs(run.at("power.v", i) - 0.3 * v * v) < 1e-15);
    CHECK(std::abs(run.at("flow.push", i) - 2 * v) < 1e-15);
    CHECK(std::abs(run.at("effort.push", i) - 0.1 * std::sin(t)) < 1e-15);
    CHECK(std::abs(run.at("power.push", i) - 0.2 * v * std::sin(t)) < 1e-15);
  }
}

TEST_CASE("a large table leaves relations out unless they are asked for", "[oracle]") {
  Json model = parsed(R"json({ "porthos": 1, "components": {
      "mass": { "use": "porthos:point-mass", "count": 400, "start": { "r": [1, 0, 0] } },
      "damper": { "for": { "i": [1, 400] }, "use": "porthos:damper", "between": { "a": "ground", "b": "mass[i]" } } },
    "simulation": { "until": 0.02, "step": 0.01, "columns": ["effort.damper[7].*", "flow.damper[400].damper"] } })json");
  const Run run = simulate(model);
  CHECK(run.has("effort.damper[7].damper"));
  CHECK(run.has("flow.damper[400].damper"));
  CHECK_FALSE(run.has("flow.damper[7].damper"));
  CHECK_FALSE(run.has("effort.damper[8].damper"));
  CHECK(run.has("power.damper[8].damper"));
  model["simulation"]["columns"] = {"effort.dampr[7].damper"};
  const Json problems = problems_of(model);
  REQUIRE(problems.size() == 1);
  CHECK(problems[0]["code"] == "PH111");
  CHECK(problems[0]["hint"] == "did you mean \"effort.damper[7].damper\"?");
}

TEST_CASE("what heats destroys exergy as much as it produces entropy", "[oracle]") {
  const Run run =
      simulate(parsed(R"json({ "porthos": 1, "environment": { "ambient_temperature": 280 },
    "components": {
      "hot": { "use": "porthos:heat-capacity", "parameters": { "C": 50, "start_temperature": 350 } },
      "room": { "use": "porthos:thermal-reservoir" },
      "wall": { "use": "porthos:heat-conductor", "between": { "a": "hot", "b": "room" }, "parameters": { "G": 10 } } },
    "simulation": { "until": 10, "step": 0.02, "method": "gauss(3)" } })json"));
  const double C = 50, T0 = 280;
  double destroyed = 0;
  for (std::size_t i = 0; i < run.rows(); ++i) {
    const double T = run.at("hot.temperature", i);
    CHECK(std::abs(run.at("exergy_destruction.wall.conduction", i) -
                   T0 * 10 * (T - T0) * (T - T0) / (T * T0)) < 1e-9);
    // The energy that the hot body could still supply: C (T - T0 - T0 ln(T/T0)).
    const double useful = C * (T - T0 - T0 * std::log(T / T0));
    const double first = C * (350 - T0 - T0 * std::log(350 / T0));
    CHECK(std::abs(run.at("energy.exergy", i) - run.first("energy.exergy") - (useful - first)) <
          1e-8);
    if (i > 0)
      destroyed += 0.01 * (run.at("exergy_destruction.wall.conduction", i - 1) +
                           run.at("exergy_destruction.wall.conduction", i));
  }
  CHECK(std::abs(run.first("energy.exergy") - run.last("energy.exergy") - destroyed) <
        1e-3 * destroyed);  // by the trapezoidal rule
}

TEST_CASE("a shared state acts in coefficients without power", "[oracle]") {
  // The transmission ratio of a gear follows the state of a clockwork; alone it is a formula.
  const Run shared = simulate(parsed(R"json({ "porthos": 1,
    "components": {
      "clock": { "model": { "porthos": 1, "positions": { "c": [0.2, 0.1] }, "velocities": { "w": [1, 2] },
        "kinematics": { "c": "w" }, "kinetic_energy": "dot(w, w)/2",
        "offers": { "hands": { "interface": "state", "x": "c" } } } },
      "mass": { "use": "porthos:point-mass", "start": { "v": [3, 0, 0] } },
      "brake": { "between": { "at": "clock", "b": "mass" }, "model": { "porthos": 1,
        "between": { "at": "state", "b": "point" },
        "dissipation": { "drag": { "flow": "b.v.1", "effort": "(1 + at.x.2^2)*b.v.1" } } } } },
    "simulation": { "until": 1, "step": 0.005, "method": "gauss(3)" } })json"));
  for (std::size_t i = 0; i < shared.rows(); ++i) {
    const double t = shared.at("t", i);  // v' = -(1 + (0.1 + 2 t)^2) v
    const double area = t + (std::pow(0.1 + 2 * t, 3) - 0.001) / 6;
    CHECK(std::abs(shared.at("mass.v.1", i) - 3 * std::exp(-area)) < 1e-9);
    CHECK(std::abs(shared.at("clock.w.2", i) - 2) < 1e-13);
  }
  const Json problems = problems_of(parsed(R"json({ "porthos": 1, "components": {
    "brake": { "between": { "at": "ground" }, "model": { "porthos": 1, "between": { "at": "state" } } } } })json"));
  REQUIRE(!problems.empty());
  CHECK(problems[0]["code"] == "PH137");
  CHECK(problems[0]["found"] == "\"ground\", which offers no state");
}

TEST_CASE("a gyrator turns a capacitor into a coil", "[oracle][elements]") {
  const Run run = simulate(parsed(R"json({ "porthos": 1, "components": {
    "p": { "use": "porthos:node" }, "s": { "use": "porthos:node" },
    "one": { "use": "porthos:capacitor", "between": { "a": "p", "b": "ground" }, "parameters": { "C": 2 }, "start": { "q": 1 } },
    "two": { "use": "porthos:capacitor", "between": { "a": "s", "b": "ground" }, "parameters": { "C": 3 } },
    "G": { "use": "porthos:gyrator", "between": { "a": "p", "b": "ground", "c": "s", "d": "ground" }, "parameters": { "G": 1.5 } } },
    "simulation": { "until": 5, "step": 0.01, "method": "gauss(4)" } })json"));
  // C1 u1' = -G u2, C2 u2' = G u1: it swings at G/sqrt(C1 C2).
  const double w = 1.5 / std::sqrt(6.0);
  for (std::size_t i = 0; i < run.rows(); ++i) {
    const double t = run.at("t", i);
    CHECK(std::abs(run.at("one.q", i) - std::cos(w * t)) < 1e-10);
    CHECK(std::abs(run.at("two.q", i) - std::sqrt(1.5) * std::sin(w * t)) < 1e-10);
    CHECK(std::abs(run.at("G.current", i) + run.at("one.current", i)) < 1e-10);
  }
  CHECK(run.largest("energy.balance_error") < 1e-13);
}

TEST_CASE("a feedback may use what holds a constraint", "[oracle]") {
  // Coulomb friction on a slope: the drag is mu N of the plane's own force, N = m g cos(a).
  const Run run = simulate(parsed(R"json({ "porthos": 1,
    "parameters": { "m": 0.7, "a": 0.6, "mu": 0.3 },
    "positions": { "x": 0, "y": 0 }, "velocities": { "u": 0, "v": 0 },
    "kinematics": { "x": "u", "y": "v" }, "kinetic_energy": "m/2*(u^2 + v^2)",
    "potential_energy": "m*9.81*(y*cos(a) - x*sin(a))", "position_constraints": { "plane": "y" },
    "ports": { "drag": { "flow": "u" } }, "inputs": { "drag": "mu*multiplier(plane)" },
    "simulation": { "until": 1, "step": 0.01 } })json"));
  const double rate = 9.81 * (std::sin(0.6) - 0.3 * std::cos(0.6));
  CHECK(std::abs(run.last("x") - rate / 2) < 1e-12);
  CHECK(run.largest("energy.balance_error") < 1e-12);
}

}  // namespace relations_test
