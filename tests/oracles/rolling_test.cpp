/// Velocity constraints that cannot be integrated, and a magnetic field.
#include <catch_amalgamated.hpp>
#include <cmath>

#include "support/run.hpp"

using namespace porthos::test;
using Catch::Matchers::WithinAbs;

TEST_CASE("a ball on a turning table that drives a second table keeps its five integrals",
          "[oracle]") {
  // v - a Omega k x r, Omega^2 (J + m a |r|^2), J Omega + m (r x v), omega_z and the energy, with a
  // = I/(I + m) for the radius 1, J = I_s1 + I_2. No angle of the ball is needed: its inertia is
  // the same about every axis.
  const double m = 1.3, I = 0.4, J = 0.5 + 0.8, a = I / (I + m);
  const Run run = simulate(Json::parse(R"json({
    "porthos": 1, "parameters": { "m": 1.3, "I": 0.4, "I_s1": 0.5, "I_2": 0.8 },
    "positions": { "x": 0.4, "y": -0.3, "s1": 0, "s2": 0 },
    "velocities": { "v_x": { "start": 0.5, "fixed": true }, "v_y": { "start": 0.2, "fixed": true }, "omega_x": 0, "omega_y": 0,
                    "omega_z": { "start": 0.7, "fixed": true }, "Omega_1": { "start": 1.1, "fixed": true }, "Omega_2": -1.1 },
    "kinematics": { "x": "v_x", "y": "v_y", "s1": "Omega_1", "s2": "Omega_2" },
    "kinetic_energy": "m/2*(v_x^2 + v_y^2) + I/2*(omega_x^2 + omega_y^2 + omega_z^2) + I_s1/2*Omega_1^2 + I_2/2*Omega_2^2",
    "velocity_constraints": { "rolls_x": "v_x - omega_y + Omega_1*y", "rolls_y": "v_y + omega_x - Omega_1*x",
                              "gear": "Omega_1 + Omega_2" },
    "simulation": { "until": 20, "step": 0.01, "method": "gauss(3)"
}
})json"));
  CHECK(run.first("Omega_1") == 1.1);
  std::array<double, 5> first{}, drift{};
  for (size_t row = 0; row < run.rows(); ++row) {
    const double x = run.at("x", row), y = run.at("y", row), v_x = run.at("v_x", row),
                 v_y = run.at("v_y", row), W = run.at("Omega_1", row);
    const std::array<double, 5> now = {v_x + a * W * y, v_y - a * W * x,
                                       W * W * (J + m * a * (x * x + y * y)),
                                       J * W + m * (x * v_y - y * v_x), run.at("omega_z", row)};
    if (row == 0) first = now;
    for (size_t i = 0; i < now.size(); ++i)
      drift[i] = std::max(drift[i], std::abs(now[i] - first[i]));
  }
  for (size_t i = 0; i < drift.size(); ++i) {
    CAPTURE(i);
    CHECK(drift[i] < 1e-9);  // of order 1; h^6 and 2000 roundings
  }
  CHECK(run.largest("energy.balance_error") < 1e-13);
}

TEST_CASE("a knife edge without load runs on a circle and is held by m v omega", "[oracle]") {
  const double m = 1.5, v = 0.8, omega = 0.6;
  const Run run = simulate(Json::parse(R"json({
    "porthos": 1, "parameters": { "m": 1.5, "I": 0.2 },
    "positions": { "x": 0, "y": 0, "phi": 0 },
    "velocities": { "v_x": 0.8, "v_y": 0, "omega": 0.6 },
    "kinematics": { "x": "v_x", "y": "v_y", "phi": "omega" },
    "kinetic_energy": "m/2*(v_x^2 + v_y^2) + I/2*omega^2",
    "velocity_constraints": { "edge": "sin(phi)*v_x - cos(phi)*v_y" },
    "simulation": { "until": 10, "step": 0.01, "method": "gauss(3)"
}
})json"));
  double circle = 0, force = 0;
  for (size_t row = 0; row < run.rows(); ++row) {
    const double phi = omega * run.at("t", row);
    circle = std::max({circle, std::abs(run.at("x", row) - v / omega * std::sin(phi)),
                       std::abs(run.at("y", row) - v / omega * (1 - std::cos(phi)))});
    // m v' = m v omega (-sin, cos) = -mu (sin, -cos)
    force = std::max(force, std::abs(run.at("multiplier.edge", row) - m * v * omega));
  }
  CHECK(circle < 1e-10);  // h^6 and 1000 roundings
  CHECK(force < 1e-11);   // N of 0.7 N
}

TEST_CASE("a charge in a uniform magnetic field circles at B e/m and climbs evenly", "[oracle]") {
  const Run run = simulate(Json::parse(R"json({
    "porthos": 1, "parameters": { "m": 0.5, "e": 1, "B": 3 },
    "positions": { "x": 0, "y": 0, "z": 0 }, "velocities": { "v_x": 1, "v_y": 0, "v_z": 0.3 },
    "kinematics": { "x": "v_x", "y": "v_y", "z": "v_z" }, "kinetic_energy": "m/2*(v_x^2 + v_y^2 + v_z^2)",
    "gyroscopic": [[0, "-e*B", 0], ["e*B", 0, 0], [0, 0, 0]],
    "simulation": {
  "until" : 10, "step" : 0.01, "method" : "gauss(3)" } })json"));
  const double rate = 6;  // e v x B: m v_x' = e B v_y, m v_y' = -e B v_x
  double error = 0;
  for (size_t row = 0; row < run.rows(); ++row) {
    const double t = run.at("t", row);
    error = std::max({error, std::abs(run.at("x", row) - std::sin(rate * t) / rate),
                      std::abs(run.at("y", row) - (std::cos(rate * t) - 1) / rate),
                      std::abs(run.at("z", row) - 0.3 * t)});
  }
  CHECK(error < 1e-10);  // phase t rate (h rate)^6/1e5 = 3e-11
}

TEST_CASE("a magnetic field that depends on the place does no work on a charge", "[oracle]") {
  const Run run = simulate(Json::parse(R"json({
    "porthos": 1, "parameters": { "m": 0.5 },
    "positions": { "x": 0.2, "y": 0, "z": 0 }, "velocities": { "v_x": 1, "v_y": 0.4, "v_z": 0.3 },
    "kinematics": { "x": "v_x", "y": "v_y", "z": "v_z" }, "kinetic_energy": "m/2*(v_x^2 + v_y^2 + v_z^2)",
    "gyroscopic": [[0, "-(2 + x)", 0], ["2 + x", 0, 0], [0, 0, 0]],
    "outputs": { "p_y": "m*v_y + 2*x + x^2/2" },
    "simulation": {
  "until" : 10, "step" : 0.01, "method" : "gauss(3)" } })json"));
  CHECK(run.drift("energy.stored") < 1e-14);
  CHECK(run.drift("p_y") < 1e-10);  // B = (0, 0, 2 + x) has the potential A_y = 2x + x^2/2: h^6
}
