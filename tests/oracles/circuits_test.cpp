/// Circuits and a motor: charges are positions, currents are velocities.
#include <catch_amalgamated.hpp>
#include <cmath>

#include "support/run.hpp"

using namespace porthos::test;
using Catch::Matchers::WithinAbs;

TEST_CASE("the direct-current motor runs up to its steady state", "[oracle]") {
  const Json motor = Json::parse(R"json({
    "porthos": 1, "parameters": { "L": 0.02, "R": 1.2, "J": 0.005, "b": 0.001, "K": 0.1, "V_s": 6 },
    "positions": { "angle": 0 }, "velocities": { "I": 0, "omega": 0 }, "kinematics": { "angle": "omega" },
    "kinetic_energy": "L/2*I^2 + J/2*omega^2", "gyroscopic": [[0, "K"], ["-K", 0]],
    "dissipation": { "winding": { "flow": "I", "effort": "R*I" }, "bearing": { "flow": "omega", "effort": "b*omega" } },
    "ports": { "source": { "flow": "I", "effort_unit": "V", "flow_unit": "A" } }, "inputs": { "source": "V_s" },
    "simulation": { "until": 0.1, "step": 0.0005, "method": "gauss(3)"
}
})json");
  const Run start = simulate(motor);
  CHECK_THAT(start.last("I"),
             WithinAbs(4.455501917057, 1e-10));  // 12 printed digits; (h R/L)^6 = 1e-9 of 1e-6
  CHECK_THAT(start.last("omega"), WithinAbs(7.864536517127, 1e-10));
  const Run steady = simulate(motor, {.until = 20, .step = 0.005});
  CHECK_THAT(steady.last("I"),
             WithinAbs(6 * 0.001 / (1.2 * 0.001 + 0.01), 1e-10));  // e^(-20 s / 0.5 s) is left
  CHECK_THAT(steady.last("omega"), WithinAbs(6 * 0.1 / (1.2 * 0.001 + 0.01), 1e-9));
  CHECK(std::abs(steady.last("energy.balance_error")) < 1e-12 * steady.last("energy.supplied"));
}

TEST_CASE("resistor, inductor and capacitor torn apart make the parallel circuit", "[oracle]") {
  // q'' + q'/(RC) + q/(LC) = 0, in two ways of writing the resistor.
  const double R = 2, L = 0.5, C = 0.3, z = 1 / (2 * R * C), w = std::sqrt(1 / (L * C) - z * z);
  const Json by_effort = Json::parse(R"json({
    "porthos": 1, "parameters": { "R": 2, "L": 0.5, "C": 0.3 },
    "positions": { "q": 1 }, "velocities": { "i_L": 0 }, "kinematics": { "q": "-i_L" },
    "kinetic_energy": "L/2*i_L^2", "potential_energy": "q^2/(2*C)",
    "dissipation": { "resistor": { "flow": "effort(q)", "effort": "effort(q)/R" } },
    "simulation": {
    "until" : 5, "step" : 0.005, "method" : "gauss(3)" }
})json");
  const Json by_branch = Json::parse(R"json({
    "porthos": 1, "parameters": { "R": 2, "L": 0.5, "C": 0.3 },
    "positions": { "q": { "start": 1, "fixed": true } }, "velocities": { "i_R": 0, "i_L": { "start": 0, "fixed": true }, "i_S": 0 },
    "kinematics": { "q": "i_S" }, "kinetic_energy": "L/2*i_L^2", "potential_energy": "q^2/(2*C)",
    "dissipation": { "i_R": "R*i_R" }, "velocity_constraints": { "Kirchhoff": "i_R - i_L - i_S" },
    "simulation": {
  "until" : 5, "step" : 0.005, "method" : "gauss(3)" }
})json");
  const bool branch = GENERATE(false, true);
  CAPTURE(branch);
  const Run run = simulate(branch ? by_branch : by_effort);
  double error = 0;
  for (size_t row = 0; row < run.rows(); ++row) {
    const double t = run.at("t", row);  // q(0) = 1, q'(0) = -1/(RC)
    error =
        std::max(error, std::abs(run.at("q", row) -
                                 std::exp(-z * t) * (std::cos(w * t) - z / w * std::sin(w * t))));
  }
  CHECK(error < 1e-9);
  CHECK(std::abs(run.last("energy.balance_error")) < 1e-13);
}

TEST_CASE("two capacitors in parallel with an inductor swing at 1/sqrt(L (C1 + C2))", "[oracle]") {
  // The loop of capacitors is an algebraic constraint on the charges that nobody wrote down.
  const Run run = simulate(Json::parse(R"json({
    "porthos": 1, "parameters": { "L": 0.5, "C1": 0.2, "C2": 0.3 },
    "positions": { "q1": { "start": 0.4, "fixed": true }, "q2": 0.6 },
    "velocities": { "i_L": { "start": 0, "fixed": true }, "i_1": 0, "i_2": 0 },
    "kinematics": { "q1": "i_1", "q2": "i_2" }, "kinetic_energy": "L/2*i_L^2",
    "potential_energy": "q1^2/(2*C1) + q2^2/(2*C2)", "velocity_constraints": { "node": "i_1 + i_2 + i_L" },
    "simulation": {
  "until" : 5, "step" : 0.005, "method" : "gauss(3)" } })json"));
  double error = 0;
  for (size_t row = 0; row < run.rows(); ++row)
    error = std::max(
        error, std::abs(run.at("q1", row) + run.at("q2", row) - std::cos(2 * run.at("t", row))));
  CHECK(error < 1e-9);
}
