/// What people write who do not know the format yet.
#include <catch_amalgamated.hpp>
#include <string>

#include "support/run.hpp"

namespace porthos::people_test {

using test::Json;

TEST_CASE("a parameter with its unit in the text is told where units stand", "[model][people]") {
  const auto hint = [](const char* text) {
    Json model = Json::parse(R"json({ "porthos": 1, "positions": { "x": 0 },
      "velocities": { "v": 0 }, "kinematics": { "x": "v" }, "kinetic_energy": "v^2/2" })json");
    model["parameters"]["m"] = text;
    const Json problems = test::problems_of(model);
    REQUIRE(problems.size() == 1);
    CHECK(problems[0]["code"] == "PH102");
    return problems[0]["hint"].get<std::string>();
  };
  CHECK(hint("0.36 kg") ==
        R"(units have a place of their own: write { "value": 0.36, "unit": "kg" })");
  CHECK(hint("30 deg") == R"(angles are in radians: write { "formula": "30*pi/180" })");
  CHECK(hint("2*pi") == R"(write { "formula": "2*pi" })");
}

TEST_CASE("a name in other capitals is suggested first", "[model][people]") {
  const auto hint = [](const char* formula) {
    Json model = Json::parse(R"json({ "porthos": 1, "positions": { "x": 0 },
      "velocities": { "v": 0 }, "kinematics": { "x": "v" }, "kinetic_energy": "v^2/2" })json");
    model["potential_energy"] = formula;
    const Json problems = test::problems_of(model);
    REQUIRE(problems.size() == 1);
    return problems[0]["hint"].get<std::string>();
  };
  CHECK(hint("Sin(x)") == "did you mean \"sin\"?");
  CHECK(hint("SQRT(x)") == "did you mean \"sqrt\"?");
  CHECK(hint("sinn(x)") == "did you mean \"sin\"?");
}

}  // namespace porthos::people_test
