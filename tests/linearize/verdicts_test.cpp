/// Verdicts on stability, for models with verdicts known by construction.
#include <cmath>

#include "linear.hpp"
#include "support/random_model.hpp"

namespace verdicts_test {
using namespace porthos::test;

namespace {

const Json kEquilibrium{{"at", "equilibrium"}};

std::string verdict(const Json& answer) { return answer["stability"]["verdict"]; }

/// q' = v, m v' = -V'(q) - d(v).
Json oscillator(const std::string& potential, const std::string& damping = "0") {
  Json model = Json::parse(R"json({ "porthos": 1, "positions": { "q": 0 },
    "velocities": { "v": 0 }, "kinematics": { "q": "v" }, "kinetic_energy": "v^2/2" })json");
  model["potential_energy"] = potential;
  if (damping != "0") model["dissipation"] = {{"d", {{"flow", "v"}, {"effort", damping}}}};
  return model;
}

/// A free body with moments of inertia 1, 2, 3 that turns about axis 1, 2 or 3.
Json euler_top(int axis, bool has_attitude) {
  Json model = Json::parse(R"json({ "porthos": 1,
    "velocities": { "x": 0, "y": 0, "z": 0 },
    "kinetic_energy": "x^2/2 + 2*y^2/2 + 3*z^2/2",
    "velocity_group": [{ "group": "SO(3)", "velocities": ["x", "y", "z"] }] })json");
  model["velocities"][axis == 1 ? "x" : axis == 2 ? "y" : "z"] = 1.7;
  if (!has_attitude) return model;
  model["positions"] = {{"q", {{"start", {1, 0, 0, 0}}}}};
  model["kinematics"] = {{"q", "quaternion_rate(q, [x, y, z])"}};
  model["position_constraints"] = {{"unit", "dot(q, q) - 1"}};
  return model;
}

}  // namespace

TEST_CASE("a semidefinite energy is no minimum", "[linearize][verdict]") {
  // Nothing holds the crank: it drifts forever after a push.
  const Json crank = linear(gallery("slider-crank"), kEquilibrium);
  CHECK(verdict(crank) == "neutral");
  CHECK(crank["stability"]["free"].size() > 0);
  const Json cart = linear(oscillator("0"));
  CHECK(verdict(cart) == "neutral");
  CHECK(cart["stability"]["free"] == Json::array({"q"}));
  // They agree to second order; only terms of higher order distinguish them.
  for (const char* potential : {"q^4", "-q^4", "q^3", "q^5", "1 - cos(q^2)"})
    CHECK(verdict(linear(oscillator(potential))) == "undecided");
  CHECK(verdict(linear(oscillator("1e-6*q^2"))) == "stable");
  CHECK(verdict(linear(oscillator("-1e-6*q^2"))) == "unstable");
}

TEST_CASE("a degenerate equilibrium that Newton's method finds inexactly has no verdict",
          "[linearize][verdict]") {
  // q^5 has no minimum, although its second derivative is positive where the search ends.
  Json model = oscillator("q^5");
  model["positions"]["q"] = 0.1;
  const std::string found = verdict(linear(model, kEquilibrium));
  CHECK((found == "undecided" || found == "unstable"));
}

TEST_CASE("friction that stops a free cart makes it stable, not asymptotically",
          "[linearize][verdict]") {
  const Json cart = linear(oscillator("0", "2*v"));
  CHECK(verdict(cart) == "stable");
  CHECK(cart["zeros"] == 1);
  CHECK(verdict(linear(oscillator("q^2", "2*v"))) == "asymptotically stable");
  // Damping without a linear part: the energy has a minimum, and more is not proven.
  CHECK(verdict(linear(oscillator("q^2", "2*v^3"))) == "stable");
}

TEST_CASE("a corner or a jump of the equations leaves only the energy to decide",
          "[linearize][verdict]") {
  // Dry friction holds the mass in many places: not asymptotically stable.
  CHECK(verdict(linear(oscillator("q^2", "0.5*v + sign(v)"))) == "stable");
  // A spring on one side, its negative on the other.
  CHECK(verdict(linear(oscillator("if(q > 0, 1, -1)*q^2", "0.5*v"))) == "undecided");
}

TEST_CASE("a free top turns stably about its extreme axes alone", "[linearize][verdict]") {
  for (const bool has_attitude : {false, true})
    for (const int axis : {1, 2, 3}) {
      CAPTURE(has_attitude, axis);
      const Json answer = linear(euler_top(axis, has_attitude));
      CHECK(verdict(answer) == (axis == 2 ? "unstable" : "stable"));
      if (axis != 2) CHECK(answer["stability"]["free"].empty() == !has_attitude);
    }
}

