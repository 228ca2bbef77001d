/// Elements that are too short or too long for the places that they join.
#include <catch_amalgamated.hpp>
#include <string>

#include "support/run.hpp"

namespace porthos::start_lengths_test {
namespace {

using test::Json;

/// The only error of a model: dependent constraints are a warning beside it.
Json the_problem(const Json& model) {
  Json problems = Json::array();
  for (const Json& problem : test::problems_of(model))
    if (problem["severity"] == "error") problems.push_back(problem);
  INFO(problems.dump(1));
  REQUIRE(problems.size() == 1);
  CHECK(problems[0]["code"] == "PH201");
  return problems[0];
}

void check_lengths(const Json& model, const std::string& expected) {
  const std::string found = the_problem(model)["found"];
  INFO(found);
  REQUIRE(found.find("): ") != std::string::npos);
  CHECK(found.substr(found.find("): ") + 3) == expected);
}

/// A crank of length 0.3 m on the ground, and a massless rod from its tip to a point 1 m away.
Json crank(double length, double anchor) {
  Json model = Json::parse(R"json({ "porthos": 1, "components": {
    "crank": { "use": "porthos:planar-rod", "parameters": { "length": 0.3 },
               "start": { "r": [0.1, 0.1], "phi": 0.8 } },
    "pin": { "use": "porthos:pin", "between": { "a": "ground", "b": "crank.tail" } },
    "wall": { "use": "porthos:planar-fixed-frame", "between": { "a": "ground" } },
    "rod": { "use": "porthos:distance", "between": { "a": "crank.tip", "b": "wall" } } } })json");
  model["components"]["wall"]["parameters"]["at"] = {anchor, 0};
  model["components"]["rod"]["parameters"]["length"] = length;
  return model;
}

}  // namespace

TEST_CASE("a rod that is too short or too long is reported with both lengths",
          "[simulate][lengths]") {
  // The tip reaches from 1 - 0.3 to 1 + 0.3 from the wall.
  check_lengths(
      crank(0.2, 1),
      "\"crank.length\" = 0.3 m seems too short, at least 0.8 m would do; \"rod.length\" = 0.2 m "
      "seems too short, at least 0.7 m would do");
  check_lengths(
      crank(1.6, 1),
      "\"crank.length\" = 0.3 m seems too short, at least 0.6 m would do; \"rod.length\" = 1.6 m "
      "seems too long, at most 1.3 m would do");
  for (const double length : {0.71, 1.0, 1.29}) {
    const Json problems = test::problems_of(crank(length, 1));
    INFO(length << problems.dump(1));
    for (const Json& problem : problems) CHECK(problem["severity"] == "warning");
  }
}

TEST_CASE("a body between two fixed points is reported with the one length that fits",
          "[simulate][lengths]") {
  Json model = Json::parse(R"json({ "porthos": 1, "components": {
    "bar": { "use": "porthos:planar-rod", "parameters": { "length": 1 },
             "start": { "r": [0.5, 0.5], "phi": 0.8 } },
    "wall": { "use": "porthos:planar-fixed-frame", "between": { "a": "ground" }, "parameters": { "at": [1, 1] } },
    "left": { "use": "porthos:pin", "between": { "a": "ground", "b": "bar.tail" } },
    "right": { "use": "porthos:pin", "between": { "a": "wall", "b": "bar.tip" } } } })json");
  // The square root of 2, with as many digits as the constraints need.
  const std::string found = the_problem(model)["found"];
  const std::string start = "\"bar.length\" = 1.0 m seems too short, at least 1.41421356";
  INFO(found);
  CHECK(found.find(start) != std::string::npos);
  model["components"]["bar"]["parameters"]["length"] = "sqrt(2)";
  for (const Json& problem : test::problems_of(model)) CHECK(problem["severity"] == "warning");
}

TEST_CASE("a length that another gives its value is not told beside it", "[simulate][lengths]") {
  Json model = crank(0.2, 1);
  model["parameters"]["l"] = {{"value", 0.1}, {"unit", "m"}};
  model["components"]["rod"]["parameters"]["length"] = "2*l";
  check_lengths(model,
                "\"l\" = 0.1 m seems too short, at least 0.35 m would do; \"crank.length\" = 0.3 m "
                "seems too short, at least 0.8 m would do");
}

TEST_CASE("a fixed start is reported together with the lengths", "[simulate][lengths]") {
  Json model = Json::parse(R"json({ "porthos": 1,
    "parameters": { "l": { "value": 2, "unit": "m" } },
    "positions": { "x": { "start": 3, "fixed": true, "unit": "m" },
                   "y": { "start": 4, "fixed": true, "unit": "m" } },
    "velocities": { "u": { "unit": "m/s" }, "v": { "unit": "m/s" } },
    "kinematics": { "x": "u", "y": "v" }, "mass": [[1, 0], [0, 1]],
    "position_constraints": { "rod": { "formula": "(x^2 + y^2)/l - l", "unit": "m" } } })json");
  check_lengths(model, "\"l\" = 2.0 m seems too short, at least 5 m would do");
  CHECK(the_problem(model)["hint"] == "fixed are x, y: set one of them free");
  model["parameters"]["l"]["value"] = 5;
  CHECK(test::problems_of(model).empty());
}

TEST_CASE("constraints that no length can mend are reported without one", "[simulate][lengths]") {
  Json model = crank(1, 1);
  model["position_constraints"]["still"] = "crank.phi - 0.5";
  model["position_constraints"]["again"] = "crank.phi - 0.6";
  const Json problem = the_problem(model);
  CHECK(problem["found"].get<std::string>().find("seems") == std::string::npos);
  CHECK(problem["hint"].get<std::string>().find("contradict") != std::string::npos);
}

}  // namespace porthos::start_lengths_test
