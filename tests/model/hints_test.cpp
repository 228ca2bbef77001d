/// Hints that used to be false: the names exist and may be intended.
#include <catch_amalgamated.hpp>

#include "support/run.hpp"

namespace hints_test {
using namespace porthos::test;

namespace {

Json spinning(const std::string& formula) {
  Json model = Json::parse(R"json({ "porthos": 1, "components": {
    "top": { "use": "porthos:rigid-body" }, "arm": { "use": "porthos:planar-rod" } } })json");
  model["outputs"]["y"] = formula;
  return model;
}

std::string hint_of(const Json& model) {
  const Json problems = problems_of(model);
  REQUIRE(problems.size() == 1);
  return problems[0].value("hint", "");
}

}  // namespace

TEST_CASE("an unknown name of a component is hinted at by what the component has",
          "[model][problems]") {
  CHECK(hint_of(spinning("top.R.1.3")) == "");  // an entry of a name that is unknown
  CHECK(hint_of(spinning("det(top.R)")) == "did you mean \"top.frame.R\"?");
  CHECK(hint_of(spinning("top.omgea.1")).find("top.omega") != std::string::npos);
  CHECK(hint_of(spinning("arm.x")) == "");
  CHECK(problems_of(spinning("det(top.frame.R)")).empty());
}

TEST_CASE("an event that resets what is no velocity is hinted at by velocities",
          "[model][problems]") {
  Json model = spinning("0");
  model["events"]["stop"] =
      Json::parse(R"json({ "when": "t - 1", "do": [{ "reset": { "arm.ph": 0 } }] })json");
  const Json problems = problems_of(model);
  REQUIRE_FALSE(problems.empty());
  for (const Json& problem : problems)
    CHECK(problem.value("hint", "").find("arm.phi") == std::string::npos);
}

TEST_CASE("a name that a component has already is reported with all that share names",
          "[model][problems]") {
  Json model = spinning("0");
  model["parameters"] = {{"top", 1}};
  const Json problems = problems_of(model);
  REQUIRE(problems.size() == 1);
  CHECK(problems[0]["code"] == "PH106");
  CHECK(problems[0]["expected"].get<std::string>().find("components") != std::string::npos);
}

TEST_CASE("a parameter of a wrong type hears that numbers, arrays and objects are possible",
          "[model][problems]") {
  Json model = Json::parse(R"json({ "porthos": 1, "positions": { "x": 0 } })json");
  for (const Json& wrong : {Json("two"), Json(true)}) {
    CAPTURE(wrong.dump());
    model["parameters"] = {{"m", wrong}};
    const Json problems = problems_of(model);
    REQUIRE_FALSE(problems.empty());
    CHECK(problems[0]["code"] == "PH102");
    CHECK(problems[0]["expected"] == "a number, an array or an object");
  }
  for (const char* right : {"2", "[1, 2]", R"({ "value": 2, "unit": "kg" })"}) {
    CAPTURE(right);
    model["parameters"] = {{"m", Json::parse(right)}};
    for (const Json& problem : problems_of(model)) CHECK(problem["code"] != "PH102");
  }
}

}  // namespace hints_test
