/// What happens exactly at the end of a step, and events that leave their root slowly.
#include <cmath>

#include "support/run.hpp"

namespace step_ends_test {
using namespace porthos::test;

namespace {

/// A mass of 1 that moves at 1 m/s from x over a potential.
Json rolling(double x, const std::string& potential) {
  Json model = Json::parse(R"json({"porthos": 1, "velocities": {"v": 1},
    "kinematics": {"x": "v"}, "kinetic_energy": "v^2/2"})json");
  model["positions"]["x"] = x;
  model["potential_energy"] = potential;
  return model;
}

}  // namespace

TEST_CASE("a jump of the energy is paid for wherever a step ends", "[simulate]") {
  for (const auto& [potential, end] :
       {std::pair{"if(x > 1, 0.2, 0)", std::sqrt(0.6)}, std::pair{"0.1*floor(x)", std::sqrt(0.8)},
        std::pair{"if(x > 1, -0.2, 0)", std::sqrt(1.4)}})
    for (const double x : {0., 0.5, 0.503, 0.51, 0.57, 0.6, 0.69})
      for (const double step : {0.01, 0.0101, 0.05}) {
        CAPTURE(potential, x, step);
        const Run run = simulate(rolling(x, potential), {.until = 1.2 - 0.9 * x, .step = step});
        CHECK(std::abs(run.last("v") - end) < 1e-12);
        CHECK(std::abs(run.last("energy.balance_error")) < 1e-14);
      }
}

TEST_CASE("a corner of the energy at the start is no rounding", "[simulate]") {
  // Half of each swing has another cubic: what a step misses of V is returned, and not left as
  // rounding.
  Json model = rolling(0, "abs(x) + 0.3*abs(x)^3");
  const Run run = simulate(model, {.until = 20, .step = 0.02});
  CHECK(run.largest("energy.balance_error") < 1e-13);
}

TEST_CASE("an event at a root of higher order happens once", "[simulate]") {
  for (const char* when : {"(x - 1)^3", "(x - 1)^5", "x^3 - 3*x^2 + 3*x - 1", "x - 1"})
    for (const char* direction : {"both", "rising"})
      for (const char* action : {R"({"set": {"c": "c + 1"}})", R"({"reset": {"v": "v"}})"}) {
        Json model = rolling(0, "0");
        model["parameters"]["c"] = 0;
        model["events"]["e"] = {{"when", when}, {"do", Json::parse(action)}};
        if (std::string(direction) == "rising") model["events"]["e"]["direction"] = "rising";
        CAPTURE(when, direction, action);
        porthos::Session session = open_session(model);
        session.start(R"({"until": 2})");
        session.advance(100000);
        const Json summary = Json::parse(session.summary());
        CHECK(summary["outcome"] == "finished");
        CHECK(summary["eventCount"] == 1);
      }
}

TEST_CASE("uncharged capacitors in series share the charge of a source", "[simulate]") {
  Json model = Json::parse(R"json({"porthos": 1, "components": {
    "p": {"use": "porthos:node"}, "s": {"use": "porthos:node"},
    "V": {"use": "porthos:voltage-source", "between": {"a": "p", "b": "ground"},
          "parameters": {"U": 6}},
    "A": {"use": "porthos:capacitor", "between": {"a": "p", "b": "s"}, "parameters": {"C": 1}},
    "B": {"use": "porthos:capacitor", "between": {"a": "s", "b": "ground"},
          "parameters": {"C": 2}}},
    "simulation": {"until": 0.1, "step": 0.01}})json");
  const Run run = simulate(model);
  CHECK(std::abs(run.first("A.q") - 4) < 1e-12);
  CHECK(std::abs(run.first("B.q") - 4) < 1e-12);
  CHECK(std::abs(run.first("s.u") - 2) < 1e-12);
  // In parallel the charge stays, too: 1 C on 1 F and 4 F.
  model["components"] = Json::parse(R"json({"p": {"use": "porthos:node"},
    "A": {"use": "porthos:capacitor", "between": {"a": "p", "b": "ground"}, "start": {"q": 1}},
    "B": {"use": "porthos:capacitor", "between": {"a": "p", "b": "ground"}, "parameters": {"C": 4},
          "start": {"q": 0}}})json");
  const Run shared = simulate(model);
  CHECK(std::abs(shared.first("A.q") - 0.2) < 1e-12);
  CHECK(std::abs(shared.first("B.q") - 0.8) < 1e-12);
}

}  // namespace step_ends_test
