/// States that only seem to be at rest, or stable: each kind beside one that is.
#include <catch_amalgamated.hpp>
#include <cmath>
#include <string>

#include "linear.hpp"

namespace false_verdicts_test {
using namespace porthos::test;

namespace {

Json mass_with(const std::string& potential) {
  return {{"porthos", 1},
          {"positions", {{"x", 0}}},
          {"velocities", {{"v", 0}}},
          {"kinematics", {{"x", "v"}}},
          {"kinetic_energy", "v^2/2"},
          {"potential_energy", potential}};
}

std::string verdict(const Json& model, const char* at = "start") {
  return linear(model, {{"at", at}})["stability"]["verdict"];
}

bool has_problem(const Json& answer, const std::string& code) {
  for (const Json& problem : answer["problems"])
    if (problem["code"] == code) return true;
  return false;
}

}  // namespace

TEST_CASE("an energy with a hill on one side of a corner has no minimum", "[linearize][verdict]") {
  // V = -x^2 on one side: the motion leaves.
  for (const char* hill : {"if(x > 0, -1, 4)*x^2", "if(x < 0, -1, 4)*x^2",
                           "4*max(x, 0)^2 - min(x, 0)^2", "4*min(x, 0)^2 - max(x, 0)^2"}) {
    CAPTURE(hill);
    CHECK(verdict(mass_with(hill)) == "undecided");
  }
  CHECK(verdict(mass_with("4*x^2")) == "stable");
  CHECK(verdict(mass_with("-x^2")) == "unstable");
}

TEST_CASE("a form of conserved quantities that is zero in a direction is not definite",
          "[linearize][verdict]") {
  // z = x + i y: z'' + i b z' - k z = 0. Stable for b^2 > 4 k; at b^2 = 4 k a double eigenvalue
  // makes z grow like t.
  const auto on_hill = [](double k, double b) {
    return Json{{"porthos", 1},
                {"positions", {{"x", 0}, {"y", 0}}},
                {"velocities", {{"u", 0}, {"v", 0}}},
                {"kinematics", {{"x", "u"}, {"y", "v"}}},
                {"kinetic_energy", "(u^2 + v^2)/2"},
                {"potential_energy", std::to_string(-k / 2) + "*(x^2 + y^2)"},
                {"gyroscopic", {{0, -b}, {b, 0}}}};
  };
  for (const auto& [k, b] : {std::pair{1.0, 2.0}, {1.0, 2 - 1e-12}, {4.0, 4.0}, {0.25, 1.0}}) {
    CAPTURE(k, b);
    CHECK(verdict(on_hill(k, b)) == "undecided");
  }
  CHECK(verdict(on_hill(1, 2.1)) == "stable");
  CHECK(verdict(on_hill(1, 1.9)) == "unstable");
}

TEST_CASE("a force that fades has no rest, also with a damper", "[linearize][equilibrium]") {
  for (const char* fading : {"exp(-x)", "1/(x + 1)", "-atan(x)"}) {
    Json model = mass_with(fading);
    for (const bool is_damped : {false, true}) {
      if (is_damped) model["dissipation"] = {{"v", "v"}};
      CAPTURE(fading, is_damped);
      const Json answer = attempt_linear(model, {{"at", "equilibrium"}});
      CHECK(has_problem(answer, "PH205"));
      CHECK_FALSE(answer.contains("stability"));
    }
  }
  Json model = mass_with("exp(-x) + x/1000");  // rest at log(1000)
  model["dissipation"] = {{"v", "v"}};
  CHECK(verdict(model, "equilibrium") == "asymptotically stable");
}

TEST_CASE("a base that moves with time is neither at rest nor steady", "[linearize][steady]") {
  Json model = Json::parse(R"json({ "porthos": 1, "positions": { "a": 0, "b": 0 },
    "velocities": { "u": 0, "v": 0 }, "kinematics": { "a": "u", "b": "v" },
    "kinetic_energy": "(u^2 + v^2)/2", "potential_energy": "9*(a - b)^2/2",
    "dissipation": { "d": { "flow": "u - v", "effort": "u - v" } } })json");
  model["position_constraints"] = {{"base", "b - 0.1*t"}};
  for (const char* at : {"steady", "start"}) {
    CAPTURE(at);
    const Json answer = attempt_linear(model, {{"at", at}});
    if (answer.contains("stability")) CHECK(answer["stability"]["verdict"] == "undecided");
  }
  // It stands still at t = 0.
  model["position_constraints"] = {{"base", "b - 0.1*cos(t) + 0.1"}};
  CHECK(verdict(model) == "asymptotically stable");
  // One row, and not singular.
  Json rod = mass_with("0*x");
  rod["positions"] = {{"x", 0.3}, {"y", 0.9}};
  rod["velocities"] = {{"v", 0}, {"u", 0}};
  rod["kinematics"] = {{"x", "v"}, {"y", "u"}};
  rod["kinetic_energy"] = "(u^2 + v^2)/2";
  rod["position_constraints"] = {{"rod", "x^2 + (y - 0.1*sin(t))^2 - 1"}};
  const Json answer = attempt_linear(rod, {{"at", "start"}});
  for (const Json& problem : answer["problems"])
    if (problem["code"] == "PH207")
      CHECK(problem["found"].get<std::string>().find("rod") != std::string::npos);
}

