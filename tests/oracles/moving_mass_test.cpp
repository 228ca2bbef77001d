/// Kinetic energies with position-dependent mass, and Lagrangians: the same motion as in
/// coordinates with constant mass, in closed form, and with every method.
#include <catch_amalgamated.hpp>
#include <cmath>

#include "integrate/methods.hpp"
#include "support/run.hpp"
#include "support/sanitized.hpp"

namespace moving_mass_test {
using namespace porthos::test;

namespace {

/// The gallery's double pendulum in its two angles.
Json angles() {
  return Json::parse(R"json({
    "porthos": 1,
    "parameters": {"m1": 1, "m2": 1, "l1": 0.5, "l2": 0.5, "g": 9.81, "phi_1": 2.2, "phi_2": 2.6},
    "positions": {"a": "phi_1", "b": "phi_2"},
    "velocities": {"u": 0, "v": 0},
    "kinematics": {"a": "u", "b": "v"},
    "kinetic_energy": "(m1 + m2)/2*l1^2*u^2 + m2/2*l2^2*v^2 + m2*l1*l2*cos(a - b)*u*v",
    "potential_energy": {"upper": "-m1*g*l1*cos(a)", "lower": "-m2*g*(l1*cos(a) + l2*cos(b))"},
    "outputs": {"x2": "l1*sin(a) + l2*sin(b)", "p": "momentum(u)"}
  })json");
}

Json lagrangian() {
  Json model = angles();
  model["lagrangian"] = model["kinetic_energy"].get<std::string>() +
                        " + m1*g*l1*cos(a) + m2*g*(l1*cos(a) + l2*cos(b))";
  model.erase("kinetic_energy");
  model.erase("potential_energy");
  return model;
}

/// The largest |balance_error| in the largest of the energies.
double openness(const Run& run) {
  return run.largest("energy.balance_error") /
         std::max({run.largest("energy.kinetic"), run.largest("energy.potential"), 1e-30});
}

}  // namespace

TEST_CASE("a double pendulum moves in its angles as in Cartesian coordinates", "[oracle]") {
  const Options options{.until = 3, .step = 0.0025, .method = "gauss(4)"};
  const Run cartesian = simulate(gallery("double-pendulum"), options);
  for (const Json& model : {angles(), lagrangian()}) {
    const Run run = simulate(model, options);
    // The motion is chaotic: by 3 s an error of rounding has grown by four digits.
    CHECK(difference(run, cartesian, "x2") < 1e-10);
    CHECK(difference(run, cartesian, "energy.kinetic") < 1e-9);
    CHECK(openness(run) < 1e-12);
    for (size_t row = 0; row < run.rows(); row += 100)
      CHECK(std::abs(run.at("p", row) - 0.5 * run.at("u", row) -
                     0.25 * std::cos(run.at("a", row) - run.at("b", row)) * run.at("v", row)) <
            1e-13 * 10);
  }
}

TEST_CASE("every method takes a mass that depends on positions, in its order", "[oracle]") {
  const Run reference = simulate(angles(), {.until = 1, .step = 0.0025, .method = "gauss(4)"});
  for (const porthos::integrate::Method* method : porthos::integrate::methods()) {
    CAPTURE(std::string(method->name));
    const auto run = [&](double step) {
      return simulate(
          angles(),
          {.until = 1, .step = step, .method = std::string(method->name), .tolerance = 1e-10});
    };
    const auto error = [&](const Run& of) {
      return std::hypot(of.last("a") - reference.last("a"), of.last("b") - reference.last("b"));
    };
    const Run fine = run(0.0025);
    if (method->traits.closes_ledger) CHECK(openness(fine) < 1e-12);
    if (method->traits.is_adaptive) {
      CHECK(error(fine) < 1e-7);
      continue;
    }
    const double at_fine = error(fine), at_coarse = error(run(0.005));
    CAPTURE(at_fine, at_coarse);
    // Rounding of either run ends what can be seen of high orders.
    if (at_fine > 1e-12) CHECK(std::log2(at_coarse / at_fine) > method->traits.order - 0.35);
    CHECK(at_fine < 0.05);
  }
}

