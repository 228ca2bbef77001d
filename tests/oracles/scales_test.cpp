/// Independent parts do not disturb each other, whatever the masses and units.
#include <catch_amalgamated.hpp>
#include <cmath>
#include <string>

#include "integrate/methods.hpp"
#include "support/run.hpp"

namespace porthos::scales_test {
namespace {

using test::Json;
using test::Run;

/// A rod of this length and mass that swings from the ground, with its joint.
void add_pendulum(Json& model, const std::string& name, double length, double mass) {
  model["components"][name] = {{"use", "porthos:planar-rod"},
                               {"parameters", {{"length", length}, {"m", mass}}},
                               {"start", {{"r", {length / 2, 0}}}}};
  model["components"]["of_" + name] = {{"use", "porthos:pin"},
                                       {"between", {{"a", "ground"}, {"b", name + ".tail"}}},
                                       {"start", {{"angle", -0.5}, {"rate", 0.6}}}};
}

Json empty() {
  return {{"porthos", 1}, {"components", Json::object()}, {"environment", Json::object()}};
}

}  // namespace

TEST_CASE("a light body beside a heavy one moves as it does alone", "[oracle][scales]") {
  Json light = empty(), both = empty();
  light.erase("environment");
  both.erase("environment");
  add_pendulum(light, "light", 0.05, 1e-4);
  add_pendulum(both, "light", 0.05, 1e-4);
  add_pendulum(both, "heavy", 5, 1e4);
  for (const char* method : {"gauss(2)", "gauss(3)", "radau(3)", "dop853"}) {
    CAPTURE(method);
    const test::Options options{.until = 0.5, .step = 0.002, .method = method, .tolerance = 1e-10};
    const Run alone = test::simulate(light, options), beside = test::simulate(both, options);
    CHECK(std::abs(beside.first("light.phi") + 0.5) < 1e-12);
    CHECK(std::abs(beside.first("light.omega") - 0.6) < 1e-12);
    // The energy that the heavy one's step errs by is returned by both, and adaptive methods take
    // other steps for it.
    CHECK(test::difference(alone, beside, "light.phi") < 1e-7);
    CHECK(beside.largest("gap.position") < 1e-14);
  }
}

TEST_CASE("a row in other units than the rest is held as well", "[oracle][scales]") {
  Json model = Json::parse(R"json({ "porthos": 1,
    "positions": { "x": 0.6, "y": -0.9, "p": 0.1, "q": 0.1 },
    "velocities": { "u": 1, "v": 0.5, "pp": 0, "qq": 0 },
    "kinematics": { "x": "u", "y": "v", "p": "pp", "q": "qq" },
    "kinetic_energy": "(u^2+v^2+pp^2+qq^2)/2", "potential_energy": "9.81*y",
    "position_constraints": { "rod": "x^2+y^2-1", "glue": "p-q" },
    "simulation": { "until": 1, "step": 0.01, "method": "gauss(3)" } })json");
  const Run plain = test::simulate(model);
  for (const char* glue : {"1e5*(p-q)", "1e-5*(p-q)"}) {
    CAPTURE(glue);
    model["position_constraints"]["glue"] = glue;
    const Run other = test::simulate(model);
    for (const char* state : {"x", "y", "u", "v"})
      CHECK(test::difference(plain, other, state) < 1e-11);
  }
}

TEST_CASE("a mechanism of micrometres moves as one of metres", "[oracle][scales]") {
  // Lengths times L, masses times L^3, times unchanged: all rates of angles are the same.
  const auto swing = [](double length) {
    Json model = empty();
    model["environment"]["gravity"] = {0, -9.81 * length};
    add_pendulum(model, "rod", length, length * length * length);
    model["components"]["rod"]["start"]["phi"] = {{"value", -0.5}, {"fixed", true}};
    model["components"]["of_rod"].erase("start");
    return test::simulate(model, {.until = 2, .step = 0.01, .method = "gauss(3)"});
  };
  const Run metre = swing(1);
  for (const double length : {1e-3, 1e-6, 1e3}) {
    CAPTURE(length);
    CHECK(test::difference(metre, swing(length), "rod.phi") < 1e-10);
  }
}

TEST_CASE("flows that contradict each other end a run", "[oracle][scales]") {
  const Json model = Json::parse(R"json({ "porthos": 1, "velocities": { "v": 0 },
    "kinetic_energy": "v^2/2", "ports": { "a": { "flow": "v" }, "b": { "flow": "v" } },
    "inputs": { "a": { "flow": "sin(3*t)" }, "b": { "flow": "3*t" } },
    "simulation": { "until": 1, "step": 0.05 } })json");
  // The other methods cannot solve their stages.
  for (const char* method : {"dop853", "discrete-gradient", "rk4-baumgarte", "symplectic-euler"}) {
    CAPTURE(method);
    CHECK(test::attempt(model, {.method = method}).outcome == "constraint-lost");
  }
  for (const integrate::Method* method : integrate::methods()) {
    CAPTURE(method->name);
    CHECK(test::attempt(model, {.method = std::string(method->name)}).outcome != "finished");
  }
}

TEST_CASE("flows of one velocity that agree are one", "[oracle][scales]") {
  const Json model = Json::parse(R"json({ "porthos": 1, "velocities": { "v": 0 },
    "kinetic_energy": "v^2/2", "ports": { "a": { "flow": "v" }, "b": { "flow": "2*v" } },
    "inputs": { "a": { "flow": "sin(3*t)" }, "b": { "flow": "2*sin(3*t)" } },
    "simulation": { "until": 1, "step": 0.05 } })json");
  for (const integrate::Method* method : integrate::methods()) {
    CAPTURE(method->name);
    const double v = test::simulate(model, {.method = std::string(method->name)}).last("v");
    // Methods without P2 hold rates instead of rows, or rows in the middle of the step.
    CHECK(std::abs(v - std::sin(3)) < (method->name == "symplectic-euler" ? 0.2 : 0.01));
  }
}

TEST_CASE("circuits in which no current flows rest, with every method", "[oracle][scales]") {
  const Json charged = Json::parse(R"json({ "porthos": 1, "components": {
    "p": { "use": "porthos:node" },
    "source": { "use": "porthos:voltage-source", "between": { "a": "p", "b": "ground" } },
    "C": { "use": "porthos:capacitor", "between": { "a": "p", "b": "ground" }, "parameters": { "C": 1 } },
    "D": { "use": "porthos:capacitor", "between": { "a": "p", "b": "ground" }, "parameters": { "C": 1 } } },
    "simulation": { "until": 1, "step": 0.1 } })json");
  const Json held = Json::parse(R"json({ "porthos": 1, "positions": { "q": 0 },
    "kinematics": { "q": "0" }, "potential_energy": "q^2/2", "ports": { "p": { "flow": "effort(q)" } },
    "inputs": { "p": { "flow": "3" } }, "simulation": { "until": 1, "step": 0.1 } })json");
  for (const char* method : {"gauss(1)", "gauss(2)", "gauss(3)", "gauss(4)", "adaptive-gauss(2)",
                             "adaptive-gauss(3)", "dop853"}) {
    CAPTURE(method);
    CHECK(std::abs(test::simulate(charged, {.method = method}).last("C.q") - 1) < 1e-14);
    CHECK(std::abs(test::simulate(held, {.method = method}).last("q") - 3) < 1e-14);
  }
}

}  // namespace porthos::scales_test