TEST_CASE("the acceleration of a base does not count where time is held", "[linearize]") {
  // A pendulum below a base that would move with -0.4 m/s^2, by a position, a velocity or a port.
  const Json pendulum = Json::parse(R"json({ "porthos": 1, "positions": { "y": 0.1, "a": 0 },
    "velocities": { "v": 0, "w": 0 }, "kinematics": { "y": "v", "a": "w" },
    "kinetic_energy": "(v^2 + 2*v*w*sin(a) + w^2)/2", "potential_energy": "9.81*(y - cos(a))" })json");
  const Json bases[] = {{{"position_constraints", {{"base", "y - 0.1*cos(2*t)"}}}},
                        {{"velocity_constraints", {{"base", "v + 0.2*sin(2*t)"}}}},
                        {{"ports", {{"lift", {{"flow", "v"}}}}},
                         {"inputs", {{"lift", {{"flow", "-0.2*sin(2*t)"}}}}}}};
  for (const Json& base : bases) {
    Json model = pendulum;
    model.update(base);
    CAPTURE(base.dump());
    for (const char* at : {"start", "equilibrium"}) {
      const Json answer = attempt_linear(model, {{"at", at}});
      CHECK(answer["at"]["motion"] == "rest");
      CHECK_THAT(answer["eigenvalues"][0][1].get<double>(),
                 Catch::Matchers::WithinRel(std::sqrt(9.81), 1e-12));
    }
  }
}

TEST_CASE("a pendulum on a base that has a speed at t = 0 is not at rest", "[linearize][steady]") {
  // v_y' = (0.3 m/s)^2/1 m at the start, although the rod has no first rate there.
  const auto on_base = [](const char* rod) {
    Json model = Json::parse(R"json({ "porthos": 1, "positions": { "x": 0, "y": -1 },
      "velocities": { "u": 0, "v": 0 }, "kinematics": { "x": "u", "y": "v" },
      "kinetic_energy": "(u^2 + v^2)/2", "potential_energy": "9.81*y" })json");
    model["position_constraints"]["rod"] = rod;
    return model;
  };
  const auto hint = [](const Json& answer) {
    for (const Json& problem : answer["problems"])
      if (problem["code"] == "PH206") return problem["hint"].get<std::string>();
    return std::string();
  };
  for (const char* rod : {"(x - 0.1*sin(3*t))^2 + y^2 - 1", "x^2 + (y - 0.1*sin(3*t))^2 - 1"})
    for (const char* at : {"start", "equilibrium"}) {
      CAPTURE(rod, at);
      const Json answer = attempt_linear(on_base(rod), {{"at", at}});
      if (!answer.contains("stability")) continue;
      CHECK(answer["at"]["motion"] == "moving");
      CHECK(answer["stability"]["verdict"] == "undecided");
      CHECK(hint(answer).find("rod") != std::string::npos);
      CHECK(hint(answer).find("Choose") == std::string::npos);
    }
  for (const char* rod :
       {"(x - 0.1*(1 - cos(3*t)))^2 + y^2 - 1", "x^2 + y^2 - 1", "(1 + t)*(x^2 + y^2 - 1)"}) {
    CAPTURE(rod);
    const Json answer = linear(on_base(rod));
    CHECK(answer["at"]["motion"] == "rest");
    CHECK_THAT(answer["eigenvalues"][0][1].get<double>(),
               Catch::Matchers::WithinRel(std::sqrt(9.81), 1e-9));
  }
}

