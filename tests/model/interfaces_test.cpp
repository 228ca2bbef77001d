/// Interfaces declared in a text: offers of them, elements between them, and offers that serve as
/// another interface.
#include <catch_amalgamated.hpp>
#include <cmath>

#include "support/run.hpp"

namespace interfaces_test {
using namespace porthos::test;

namespace {

/// Two tanks whose feet a pipe joins; pressures are efforts of the volumes.
Json tanks() {
  Json model = Json::parse(R"json({ "porthos": 1,
    "interfaces": { "line": { "quantities": { "p": { "unit": "Pa", "free": true } } } },
    "components": {
      "high": { "model": { "porthos": 1,
        "parameters": { "A": { "value": 0.5, "unit": "m^2" }, "c": { "value": 9810, "unit": "N/m^3" } },
        "positions": { "V": { "start": 1, "fixed": true, "unit": "m^3" } },
        "kinematics": { "V": 0 }, "potential_energy": { "gravity": "c*V^2/(2*A)" },
        "offers": { "foot": { "interface": "line", "p": "effort(V)" } } } },
      "pipe": { "between": { "a": "high", "b": "low" }, "model": { "porthos": 1,
        "between": { "a": "line", "b": "line" },
        "parameters": { "R": { "value": 20000, "unit": "Pa s/m^3" } },
        "dissipation": { "friction": { "flow": "a.p - b.p", "effort": "(a.p - b.p)/R" } } } } } })json");
  model["components"]["low"] = model["components"]["high"];
  model["components"]["low"]["parameters"]["A"] = 1;
  model["components"]["low"]["start"]["V"] = {{"value", 0}, {"fixed", true}};
  return model;
}

/// Two drums with a belt of some stiffness and damping between them.
Json drums() {
  return Json::parse(R"json({ "porthos": 1,
    "interfaces": { "belt": { "quantities": { "s": "m", "u": { "unit": "m/s", "rate_of": "s" } } } },
    "components": {
      "a": { "model": { "porthos": 1,
        "parameters": { "J": { "value": 2, "unit": "kg m^2" }, "radius": { "value": 0.5, "unit": "m" } },
        "positions": { "phi": { "start": 1, "fixed": true, "unit": "rad" } },
        "velocities": { "omega": { "unit": "rad/s" } },
        "kinematics": { "phi": "omega" }, "kinetic_energy": "J/2*omega^2",
        "offers": { "rim": { "interface": "belt", "s": "radius*phi" } } } },
      "b": { "model": { "porthos": 1,
        "parameters": { "m": { "value": 3, "unit": "kg" } },
        "positions": { "x": { "unit": "m" } }, "velocities": { "v": { "unit": "m/s" } },
        "kinematics": { "x": "v" }, "kinetic_energy": "m/2*v^2",
        "offers": { "end": { "interface": "belt", "s": "x", "u": "v" } } } },
      "strap": { "between": { "a": "a.rim", "b": "b.end" }, "model": { "porthos": 1,
        "between": { "a": "belt", "b": "belt" },
        "parameters": { "k": { "value": 50, "unit": "N/m" }, "d": { "value": 0.4, "unit": "N s/m" } },
        "potential_energy": { "stretch": "k/2*(b.s - a.s)^2" },
        "dissipation": { "loss": { "flow": "b.u - a.u", "effort": "d*(b.u - a.u)" } } } } } })json");
}

Json problem_of(const Json& model) {
  const Json problems = problems_of(model);
  CAPTURE(problems.dump(1));
  REQUIRE(problems.size() == 1);
  return problems[0];
}

void check(Json model, const char* pointer, const Json& value, const char* code, const char* where,
           const char* found) {
  place_in(model, pointer) = value;
  CAPTURE(pointer);
  const Json problem = problem_of(model);
  CHECK(problem["code"] == code);
  CHECK(problem["where"] == where);
  CHECK(problem["found"] == found);
}

}  // namespace

TEST_CASE("tanks level out through a line of their own, as the closed form says",
          "[model][interfaces]") {
  REQUIRE(problems_of(tanks()).empty());
  const Run run = simulate(tanks(), {.until = 2, .step = 0.01, .method = "gauss(3)"});
  // p_high - p_low = (c/A_high) V_0 exp(-c (1/A_high + 1/A_low) t/R); nothing is lost on the way.
  const double rate = 9810 * (1 / 0.5 + 1 / 1.0) / 20000;
  const double level = 1.0 / 3;  // of both in the end: 1 m^3 on 1.5 m^2, here as V_high
  for (size_t row = 0; row < run.rows(); ++row) {
    const double high = level + (1 - level) * std::exp(-rate * run.at("t", row));
    CHECK(std::abs(run.at("high.V", row) - high) < 1e-11);  // order 6 with h times rate = 0.015
    CHECK(std::abs(run.at("high.V", row) + run.at("low.V", row) - 1) < 1e-14);
  }
  CHECK(run.largest("energy.balance_error") < 1e-11 * 9810);
}

