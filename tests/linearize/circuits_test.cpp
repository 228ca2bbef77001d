/// Equilibria of circuits, whose currents Kirchhoff's laws join: by hand.
#include <cmath>

#include "linear.hpp"

namespace circuits_test {
using namespace porthos::test;

namespace {

/// A capacitor of 1 F with 1 C, a resistor of 3 Ohm, and a third element, in a loop.
Json loop(const Json& third) {
  Json model = Json::parse(R"json({"porthos": 1, "components": {
    "m": {"use": "porthos:node"}, "n": {"use": "porthos:node"},
    "C": {"use": "porthos:capacitor", "between": {"a": "m", "b": "ground"}, "start": {"q": 1}},
    "R": {"use": "porthos:resistor", "between": {"a": "m", "b": "n"}, "parameters": {"R": 3}}}})json");
  model["components"]["Z"] = third;
  model["components"]["Z"]["between"] = {{"a", "n"}, {"b", "ground"}};
  return model;
}

double value(const Json& answer, const std::string& state) {
  for (const Json& one : answer["at"]["states"])
    if (one["name"] == state) return one["value"];
  FAIL("no state " << state);
  return NAN;
}

}  // namespace

TEST_CASE("two capacitors share the charge that they have", "[linearize]") {
  const Json model = loop({{"use", "porthos:capacitor"}, {"parameters", {{"C", 2}}}});
  for (const char* const at : {"equilibrium", "steady"}) {
    const Json answer = linear(model, {{"at", at}});
    CAPTURE(answer.dump(1));
    CHECK(std::abs(value(answer, "C.q") - 1. / 3) < 1e-14);
    CHECK(std::abs(value(answer, "Z.q") - 2. / 3) < 1e-14);
    CHECK(answer["stability"]["verdict"] == "stable");
  }
}

TEST_CASE("nonlinear resistors do not change how much charge there is", "[linearize]") {
  Json model = loop({{"use", "porthos:capacitor"}, {"parameters", {{"C", 2}}}});
  model["components"]["R"] = Json::parse(R"json({"use": "porthos:nonlinear-resistor",
    "between": {"a": "m", "b": "n"}, "characteristics": {"u": "3*i + i^3"}})json");
  const Json answer = linear(model, {{"at", "equilibrium"}});
  CAPTURE(answer.dump(1));
  CHECK(std::abs(value(answer, "C.q") + value(answer, "Z.q") - 1) < 1e-12);
  CHECK(std::abs(value(answer, "Z.q") - 2. / 3) < 1e-12);
}

TEST_CASE("a circuit without source has no steady current", "[linearize]") {
  // A charge that rests and a flux that grows would change the current through the resistor.
  const Json answer = linear(loop({{"use", "porthos:inductor"}}), {{"at", "steady"}});
  CAPTURE(answer.dump(1));
  CHECK(std::abs(value(answer, "C.q")) < 1e-12);
  CHECK(std::abs(value(answer, "Z.psi")) < 1e-12);
  CHECK(answer["stability"]["verdict"] == "asymptotically stable");
}

}  // namespace circuits_test
