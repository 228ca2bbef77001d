/// The environment of a model compared with the values that its components read.
#include <catch_amalgamated.hpp>
#include <string>

#include "support/run.hpp"

namespace porthos::environment_test {
namespace {

using namespace test;

Json model(const char* element, const Json& gravity, const char* name = "gravity") {
  Json made{{"porthos", 1}};
  made["environment"][name] = gravity;
  made["components"]["body"]["use"] = element;
  return made;
}

}  // namespace

TEST_CASE("a value of the environment has the shape that the components read",
          "[model][environment]") {
  const std::string plane = "porthos:planar-rod", space = "porthos:point-mass";
  const auto refused = [](const std::string& element, const Json& gravity, const char* found) {
    CAPTURE(element, gravity);
    const Json problems = problems_of(model(element.c_str(), gravity));
    REQUIRE(problems.size() == 1);
    CHECK(problems[0]["code"] == "PH117");
    CHECK(problems[0]["severity"] == "error");
    CHECK(problems[0]["where"] == "/environment/gravity");
    CHECK(problems[0]["found"] == found);
    CHECK(problems[0]["expected"].get<std::string>().find("\"body\"") != std::string::npos);
  };
  refused(plane, -9.81, "a number for \"gravity\"");
  refused(space, -9.81, "a number for \"gravity\"");
  refused(plane, {0, 0, -9.81}, "a \"gravity\" across the plane, -9.81 in entry 3");
  refused(plane, {0, 0, 0, 1}, "a vector of 4 for \"gravity\"");
  // A vector in the plane is one in space, and one in space may lie in the plane.
  CHECK(problems_of(model(plane.c_str(), {0, -9.81})).empty());
  CHECK(problems_of(model(plane.c_str(), {0, -9.81, 0})).empty());
  CHECK(problems_of(model(space.c_str(), {0, 0})).empty());
  CHECK(problems_of(model(space.c_str(), {0, 0, -9.81})).empty());
  // But gravity in the plane is hardly meant where there is none.
  const Json warned = problems_of(model(space.c_str(), {0, -9.81}));
  REQUIRE(warned.size() == 1);
  CHECK(warned[0]["code"] == "PH140");
  CHECK(warned[0]["severity"] == "warning");
  CHECK(warned[0]["where"] == "/environment/gravity");
  // Planar bodies beside spatial ones do not feel the component perpendicular to their plane.
  Json both = model(space.c_str(), {0, 0, -9.81});
  both["components"]["flat"]["use"] = plane;
  CHECK(problems_of(both).empty());
}

TEST_CASE("a value of the environment in another unit is reported", "[model][environment]") {
  const auto told = [](const char* unit) {
    return problems_of(model("porthos:planar-rod", {{"value", {0, -9.81}}, {"unit", unit}}));
  };
  const Json problems = told("cm/s^2");
  REQUIRE(problems.size() == 1);
  CHECK(problems[0]["code"] == "PH118");
  CHECK(problems[0]["severity"] == "warning");
  CHECK(told("m/s^2").empty());
  CHECK(told("N/kg").empty());
}

TEST_CASE("a parameter that was meant for the environment is reported", "[model][environment]") {
  Json made = model("porthos:planar-rod", {0, -9.81});
  made["parameters"]["gravity"] = {0, 0};
  made.erase("environment");
  const Json problems = problems_of(made);
  REQUIRE(problems.size() == 1);
  CHECK(problems[0]["code"] == "PH140");
  CHECK(problems[0]["severity"] == "warning");
  CHECK(problems[0]["where"] == "/parameters/gravity");
  CHECK(problems[0]["hint"] == "write it in \"environment\" instead of \"parameters\"");
  // A formula of the text, or a parameter of the component, reads it.
  Json own = made;
  own["definitions"]["fall"] = "norm(gravity)";
  own["outputs"]["fall"] = "fall";
  CHECK(problems_of(own).empty());
  made["components"]["body"]["parameters"]["gravity"] = "gravity";
  CHECK(problems_of(made).empty());
  // A parameter of another name is nobody's business.
  Json other = model("porthos:planar-rod", {0, -9.81});
  other["parameters"]["g"] = 9.81;
  CHECK(problems_of(other).empty());
}

TEST_CASE("a value of the environment that nothing reads is reported", "[model][environment]") {
  const Json problems = problems_of(model("porthos:planar-rod", {0, -9.81}, "gravty"));
  REQUIRE(problems.size() == 1);
  CHECK(problems[0]["code"] == "PH140");
  CHECK(problems[0]["severity"] == "warning");
  CHECK(problems[0]["where"] == "/environment/gravty");
  CHECK(problems[0]["hint"] == "did you mean \"gravity\"?");
  // The text's own formulas read it too: in a law, a start, an input, a parameter of a component.
  Json own = Json::parse(R"json({ "porthos": 1, "environment": { "g": 9.81 },
    "positions": { "y": 1 }, "velocities": { "v": 0 }, "kinematics": { "y": "v" },
    "kinetic_energy": "v^2/2" })json");
  CHECK(problems_of(own).size() == 1);
  const Json uses = Json::parse(R"json({ "potential_energy": "g*y",
    "positions": { "y": { "start": "g" } }, "outputs": { "weight": "2*g" } })json");
  for (const auto& [key, value] : uses.items()) {
    CAPTURE(key);
    Json used = own;
    used[key] = value;
    CHECK(problems_of(used).empty());
  }
  own["environment"] = {{"ambient_temperature", 293}};  // the engine reads it, for the exergy
  CHECK(problems_of(own).empty());
}

}  // namespace porthos::environment_test
