/// Mechanisms and circuits of textbooks, written as in docs/format.md and docs/elements.md,
/// compared with the formulas of the textbooks.
#include <array>
#include <catch_amalgamated.hpp>
#include <cmath>

#include "support/run.hpp"

namespace textbook_test {
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
  // Steady for cos(theta) = g/(l Omega^2).
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

TEST_CASE("a Scotch yoke moves by its one equation", "[oracle][textbook]") {
  const Run run = simulate(Json::parse(R"json({
      "porthos": 1,
      "name": "Scotch yoke",
      "environment": { "gravity": [0, 0] },
      "components": {
        "crank": { "use": "porthos:planar-rod", "parameters": { "length": 0.1, "m": 0.6 } },
        "block": { "use": "porthos:planar-body", "parameters": { "m": 0.2 } },
        "yoke": { "use": "porthos:planar-body", "parameters": { "m": 1.5 } },
        "O": { "use": "porthos:pin", "between": { "a": "ground", "b": "crank.tail" }, "start": { "angle": 0.4, "rate": 20 } },
        "A": { "use": "porthos:pin", "between": { "a": "crank.tip", "b": "block" } },
        "slot": { "use": "porthos:slide", "between": { "a": "yoke", "b": "block" }, "parameters": { "axis": [0, 1] } },
        "rail": { "use": "porthos:slide", "between": { "a": "ground", "b": "yoke" } }
      },
      "inputs": { "O.torque": "0.3" },
      "definitions": { "J": "0.6*0.1^2/3 + 0.2*0.1^2 + 1.5*0.1^2*sin(crank.phi)^2" },
      "outputs": {
        "sine": "yoke.r.1 - 0.1*cos(crank.phi)",
        "law": "J*rate(crank.omega) + 1.5*0.1^2*sin(crank.phi)*cos(crank.phi)*crank.omega^2 - 0.3"
      },
      "simulation": { "until": 2, "step": 0.002 }
    })json"));
  CHECK(run.problems.dump() == "[]");
  // (J + m r^2 sin^2) phi'' + m r^2 sin cos phi'^2 = M, and the yoke is at r cos(phi).
  CHECK(run.largest("crank.omega") > 100);
  CHECK(run.largest("sine") < 1e-14);
  CHECK(run.largest("law") < 1e-12);
}

TEST_CASE("a Wheatstone bridge settles to the current of its Thevenin equivalent",
          "[oracle][textbook]") {
  const Run run = simulate(Json::parse(R"json({
      "porthos": 1,
      "name": "Wheatstone bridge with a galvanometer",
      "components": {
        "top": { "use": "porthos:node" },
        "left": { "use": "porthos:node" },
        "right": { "use": "porthos:node" },
        "coil": { "use": "porthos:node" },
        "battery": { "use": "porthos:voltage-source", "between": { "a": "top", "b": "ground" }, "parameters": { "U": 6 } },
        "R1": { "use": "porthos:resistor", "between": { "a": "top", "b": "left" }, "parameters": { "R": 100 } },
        "R2": { "use": "porthos:resistor", "between": { "a": "left", "b": "ground" }, "parameters": { "R": 220 } },
        "R3": { "use": "porthos:resistor", "between": { "a": "top", "b": "right" }, "parameters": { "R": 150 } },
        "R4": { "use": "porthos:resistor", "between": { "a": "right", "b": "ground" }, "parameters": { "R": 180 } },
        "Rg": { "use": "porthos:resistor", "between": { "a": "left", "b": "coil" }, "parameters": { "R": 50 } },
        "Lg": { "use": "porthos:inductor", "between": { "a": "coil", "b": "right" }, "parameters": { "L": 0.4 } }
      },
      "definitions": {
        "U_th": "6*(220/320 - 180/330)",
        "R_th": "100*220/320 + 150*180/330 + 50"
      },
      "outputs": {
        "galvanometer": "Lg.current - U_th/R_th*(1 - exp(-R_th/0.4*t))"
      },
      "simulation": { "until": 0.02, "step": 0.0001, "method": "gauss(3)" }
    })json"));
  CHECK(run.problems.dump() == "[]");
  CHECK(run.last("Lg.current") > 0.004);
  CHECK(run.largest("galvanometer") < 1e-13);
  // The initial current of the battery, while the coil blocks.
  CHECK(std::abs(run.first("battery.voltage.effort") - 6. / 320 - 6. / 330) < 1e-14);
}

TEST_CASE("a planetary gear with a brake on its ring obeys Willis' equation",
          "[oracle][textbook]") {
  const Run run = simulate(Json::parse(R"json({
      "porthos": 1,
      "name": "Planetary gear whose ring is braked",
      "parameters": {
        "z_s": { "value": 24, "label": "teeth of the sun" },
        "z_r": { "value": 60, "label": "teeth of the ring" },
        "T": { "value": 5, "unit": "N m" },
        "c": { "value": 2, "unit": "N m s/rad" }
      },
      "components": {
        "sun": { "use": "porthos:rotor", "parameters": { "I": 0.01 } },
        "ring": { "use": "porthos:rotor", "parameters": { "I": 0.2 } },
        "carrier": { "use": "porthos:rotor", "parameters": { "I": 0.5 } },
        "brake": {
          "use": "porthos:torsion-spring-damper",
          "between": { "a": "ground", "b": "ring" },
          "parameters": { "k": 0, "c": "c" }
        }
      },
      "position_constraints": { "willis": "z_s*sun.phi + z_r*ring.phi - (z_s + z_r)*carrier.phi" },
      "inputs": { "sun.torque": "T" },
      "definitions": {
        "Z": "z_s + z_r",
        "a": "0.01 + 0.5*z_s^2/Z^2",
        "b": "0.5*z_s*z_r/Z^2",
        "d": "0.2 + 0.5*z_r^2/Z^2"
      },
      "outputs": { "slip": "ring.omega + b*T/(a*c)*(1 - exp(-c*t/(d - b^2/a)))" },
      "simulation": { "until": 2, "method": "gauss(3)" }
    })json"));
  CHECK(run.problems.dump() == "[]");
  // Sun, ring and carrier with one multiplier: the ring approaches its speed exponentially.
  CHECK(run.last("ring.omega") < -5);
  CHECK(run.largest("slip") < 1e-11);
  CHECK(run.largest("gap.position") < 1e-11);  // of 1e4 teeth
}

TEST_CASE("a cam lifts a valve against its spring", "[oracle][textbook]") {
  const Run run = simulate(Json::parse(R"json({
      "porthos": 1,
      "name": "A cam that lifts a valve against its spring",
      "parameters": {
        "e": { "value": 0.004, "unit": "m", "label": "half of the lift" },
        "m": { "value": 0.12, "unit": "kg" },
        "I": { "value": 0.0004, "unit": "kg m^2" },
        "k": { "value": 30000, "unit": "N/m" },
        "F": { "value": 200, "unit": "N", "label": "force of the closed spring" }
      },
      "components": {
        "cam": { "use": "porthos:rotor", "parameters": { "I": "I" }, "start": { "omega": 100 } },
        "valve": { "use": "porthos:point-mass", "parameters": { "m": "m" } }
      },
      "position_constraints": {
        "guided": ["valve.r.1", "valve.r.2"],
        "contact": "valve.r.3 - e*(1 - cos(cam.phi))"
      },
      "potential_energy": { "spring": "k/2*valve.r.3^2 + F*valve.r.3" },
      "definitions": { "y": "e*(1 - cos(cam.phi))", "y1": "e*sin(cam.phi)", "y2": "e*cos(cam.phi)" },
      "outputs": {
        "law": "(I + m*y1^2)*rate(cam.omega) + m*y1*y2*cam.omega^2 + (k*y + F + 9.81*m)*y1",
        "force": "-multiplier(contact)",
        "expected": "m*(y1*rate(cam.omega) + y2*cam.omega^2) + k*y + F + 9.81*m"
      },
      "simulation": { "until": 0.2, "step": 0.0002 }
    })json"));
  CHECK(run.problems.dump() == "[]");
  CHECK(run.largest("law") < 1e-11);
  CHECK(difference(run, run, "force", "expected") < 1e-9);  // of 400 N
}

TEST_CASE("Hooke's joint turns a shaft unevenly, as its closed form says", "[oracle][textbook]") {
  // The bodies start across their hinges: the engine has to find the pose.
  const Run run = simulate(Json::parse(R"json({
      "porthos": 1,
      "name": "Two shafts at an angle with Hooke's joint",
      "environment": { "gravity": [0, 0, 0] },
      "parameters": { "beta": { "value": 0.6, "unit": "rad", "label": "angle between the shafts" } },
      "components": {
        "drive": { "use": "porthos:cylinder", "parameters": { "m": 2, "radius": 0.05, "length": 0.3 } },
        "load": { "use": "porthos:cylinder", "parameters": { "m": 3, "radius": 0.08, "length": 0.3 } },
        "A": {
          "use": "porthos:revolute",
          "between": { "a": "ground", "b": "drive" },
          "parameters": { "axis": [1, 0, 0], "axis_b": [0, 0, 1], "at_a": [-0.3, 0, 0] },
          "start": { "speed": { "value": 30, "fixed": true } }
        },
        "B": {
          "use": "porthos:revolute",
          "between": { "a": "ground", "b": "load" },
          "parameters": { "axis": ["cos(beta)", "sin(beta)", 0], "axis_b": [0, 0, 1], "at_a": ["0.3*cos(beta)", "0.3*sin(beta)", 0] }
        },
        "cross": {
          "use": "porthos:universal",
          "between": { "a": "drive", "b": "load" },
          "parameters": { "at_a": [0, 0, 0.3], "at_b": [0, 0, -0.3], "axis_a": [1, 0, 0], "axis_b": [0, 1, 0] }
        }
      },
      "definitions": { "arm": "rotation(drive.q)*[1, 0, 0]", "d": "[cos(beta), sin(beta), 0]" },
      "outputs": { "law": "B.speed*(1 - dot(arm, d)^2) - cos(beta)*A.speed" },
      "simulation": { "until": 1, "step": 0.001, "method": "gauss(3)" }
    })json"));
  for (const Json& problem : run.problems) CHECK(problem["code"] == "PH202");  // redundant hinges
  // w2/w1 = cos(beta)/(1 - (the driving arm of the cross along the driven shaft)^2)
  CHECK(run.first("A.speed") == Catch::Approx(30).epsilon(1e-13));
  CHECK(run.largest("law") < 1e-11);
  CHECK(run.last("A.angle") > 20);
  CHECK(run.drift("energy.stored") < 1e-12);
}

}  // namespace textbook_test