TEST_CASE("a verdict says that time is held wherever the model contains it",
          "[linearize][verdict]") {
  const auto because = [](const Json& model) {
    return linear(model)["stability"]["because"].get<std::string>();
  };
  const auto is_said = [&](const Json& model) {
    CAPTURE(model.dump(), because(model));
    return because(model).find("time is held at 0") != std::string::npos;
  };
  Json plane = Json::parse(R"json({ "porthos": 1, "positions": { "x": 0, "y": 0 },
    "velocities": { "u": 0, "v": 0 }, "kinematics": { "x": "u", "y": "v" },
    "kinetic_energy": "(u^2 + v^2)/2", "potential_energy": "y^2 - 4*x^2" })json");
  plane["velocity_constraints"] = {{"c", "u - t*v"}};
  CHECK(is_said(plane));
  plane["velocity_constraints"] = {{"c", "u - y*v"}};
  CHECK_FALSE(is_said(plane));

  Json damped = mass_with("x^2");
  CHECK_FALSE(is_said(damped));
  damped["dissipation"] = {{"v", "2*v"}};
  CHECK_FALSE(is_said(damped));
  damped["dissipation"] = {{"v", "(1 + t)*v"}};
  CHECK(is_said(damped));

  Json bead = mass_with("x^2");
  bead["positions"]["y"] = 0;
  bead["velocities"]["u"] = 0;
  bead["kinematics"] = {{"x", "v"}, {"y", "u"}};
  bead["kinetic_energy"] = "(u^2 + v^2)/2";
  bead["position_constraints"] = {{"guide", "y - t^2*x"}};
  CHECK(is_said(bead));
  bead["position_constraints"] = {{"guide", "y - x"}};
  CHECK_FALSE(is_said(bead));

  Json pushed = mass_with("x^2");
  pushed["ports"] = {{"push", {{"flow", "v"}}}};
  pushed["inputs"] = {{"push", "sin(t)"}};
  CHECK(is_said(pushed));
  pushed["inputs"] = {{"push", "0"}};
  CHECK_FALSE(is_said(pushed));
  CHECK(is_said(mass_with("(2 + sin(t))*x^2")));
}

TEST_CASE("a search without equilibrium gives advice on the equation that is left", "[linearize]") {
  const auto problem = [](const Json& model) {
    const Json answer = attempt_linear(model, {{"at", "equilibrium"}});
    for (const Json& one : answer["problems"])
      if (one["code"] == "PH205") return one;
    return Json::object({{"found", ""}, {"hint", ""}});
  };
  const auto has = [](const Json& text, const char* part) {
    return text.get<std::string>().find(part) != std::string::npos;
  };
  // A spring between a mass and a base that a port moves.
  const Json driven = problem(Json::parse(R"json({ "porthos": 1, "positions": { "x": 0, "y": 0 },
    "velocities": { "u": 0, "v": 0 }, "kinematics": { "x": "u", "y": "v" },
    "kinetic_energy": "(u^2 + v^2)/2", "potential_energy": "2*(y - x)^2",
    "ports": { "p": { "flow": "u" } }, "inputs": { "p": { "flow": "0.3*cos(2*t)" } } })json"));
  CHECK(has(driven["found"], "the rate of a position is left"));
  CHECK_FALSE(has(driven["hint"], "that nothing holds"));
  CHECK(has(driven["hint"], "steady"));
  const Json falling = problem(mass_with("9.81*x"));
  CHECK(has(falling["found"], "the force on v is left"));
  CHECK(has(falling["hint"], "that nothing holds"));
}

