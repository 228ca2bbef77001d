/// Mechanisms and circuits of textbooks, written as docs/format.md and docs/elements.md say,
/// against the textbooks' formulas.
#include <array>
#include <catch_amalgamated.hpp>
#include <cmath>

#include "support/run.hpp"

using namespace porthos::test;

TEST_CASE("the trammel of Archimedes moves by its one equation", "[oracle][textbook]") {
  // J(phi) phi'' + (m_f - m_h) l^2 sin cos phi'^2 + (m/2 + m_h) g l cos phi = 0, from the energies
  // of a rod whose ends slide on two rails.
  const Run run = simulate(Json::parse(R"json({ "porthos": 1,
    "environment": { "gravity": [0, -9.81] },
    "components": {
      "rod": { "use": "porthos:planar-rod", "parameters": { "length": 0.6, "m": 1.2 },
               "start": { "phi": { "value": 2.2, "fixed": true } } },
      "foot": { "use": "porthos:planar-body", "parameters": { "m": 0.3 } },
      "head": { "use": "porthos:planar-body", "parameters": { "m": 0.5 } },
      "floor": { "use": "porthos:slide", "between": { "a": "ground", "b": "foot" },
                 "parameters": { "axis": [1, 0] } },
      "wall": { "use": "porthos:slide", "between": { "a": "ground", "b": "head" },
                "parameters": { "axis": [0, 1] } },
      "A": { "use": "porthos:pin", "between": { "a": "foot", "b": "rod.tail" } },
      "B": { "use": "porthos:pin", "between": { "a": "head", "b": "rod.tip" } } },
    "definitions": {
      "J": "1.2*0.6^2/3 + 0.3*0.6^2*sin(rod.phi)^2 + 0.5*0.6^2*cos(rod.phi)^2" },
    "outputs": { "law": "rate(rod.omega)*J + (0.3 - 0.5)*0.6^2*sin(rod.phi)*cos(rod.phi)*rod.omega^2 + (1.2/2 + 0.5)*9.81*0.6*cos(rod.phi)",
                 "circle": "norm(rod.r) - 0.3" },
    "simulation": { "until": 2 } })json"));
  CHECK(run.largest("rod.omega") > 5);
  CHECK(run.largest("law") < 1e-12);
  CHECK(run.largest("circle") < 1e-14);
}

TEST_CASE("a double Atwood machine", "[oracle][textbook]") {
  const Run run = simulate(Json::parse(R"json({ "porthos": 1,
    "parameters": { "m1": { "value": 4, "unit": "kg" }, "m2": { "value": 3, "unit": "kg" },
                    "m3": { "value": 2, "unit": "kg" }, "g": { "value": 9.81, "unit": "m/s^2" } },
    "positions": { "x1": { "unit": "m" }, "x2": { "unit": "m" }, "x3": { "unit": "m" }, "xp": { "unit": "m" } },
    "velocities": { "v1": { "unit": "m/s" }, "v2": { "unit": "m/s" }, "v3": { "unit": "m/s" }, "vp": { "unit": "m/s" } },
    "kinematics": { "x1": "v1", "x2": "v2", "x3": "v3", "xp": "vp" },
    "kinetic_energy": "m1/2*v1^2 + m2/2*v2^2 + m3/2*v3^2",
    "potential_energy": { "gravity": "-g*(m1*x1 + m2*x2 + m3*x3)" },
    "position_constraints": { "upper": { "formula": "x1 + xp", "unit": "m" },
                              "lower": { "formula": "x2 + x3 - 2*xp", "unit": "m" } },
    "outputs": { "a1": { "formula": "rate(v1)", "unit": "m/s^2" },
                 "tension": { "formula": "multiplier(lower)", "unit": "N" } },
    "simulation": { "until": 1 } })json"));
  const double m1 = 4, m2 = 3, m3 = 2, g = 9.81, sum = m1 * (m2 + m3) + 4 * m2 * m3;
  CHECK(run.problems.dump() == "[]");
  CHECK(run.drift("a1") < 1e-13);
  CHECK(std::abs(run.first("a1") - g * (m1 * (m2 + m3) - 4 * m2 * m3) / sum) < 1e-13);
  CHECK(std::abs(run.first("tension") - 4 * m1 * m2 * m3 * g / sum) < 1e-13);
  CHECK(std::abs(run.last("x1") - run.first("a1") / 2) < 1e-12);
}

TEST_CASE("the step response of a series circuit of R, L and C", "[oracle][textbook]") {
  const Run run = simulate(Json::parse(R"json({ "porthos": 1,
    "components": {
      "p": { "use": "porthos:node" }, "q": { "use": "porthos:node" }, "r": { "use": "porthos:node" },
      "step": { "use": "porthos:voltage-source", "between": { "a": "p", "b": "ground" }, "parameters": { "U": 5 } },
      "R": { "use": "porthos:resistor", "between": { "a": "p", "b": "q" }, "parameters": { "R": 20 } },
      "L": { "use": "porthos:inductor", "between": { "a": "q", "b": "r" }, "parameters": { "L": 0.1 } },
      "C": { "use": "porthos:capacitor", "between": { "a": "r", "b": "ground" }, "parameters": { "C": 1e-4 } } },
    "definitions": { "a": "20/(2*0.1)", "w": "sqrt(1/(0.1*1e-4) - a^2)" },
    "outputs": { "u": "5*(1 - exp(-a*t)*(cos(w*t) + a/w*sin(w*t)))" },
    "simulation": { "until": 0.1, "step": 0.0001, "method": "gauss(3)" } })json"));
  // gauss(3) is of order 6: (w h)^6/1e5 a step, with w h = 0.03.
  CHECK(difference(run, run, "C.voltage", "u") < 1e-11);
}

