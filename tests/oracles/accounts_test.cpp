/// Energy that enters other than by ports, each with its own ledger entry: time in constraints and
/// energies, force laws, heat.
#include <catch_amalgamated.hpp>
#include <cmath>

#include "integrate/methods.hpp"
#include "support/run.hpp"

namespace accounts_test {
using namespace porthos::test;

namespace {

constexpr double g = 9.81;

/// A pendulum whose pivot is led along x = A sin(w t).
Json led_pendulum() {
  return Json::parse(R"json({
    "porthos": 1,
    "parameters": {"m": 0.7, "l": 0.4, "g": 9.81, "A": 0.1, "w": 7},
    "positions": {"x": "l*sin(0.7)", "y": "-l*cos(0.7)"},
    "velocities": {"v_x": 0, "v_y": 0},
    "kinematics": {"x": "v_x", "y": "v_y"},
    "kinetic_energy": "m/2*(v_x^2 + v_y^2)",
    "potential_energy": "m*g*y",
    "position_constraints": {"rod": "((x - A*sin(w*t))^2 + y^2 - l^2)/2"},
    "outputs": {"power": "-multiplier(rod)*(x - A*sin(w*t))*A*w*cos(w*t)"}
  })json");
}

/// The same in its angle, by Lagrange.
Json led_angle() {
  return Json::parse(R"json({
    "porthos": 1,
    "parameters": {"m": 0.7, "l": 0.4, "g": 9.81, "A": 0.1, "w": 7},
    "positions": {"a": 0.7},
    "velocities": {"r": "-A*w*cos(0.7)/l"},
    "kinematics": {"a": "r"},
    "lagrangian": "m/2*((A*w*cos(w*t) + l*cos(a)*r)^2 + (l*sin(a)*r)^2) + m*g*l*cos(a)",
    "outputs": {"x": "A*sin(w*t) + l*sin(a)"}
  })json");
}

double openness(const Run& run) {
  return run.largest("energy.balance_error") /
         std::max(run.largest("energy.kinetic"), run.largest("energy.potential"));
}

}  // namespace

TEST_CASE("a pendulum with a led pivot moves as Lagrange says, with the work of its path",
          "[oracle]") {
  const Options fine{.until = 3, .step = 0.0025, .method = "gauss(4)"};
  const Run led = simulate(led_pendulum(), fine), angle = simulate(led_angle(), fine);
  CHECK(difference(led, angle, "x") < 1e-10);
  CHECK(openness(led) < 1e-12);
  CHECK(openness(angle) < 1e-12);
  CHECK(led.largest("gap.position") < 1e-14);
  CHECK(difference(led, led, "rod.power", "power") < 1e-11);
  // The ledger entry is the integral of the power, by Simpson's rule: 2e-9 at this step.
  double sum = 0;
  for (size_t row = 2; row < led.rows(); row += 2) {
    sum += 0.0025 / 3 *
           (led.at("power", row - 2) + 4 * led.at("power", row - 1) + led.at("power", row));
    CHECK(std::abs(led.at("energy.supplied.rod", row) - sum) < 1e-7);
  }
}

TEST_CASE("every method leads a constraint in its order", "[oracle]") {
  const Run reference = simulate(led_angle(), {.until = 1, .step = 0.002, .method = "gauss(4)"});
  for (const porthos::integrate::Method* method : porthos::integrate::methods()) {
    CAPTURE(std::string(method->name));
    const auto error = [&](double step, Run* to = nullptr) {
      const Run run = simulate(
          led_pendulum(),
          {.until = 1, .step = step, .method = std::string(method->name), .tolerance = 1e-10});
      if (to) *to = run;
      return std::abs(run.last("x") - reference.last("x"));
    };
    Run run;
    const double fine = error(0.005, &run);
    if (method->traits.closes_ledger) CHECK(openness(run) < 1e-12);
    if (method->traits.is_adaptive) {
      CHECK(fine < 1e-7);
      continue;
    }
    const double coarse = error(0.01);
    CAPTURE(coarse, fine);
    if (fine > 1e-12) CHECK(std::log2(coarse / fine) > method->traits.order - 0.5);
    CHECK(fine < 0.1);
  }
}