TEST_CASE("a bead on a rotating hoop keeps Jacobi's integral and swings about its balance",
          "[oracle]") {
  const double Omega = 6, R = 0.4, g = 9.81, balance = std::acos(g / (Omega * Omega * R));
  Json model = Json::parse(R"json({
    "porthos": 1,
    "parameters": {"m": 0.7, "R": 0.4, "Omega": 6, "g": 9.81, "start": 0},
    "positions": {"theta": "start"},
    "velocities": {"rate": 0},
    "kinematics": {"theta": "rate"},
    "kinetic_energy": "m/2*R^2*(rate^2 + Omega^2*sin(theta)^2)",
    "potential_energy": {"weight": "-m*g*R*cos(theta)"}
  })json");
  const double amplitude = 1e-5, frequency = Omega * std::sin(balance);
  const Run small = simulate(
      model,
      {.until = 2, .step = 0.005, .method = "gauss(3)", .set = {{"start", balance + amplitude}}});
  for (size_t row = 0; row < small.rows(); row += 10)
    // The amplitude's square changes the swing by 1e-10.
    CHECK(std::abs(small.at("theta", row) - balance -
                   amplitude * std::cos(frequency * small.at("t", row))) < 2e-9);
  const Run large = simulate(model, {.until = 5, .step = 0.01, .set = {{"start", 0.3}}});
  const double m = 0.7;
  for (size_t row = 0; row < large.rows(); row += 10) {
    const double theta = large.at("theta", row), rate = large.at("rate", row);
    CHECK(std::abs(large.at("energy.stored", row) -
                   (m / 2 * R * R * (rate * rate - std::pow(Omega * std::sin(theta), 2)) -
                    m * g * R * std::cos(theta))) < 1e-13 * 10);
  }
  CHECK(openness(large) < 1e-12);
}

TEST_CASE("terms linear in the velocities make the forces of a rotating frame", "[oracle]") {
  const Json model = Json::parse(R"json({
    "porthos": 1,
    "parameters": {"m": 0.7, "Omega": 2},
    "positions": {"x": 1, "y": 0},
    "velocities": {"u": 0.3, "v": -1.1},
    "kinematics": {"x": "u", "y": "v"},
    "kinetic_energy": "m/2*((u - Omega*y)^2 + (v + Omega*x)^2)",
    "outputs": {
      "X": "cos(Omega*t)*x - sin(Omega*t)*y",
      "Y": "sin(Omega*t)*x + cos(Omega*t)*y",
      "spin": "x*momentum(v) - y*momentum(u)"
    }
  })json");
  const Run run = simulate(model, {.until = 5, .step = 0.01, .method = "gauss(4)"});
  for (size_t row = 0; row < run.rows(); row += 10) {  // a free mass goes straight ahead
    const double t = run.at("t", row);
    CHECK(std::abs(run.at("X", row) - (1 + 0.3 * t)) < 1e-11);
    CHECK(std::abs(run.at("Y", row) - 0.9 * t) < 1e-11);
  }
  CHECK(run.drift("spin") < 1e-11);
  CHECK(openness(run) < 1e-12);
}