TEST_CASE("cyclic coordinates drift and all else is stable", "[linearize][verdict]") {
  // Two carts and a spring, on a rail: their sum drifts.
  Json model = Json::parse(R"json({ "porthos": 1, "positions": { "x": 0, "y": 1 },
    "velocities": { "v": 0, "u": 0 }, "kinematics": { "x": "v", "y": "u" },
    "kinetic_energy": "v^2/2 + 2*u^2/2", "potential_energy": "3*(y - x - 1)^2/2" })json");
  const Json free = linear(model);
  CHECK(verdict(free) == "neutral");
  CHECK(free["stability"]["free"] == Json::array({"x", "y"}));
  // A weak spring to the wall holds it, one of the other sign pushes it away.
  model["potential_energy"] = "3*(y - x - 1)^2/2 + 1e-7*x^2";
  CHECK(verdict(linear(model)) == "stable");
  model["potential_energy"] = "3*(y - x - 1)^2/2 - 1e-7*x^2";
  CHECK(verdict(linear(model)) == "unstable");
  // A damper in the spring leaves the drift; one on the rail takes it.
  model["potential_energy"] = "3*(y - x - 1)^2/2";
  model["dissipation"] = {{"d", {{"flow", "u - v"}, {"effort", "0.4*(u - v)"}}}};
  CHECK(verdict(linear(model)) == "neutral");
  model["dissipation"] = {{"d", {{"flow", "u"}, {"effort", "0.4*u"}}}};
  CHECK(verdict(linear(model)) == "stable");
}

TEST_CASE("gyroscopic forces stabilize the linear system, which decides nothing",
          "[linearize][verdict]") {
  // A hill with a magnetic field: imaginary eigenvalues in a strong field, but no minimum. With the
  // cubic term no second function is conserved that could prove stability.
  Json model = Json::parse(R"json({ "porthos": 1, "parameters": { "b": 3 },
    "positions": { "x": 0, "y": 0 }, "velocities": { "v": 0, "u": 0 },
    "kinematics": { "x": "v", "y": "u" }, "kinetic_energy": "v^2/2 + u^2/2",
    "potential_energy": "-(x^2 + 1.2*y^2)/2 + x^3/3 + x*y^2", "gyroscopic": [[0, "b"], ["-b", 0]] })json");
  const Json held = linear(model);
  for (const auto& value : eigenvalues(held)) CHECK(std::abs(value.real()) < 1e-12);
  CHECK(verdict(held) == "undecided");
  CHECK(verdict(linear(model, {{"set", {{"b", 1.5}}}})) == "unstable");
  // On a round hill the angular momentum is conserved and proves stability, if it is found.
  model["potential_energy"] = "-(x^2 + y^2)/2";
  CHECK(verdict(linear(model)) != "unstable");
  // A double pair with one chain: the linear system grows as t, which rounding must not decide.
  CHECK(verdict(linear(model, {{"set", {{"b", 2}}}})) == "undecided");
}

TEST_CASE("a nonholonomic equilibrium that a reaction holds is no minimum of the energy",
          "[linearize][verdict]") {
  // A blade across a slope: the reaction carries the weight, and along the blade it drifts.
  const Json blade = Json::parse(R"json({ "porthos": 1,
    "positions": { "x": 0, "y": 0, "phi": 0 }, "velocities": { "v_x": 0, "v_y": 0, "w": 0 },
    "kinematics": { "x": "v_x", "y": "v_y", "phi": "w" },
    "kinetic_energy": "v_x^2/2 + v_y^2/2 + w^2/2", "potential_energy": "2*y",
    "velocity_constraints": { "edge": "sin(phi)*v_x - cos(phi)*v_y" } })json");
  const std::string found = verdict(linear(blade));
  CHECK((found == "undecided" || found == "unstable"));
}

TEST_CASE("a verdict says where time and inputs are held", "[linearize][verdict]") {
  Json model = oscillator("q^2");
  model["ports"] = {{"F", {{"flow", "v"}}}};
  model["inputs"] = {{"F", "sin(t)"}};
  const Json driven = linear(model);
  CHECK(driven["stability"]["because"].get<std::string>().find("time is held at 0") !=
        std::string::npos);
  model["inputs"] = {{"F", "0"}};
  CHECK(linear(model)["stability"]["because"] == "the energy has a minimum there");
}

TEST_CASE("a rod on a pin hangs stably and stands unstably", "[linearize][verdict]") {
  // cos(pi/2) is 6e-17: a lever of rounding tells nothing of the size of a force.
  const auto rod_at = [](const char* angle, double damping) {
    Json model = Json::parse(R"json({"porthos": 1, "components": {
      "rod": {"use": "porthos:planar-rod"},
      "O": {"use": "porthos:pin", "between": {"a": "ground", "b": "rod.tail"}},
      "D": {"use": "porthos:torsion-spring-damper",
            "between": {"a": "ground", "b": "rod.tail"}}}})json");
    model["components"]["rod"]["start"]["phi"] = angle;
    model["components"]["D"]["parameters"] = {{"k", 0}, {"c", damping}};
    return std::string(linear(model)["stability"]["verdict"]);
  };
  CHECK(rod_at("-pi/2", 0) == "stable");
  CHECK(rod_at("-pi/2", 0.5) == "asymptotically stable");
  CHECK(rod_at("pi/2", 0) == "unstable");
  CHECK(rod_at("pi/2", 0.5) == "unstable");
}

}  // namespace verdicts_test
