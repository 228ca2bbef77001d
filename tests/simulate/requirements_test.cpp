/// The requirements of components on their parameters.
#include <catch_amalgamated.hpp>

#include "simulate/session.hpp"
#include "support/run.hpp"

namespace requirements_test {
using namespace porthos::test;

namespace {

void check_required(const Json& model, const std::string& where, const std::string& sentence) {
  const Json problems = problems_of(model);
  INFO(problems.dump(1));
  REQUIRE(problems.size() == 1);
  CHECK(problems[0]["code"] == "PH104");
  CHECK(problems[0]["where"] == where);
  CHECK(problems[0]["expected"] == sentence);
}

/// A component of two lengths, a shorter and a longer one.
Json lengths(double a, double b) {
  Json model = Json::parse(R"json({ "porthos": 1,
    "parameters": { "a": { "value": 1, "unit": "m" }, "b": { "value": 1, "unit": "m" } },
    "requires": { "a length that is less than the other": "a < b and not (a < 0 or b > 10)" },
    "positions": { "x": 1 }, "velocities": { "v": 0 }, "kinematics": { "x": "v" }, "kinetic_energy": "v^2/2" })json");
  model["parameters"]["a"]["value"] = a;
  model["parameters"]["b"]["value"] = b;
  return model;
}

}  // namespace

TEST_CASE("what a component requires of its parameters is held, wherever their values come from",
          "[simulate][requires]") {
  const std::string sentence = "a length that is less than the other";
  CHECK(problems_of(lengths(1, 2)).empty());
  check_required(lengths(2, 1), "/parameters/a", sentence);
  check_required(lengths(-1, 1), "/parameters/a", sentence);
  check_required(lengths(1, 11), "/parameters/a", sentence);
  CHECK(problems_of(lengths(2, 1))[0]["found"] == "\"a\" = 2.0 m, \"b\" = 1.0 m");

  const Run run = attempt(lengths(1, 2), {.set = {{"a", 3}}});
  REQUIRE(run.problems.size() == 1);
  CHECK(run.problems[0]["where"] == "/parameters/a");
  CHECK(run.problems[0]["found"] == "\"a\" = 3.0 m, \"b\" = 2.0 m");

  Json several = {{"porthos", 1}};
  several["components"]["unit"] = {{"count", 3}, {"model", lengths(1, 2)}};
  several["components"]["unit"]["parameters"]["b"] = 0.5;
  check_required(several, "/components/unit/parameters/b", sentence);
  several["parameters"]["b"] = 0.4;
  several["components"]["unit"]["parameters"]["b"] = "b/2";
  check_required(several, "/components/unit/parameters/b", sentence);
  several["parameters"]["b"] = 4;
  CHECK(problems_of(several).empty());
  const Run given = attempt(several, {.set = {{"b", 1.5}}});
  REQUIRE(given.problems.size() == 1);
  CHECK(given.problems[0]["where"] == "/components/unit/parameters/b");
}

TEST_CASE("what is required is a condition of parameters", "[simulate][requires]") {
  struct Text {
    const char *text, *code;
  };
  for (const auto& [text, code] :
       {Text{"a - b", "PH110"}, Text{"a <", "PH110"}, Text{"a < c", "PH111"},
        Text{"x < b", "PH114"}, Text{"t < 1", "PH114"}}) {
    Json model = lengths(1, 2);
    model["requires"]["it"] = text;
    INFO(text);
    const Json problems = problems_of(model);
    REQUIRE(problems.size() == 1);
    CHECK(problems[0]["code"] == code);
    CHECK(problems[0]["where"] == "/requires/it");
  }
  Json model = lengths(1, 2);
  model["requires"]["it"] = 1;
  CHECK(problems_of(model)[0]["code"] == "PH102");
}

TEST_CASE("values that make no element are refused", "[simulate][requires]") {
  const auto model = [](const char* use, const char* parameter, const Json& value) {
    Json made = Json::parse(R"json({ "porthos": 1, "components": {
      "body": { "use": "porthos:rigid-body" },
      "it": { "between": { "a": "ground", "b": "body" } } } })json");
    if (std::string(use) == "slide") made["components"]["body"]["use"] = "porthos:planar-body";
    made["components"]["it"]["use"] = std::string("porthos:") + use;
    made["components"]["it"]["parameters"][parameter] = value;
    return made;
  };
  const std::string at = "/components/it/parameters/";
  const Json none = {0, 0, 0}, mirror = {{1, 0, 0}, {0, 1, 0}, {0, 0, -1}},
             twice = {{2, 0, 0}, {0, 2, 0}, {0, 0, 2}},
             four_digits = {{0.7071, -0.7071, 0}, {0.7071, 0.7071, 0}, {0, 0, 1}};
  for (const char* joint : {"revolute", "cylindrical", "planar", "screw"})
    check_required(model(joint, "axis_b", none), at + "axis_b", "an axis of b that is not 0");
  // Nothing else is said of it, though nothing can be drawn either.
  for (const char* joint : {"revolute", "cylindrical", "planar", "screw", "prismatic"})
    check_required(model(joint, "axis", none), at + "axis", "an axis that is not 0");
  check_required(model("slide", "axis", {0, 0}), at + "axis", "an axis that is not 0");
  check_required(model("universal", "axis_a", none), at + "axis_a", "an axis of a that is not 0");
  for (const char* joint : {"rigid", "prismatic"}) {
    CHECK(problems_of(model(joint, "turn", four_digits)).empty());
    check_required(model(joint, "turn", mirror), at + "turn", "a rotation matrix");
    check_required(model(joint, "turn", twice), at + "turn", "a rotation matrix");
  }
  Json body = Json::parse(R"json({ "porthos": 1, "components": {
    "body": { "use": "porthos:rigid-body", "parameters": {
      "I": [[2, 0.1, 0], [0.1000000000001, 2, 0], [0, 0, 3]] } } } })json");
  CHECK(problems_of(body).empty());
  // The mass matrix reports a negative value.
  body["components"]["body"]["parameters"]["I"] = {{-1, 0, 0}, {0, -1, 0}, {0, 0, -1}};
  CHECK(problems_of(body)[0]["code"] == "PH121");
  body["components"]["body"]["parameters"]["I"] = {{2, 0.1, 0}, {-0.1, 2, 0}, {0, 0, 3}};
  check_required(body, "/components/body/parameters/I", "a symmetric inertia");
}

