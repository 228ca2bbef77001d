/// Texts of people who do not know the format yet.
#include <catch_amalgamated.hpp>
#include <string>

#include "support/run.hpp"

namespace porthos::people_test {

using test::Json;

TEST_CASE("the problem of a parameter with its unit in the text says where units stand",
          "[model][people]") {
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
        R"(the unit is separate from the value: write { "value": 0.36, "unit": "kg" })");
  CHECK(hint("15 cm") == R"(numbers are in SI units: write { "value": 0.15, "unit": "m" })");
  CHECK(hint("30 deg/s") ==
        R"(numbers are in SI units: write { "value": 0.523598775598, "unit": "1/s" })");
  CHECK(hint("30 deg") == R"(angles are in radians: write { "formula": "30*pi/180" })");
  CHECK(hint("2*pi") == R"(write { "formula": "2*pi" })");
}

TEST_CASE("the problem of a unit inside a formula says where units stand", "[model][people]") {
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
  CHECK(
      hint("/parameters/a/value", "2 kg") ==
      R"(formulas are numbers in SI units: write 2; "unit": "kg" belongs to the declaration of the quantity)");
  CHECK(
      hint("/positions/x/start", "20 cm") ==
      R"(formulas are numbers in SI units: write 0.2; "unit": "m" belongs to the declaration of the quantity)");
  CHECK(hint("/potential_energy", "9.81 m/s^2*x") ==
        R"(formulas are numbers in SI units: leave "m" out)");
  CHECK(hint("/potential_energy", "3 kN*x") ==
        "formulas are numbers in SI units: write 3000 for 3 kN");
  // g is a gram, and a parameter of this model.
  CHECK(hint("/positions/x/start", "2 g").ends_with("for a product with \"g\" write 2*g"));
  CHECK(hint("/potential_energy", "2 x") == "write 2*x");
}

TEST_CASE("a value with its unit for an element is told to be written alone", "[model][people]") {
  Json model = Json::parse(R"json({ "porthos": 1,
    "components": { "it": { "use": "porthos:rod", "parameters": { "length": 0.15 } } } })json");
  CHECK(test::problems_of(model).empty());
  test::place_in(model, "/components/it/parameters/length") = {{"value", 0.15}, {"unit", "m"}};
  const Json problems = test::problems_of(model);
  REQUIRE(problems.size() == 1);
  CHECK(problems[0]["code"] == "PH102");
  CHECK(problems[0]["hint"] ==
        "write the value alone, in the unit with which the quantity is declared");
}

TEST_CASE("an unknown name is reported with the existing names", "[model][people]") {
  const Json model = Json::parse(R"json({ "porthos": 1,
    "parameters": { "mass": 1, "half": { "formula": "mass/2" } },
    "components": { "it": { "use": "porthos:rod", "parameters": { "m": "half" } } } })json");
  REQUIRE(test::problems_of(model).empty());
  const auto only = [](const Json& problems, const char* where) {
    INFO(problems.dump(1));
    REQUIRE(problems.size() == 1);
    CHECK(problems[0]["code"] == "PH111");
    CHECK(problems[0]["where"] == where);
    return problems[0]["expected"].get<std::string>();
  };
  const auto with = [&](const char* place, const Json& value) {
    Json changed = model;
    test::place_in(changed, place) = value;
    return test::problems_of(changed);
  };
  // I has a formula, so it takes no value.
  CHECK(only(with("/components/it/parameters/weight", 1), "/components/it/parameters/weight") ==
        "a parameter of \"it\": one of m, length, radius, gravity");
  CHECK(only(with("/components/it/start/position", 1), "/components/it/start/position") ==
        "a position or velocity of \"it\": one of r, q, v, omega");
  // Neither `half` nor `it.I` takes a value; `it.m` and `it.length` do.
  CHECK(only(test::attempt(model, {.set = {{"weight", 3}}}).problems, "/parameters/weight") ==
        "the name of a parameter: one of mass, it.m, it.length, it.radius, it.gravity.1, "
        "it.gravity.2, it.gravity.3");
  CHECK(test::attempt(model, {.until = 0.1, .set = {{"mass", 3}}}).problems.empty());
  Json many = model;
  for (int i = 0; i < 20; ++i) many["parameters"]["p" + std::to_string(i)] = i;
  CHECK(only(test::attempt(many, {.set = {{"weight", 3}}}).problems, "/parameters/weight") ==
        "the name of a parameter: one of mass, p0, p1, p2, p3, p4, p5, p6, p7, p8, p9, p10 and 15 "
        "more");
  const Json none = Json::parse(R"json({ "porthos": 1, "positions": { "x": 0 },
      "velocities": { "v": 0 }, "kinematics": { "x": "v" }, "kinetic_energy": "v^2/2" })json");
  CHECK(only(test::attempt(none, {.set = {{"weight", 3}}}).problems, "/parameters/weight") ==
        "the name of a parameter; there are none");
}

TEST_CASE("an unknown method is reported once", "[model][people]") {
  const Json good = Json::parse(R"json({ "porthos": 1, "positions": { "x": 0 },
      "velocities": { "v": 0 }, "kinematics": { "x": "v" }, "kinetic_energy": "v^2/2",
      "simulation": { "method": "gauss(2)", "until": 0.1, "step": 0.1 } })json");
  Json bad = good;
  bad["simulation"]["method"] = "rk5";
  const auto check_once = [](const Json& problems, const char* found) {
    INFO(problems.dump(1));
    REQUIRE(problems.size() == 1);
    CHECK(problems[0]["where"] == "/simulation/method");
    CHECK(problems[0]["found"] == found);
  };
  check_once(test::problems_of(bad), "\"rk5\"");
  const auto start = [](const Json& model, const char* options) {
    Session session(model.dump(), "{}");
    return Json::parse(session.start(options))["problems"];
  };
  check_once(start(bad, "{}"), "\"rk5\"");
  check_once(start(bad, R"({"method": "rk5"})"), "\"rk5\"");
  check_once(start(bad, R"({"method": "rk7"})"), "\"rk7\"");
  check_once(start(good, R"({"method": "rk7"})"), "\"rk7\"");
  CHECK(start(good, R"json({"method": "gauss(3)"})json").empty());
  Json long_step = good;
  long_step["simulation"]["step"] = 1e-12;
  long_step["simulation"]["until"] = 1;
  CHECK(start(long_step, "{}").size() == 1);
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
