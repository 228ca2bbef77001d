/// Statements of the report and of the equations that were false.
#include "equations/equations.hpp"
#include "support/inspection.hpp"

namespace porthos::test::statements_test {
namespace {

Json free_mass(const char* push) {
  Json model =
      Json::parse(R"json({ "porthos": 1, "positions": { "x": 0 }, "velocities": { "v": 0.5 },
    "kinematics": { "x": "v" }, "mass": [[1]], "ports": { "push": { "flow": "v" } },
    "simulation": { "until": 10 } })json");
  if (push != nullptr) model["inputs"]["push"] = push;
  return model;
}

bool lists_momentum(const char* push) {
  const Report report(free_mass(push));
  const std::string list = report.facts()["conserved"].dump();
  return list.find("\"momentum(v)\"") != std::string::npos;
}

}  // namespace

TEST_CASE("pi in an input keeps its name", "[inspect][equations]") {
  Json model = free_mass("sin(2*pi*1000*t + w)");
  model["parameters"]["f"] = 3;
  model["parameters"]["w"] = {{"formula", "2*pi*f"}};
  const std::string text = equations::typeset(open_session(model));
  INFO(text);
  CHECK(text.find("as_written") == std::string::npos);
  CHECK(text.find("as,written") == std::string::npos);
  CHECK(text.find("t*pi") != std::string::npos);
  CHECK(text.find("\\\\pi") != std::string::npos);
}

TEST_CASE("a function that a short input changes is not listed as conserved",
          "[inspect][conserved]") {
  CHECK(lists_momentum(nullptr));
  CHECK_FALSE(lists_momentum("exp(-((t - 3.3)/0.001)^2)"));  // between all times sampled
  CHECK_FALSE(lists_momentum("exp(-((t - 3.3)/1e-7)^2)"));
  CHECK_FALSE(lists_momentum("sin(t)"));
}

// A pendulum whose pivot moves: x, y, time; two momenta. With time frozen the structure has two
// pairs, which are four flows and four efforts.
TEST_CASE("time does not count among the independent efforts", "[inspect]") {
  const Report report(Json::parse(R"json({ "porthos": 1,
    "positions": { "x": 0.1, "y": 0.38 }, "velocities": { "u": 0, "v": 0 },
    "kinematics": { "x": "u", "y": "v" }, "kinetic_energy": "(u^2 + v^2)/2",
    "potential_energy": "9.81*y",
    "position_constraints": { "rod": "x^2 + (y - 0.02*sin(100*t))^2 - 0.16" } })json"));
  CHECK(report.finding("the start is a regular point")["note"] ==
        "4 flows and 4 efforts are independent");
}

}  // namespace porthos::test::statements_test