TEST_CASE("a slip that ends at rest has no equilibrium of its own", "[linearize][set-valued]") {
  Json model = mass_with("x^2/2 - 3*x");
  model["positions"]["x"] = 2;
  model["velocities"]["v"] = 1;
  model["dissipation"] = {{"f", {{"flow", "v"}, {"dry", 0.5}}}};
  const Json answer = attempt_linear(model, {{"at", "equilibrium"}});
  CHECK(answer["stability"]["verdict"] == "undecided");
  CHECK(has_problem(answer, "PH210"));
  // It sticks from the start: |x - 3| < 0.5.
  model["positions"]["x"] = 2.8;
  model["velocities"]["v"] = 0;
  CHECK_FALSE(has_problem(attempt_linear(model, {{"at", "start"}}), "PH210"));
}

TEST_CASE("so has a slip on a floor, and one of two flows that has not begun",
          "[linearize][set-valued]") {
  Json model = Json::parse(R"json({"porthos": 1, "positions": {"x": 1.4, "y": 0, "z": 0},
    "velocities": {"v": 0, "w": 0, "u": 0}, "kinematics": {"x": "v", "y": "w", "z": "u"},
    "kinetic_energy": "(v^2 + w^2 + u^2)/2", "potential_energy": "9.81*z + 2*x^2 + 2*y^2",
    "contacts": {"f": {"gap": "z", "friction": 0.3, "slip": "v"}}})json");
  const Json answer = attempt_linear(model, {{"at", "equilibrium"}});
  CHECK(answer["stability"]["verdict"] == "undecided");
  CHECK(has_problem(answer, "PH210"));
  model["contacts"]["f"]["slip"] = {"v", "w"};
  const Json refused = attempt_linear(model, {{"at", "start"}});
  REQUIRE(has_problem(refused, "PH203"));
  CHECK(refused["problems"].dump().find("\\\"f.slip\\\", which begins to slip from rest") !=
        std::string::npos);
  // Once it moves, its friction has a derivative.
  model["velocities"]["v"] = -0.1;
  CHECK_FALSE(has_problem(attempt_linear(model, {{"at", "start"}}), "PH203"));
}

TEST_CASE("a verdict names only what it is about", "[linearize][verdict][set-valued]") {
  const auto because = [](const Json& model) {
    return linear(model)["stability"]["because"].get<std::string>();
  };
  // Friction holds a body on a slope, where the energy has no minimum.
  Json slope = mass_with("9.81*x*sin(0.2)");
  slope["dissipation"] = {{"rub", {{"flow", "v"}, {"dry", 5}}}};
  CHECK(because(slope) ==
        "nothing moves, whatever x may be; for motions that keep the modes: rub "
        "sticks");
  slope["potential_energy"] = "9.81*x*sin(0.2) + 0.1*x^2";
  CHECK(because(slope).starts_with("no motion changes the state"));
  CHECK(because(mass_with("4*x^2")) == "the energy has a minimum there");
}

TEST_CASE("fluxes settle in a steady motion", "[linearize][steady]") {
  // k (U - k w)/R = c w: the speed at which a motor with friction runs, from rest.
  Json motor = Json::parse(R"json({"porthos": 1, "components": {
    "p": {"use": "porthos:node"},
    "battery": {"use": "porthos:voltage-source", "between": {"a": "p", "b": "ground"},
                "parameters": {"U": 12}},
    "rotor": {"use": "porthos:rotor", "parameters": {"I": 0.002}},
    "motor": {"use": "porthos:dc-motor", "between": {"a": "p", "b": "ground", "shaft": "rotor"}},
    "air": {"use": "porthos:torsion-spring-damper", "between": {"a": "ground", "b": "rotor"},
            "parameters": {"k": 0, "c": 0.001}}}})json");
  const auto value = [](const Json& answer, const std::string& name) {
    for (const Json& state : answer["at"]["states"])
      if (state["name"] == name) return state["value"].get<double>();
    return 0.0;
  };
  for (const double start : {0.0, 300.0}) {
    motor["components"]["rotor"]["start"] = {{"omega", start}};
    const Json answer = linear(motor, {{"at", "steady"}});
    CHECK(answer["at"]["motion"] == "steady");
    CHECK(std::abs(value(answer, "rotor.omega") - 1.2 / 0.011) < 1e-9);
    CHECK(std::abs(value(answer, "motor.psi") - 0.01 * 0.12 / 0.11) < 1e-12);
    CHECK(answer["stability"]["verdict"] == "asymptotically stable");
  }
  // Without the winding's coil there is nothing to settle: the start stays.
  const Json coasting = linear(with_start(mass_with("0"), {{"v", 2}}), {{"at", "steady"}});
  CHECK(value(coasting, "v") == 2);
}