TEST_CASE("what elements that stand on one side require is held", "[simulate][requires]") {
  const auto check = [](const char* use, const char* body, const char* parameter,
                        const Json& value) {
    Json model = {{"porthos", 1}};
    if (body) model["components"]["body"]["use"] = std::string("porthos:") + body;
    Json& it = model["components"]["it"];
    it["use"] = std::string("porthos:") + use;
    if (body) it["between"]["a"] = "body";
    it["parameters"][parameter] = value;
    INFO(use);
    const Json problems = problems_of(model);
    REQUIRE(problems.size() == 1);
    CHECK(problems[0]["code"] == "PH104");
    CHECK(problems[0]["where"] == std::string("/components/it/parameters/") + parameter);
  };
  check("fixed-frame", "rigid-body", "turn", {{1, 0, 0}, {0, 1, 0}, {0, 0, 1.1}});
  check("knife-edge", "planar-body", "axis", {0, 0});
  check("planar-wheel", "planar-body", "axis", {0, 0});
  check("planar-wheel", "planar-body", "I", -1);
  check("rolling-disc", "rigid-body", "axis", {0, 0, 0});
  check("rotor", nullptr, "I", -1);
  for (const auto& [use, parameter] : {std::pair{"capacitor", "C"}, {"inductor", "L"}}) {
    Json model = {{"porthos", 1}};
    model["components"]["p"]["use"] = "porthos:node";
    model["components"]["it"] = {{"use", std::string("porthos:") + use},
                                 {"between", {{"a", "p"}, {"b", "ground"}}},
                                 {"parameters", {{parameter, -1}}}};
    CHECK(problems_of(model)[0]["where"] == std::string("/components/it/parameters/") + parameter);
  }
  Json train = Json::parse(R"json({ "porthos": 1, "components": {
    "a": { "use": "porthos:rotor" }, "b": { "use": "porthos:rotor" },
    "mesh": { "use": "porthos:gear", "between": { "a": "a", "b": "b" }, "parameters": { "n": 0 } } } })json");
  check_required(train, "/components/mesh/parameters/n", "a ratio that is not 0");
}

TEST_CASE("what is required may be of what stands beside", "[simulate][requires]") {
  Json model = Json::parse(R"json({ "porthos": 1,
    "interfaces": { "ring": { "quantities": { "radius": { "unit": "m" } } } },
    "components": {
      "hub": { "model": { "porthos": 1, "parameters": { "R": { "value": 0.3, "unit": "m" } },
        "offers": { "ring": { "interface": "ring", "radius": "R" } } } },
      "shim": { "between": { "a": "hub" }, "model": { "porthos": 1, "between": { "a": "ring" },
        "parameters": { "gap": { "value": 0.1, "unit": "m" } },
        "requires": { "a gap that is less than the radius": "gap < a.radius" } } } } })json");
  INFO(problems_of(model).dump(1));
  CHECK(problems_of(model).empty());
  model["components"]["hub"]["parameters"]["R"] = 0.05;
  check_required(model, "/components/shim", "a gap that is less than the radius");
  CHECK(problems_of(model)[0]["found"] == "\"shim.gap\" = 0.1 m, \"hub.R\" = 0.05 m");
}

TEST_CASE("values that are changed within a run are held to what is required",
          "[simulate][requires]") {
  porthos::Session session(lengths(1, 2).dump(), "{}");
  session.start("{}");
  session.advance(2);
  const Json refused = Json::parse(session.change(R"json({"a": 3})json"));
  INFO(refused.dump());
  REQUIRE(refused["problems"].size() == 1);
  CHECK(refused["problems"][0]["code"] == "PH104");
  const Json taken = Json::parse(session.change(R"json({"a": 1.5})json"));
  CHECK(taken["problems"].empty());
}

}  // namespace requirements_test