TEST_CASE("what a rate takes from another component's effort moves that in return",
          "[model][interfaces]") {
  // An inertance between a tank and the ground: V' = -effort(g), g' = effort(V).
  const Json pipe = Json::parse(R"json({ "porthos": 1,
    "interfaces": { "line": { "quantities": { "p": { "free": true } } } },
    "components": {
      "tank": { "model": { "porthos": 1, "positions": { "V": 1 }, "kinematics": { "V": 0 },
        "potential_energy": "V^2/2", "offers": { "foot": { "interface": "line", "p": "effort(V)" } } } },
      "pipe": { "between": { "a": "tank" }, "model": { "porthos": 1, "between": { "a": "line" },
        "positions": { "g": 0 }, "kinematics": { "g": "a.p" }, "potential_energy": "g^2/2" } } } })json");
  Json outer = pipe;
  outer["components"].erase("pipe");
  outer["positions"] = {{"g", 0}};
  outer["kinematics"] = {{"g", "effort(tank.V)"}};
  outer["potential_energy"] = "g^2/2";
  for (const Json& model : {pipe, outer})
    for (const char* method : {"gauss(3)", "dop853", "radau(3)", "rk4-baumgarte"}) {
      CAPTURE(method);
      const Run run = simulate(model, {.until = 1, .step = 0.01, .method = method});
      CHECK(std::abs(run.last("tank.V") - std::cos(1.0)) < 1e-8);
    }
  // A motor turns a rotor in momenta as it turns one in velocities.
  const Json velocities = Json::parse(R"json({ "porthos": 1, "components": {
      "p": { "use": "porthos:node" },
      "battery": { "use": "porthos:voltage-source", "between": { "a": "p", "b": "ground" },
        "parameters": { "U": 12 } },
      "rotor": { "use": "porthos:rotor", "parameters": { "I": 0.02 } },
      "motor": { "use": "porthos:dc-motor", "between": { "a": "p", "b": "ground", "shaft": "rotor" },
        "parameters": { "k": 0.2, "R": 2, "L": 0.05 } } } })json");
  Json momenta = velocities;
  momenta["components"]["rotor"] = Json::parse(R"json({ "model": { "porthos": 1,
    "positions": { "phi": { "unit": "rad" }, "p": { "unit": "N m s" } },
    "kinematics": { "phi": "effort(p)", "p": "-effort(phi)" }, "potential_energy": "p^2/(2*0.02)",
    "offers": { "shaft": { "interface": "shaft", "phi": "phi" } } } })json");
  const Options options{.until = 2, .step = 0.01, .method = "gauss(3)"};
  const Run one = simulate(velocities, options), other = simulate(momenta, options);
  CHECK(one.last("rotor.phi") > 60);
  CHECK(difference(one, other, "rotor.phi") < 1e-9);
  CHECK(difference(one, other, "motor.psi") < 1e-10);
}

TEST_CASE("the ground is one side of an interface of its own", "[model][interfaces]") {
  Json model = tanks();
  model["components"].erase("low");
  model["components"]["pipe"]["between"]["b"] = "ground";  // with pressure 0
  const Run run = simulate(model, {.until = 2, .step = 0.01, .method = "gauss(3)"});
  CHECK(std::abs(run.last("high.V") - std::exp(-9810 / 0.5 / 20000 * 2)) < 1e-11);
  model["interfaces"]["line"]["ground"] = false;
  const Json problem = problem_of(model);
  CHECK(problem["code"] == "PH137");
  CHECK(problem["where"] == "/components/pipe/between/b");
  CHECK(problem["found"] == "\"ground\", which offers no line");
}

TEST_CASE("the rate of a declared interface is derived, or has to be it", "[model][interfaces]") {
  REQUIRE(problems_of(drums()).empty());
  const Json flat = Json::parse(R"json({ "porthos": 1,
    "positions": { "phi": { "start": 1, "fixed": true }, "x": 0 },
    "velocities": { "omega": 0, "v": 0 }, "kinematics": { "phi": "omega", "x": "v" },
    "kinetic_energy": "omega^2 + 3/2*v^2", "potential_energy": "25*(x - phi/2)^2",
    "dissipation": { "loss": { "flow": "v - omega/2", "effort": "0.4*(v - omega/2)" } } })json");
  const Options options{.until = 3, .step = 0.01};
  const Run run = simulate(drums(), options), other = simulate(flat, options);
  CHECK(difference(run, other, "a.phi", "phi") < 1e-13);
  CHECK(difference(run, other, "b.v", "v") < 1e-13);
  check(drums(), "/components/b/model/offers/end/u", "2*v", "PH134",
        "/components/b/model/offers/end/u", "\"u\", which is not the rate of \"s\"");
  check(drums(), "/components/b/model/offers/end/s", "v", "PH114",
        "/components/b/model/offers/end/s", "a formula that depends on v");
}

