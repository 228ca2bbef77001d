/// Vectors and matrices in a model text: the same motion as the text with separate entries.
#include <catch_amalgamated.hpp>

#include "support/run.hpp"

namespace vectors_test {
using namespace porthos::test;

namespace {

Json vectors() {
  return Json::parse(R"json({
    "porthos": 1,
    "parameters": {
      "m": 2, "I": { "value": [[1, 0, 0], [0, 2, 0], [0, 0, 3]], "unit": "kg m^2" },
      "g": [0, 0, -9.81], "J": { "formula": "I + 0.5*identity(3)" }
    },
    "positions": { "r": { "start": [0, 0, 1], "unit": "m" }, "q": [1, 0, 0, 0] },
    "velocities": { "v": { "start": [1, 0, 2] }, "omega": { "start": "[0.1, 2, 0.2]", "size": 3 } },
    "definitions": { "R": "rotation(q)", "tip": "r + R*[0.3, 0, 0]" },
    "kinematics": { "r": "v", "q": "quaternion_rate(q, omega)" },
    "kinetic_energy": "m/2*dot(v, v) + dot(omega, J*omega)/2",
    "velocity_group": [{ "group": "SO(3)", "velocities": ["omega"] }],
    "potential_energy": { "gravity": "-m*dot(g, r)", "spring": "3*dot(tip, tip)" },
    "position_constraints": { "unit": "dot(q, q) - 1", "plane": "[tip.1 - 0.3, r.2 + 0.1*r.3 - 0.1]" },
    "dissipation": { "v": "0.1*v", "bearing": { "flow": "R*omega", "effort": "0.02*R*omega" } },
    "ports": { "F": { "position": "r", "effort_unit": "N" } },
    "inputs": { "F": "[0, sin(t), 0]" },
    "outputs": { "L": "R*(J*omega)", "force": "-multiplier(plane)", "one": "multiplier(plane.2)",
                 "p": "momentum(v)", "e": "effort(r)" },
    "events": { "kick": { "when": "t - 0.5", "do": [{ "reset": { "omega": "omega + [0, 1, 0]" } },
                                                     { "set": { "g": "[0, 0, -5]" } }] } },
    "view": { "bodies": [{ "name": "b", "position": "r", "rotation_matrix": "R" }] },
    "simulation": { "until": 1, "step": 0.01 }
  })json");
}

Json entries() {
  return Json::parse(R"json({
    "porthos": 1,
    "parameters": { "m": 2, "g3": -9.81 },
    "positions": { "r1": 0, "r2": 0, "r3": 1, "q1": 1, "q2": 0, "q3": 0, "q4": 0 },
    "velocities": { "v1": 1, "v2": 0, "v3": 2, "w1": 0.1, "w2": 2, "w3": 0.2 },
    "definitions": {
      "s": "2/(q1^2 + q2^2 + q3^2 + q4^2)",
      "R11": "1 - s*(q3^2 + q4^2)", "R12": "s*(q2*q3 - q1*q4)", "R13": "s*(q2*q4 + q1*q3)",
      "R21": "s*(q2*q3 + q1*q4)", "R22": "1 - s*(q2^2 + q4^2)", "R23": "s*(q3*q4 - q1*q2)",
      "R31": "s*(q2*q4 - q1*q3)", "R32": "s*(q3*q4 + q1*q2)", "R33": "1 - s*(q2^2 + q3^2)",
      "x": "r1 + 0.3*R11", "y": "r2 + 0.3*R21", "z": "r3 + 0.3*R31",
      "W1": "R11*w1 + R12*w2 + R13*w3", "W2": "R21*w1 + R22*w2 + R23*w3",
      "W3": "R31*w1 + R32*w2 + R33*w3"
    },
    "kinematics": {
      "r1": "v1", "r2": "v2", "r3": "v3",
      "q1": "(-q2*w1 - q3*w2 - q4*w3)/2", "q2": "(q1*w1 + q3*w3 - q4*w2)/2",
      "q3": "(q1*w2 + q4*w1 - q2*w3)/2", "q4": "(q1*w3 + q2*w2 - q3*w1)/2"
    },
    "kinetic_energy": "m/2*(v1^2 + v2^2 + v3^2) + (1.5*w1^2 + 2.5*w2^2 + 3.5*w3^2)/2",
    "velocity_group": [{ "group": "SO(3)", "velocities": ["w1", "w2", "w3"] }],
    "potential_energy": { "gravity": "-m*g3*r3", "spring": "3*(x^2 + y^2 + z^2)" },
    "position_constraints": { "unit": "q1^2 + q2^2 + q3^2 + q4^2 - 1",
                              "plane": ["x - 0.3", "r2 + 0.1*r3 - 0.1"] },
    "dissipation": { "v1": "0.1*v1", "v2": "0.1*v2", "v3": "0.1*v3",
      "b1": { "flow": "W1", "effort": "0.02*W1" }, "b2": { "flow": "W2", "effort": "0.02*W2" },
      "b3": { "flow": "W3", "effort": "0.02*W3" } },
    "ports": { "F": { "position": ["r1", "r2", "r3"], "effort_unit": "N" } },
    "inputs": { "F": [0, "sin(t)", 0] },
    "events": { "kick": { "when": "t - 0.5", "do": [
      { "reset": { "w1": "w1", "w2": "w2 + 1", "w3": "w3" } }, { "set": { "g3": "-5" } }] } },
    "simulation": { "until": 1, "step": 0.01 }
  })json");
}