TEST_CASE("a position that drifts into other forces is not free", "[linearize][verdict]") {
  // Flat at the start, and a cliff beyond x = 1: any small velocity leads to it.
  for (const char* cliff :
       {"-2*max(x - 1, 0)^2", "if(x > 1, -(x - 1)^2, 0)", "-max(x - 50, 0)^4"}) {
    CAPTURE(cliff);
    CHECK(verdict(mass_with(cliff)) == "undecided");
  }
  CHECK(verdict(mass_with("0")) == "neutral");

  // A mass that fades: x = -log(1 - v0 t), and x = sinh(v0 t).
  for (const char* fading : {"exp(-2*x)*v^2/2", "v^2/(2*(1 + x^2))"}) {
    CAPTURE(fading);
    Json model = mass_with("0");
    model["kinetic_energy"] = fading;
    CHECK(verdict(model) == "undecided");
  }
  Json bounded = mass_with("0");
  bounded["kinetic_energy"] = "(2 + sin(x))*v^2/2";
  CHECK(verdict(bounded) == "neutral");

  // Along x = y the energy has no lower bound.
  Json two = mass_with("(x - y)^2 - max(x + y - 1, 0)^2");
  two["positions"]["y"] = 0;
  two["velocities"]["u"] = 0;
  two["kinematics"]["y"] = "u";
  two["kinetic_energy"] = "(v^2 + u^2)/2";
  CHECK(verdict(two) == "undecided");
  two["potential_energy"] = "(x - y)^2";
  const Json answer = linear(two, {{"at", "start"}})["stability"];
  CHECK(answer["verdict"] == "neutral");
  CHECK(answer["because"].get<std::string>().find("changes of x, y together") != std::string::npos);
}

TEST_CASE("a position that no conserved quantity holds may drift", "[linearize][verdict]") {
  // w is constant, so that z = w t: a gyroscopic force that depends on z does not keep it near.
  const Json model = {{"porthos", 1},
                      {"positions", {{"z", 1}}},
                      {"velocities", {{"u", 0}, {"v", 0}, {"w", 0}}},
                      {"kinematics", {{"z", "w"}}},
                      {"mass", {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}},
                      {"gyroscopic", {{0, "-z", 0}, {"z", 0, 0}, {0, 0, 0}}}};
  const Json answer = linear(model, {{"at", "start"}})["stability"];
  CHECK(answer["verdict"] == "neutral");
  CHECK(answer["free"] == Json{"z"});
}

TEST_CASE("a weak negative stiffness beside large terms is not stable", "[linearize][verdict]") {
  // s^2 + 1000 s - 2e-10 = 0 has a positive root, and with two masses det K < 0.
  Json one = mass_with("-1e-10*x^2");
  one["dissipation"] = {{"v", "1e3*v"}};
  CHECK(verdict(one) != "stable");
  one["potential_energy"] = "0*x";
  CHECK(verdict(one) == "stable");

  const auto two = [](const std::string& tilt) {
    Json model = mass_with("1e4*(x - y)^2/2" + tilt);
    model["positions"]["y"] = 0;
    model["velocities"]["u"] = 0;
    model["kinematics"]["y"] = "u";
    model["kinetic_energy"] = "1e-6/2*(v^2 + u^2)";
    model["dissipation"] = {{"v", "1e-6*v"}, {"u", "1e-6*u"}};
    return verdict(model);
  };
  CHECK(two(" - 1e-8*x^2/2") != "stable");
  CHECK(two(" - 1e-6*x^2/2") != "stable");
  CHECK(two("") == "stable");
}