TEST_CASE("corners of a path are impacts that the path pays for", "[oracle]") {
  // A mass that is lifted to 1.0037 m at 1 m/s and stopped there, with another one on a spring.
  const Json model = Json::parse(R"json({
    "porthos": 1,
    "positions": {"x": 0, "y": 0},
    "velocities": {"v": 1, "u": 0},
    "kinematics": {"x": "v", "y": "u"},
    "kinetic_energy": "0.7/2*v^2 + 0.5/2*u^2",
    "potential_energy": "0.7*9.81*x + 15*(x - y)^2",
    "position_constraints": {"lift": "x - min(t, 1.0037)"}
  })json");
  const double k = std::sqrt(30 / 0.5), T = 1.0037;
  for (const char* method : {"gauss(3)", "dop853", "radau(3)", "discrete-gradient"}) {
    CAPTURE(method);
    const Run run =
        simulate(model, {.until = 2, .step = 0.005, .method = method, .tolerance = 1e-11});
    const double tolerance = std::string(method) == "discrete-gradient" ? 1e-2 : 1e-7;
    for (size_t row = 0; row < run.rows(); row += 10) {
      const double t = run.at("t", row), s = std::min(t, T);
      CHECK(std::abs(run.at("x", row) - s) < 1e-12);
      // y = s - sin(k s)/k, and after T freely about the equilibrium of x
      const double rest = -std::sin(k * T) / k, speed = 1 - std::cos(k * T);
      const double y = t <= T
                           ? t - std::sin(k * t) / k
                           : T + rest * std::cos(k * (t - T)) + speed / k * std::sin(k * (t - T));
      CHECK(std::abs(run.at("y", row) - y) < tolerance);
    }
    const double stored = run.last("energy.stored") - run.first("energy.stored");
    CHECK(std::abs(run.last("energy.supplied.lift") - stored) < 1e-10);
  }
}

TEST_CASE("a path that leaves nothing free does the whole work", "[oracle]") {
  const Json model = Json::parse(R"json({
    "porthos": 1,
    "positions": {"x": 0},
    "velocities": {"v": 0},
    "kinematics": {"x": "v"},
    "kinetic_energy": "0.7/2*v^2",
    "potential_energy": "0.7*9.81*x + 3*x^4",
    "position_constraints": {"lift": {"formula": "x - sin(3*t)", "unit": "m"}}
  })json");
  const Run run = simulate(model, {.until = 2, .step = 0.01});
  for (size_t row = 0; row < run.rows(); row += 10) {
    const double x = std::sin(3 * run.at("t", row)), v = 3 * std::cos(3 * run.at("t", row));
    const double force = -0.7 * 9 * x + 0.7 * g + 12 * x * x * x;
    CHECK(std::abs(run.at("multiplier.lift", row) + force) < 1e-10);
    CHECK(std::abs(run.at("lift.power", row) - force * v) < 1e-9);
  }
  CHECK(openness(run) < 1e-12);
}

TEST_CASE("an energy that changes with time is supplied by it", "[oracle]") {
  // x'' = -x + cos(2t)/2 from V = x^2/2 - x cos(2t)/2: x = (cos t - cos 2t)/6 + ...
  const Json model = Json::parse(R"json({
    "porthos": 1,
    "positions": {"x": 0},
    "velocities": {"v": 0},
    "kinematics": {"x": "v"},
    "kinetic_energy": "v^2/2",
    "potential_energy": {"spring": "x^2/2", "field": "-x*cos(2*t)/2"}
  })json");
  const Run run = simulate(model, {.until = 5, .step = 0.01, .method = "gauss(3)"});
  for (size_t row = 0; row < run.rows(); row += 10) {
    const double t = run.at("t", row), x = (std::cos(t) - std::cos(2 * t)) / 6;
    CHECK(std::abs(run.at("x", row) - x) < 1e-10);
    CHECK(std::abs(run.at("field.power", row) - x * std::sin(2 * t)) < 1e-10);
  }
  CHECK(openness(run) < 1e-12);
  CHECK_FALSE(run.has("clock(field)"));
}

TEST_CASE("force laws are what they say, with entries of their own", "[oracle]") {
  // A block in a corner of its floor: Coulomb friction of its own normal force, and a control law.
  const Json model = Json::parse(R"json({
    "porthos": 1,
    "positions": {"x": 0, "y": 0},
    "velocities": {"v": 3, "u": 0},
    "kinematics": {"x": "v", "y": "u"},
    "kinetic_energy": "0.7/2*(v^2 + u^2)",
    "potential_energy": "0.7*9.81*y",
    "position_constraints": {"table": "y"},
    "forces": {
      "friction": {"flow": "v", "effort": "0.2*multiplier(table)"},
      "control": {"flow": "v", "effort": "-20*x - 2*momentum(v)/0.7"}
    }
  })json");
  // 0.7 x'' + 2 x' + 20 x = -0.2*0.7*9.81
  const double d = 1 / 0.7, k = std::sqrt(20 / 0.7 - d * d), x0 = -0.2 * 0.7 * g / 20;
  for (const porthos::integrate::Method* method : porthos::integrate::methods()) {
    CAPTURE(std::string(method->name));
    const Run run = simulate(
        model,
        {.until = 2, .step = 0.002, .method = std::string(method->name), .tolerance = 1e-10});
    const double tolerance = method->traits.order < 2   ? 3e-2
                             : method->traits.order < 4 ? 1e-4
                                                        : 1e-8;
    double control = 0, friction = 0;
    for (size_t row = 0; row < run.rows(); ++row) {
      const double t = run.at("t", row);
      const double x =
          x0 + std::exp(-d * t) * (-x0 * std::cos(k * t) + (3 - x0 * d) / k * std::sin(k * t));
      CHECK(std::abs(run.at("x", row) - x) < tolerance);
      if (method->traits.closes_ledger)
        CHECK(std::abs(run.at("energy.balance_error", row)) < 1e-12 * 4);
      if (row % 2 == 1 || row == 0) continue;
      const auto power = [&](size_t at, bool is_control) {
        const double v = run.at("v", at);
        return v * (is_control ? -20 * run.at("x", at) - 2 * v : -0.2 * 0.7 * g);
      };
      for (const bool is_control : {false, true})
        (is_control ? control : friction) +=
            0.002 / 3 *
            (power(row - 2, is_control) + 4 * power(row - 1, is_control) + power(row, is_control));
    }
    if (method->traits.order < 4) continue;
    CHECK(std::abs(run.last("energy.forces.control") - control) < 1e-6);
    CHECK(std::abs(run.last("energy.forces.friction") - friction) < 1e-6);
    CHECK(std::abs(run.last("energy.forces") - control - friction) < 1e-6);
    CHECK(run.last("energy.dissipated") == 0);
  }
}