TEST_CASE("an arm of three links in the coordinates of its joints moves as its bodies do",
          "[oracle]") {
  // A spatial arm: it turns about z, and two links swing in the plane that turns.
  const Json arm = Json::parse(R"json({
    "porthos": 1,
    "parameters": {"m": 1.3, "l": 0.4, "J": 0.2, "g": 9.81},
    "definitions": {
      "r1": "l*sin(a)", "r2": "l*sin(a) + l*sin(b)",
      "T1": "m/2*(l^2*u^2 + r1^2*w^2)",
      "T2": "m/2*(l^2*u^2 + l^2*v^2 + 2*l^2*cos(a - b)*u*v + r2^2*w^2)"
    },
    "positions": {"c": 0, "a": 0.6, "b": 1.1},
    "velocities": {"w": 2, "u": 0.5, "v": -1},
    "kinematics": {"c": "w", "a": "u", "b": "v"},
    "kinetic_energy": "J/2*w^2 + T1 + T2",
    "potential_energy": "-m*g*(2*l*cos(a) + l*cos(b))",
    "invariants": {"turning": "momentum(w)"},
    "outputs": {"x": "r2*cos(c)", "y": "r2*sin(c)", "z": "-l*cos(a) - l*cos(b)"}
  })json");
  Json bodies = Json::parse(R"json({
    "porthos": 1,
    "parameters": {"m": 1.3, "l": 0.4, "J": 0.2, "g": 9.81, "a": 0.6, "b": 1.1},
    "positions": {
      "c": 0,
      "x1": "l*sin(a)", "y1": 0, "z1": "-l*cos(a)",
      "x": "l*(sin(a) + sin(b))", "y": 0, "z": "-l*(cos(a) + cos(b))"
    },
    "velocities": {
      "w": 2, "u1": "l*cos(a)*0.5", "v1": "2*l*sin(a)", "w1": "l*sin(a)*0.5",
      "u": "l*cos(a)*0.5 - l*cos(b)", "v": "2*l*(sin(a) + sin(b))",
      "w2": "l*sin(a)*0.5 - l*sin(b)"
    },
    "kinematics": {"c": "w", "x1": "u1", "y1": "v1", "z1": "w1", "x": "u", "y": "v", "z": "w2"},
    "kinetic_energy": "J/2*w^2 + m/2*(u1^2 + v1^2 + w1^2 + u^2 + v^2 + w2^2)",
    "potential_energy": "m*g*(z1 + z)",
    "position_constraints": {
      "upper": "(x1^2 + y1^2 + z1^2 - l^2)/2",
      "lower": "((x - x1)^2 + (y - y1)^2 + (z - z1)^2 - l^2)/2",
      "plane1": "x1*sin(c) - y1*cos(c)",
      "plane2": "x*sin(c) - y*cos(c)"
    }
  })json");
  const Options options{.until = 2, .step = 0.0025, .method = "gauss(4)"};
  const Run run = simulate(arm, options), other = simulate(bodies, options);
  for (const char* name : {"x", "y", "z", "c", "w"}) {
    CAPTURE(name);
    CHECK(difference(run, other, name) < 1e-10);
  }
  CHECK(run.drift("turning") < 1e-12);
  CHECK(openness(run) < 1e-12);
}

TEST_CASE("a degenerate Lagrangian leaves velocities to the balance of their forces", "[oracle]") {
  // S-24: inductor, capacitor and resistor in parallel by charges and currents; only the inductor's
  // current is squared.
  const Json circuit = Json::parse(R"json({
    "porthos": 1,
    "parameters": {"L": 0.5, "R": 2, "C": 0.3},
    "positions": {"q_R": 0, "q_L": 0, "q_C": 1},
    "velocities": {"i_R": 0, "i_L": 0, "i_C": 0},
    "kinematics": {"q_R": "i_R", "q_L": "i_L", "q_C": "i_C"},
    "lagrangian": "L/2*i_L^2 - q_C^2/(2*C)",
    "velocity_constraints": {"node": "i_R + i_L + i_C"},
    "dissipation": {"i_R": "R*i_R"}
  })json");
  const double L = 0.5, R = 2, C = 0.3, d = 1 / (2 * R * C), k = std::sqrt(1 / (L * C) - d * d);
  const Run run = simulate(circuit, {.until = 3, .step = 0.005, .method = "gauss(3)"});
  for (size_t row = 0; row < run.rows(); row += 20) {
    // C v' = -v/R - i_L with v(0) = 1/C, i_L(0) = 0: q'(0) = -1/(R C)
    const double t = run.at("t", row);
    const double q = std::exp(-d * t) * (std::cos(k * t) + (d - 1 / (R * C)) / k * std::sin(k * t));
    CHECK(std::abs(run.at("q_C", row) - q) < 1e-10);
  }
  CHECK(openness(run) < 1e-12);
  // Linear in the velocities alone: the vortex x' = -dH/dy, y' = dH/dx of H = (x^2 + y^2)/2.
  const Json vortex = Json::parse(R"json({
    "porthos": 1,
    "positions": {"x": 1, "y": 0},
    "velocities": {"u": 0, "v": 0},
    "kinematics": {"x": "u", "y": "v"},
    "lagrangian": "(x*v - y*u)/2 - (x^2 + y^2)/2"
  })json");
  const Run turn = simulate(vortex, {.until = 3, .step = 0.01, .method = "gauss(3)"});
  for (size_t row = 0; row < turn.rows(); row += 20) {
    CHECK(std::abs(turn.at("x", row) - std::cos(turn.at("t", row))) < 1e-10);
    CHECK(std::abs(std::abs(turn.at("y", row)) - std::abs(std::sin(turn.at("t", row)))) < 1e-10);
  }
  // A mass matrix of rank one that no algebra sees at a glance.
  const Json rank = Json::parse(R"json({
    "porthos": 1,
    "positions": {"x": 0.3, "y": 0.2},
    "velocities": {"u": 0.4, "v": 0},
    "kinematics": {"x": "u", "y": "v"},
    "lagrangian": "(sin(y)^2 + cos(y)^2)/2*(u + x*v)^2 - x^2/2 - y^2/2",
    "dissipation": {"v": "v"}
  })json");
  const Run ranked = simulate(rank, {.until = 1, .step = 0.01});
  CHECK(openness(ranked) < 1e-12);
}

