/// A parameter that is zero where formulas divide by it is reported with its component and name,
/// whatever undefined numbers the start then contains.
#include <catch_amalgamated.hpp>

#include "support/run.hpp"

namespace zero_divisors_test {
using namespace porthos::test;

namespace {

/// A source, a resistor, a coil and a capacitor in a row.
Json circuit() {
  return Json::parse(R"json({ "porthos": 1,
    "parameters": { "r": { "value": 1, "unit": "Ohm" } },
    "components": {
      "a": { "use": "porthos:node" }, "b": { "use": "porthos:node" }, "c": { "use": "porthos:node" },
      "source": { "use": "porthos:voltage-source", "between": { "a": "a", "b": "ground" } },
      "wire": { "use": "porthos:resistor", "between": { "a": "a", "b": "b" }, "parameters": { "R": "2*r" } },
      "coil": { "use": "porthos:inductor", "between": { "a": "b", "b": "c" }, "parameters": { "L": 1 } },
      "store": { "use": "porthos:capacitor", "between": { "a": "c", "b": "ground" }, "parameters": { "C": 1 } } },
    "simulation": { "until": 0.1 } })json");
}

/// A spring of length l, whose force is that of k/(a - b).
Json spring() {
  return Json::parse(
      R"json({ "porthos": 1, "parameters": { "k": 1, "a": 2, "b": 1, "l": 1, "n": 1 },
    "positions": { "x": 1 }, "velocities": { "v": 0 }, "kinematics": { "x": "v" }, "kinetic_energy": "v^2/2",
    "potential_energy": "if(l == 0, 0, x^2/l) + k*x^2/(a - b)^2", "simulation": { "until": 0.1 } })json");
}

void check_one(const Json& problems, const std::string& where, const std::string& found) {
  INFO(problems.dump(1));
  REQUIRE(problems.size() == 1);
  CHECK(problems[0]["code"] == "PH203");
  CHECK(problems[0]["where"] == where);
  CHECK(problems[0]["found"] == found + ", by which formulas divide");
}

}  // namespace

TEST_CASE("an element without resistance, inductance or capacitance is named", "[simulate][zero]") {
  struct Value {
    const char *element, *parameter, *found;
  };
  for (const auto& [element, parameter, found] :
       {Value{"wire", "R", "\"wire.R\" = 0.0 Ohm"}, Value{"coil", "L", "\"coil.L\" = 0.0 H"},
        Value{"store", "C", "\"store.C\" = 0.0 F"}}) {
    const std::string where = std::string("/components/") + element + "/parameters/" + parameter;
    Json model = circuit();
    CHECK(problems_of(model) == Json::array());
    place_in(model, where) = 0;
    check_one(problems_of(model), where, found);
    place_in(model, where) = 1e-6;
    CHECK(problems_of(model) == Json::array());
  }
}

TEST_CASE("a zero from outside is reported where the component has it", "[simulate][zero]") {
  Json model = circuit();
  model["parameters"]["r"]["value"] = 0;
  check_one(problems_of(model), "/components/wire/parameters/R", "\"wire.R\" = 0.0 Ohm");
  const Run run = attempt(circuit(), {.set = {{"coil.L", 0}}});
  check_one(run.problems, "/parameters/coil.L", "\"coil.L\" = 0.0 H");
}

TEST_CASE("a zero of the text itself, and of several that are alike, is reported once",
          "[simulate][zero]") {
  Json model = spring();
  CHECK(problems_of(model) == Json::array());
  model["parameters"]["b"] = 2;
  check_one(problems_of(model), "/parameters/a", "a - b = 0, with \"a\" = 2.0, \"b\" = 2.0");
  Json two = model;
  two["potential_energy"] = "k*x^2/(a - b)^2 + x^2/(a + b - 4)";
  CHECK(problems_of(two).size() == 2);
  Json several = {{"porthos", 1}};
  several["components"]["unit"] = {{"count", 3}, {"model", model}};
  check_one(problems_of(several), "/components/unit",
            "a - b = 0, with \"unit[1].a\" = 2.0, \"unit[1].b\" = 2.0");
}

TEST_CASE("a zero by which nothing is divided is none", "[simulate][zero]") {
  Json model = spring();
  model["parameters"]["l"] = 0;  // behind a condition
  model["parameters"]["n"] = 0;
  CHECK(problems_of(model) == Json::array());
  // The force has no factor and is not computed, but the column of the energy has no value.
  model["parameters"]["b"] = 2;
  model["parameters"]["k"] = 0;
  const Json problems = problems_of(model);
  REQUIRE(problems.size() == 1);
  CHECK(problems[0]["found"] == "no finite value of energy.potential at the start");
}

}  // namespace zero_divisors_test