TEST_CASE("friction warms what is at a thermal port", "[oracle]") {
  const Json model = Json::parse(R"json({
    "porthos": 1,
    "components": {
      "osc": {"model": {
        "porthos": 1,
        "parameters": {"k": 4, "d": 0.3},
        "positions": {"q": 1},
        "velocities": {"v": 0, "theta": 300},
        "kinematics": {"q": "v"},
        "mass": [[1, 0], [0, 0]],
        "potential_energy": "k/2*q^2",
        "ports": {"heat": {"flow": "theta", "flow_unit": "K", "effort_unit": "W/K"}},
        "dissipation": {"mf": {"flow": "v", "effort": "d*v", "heats": "heat"}}
      }},
      "body": {"model": {
        "porthos": 1,
        "parameters": {"c": 2},
        "positions": {"s": "c*log(300)"},
        "potential_energy": "c*exp(s/c)",
        "ports": {"s": {"flow": "effort(s)", "flow_unit": "K", "effort_unit": "W/K"}}
      }}
    },
    "connections": {"warm": ["osc.heat", "body.s"]}
  })json");
  const Run run = simulate(model, {.until = 5, .step = 0.01, .method = "gauss(3)"});
  // Theory S-13: the motion of the oscillator does not depend on where the heat goes.
  CHECK(std::abs(run.last("osc.q") + 0.421909450392) < 1e-9);
  CHECK(openness(run) < 1e-12);
  for (size_t row = 1; row < run.rows(); ++row) {
    const double v = run.at("osc.v", row);
    CHECK(run.at("body.s", row) >= run.at("body.s", row - 1));
    CHECK(std::abs(run.at("heat.osc.mf", row) - 0.3 * v * v) < 1e-12);
    CHECK(std::abs(run.at("entropy_production.osc.mf", row) -
                   0.3 * v * v / run.at("osc.theta", row)) < 1e-14);
  }
}

TEST_CASE("heat that is given away against its sign is a problem", "[problems]") {
  Json model = Json::parse(R"json({
    "porthos": 1,
    "positions": {"a": "2*log(400)", "b": "3*log(300)"},
    "potential_energy": {"A": "2*exp(a/2)", "B": "3*exp(b/3)"},
    "dissipation": {"conduction": {
      "flow": "effort(a) - effort(b)",
      "effort": "-0.5*(effort(a) - effort(b))/effort(a)",
      "heats": "b"
    }}
  })json");
  const auto first = [](const Json& of) { return problems_of(of)[0]["code"].get<std::string>(); };
  CHECK(first(model) == "PH123");
  model["dissipation"]["conduction"]["heats"] = "c";
  CHECK(first(model) == "PH111");
  model["dissipation"]["conduction"]["heats"] = "effort(b)";
  model["dissipation"]["conduction"]["effort"] = "0.5*(effort(a) - effort(b))/effort(a)";
  CHECK(problems_of(model).empty());
}

TEST_CASE("forces and paths that cannot be are problems", "[problems]") {
  const auto codes = [](const Json& model) {
    std::vector<std::string> found;
    for (const Json& problem : problems_of(model)) found.push_back(problem["code"]);
    return found;
  };
  const std::vector<std::string> unknown{"PH111"}, nonlinear{"PH112"}, timely{"PH114"};
  Json model = led_pendulum();
  model["forces"] = Json::parse(R"json({"z": "1"})json");
  CHECK(codes(model) == unknown);
  model["forces"] = Json::parse(R"json({"pull": {"flow": "v_x^2", "effort": "1"}})json");
  CHECK(codes(model) == nonlinear);
  model["forces"] =
      Json::parse(R"json({"pull": {"flow": "v_x", "effort": "multiplier(none)"}})json");
  CHECK(codes(model) == std::vector<std::string>{"PH110"});
  model = led_pendulum();
  model["position_constraints"]["path"] = "sin(t)";
  CHECK(codes(model) == timely);
  model = led_pendulum();
  model["ports"] = Json::parse(R"json({"rod": {"flow": "v_x"}})json");
  CHECK(codes(model) == std::vector<std::string>{"PH106"});
  model = led_pendulum();
  model["inputs"] = Json::parse(R"json({"rod": "2"})json");
  CHECK(codes(model) == std::vector<std::string>{"PH131"});
}

}  // namespace accounts_test