TEST_CASE("a linear system has no terms of higher order", "[linearize][verdict]") {
  // z = x + i y: z'' + i b z' - k z = 0 on a hill: two frequencies for b^2 > 4 k.
  const auto on_hill = [](double b, const std::string& more) {
    Json model = mass_with("-(x^2 + 2*y^2)/2" + more);
    model["positions"]["y"] = 0;
    model["velocities"]["u"] = 0;
    model["kinematics"]["y"] = "u";
    model["kinetic_energy"] = "(v^2 + u^2)/2";
    model["gyroscopic"] = {{0, -b}, {b, 0}};
    return linear(model, {{"at", "start"}})["stability"];
  };
  const auto says = [](const Json& stability, const char* what) {
    return stability["because"].get<std::string>().find(what) != std::string::npos;
  };
  const Json fast = on_hill(3, "");
  CHECK(fast["verdict"] == "stable");
  const Json bent = on_hill(3, " + x^3");
  CHECK(bent["verdict"] == "undecided");
  CHECK(says(bent, "if they are zero, terms of higher order decide"));
  CHECK(on_hill(1, "")["verdict"] == "unstable");
  // Beside a constraint no quadratic functions are searched.
  const Json held = Json::parse(R"json({ "porthos": 1,
    "positions": { "x": 0, "y": 0, "q": 0 }, "velocities": { "v": 0, "u": 0, "r": 0 },
    "kinematics": { "x": "v", "y": "u", "q": "r" }, "kinetic_energy": "(v^2 + u^2 + r^2)/2",
    "potential_energy": "-(x^2 + 2*y^2)/2", "gyroscopic": [[0, -3, 0], [3, 0, 0], [0, 0, 0]],
    "velocity_constraints": { "c": "r" } })json");
  const Json by_frequencies = linear(held, {{"at", "start"}})["stability"];
  CHECK(by_frequencies["verdict"] == "stable");
  CHECK(says(by_frequencies, "the equations are linear and keep the energy"));
  // Equal frequencies: z grows like t.
  const double double_root = 1 + std::sqrt(2.0);
  CHECK(on_hill(double_root, "")["verdict"] != "stable");
  CHECK(says(on_hill(double_root, ""), "no terms of higher order"));
}

TEST_CASE("a verdict leaves events out and says so", "[linearize][verdict]") {
  Json model = mass_with("x^2/2");
  model["dissipation"] = {{"v", "0.01*v"}};
  const auto says = [&] {
    const std::string because = linear(model, {{"at", "start"}})["stability"]["because"];
    return because.find("between events") != std::string::npos;
  };
  CHECK_FALSE(says());
  model["events"] = {
      {"kick", {{"when", "x"}, {"direction", "rising"}, {"do", {{"reset", {{"v", "2*v"}}}}}}}};
  CHECK(says());
}

TEST_CASE("a body that spins without positions is in steady motion", "[linearize][steady]") {
  Json body = {{"porthos", 1},
               {"velocities", {{"p", 0}, {"q", 0}, {"r", 2}}},
               {"mass", {{1, 0, 0}, {0, 2, 0}, {0, 0, 3}}},
               {"velocity_group", {{{"group", "SO(3)"}, {"velocities", {"p", "q", "r"}}}}}};
  const Json answer = linear(body, {{"at", "start"}});
  CHECK(answer["at"]["motion"] == "steady");
  CHECK(answer["stability"]["verdict"] == "stable");
  body["velocities"]["r"] = 0;
  CHECK(linear(body, {{"at", "start"}})["at"]["motion"] == "rest");
}

TEST_CASE("a position in a formula that is flat near the start is not free",
          "[linearize][verdict]") {
  // A smooth step: the mass turns there.
  Json model = mass_with("(1 + tanh(40*(x - 2)))/2");
  CHECK(verdict(model) == "undecided");
  model["velocities"]["v"] = 0.5;
  CHECK(verdict(model) == "undecided");
  model["potential_energy"] = "0";
  CHECK(verdict(model) == "stable");
}

