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

TEST_CASE("a unit inside a formula is told where units stand", "[model][people]") {
  const auto hint = [](const char* key, const char* formula) {
    Json model = Json::parse(R"json({ "porthos": 1, "parameters": { "g": 9.81 },
      "positions": { "x": { "start": 0 } }, "velocities": { "v": 0 },
      "kinematics": { "x": "v" }, "kinetic_energy": "v^2/2" })json");
    test::place_in(model, key) = formula;
    const Json problems = test::problems_of(model);
    INFO(problems.dump(1));
    REQUIRE(problems.size() == 1);
    CHECK(problems[0]["code"] == "PH110");
    return problems[0]["hint"].get<std::string>();
  };
  for (const char* place :
       {"/positions/x/start", "/parameters/a/value", "/parameters/a/formula", "/definitions/a"})
    CHECK(hint(place, "30 deg") == "angles are in radians: write 30*pi/180");
  CHECK(hint("/parameters/a/value", "2 kg") ==
        R"(units have a place of their own: write 2, and "unit": "kg")");
  CHECK(hint("/potential_energy", "9.81 m/s^2*x") ==
        R"(units have a place of their own: leave "m" out of the formula)");
  // g is a gram, and a parameter of this model.
  CHECK(hint("/positions/x/start", "2 g") == "write 2*g");
  CHECK(hint("/potential_energy", "2 x") == "write 2*x");
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
