/// A rigid body with its velocities in the body frame, SE(3), or with the linear one in the
/// inertial frame, SO(3) x R^3: two sets of equations for one motion.
///
///   SE(3)        r' = R v     p_omega' = p_omega x omega + p_v x v     p_v' = p_v x omega
///   SO(3) x R^3  r' = v       p_omega' = p_omega x omega               p_v' = 0
#include <catch_amalgamated.hpp>
#include <cmath>

#include "support/paper.hpp"

namespace rigid_body_test {
using namespace porthos::test;

namespace {

/// Gravity g downwards and a port: the velocity along X of the point a = (0.1, 0.2, -0.1) of the
/// body.
Json body(const std::string& group, double g) {
  const bool moving = group == "SE(3)";
  Json model = Json::parse(R"json({
    "porthos": 1,
    "parameters": { "m": 1.4, "J_x": 0.3, "J_y": 0.5, "J_z": 0.7, "g": 0 },
    "definitions": {
      "R11": "q0^2 + q1^2 - q2^2 - q3^2", "R21": "2*(q1*q2 + q0*q3)", "R31": "2*(q1*q3 - q0*q2)",
      "R12": "2*(q1*q2 - q0*q3)", "R22": "q0^2 - q1^2 + q2^2 - q3^2", "R32": "2*(q2*q3 + q0*q1)",
      "R13": "2*(q1*q3 + q0*q2)", "R23": "2*(q2*q3 - q0*q1)", "R33": "q0^2 - q1^2 - q2^2 + q3^2",
      "a_x": "-0.1*omega_y - 0.2*omega_z", "a_y": "0.1*omega_z + 0.1*omega_x", "a_z": "0.2*omega_x - 0.1*omega_y"
    },
    "positions": { "q0": 1, "q1": 0, "q2": 0, "q3": 0, "x": 0.2, "y": -0.1, "z": 0.3 },
    "velocities": { "omega_x": 1, "omega_y": 2, "omega_z": -0.5, "v_x": 0.4, "v_y": -0.3, "v_z": 0.6 },
    "kinematics": {
      "q0": "(-q1*omega_x - q2*omega_y - q3*omega_z)/2", "q1": "(q0*omega_x - q3*omega_y + q2*omega_z)/2",
      "q2": "(q3*omega_x + q0*omega_y - q1*omega_z)/2", "q3": "(-q2*omega_x + q1*omega_y + q0*omega_z)/2"
    },
    "kinetic_energy": "(J_x*omega_x^2 + J_y*omega_y^2 + J_z*omega_z^2)/2 + m/2*(v_x^2 + v_y^2 + v_z^2)",
    "potential_energy": "m*g*z",
    "position_constraints": { "unit_norm": "q0^2 + q1^2 + q2^2 + q3^2 - 1" },
    "simulation": { "until": 4, "step": 0.005, "method": "gauss(3)" }
  })json");
  model["parameters"]["g"] = g;
  model["velocity_group"] = group;
  const auto row = [](const std::string& i, const std::string& x, const std::string& y,
                      const std::string& z) {
    return "R" + i + "1*" + x + " + R" + i + "2*" + y + " + R" + i + "3*" + z;
  };
  const char* axes[] = {"x", "y", "z"};
  for (int i = 0; i < 3; ++i) {
    const std::string n = std::to_string(i + 1), axis = axes[i], next = axes[(i + 1) % 3],
                      last = axes[(i + 2) % 3];
    const std::string speed = moving ? row(n, "v_x", "v_y", "v_z") : "v_" + axis;
    model["definitions"]["u_" + axis] = speed;
    model["kinematics"][axis] = speed;
    model["outputs"]["P_" + axis] = "m*u_" + axis;
    model["outputs"]["L_" + axis] = row(n, "J_x*omega_x", "J_y*omega_y", "J_z*omega_z") + " + m*(" +
                                    next + "*u_" + last + " - " + last + "*u_" + next + ")";
  }
  model["ports"]["pull"]["flow"] = "u_x + " + row("1", "a_x", "a_y", "a_z");
  return model;
}

}  // namespace

TEST_CASE("a rigid body moves alike in the velocities of SE(3) and of SO(3) x R^3", "[oracle]") {
  const double g = GENERATE(0., 9.81);
  const std::string pull = GENERATE("0", "0.7*cos(2*t)");
  CAPTURE(g, pull);
  const Options options{.inputs = {{"pull", pull}}};
  const Run a = simulate(body("SE(3)", g), options), b = simulate(body("SO(3)xR3", g), options);
  for (const char* name : {"x", "y", "z", "q0", "q1", "q2", "q3", "omega_x", "omega_y", "omega_z",
                           "P_x", "P_y", "P_z", "pull.flow"}) {
    CAPTURE(name);
    CHECK(difference(a, b, name) < 1e-9);  // h^6 of either, rates up to 4/s, values up to 80
  }
}

TEST_CASE("a free rigid body keeps its momentum and its angular momentum in space", "[oracle]") {
  const std::string group = GENERATE("SE(3)", "SO(3)xR3");
  CAPTURE(group);
  const Run run = simulate(body(group, 0));
  for (const char* name : {"P_x", "P_y", "P_z", "L_x", "L_y", "L_z"}) {
    CAPTURE(name);
    CHECK(run.drift(name) < 1e-10);  // of order 1: h^6 and 800 roundings
  }
}

TEST_CASE("a rigid body falls on a parabola, whatever it turns", "[oracle]") {
  const std::string group = GENERATE("SE(3)", "SO(3)xR3");
  CAPTURE(group);
  const Run run = simulate(body(group, 9.81));
  double error = 0;
  for (size_t row = 0; row < run.rows(); ++row) {
    const double t = run.at("t", row);
    error = std::max({error, std::abs(run.at("x", row) - 0.2 - 0.4 * t),
                      std::abs(run.at("y", row) + 0.1 + 0.3 * t),
                      std::abs(run.at("z", row) - 0.3 - 0.6 * t + 9.81 * t * t / 2)});
  }
  CHECK(error < 1e-9);  // m of 80 m
}

TEST_CASE("the thrown body of the gallery moves alike in both groups", "[oracle]") {
  const Run a = simulate(gallery("rigid-body-se3")), b = simulate(gallery("rigid-body-so3"));
  for (const char* name : {"x", "y", "z", "q0", "q1", "q2", "q3", "omega_1", "omega_2", "omega_3",
                           "P_x", "P_y", "P_z"}) {
    CAPTURE(name);
    const double apart = difference(a, b, name);  // h^6 at rates of 10/s
    oracle({"rigid-body-se3", "other form"}, 1e-10, apart);
    oracle({"rigid-body-so3", "other form"}, 1e-10, apart);
  }
  for (const auto& [run, model] : {std::pair(&a, "rigid-body-se3"), {&b, "rigid-body-so3"}}) {
    oracle(*run, {model, "parabola"}, 1e-11, at(*run, [](const Reader& n) {
      const double t = n("t");
      return std::max(std::abs(n("x") + 0.8 - 1.2 * t),
                      std::abs(n("z") - 0.2 - 6 * t + 9.81 * t * t / 2));
    }));
    for (const char* name : {"S_x", "S_y", "S_z"})
      oracle({model, "spin"}, 1e-12, run->drift(name));  // of 0.13
  }
  // a Casimir, of 0.016
  oracle({"rigid-body-se3", "square of the spin"}, 1e-15, a.drift("spin_squared"));
}

}  // namespace rigid_body_test