TEST_CASE("Watt's governor", "[oracle][textbook]") {
  Json governor = Json::parse(R"json({ "porthos": 1,
    "parameters": { "m": { "value": 0.8, "unit": "kg" }, "l": { "value": 0.25, "unit": "m" },
                    "I": { "value": 0.3, "unit": "kg m^2" }, "g": { "value": 9.81, "unit": "m/s^2" } },
    "positions": { "theta": { "start": 0.7, "unit": "rad" }, "phi": { "unit": "rad" } },
    "velocities": { "rise": { "unit": "rad/s" }, "Omega": { "start": 7.5, "unit": "rad/s" } },
    "kinematics": { "theta": "rise", "phi": "Omega" },
    "kinetic_energy": "I/2*Omega^2 + m*l^2*(rise^2 + sin(theta)^2*Omega^2)",
    "potential_energy": { "gravity": "-2*m*g*l*cos(theta)" },
    "invariants": { "momentum": { "formula": "momentum(Omega)", "unit": "kg m^2/s" } },
    "outputs": { "law": "rate(rise) - sin(theta)*(cos(theta)*Omega^2 - g/l)" },
    "simulation": { "until": 3, "method": "gauss(3)" } })json");
  const Run run = simulate(governor);
  CHECK(run.problems.dump() == "[]");
  CHECK(run.largest("law") < 1e-12);
  CHECK(run.drift("momentum") < 1e-13);
  // Steady where cos(theta) = g/(l Omega^2).
  const double steady = std::acos(9.81 / (0.25 * 7.5 * 7.5));
  governor["positions"]["theta"]["start"] = steady;
  CHECK(simulate(governor).drift("theta") < 1e-12);
}

TEST_CASE("a motor with a speed controller, an input that depends on states",
          "[oracle][textbook]") {
  const Run run = simulate(Json::parse(R"json({ "porthos": 1,
    "parameters": { "wanted": { "value": 50, "unit": "rad/s" }, "P": { "value": 0.4, "unit": "V s" },
                    "I": { "value": 1.5, "unit": "V" }, "Ri": { "value": 0.1, "unit": "Ohm" } },
    "components": {
      "p": { "use": "porthos:node" },
      "rotor": { "use": "porthos:rotor", "parameters": { "I": 0.002 } },
      "motor": { "use": "porthos:dc-motor", "between": { "a": "p", "b": "ground", "shaft": "rotor" } },
      "supply": { "use": "porthos:current-source", "between": { "a": "p", "b": "ground" } } },
    "inputs": { "supply.current": "(P*(wanted - rotor.omega) + I*(wanted*t - rotor.phi) - p.u)/Ri" },
    "simulation": { "until": 1, "step": 0.002, "method": "gauss(4)" } })json"));
  CHECK(run.problems.dump() == "[]");
  CHECK(run.largest("energy.balance_error") < 1e-12 * run.largest("energy.forces"));

  // L i' = U - (R + Ri) i - k omega, J omega' = k i, phi' = omega, by Runge and Kutta: the fastest
  // rate is 110/s, so a step of 1e-4 s is off by (0.011)^5/120 = 1e-12.
  using State = std::array<double, 3>;  // phi, omega, i
  const auto rate = [](double t, const State& x) {
    const double U = 0.4 * (50 - x[1]) + 1.5 * (50 * t - x[0]);
    return State{x[1], 0.1 * x[2] / 0.002, (U - 1.1 * x[2] - 0.1 * x[1]) / 0.01};
  };
  const auto moved = [](const State& x, double h, const State& by) {
    return State{x[0] + h * by[0], x[1] + h * by[1], x[2] + h * by[2]};
  };
  State x{};
  const double h = 1e-4;
  for (int step = 0; step < 10000; ++step) {
    const double t = step * h;
    const State a = rate(t, x), b = rate(t + h / 2, moved(x, h / 2, a)),
                c = rate(t + h / 2, moved(x, h / 2, b)), d = rate(t + h, moved(x, h, c));
    for (std::size_t i = 0; i < 3; ++i) x[i] += h / 6 * (a[i] + 2 * b[i] + 2 * c[i] + d[i]);
  }
  CHECK(std::abs(run.last("rotor.phi") - x[0]) < 1e-9);
  CHECK(std::abs(run.last("rotor.omega") - x[1]) < 1e-8);
  CHECK(std::abs(run.last("motor.current") - x[2]) < 1e-8);
}
