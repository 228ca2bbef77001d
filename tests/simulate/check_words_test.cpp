/// What `check` says of a model before its run: counts, places, and the method.
#include <catch_amalgamated.hpp>

#include "support/run.hpp"

namespace porthos::test::check_words_test {

namespace {

Json described(const Json& model) { return Json::parse(Session(model.dump(), "{}").describe()); }

int freedom(const char* text) {
  return described(Json::parse(text))["report"]["degreesOfFreedom"].get<int>();
}

/// The first problem with a code; null if there is none.
Json problem(const Json& model, const std::string& code) {
  const Json all = described(model);
  for (const Json& one : all["problems"])
    if (one["code"] == code) return one;
  return {};
}

}  // namespace

TEST_CASE("massless velocities that forces determine are not free", "[simulate]") {
  // A coil on a current source has a constant current.
  CHECK(freedom(R"json({"porthos": 1, "components": {
    "p": {"use": "porthos:node"},
    "source": {"use": "porthos:current-source", "between": {"a": "ground", "b": "p"}},
    "coil": {"use": "porthos:inductor", "between": {"a": "p", "b": "ground"}}}})json") == 0);
  // A node without mass between two springs follows the mass.
  const char* const springs = R"json({"porthos": 1,
    "positions": {"d1": 0.3, "d2": 0.2}, "velocities": {"v": 0, "v_node": 0},
    "kinematics": {"d1": "v_node", "d2": "v - v_node"},
    "kinetic_energy": "v^2/2 + 0*v_node^2", "potential_energy": "2*d1^2 + 3*d2^2"})json";
  CHECK(freedom(springs) == 1);
  Json heavy = Json::parse(springs);
  heavy["kinetic_energy"] = "v^2/2 + v_node^2/2";
  CHECK(described(heavy)["report"]["degreesOfFreedom"] == 2);
  // A voltage source determines the voltage of its node, and the motor turns.
  CHECK(freedom(R"json({"porthos": 1, "components": {
    "p": {"use": "porthos:node"},
    "battery": {"use": "porthos:voltage-source", "between": {"a": "p", "b": "ground"}},
    "rotor": {"use": "porthos:rotor"},
    "motor": {"use": "porthos:dc-motor",
              "between": {"a": "p", "b": "ground", "shaft": "rotor"}}}})json") == 1);
}

TEST_CASE("a method that refuses the model is told before the run", "[simulate][set-valued]") {
  Json model = Json::parse(R"json({"porthos": 1, "positions": {"x": 0}, "velocities": {"v": 1},
    "kinematics": {"x": "v"}, "kinetic_energy": "v^2",
    "dissipation": {"rail": {"flow": "v", "dry": 10}}})json");
  for (const char* method : {"rk4-baumgarte", "symplectic-euler", "discrete-gradient"}) {
    CAPTURE(method);
    model["simulation"] = {{"until", 0.1}, {"step", 0.01}, {"method", method}};
    const Json told = problem(model, "PH308");
    REQUIRE(!told.is_null());
    CHECK(told["severity"] == "warning");
    CHECK(told["where"] == "/simulation/method");
    CHECK(attempt(model).outcome == "unsuited");
    CHECK(attempt(model, {.method = "gauss(2)"}).outcome == "finished");
  }
  for (const char* method :
       {"gauss(1)", "gauss(2)", "moreau", "radau(3)", "dop853", "adaptive-gauss(3)"}) {
    CAPTURE(method);
    model["simulation"]["method"] = method;
    CHECK(problem(model, "PH308").is_null());
  }
  model.erase("dissipation");
  model["simulation"]["method"] = "symplectic-euler";
  CHECK(problem(model, "PH308").is_null());
}

TEST_CASE("massless velocities have a place in the model's own text", "[simulate]") {
  const Json part = Json::parse(R"json({"porthos": 1, "components": {
    "p": {"use": "porthos:node"}, "q": {"use": "porthos:node"},
    "R": {"use": "porthos:resistor", "between": {"a": "p", "b": "q"}}}})json");
  CHECK(problem(part, "PH204")["where"] == "/components/p");
  const Json own = Json::parse(R"json({"porthos": 1, "positions": {"x": 0},
    "velocities": {"u": 0, "v": 0}, "kinematics": {"x": "v"}, "kinetic_energy": "v^2 + 0*u^2"})json");
  CHECK(problem(own, "PH204")["where"] == "/velocities/u");
}

TEST_CASE("a unit is expected as it is declared", "[simulate]") {
  Json model = Json::parse(R"json({"porthos": 1,
    "parameters": {"F": {"value": 1, "unit": "N"}},
    "components": {"rotor": {"use": "porthos:rotor"},
      "motor": {"use": "porthos:motor", "between": {"a": "ground", "b": "rotor"}}},
    "inputs": {"motor.torque": "F"}})json");
  const Json told = problem(model, "PH118");
  REQUIRE(!told.is_null());
  CHECK(told["expected"].get<std::string>().starts_with("N m, "));
}

}  // namespace porthos::test::check_words_test
