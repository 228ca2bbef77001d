/// What a start that does not exist, or was not kept, says: its words suit the cause.
#include "support/run.hpp"

namespace start_hints_test {
using namespace porthos::test;

namespace {

Json components(const std::string& text) {
  Json model = Json::parse(R"({"porthos": 1, "simulation": {"until": 0.1, "step": 0.01}})");
  model["environment"]["gravity"] = {0, -9.81};
  model["components"] = Json::parse(text);
  return model;
}

/// The problems of a start, as {code, found, hint}.
Json problems_of(const Json& model, const Json& options = Json::object()) {
  porthos::Session session = open_session(model);
  return Json::parse(session.start(options.dump()))["problems"];
}

bool has(const Json& text, const std::string& part) {
  return text.get<std::string>().find(part) != std::string::npos;
}

/// Two capacitors in parallel with the charges 1 and q (C).
Json parallel(double q) {
  Json model = components(R"json({"p": {"use": "porthos:node"},
    "A": {"use": "porthos:capacitor", "between": {"a": "p", "b": "ground"}, "start": {"q": 1}},
    "B": {"use": "porthos:capacitor", "between": {"a": "p", "b": "ground"}}})json");
  model["components"]["B"]["start"]["q"] = q;
  return model;
}

}  // namespace

TEST_CASE("a charge that changed at the start is a warning, a guessed position is none",
          "[simulate]") {
  const Json changed = problems_of(parallel(0));
  REQUIRE(changed.size() == 1);
  CHECK(changed[0]["code"] == "PH208");
  CHECK(has(changed[0]["found"], "A.q (1 C became 0.5 C)"));
  CHECK(problems_of(parallel(1)).empty());
  // A pin moves a rod that was stated elsewhere: its place only selects a pose.
  const Json rod = components(R"json({
    "r": {"use": "porthos:planar-rod", "start": {"r": [3, 1]}},
    "O": {"use": "porthos:pin", "between": {"a": "ground", "b": "r.tail"}}})json");
  CHECK(problems_of(rod).empty());
}

TEST_CASE("the hint at a zero divisor names its own cause", "[simulate]") {
  const Json cold = problems_of(components(R"json({
    "a": {"use": "porthos:heat-capacity", "parameters": {"start_temperature": 0}},
    "b": {"use": "porthos:heat-capacity"},
    "k": {"use": "porthos:heat-conductor", "between": {"a": "a", "b": "b"}}})json"));
  REQUIRE(cold.size() == 1);
  CHECK(has(cold[0]["hint"], "above 0 K"));
  const Json together = problems_of(components(R"json({
    "m": {"use": "porthos:planar-body"},
    "s": {"use": "porthos:spring-damper", "between": {"a": "ground", "b": "m.frame"}}})json"));
  REQUIRE(together.size() == 1);
  CHECK(has(together[0]["hint"], "two points at one place"));
  CHECK_FALSE(has(together[0]["hint"], "Euler"));
  Json other = Json::parse(R"json({"porthos": 1, "positions": {"x": 0}, "velocities": {"v": 0},
    "kinematics": {"x": "v"}, "kinetic_energy": "v^2/2", "forces": {"v": "1/x"}})json");
  CHECK(problems_of(other)[0]["hint"] == "start where this is not zero");
}

TEST_CASE("a rope that is too short asks for no change of a formula", "[simulate]") {
  const Json rope = components(R"json({
    "m": {"use": "porthos:planar-body", "start": {"r": [0, -2]}},
    "s": {"use": "porthos:rope", "between": {"a": "ground", "b": "m.frame"},
          "parameters": {"length": 1}}})json");
  const Json short_rope = problems_of(rope);
  REQUIRE(short_rope.size() == 1);
  CHECK(short_rope[0]["code"] == "PH209");
  CHECK_FALSE(has(short_rope[0]["hint"], "formula"));
}

TEST_CASE("prescribed flows that part later are named as the cause", "[simulate]") {
  Json model = components(R"json({"r": {"use": "porthos:planar-rod"},
    "A": {"use": "porthos:pin", "between": {"a": "ground", "b": "r.tail"}},
    "B": {"use": "porthos:pin", "between": {"a": "ground", "b": "r.tail"}}})json");
  model["inputs"] = {{"A.torque", {{"flow", "1"}}}, {"B.torque", {{"flow", "1 + t"}}}};
  const Run parted = attempt(model);
  CHECK(parted.outcome != "finished");
  CHECK(parted.message.find("contradict each other after this time") != std::string::npos);
  CHECK(parted.message.find("A.torque, B.torque") != std::string::npos);
  model["inputs"]["B.torque"]["flow"] = "1";
  CHECK(attempt(model).outcome == "finished");
}

TEST_CASE("an unknown name in a component lists the names that it has", "[simulate]") {
  const Json model = components(R"json({"r": {"use": "porthos:planar-rod"}})json");
  const Json unknown = problems_of(model, {{"set", {{"r.density", 1}}}});
  REQUIRE(unknown.size() == 1);
  CHECK(has(unknown[0]["hint"], "\"r\" has "));
  CHECK(has(unknown[0]["hint"], "length"));
  CHECK(problems_of(model, {{"set", {{"r.M", 1}}}})[0]["hint"] == "did you mean \"r.m\"?");
}

TEST_CASE("methods of other programs lead to one of ours", "[simulate]") {
  const Json model = parallel(1);
  CHECK(has(problems_of(model, {{"method", "rk4"}})[0]["hint"], "dop853"));
  CHECK(has(problems_of(model, {{"method", "ode15s"}})[0]["hint"], "radau(3)"));
  CHECK(has(problems_of(model, {{"method", "gauss(9)"}})[0]["hint"], "gauss(2)"));
}

}  // namespace start_hints_test
