/// Hints that have to be right: what they propose is accepted.
#include <catch_amalgamated.hpp>

#include "simulate/session.hpp"
#include "support/run.hpp"

namespace followed_hints_test {
using namespace porthos;
using namespace porthos::test;

namespace {

Json stone() {
  return Json::parse(R"json({ "porthos": 1, "positions": { "height": 1 }, "velocities": { "v": 0 },
    "kinematics": { "height": "v" }, "kinetic_energy": "v^2/2",
    "potential_energy": "9.81*height" })json");
}

std::string hint_for(const Json& model, const char* code) {
  const Json problems = problems_of(model);
  INFO(problems.dump(1));
  REQUIRE(problems.size() == 1);
  CHECK(problems[0]["code"] == code);
  return problems[0].value("hint", "");
}

std::string hint_for_output(const char* formula) {
  Json model = stone();
  model["outputs"]["a"] = formula;
  return hint_for(model, "PH110");
}

std::string hint_for_event(const char* when) {
  Json model = stone();
  model["events"]["a"] = {{"when", when}, {"do", "stop"}};
  return hint_for(model, "PH110");
}

}  // namespace

TEST_CASE("a name of another kind is not proposed for effort, momentum or rate", "[model][hints]") {
  CHECK(hint_for_output("rate(height)").empty());
  CHECK(hint_for_output("momentum(height)").empty());
  CHECK(hint_for_output("effort(v)").empty());
  CHECK(hint_for_output("effort(hieght)") == "did you mean \"height\"?");
  CHECK(hint_for_output("rate(V)") == "did you mean \"v\"?");
}

TEST_CASE("an event that is given a condition is told to write a difference", "[model][hints]") {
  const std::string difference =
      "for a > b write \"a - b\", with the direction \"rising\"; for a == b \"a - b\" alone";
  CHECK(hint_for_event("height == 0.5") == difference);
  CHECK(hint_for_event("height > 0.5") == difference);
  CHECK(hint_for_event("height < 0.5 and v < 0") == difference);
  // Within a formula a condition stands for a number.
  CHECK(hint_for_event("1 + (height > 0.5)") == "write if(condition, 1, 0)");
  CHECK(hint_for_output("height > 0.5") == "write if(condition, 1, 0)");
  Json followed = stone();
  followed["events"]["a"] = {{"when", "0.5 - height"}, {"direction", "rising"}, {"do", "stop"}};
  CHECK(problems_of(followed).empty());
  CHECK(attempt(followed).outcome == "stopped");
}

TEST_CASE("an element of the library without its prefix is proposed with it", "[model][hints]") {
  const auto hint_for_use = [](const char* file) {
    Json model{{"porthos", 1}};
    model["components"]["rod"]["use"] = file;
    const Json problems = Json::parse(Session(model.dump(), "{}").describe())["problems"];
    REQUIRE(problems.size() == 1);
    CHECK(problems[0]["code"] == "PH130");
    return problems[0].value("hint", "");
  };
  CHECK(hint_for_use("planar-rod") == "did you mean \"porthos:planar-rod\"?");
  CHECK(hint_for_use("mine.json").empty());
}

}  // namespace followed_hints_test