TEST_CASE("what has all quantities of an interface serves as it", "[model][interfaces]") {
  const Json model = Json::parse(R"json({ "porthos": 1,
    "interfaces": {
      "flange": { "quantities": { "r": { "size": 2, "unit": "m" }, "v": { "rate_of": "r", "unit": "m/s" },
                                  "T": { "free": true, "unit": "K" } } },
      "angle": { "quantities": { "phi": "rad", "omega": { "rate_of": "phi", "unit": "rad/s" } } } },
    "components": {
      "ball": { "model": { "porthos": 1,
        "positions": { "x": { "start": [1, 0], "unit": "m" } }, "velocities": { "v": { "size": 2, "unit": "m/s" } },
        "kinematics": { "x": "v" }, "parameters": { "m": { "value": 2, "unit": "kg" } }, "kinetic_energy": "m/2*dot(v, v)",
        "offers": { "hook": { "interface": "flange", "r": "x", "T": "300" } } } },
      "spring": { "use": "porthos:spring", "between": { "a": "ground", "b": "ball.hook" } },
      "wheel": { "use": "porthos:rotor" },
      "brake": { "between": { "a": "wheel" }, "model": { "porthos": 1, "between": { "a": "angle" },
        "parameters": { "c": { "value": 1, "unit": "N m s" } },
        "dissipation": { "loss": { "flow": "a.omega", "effort": "c*a.omega" } } } } } })json");
  const Json problems = problems_of(model);
  CAPTURE(problems.dump(1));
  CHECK(problems.empty());
  CHECK(attempt(model, {.until = 0.1}).outcome == "finished");
}

TEST_CASE("kinds of one name with other quantities do not fit, and say so", "[model][interfaces]") {
  Json model = tanks();
  model["components"]["pipe"]["model"]["interfaces"] =
      Json::parse(R"json({ "line": { "quantities": { "p": { "unit": "Pa" } } } })json");
  model["components"]["pipe"]["between"]["b"] = "ground";
  const Json problem = problem_of(model);
  CHECK(problem["code"] == "PH137");
  CHECK(problem["where"] == "/components/pipe/between/a");
  CHECK(problem["found"] == "\"high\", where \"high\" offers foot (line)");
  CHECK(problem["hint"] == "the two texts declare different quantities for a line");
  model["components"]["pipe"]["between"]["a"] = "high.foot";
  CHECK(problem_of(model)["found"] == "\"high.foot\", a line");
}

TEST_CASE("each fault of a declared interface has a problem at its place", "[model][interfaces]") {
  const char* line = "/interfaces/line";
  const char* p = "/interfaces/line/quantities/p";
  Json given = drums();
  given["components"]["a"]["model"]["offers"]["rim"]["u"] = "radius*omega";
  check(given, "/interfaces/belt/quantities/u/rate_of", "z", "PH109",
        "/interfaces/belt/quantities/u/rate_of", "\"z\"");
  check(given, "/interfaces/belt/quantities/u/rate_of", "u", "PH109",
        "/interfaces/belt/quantities/u/rate_of", "\"u\"");
  check(drums(), "/interfaces/belt/quantities/u/free", true, "PH108",
        "/interfaces/belt/quantities/u", "\"free\" and \"rate_of\"");
  check(drums(), "/interfaces/belt/quantities/u/size", 2, "PH117",
        "/interfaces/belt/quantities/u/size", "a vector of 2");
  check(tanks(), "/interfaces/point", tanks()["interfaces"]["line"], "PH106", "/interfaces/point",
        "the name \"point\", which every text knows");
  Json none = tanks();
  none["interfaces"]["other"] = {{"quantities", Json::object()}};
  CHECK(problem_of(none)["where"] == "/interfaces/other/quantities");
  check(tanks(), (std::string(p) + "/color").c_str(), "red", "PH101",
        (std::string(p) + "/color").c_str(), "the unknown key \"color\"");
  check(tanks(), (std::string(line) + "/gruond").c_str(), true, "PH101",
        (std::string(line) + "/gruond").c_str(), "the unknown key \"gruond\"");
  check(tanks(), "/components/high/model/offers/foot/interface", "lime", "PH109",
        "/components/high/model/offers/foot/interface", "\"lime\"");
  Json unlike = tanks();
  unlike["components"]["high"]["model"]["offers"]["foot"]["p"] = "V";
  CHECK(problems_of(unlike)[0]["code"] == "PH118");
}

}  // namespace interfaces_test