std::vector<std::string> codes(const Json& problems) {
  std::vector<std::string> list;
  for (const Json& problem : problems) list.push_back(problem["code"].get<std::string>());
  return list;
}

}  // namespace

TEST_CASE("a text of vectors moves as the text of their entries", "[model][vectors]") {
  const Run a = simulate(vectors()), b = simulate(entries());
  const std::vector<std::pair<std::string, std::string>> same{
      {"r.1", "r1"},
      {"r.2", "r2"},
      {"r.3", "r3"},
      {"q.1", "q1"},
      {"q.4", "q4"},
      {"v.2", "v2"},
      {"omega.1", "w1"},
      {"omega.3", "w3"},
      {"F.flow.2", "F.flow.2"},
      {"multiplier.plane.1", "multiplier.plane.1"},
      {"energy.stored", "energy.stored"},
      {"energy.dissipated", "energy.dissipated"}};
  // The same equations, in another order of additions.
  for (const auto& [of_a, of_b] : same) {
    CAPTURE(of_a);
    CHECK(difference(a, b, of_a, of_b) < 1e-11);
  }
  CHECK(a.largest("energy.balance_error") < 1e-11);
  CHECK(a.last("force.2") == -a.last("multiplier.plane.2"));
  CHECK(a.last("one") == a.last("multiplier.plane.2"));
  CHECK(a.last("p.3") == Catch::Approx(2 * a.last("v.3")));
  CHECK(a.has("e.3"));
  CHECK(a.has("energy.dissipated.bearing.2"));
}

TEST_CASE("a name of today may be called like a function of vectors", "[model][vectors]") {
  const Json model = Json::parse(R"json({ "porthos": 1, "parameters": { "norm": 2, "det": 3 },
    "positions": { "cross": 1 }, "velocities": { "dot": 0 }, "kinematics": { "cross": "dot" },
    "kinetic_energy": "norm/2*dot^2", "potential_energy": "det*cross^2" })json");
  CHECK(problems_of(model).empty());
}

TEST_CASE("vectors of components: parameters, starts and states", "[model][vectors]") {
  const Json model = Json::parse(R"json({ "porthos": 1, "parameters": { "h": 0.5 },
    "components": { "part": { "model": {
      "porthos": 1, "parameters": { "g": [0, -9.81] }, "positions": { "r": [0, 0] },
      "velocities": { "v": [0, 0] }, "kinematics": { "r": "v" }, "kinetic_energy": "dot(v, v)/2",
      "potential_energy": "-dot(g, r)" },
      "parameters": { "g": ["h", -2] }, "start": { "r": [3, "h"], "v": "[h, 0]" } } },
    "potential_energy": { "spring": "dot(part.r, part.r)" },
    "outputs": { "here": "part.r", "height": "part.r.2" },
    "simulation": { "until": 0.1 } })json");
  const Run run = simulate(model);
  CHECK(run.first("here.1") == 3);
  CHECK(run.first("height") == 0.5);
  CHECK(run.first("part.v.1") == 0.5);
  CHECK(run.largest("energy.balance_error") < 1e-12);
}

TEST_CASE("a start of a component may be fixed from outside", "[model][vectors]") {
  Json model = Json::parse(R"json({ "porthos": 1,
    "components": { "part": { "model": {
      "porthos": 1, "positions": { "r": [0, 0] }, "velocities": { "v": [0, 0] },
      "kinematics": { "r": "v" }, "kinetic_energy": "dot(v, v)/2",
      "position_constraints": { "circle": "dot(r, r) - 1" } },
      "start": { "r.1": { "value": 0.6, "fixed": true }, "r.2": 1 } } },
    "simulation": { "until": 0.1 } })json");
  CHECK(simulate(model).first("part.r.1") == 0.6);
  model["components"]["part"]["start"]["r.1"] = 0.6;
  CHECK(simulate(model).first("part.r.1") != 0.6);
}

TEST_CASE("shapes that do not fit are problems at their places", "[model][vectors]") {
  const auto check = [](const char* pointer, const Json& value, const char* found,
                        bool is_declaration = false) {
    Json model = vectors();
    place_in(model, pointer) = value;
    const Json problems = problems_of(model);
    CAPTURE(pointer, problems.dump());
    REQUIRE(!problems.empty());
    CHECK(problems[0]["code"] == "PH117");
    CHECK((problems.size() == 1 || is_declaration));
    CHECK(problems[0]["where"] == pointer);
    CHECK(problems[0]["found"] == found);
  };
  check("/kinematics/r", "[v.1, v.2]", "a vector of 2");
  check("/kinetic_energy", "m/2*v + 0.5*v", "a vector of 3");
  check("/potential_energy/spring", "dot(tip, [1, 2])", "dot() of a vector of 3 and a vector of 2");
  check("/positions/r/start", Json::array({1, Json::array({2})}), "an array of 2", true);
  check("/velocities/omega/start", "[1, 2]", "a vector of 2");
  check("/dissipation/v", "0.1*v.1", "a number");
  check("/events/kick/do/1/set/g", 3, "a number");
  check("/view/bodies/0/rotation_matrix", "r", "a vector of 3");
}

TEST_CASE("a mistake in a definition is reported once", "[model][vectors]") {
  Json model = vectors();
  model["definitions"]["tip"] = "r + R*[0.3, 0]";
  const Json problems = problems_of(model);
  REQUIRE(!problems.empty());
  CHECK(problems[0]["where"] == "/definitions/tip");
  CHECK(codes(problems) == std::vector<std::string>{"PH117"});
}

}  // namespace vectors_test