TEST_CASE("velocities of a moving frame are not seen: starts, events, components", "[oracle]") {
  Json model = angles();
  model["velocities"] = Json::parse(R"json({"u": {"start": 0.7, "fixed": true}, "v": -0.4})json");
  model["velocity_constraints"] = Json::parse(R"json({"same": "u - 2*v"})json");
  model["events"] =
      Json::parse(R"json({"kick": {"when": "t - 0.5", "do": [{"reset": {"u": "u + 1"}}]}})json");
  const Run run = simulate(model, {.until = 1, .step = 0.01});
  CHECK(std::abs(run.first("u") - 0.7) < 1e-13);
  CHECK(std::abs(run.first("v") - 0.35) < 1e-13);
  const size_t kick = 50;
  CHECK(std::abs(run.at("u", kick) - run.at("u", kick - 1)) > 0.5);
  CHECK(openness(run) < 1e-12);
  // Inside another model, with a spring to its velocity's position, in many instances.
  Json chain = Json::parse(R"json({
    "porthos": 1, "components": {"arm": {"count": 14}},
    "dissipation": {"brake": {"flow": "arm_1.u - arm_2.u", "effort": "0.1*(arm_1.u - arm_2.u)"}}
  })json");
  Json arms = Json::object();
  for (int i = 1; i <= 14; ++i) arms["arm_" + std::to_string(i)]["model"] = angles();
  chain["components"] = arms;
  chain["components"]["arm_1"]["parameters"] = {{"phi_1", 0.3}};
  const Run many = simulate(chain, {.until = 0.2, .step = 0.01});
  const Run one = simulate(angles(), {.until = 0.2, .step = 0.01});
  // Equal up to the energy correction, which is common to all, of the order of the method.
  CHECK(difference(many, one, "arm_7.v", "v") < 1e-8);
  CHECK(many.last("energy.dissipated.brake") > 0);
  CHECK(openness(many) < 1e-12);
}

TEST_CASE("energies that are none are problems", "[problems]") {
  const auto only = [](const Json& model, const std::string& code, const std::string& where) {
    const Json problems = problems_of(model);
    INFO(problems.dump(1));
    REQUIRE(problems.size() == 1);
    CHECK(problems[0]["code"].get<std::string>() == code);
    CHECK(problems[0]["where"].get<std::string>() == where);
  };
  Json model = angles();
  model["kinetic_energy"] = "u^2/2 + v^2/2 + u^3";
  only(model, "PH114", "/kinetic_energy");
  model["kinetic_energy"] = "u^2/2 + sin(v)^2";
  only(model, "PH114", "/kinetic_energy");
  model["kinetic_energy"] = "u^2/2 + v^2/2 + 1";
  only(model, "PH112", "/kinetic_energy");
  model["kinetic_energy"] = "u^2/2 - cos(a)*v^2/2";
  model["parameters"]["phi_1"] = 0.1;
  only(model, "PH121", "/kinetic_energy");
  model = lagrangian();
  model["potential_energy"] = "1";
  only(model, "PH108", "/potential_energy");
  model = angles();
  model["lagrangian"] = "(1 + t)*u^2/2 + v^2/2";
  model.erase("kinetic_energy");
  model.erase("potential_energy");
  only(model, "PH114", "/lagrangian");
}

}  // namespace moving_mass_test