TEST_CASE("a body on redundant joints is linearized at its equilibrium", "[linearize]") {
  // 0.35 phi'' = -9.81 phi/2
  const Json model = Json::parse(R"json({ "porthos": 1, "components": {
    "d": { "use": "porthos:rigid-body", "start": { "r": [0, 0, -0.5] },
           "parameters": { "m": 1, "I": [[0.1, 0, 0], [0, 0.1, 0], [0, 0, 0.1]] } },
    "h": { "use": "porthos:revolute", "between": { "a": "ground", "b": "d" },
           "parameters": { "at_b": [0, 0, 0.5], "axis": [0, 1, 0] } },
    "k": { "use": "porthos:planar", "between": { "a": "ground", "b": "d" },
           "parameters": { "axis": [0, 1, 0] } } } })json");
  const Json answer = linear(model, {{"at", "start"}});
  CHECK(distance(eigenvalues(answer), pair(std::sqrt(9.81 / 2 / 0.35))) < 1e-9);
  CHECK(answer["stability"]["verdict"] == "stable");
}

TEST_CASE("where two equilibria meet, nothing is stable", "[linearize][verdict][equilibrium]") {
  // The search ends beside the double root, where the slope may have either sign: a pendulum under
  // the largest torque that it bears, a cubic in expanded form, and electrostatic pull-in.
  for (const auto& [potential, start] :
       {std::pair{"-cos(x) - x", 1.2}, {"x^3/3 - x^2 + x", 1.3}, {"x^2/2 - (8/27)/2/(1 - x)", 0.3}})
    for (const bool is_damped : {false, true}) {
      CAPTURE(potential, is_damped);
      Json model = mass_with(potential);
      model["positions"]["x"] = start;
      if (is_damped) model["dissipation"]["damper"] = {{"flow", "v"}, {"effort", "0.1*v"}};
      const Json answer = attempt_linear(model, {{"at", "equilibrium"}});
      if (answer.contains("stability") && answer["stability"].is_object()) {
        const std::string found = answer["stability"]["verdict"];
        CHECK((found == "undecided" || found == "unstable"));
      }
    }
  // A soft spring alone, and a torque that is a little smaller.
  CHECK(verdict(mass_with("1e-7*x^2"), "equilibrium") == "stable");
  CHECK(verdict(mass_with("-cos(x) - 0.999*x"), "equilibrium") == "stable");
}

TEST_CASE("a light body falls beside a heavy one that is held", "[linearize][verdict]") {
  for (const double heavy : {1.0, 1e3, 1e6}) {
    CAPTURE(heavy);
    const Json model = {{"porthos", 1},
                        {"parameters", {{"m", 1e-6}, {"M", heavy}}},
                        {"positions", {{"x", 0}, {"y", 0}}},
                        {"velocities", {{"u", 0}, {"v", 0}}},
                        {"kinematics", {{"x", "u"}, {"y", "v"}}},
                        {"kinetic_energy", "m/2*u^2 + M/2*v^2"},
                        {"potential_energy", "9.81*(m*x + M*y)"},
                        {"dissipation", {{"drag", {{"flow", "u"}, {"effort", "1e-6*u"}}}}},
                        {"position_constraints", {{"c", "y"}}}};
    CHECK(linear(model)["at"]["motion"] == "moving");
  }
}

TEST_CASE("time in a bound of friction is named", "[linearize][verdict][set-valued]") {
  for (const char* bound : {"max(1 - t, 0)", "1"}) {
    CAPTURE(bound);
    Json model = mass_with("x^2/2");
    model["positions"]["x"] = 0.1;
    model["dissipation"]["f"] = {{"flow", "v"}, {"dry", bound}};
    const std::string because = linear(model)["stability"]["because"];
    CHECK((because.find("time is held") != std::string::npos) == (bound[0] == 'm'));
  }
}

}  // namespace false_verdicts_test
