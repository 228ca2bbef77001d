/// A mass that is singular where the motion is to start.
#include <catch_amalgamated.hpp>

#include "support/run.hpp"

namespace singular_mass_test {
using namespace porthos::test;

namespace {

/// A pendulum on a cart, in which the length of the rod is free.
Json cart(double l) {
  Json model = Json::parse(R"json({ "porthos": 1, "parameters": { "l": 1 },
    "positions": { "x": 0.1, "phi": 0.5 }, "velocities": { "v": 0.2, "omega": 0.3 },
    "kinematics": { "x": "v", "phi": "omega" },
    "kinetic_energy": "v^2 + l*cos(phi)*v*omega + l^2*omega^2",
    "potential_energy": "-9.81*l*cos(phi)" })json");
  model["parameters"]["l"] = l;
  return model;
}

Json single(const char* kinetic, const char* potential) {
  Json model = Json::parse(R"json({ "porthos": 1, "positions": { "x": 0.5 },
    "velocities": { "v": 0.3 }, "kinematics": { "x": "v" } })json");
  model["kinetic_energy"] = kinetic;
  model["potential_energy"] = potential;
  return model;
}

}  // namespace

TEST_CASE("a mass that is zero at the start is reported as such", "[simulate][start]") {
  for (const Json& model : {cart(0), single("(x - 0.5)^2*v^2", "x^2")}) {
    const Json problems = problems_of(model);
    INFO(problems.dump(1));
    REQUIRE(problems.size() == 1);
    CHECK(problems[0]["code"] == "PH121");
    CHECK(problems[0]["where"] == "/kinetic_energy");
  }
  CHECK(problems_of(cart(0))[0]["found"].get<std::string>().find("(omega)") != std::string::npos);
  CHECK(problems_of(cart(-0.1)).empty());
  CHECK(problems_of(cart(1e-6)).empty());
  CHECK(problems_of(single("(x - 0.4)^2*v^2", "x^2")).empty());
  // Another formula without a value is another problem.
  const Json force = problems_of(single("(x - 0.4)^2*v^2", "sqrt(x - 0.6)"));
  REQUIRE(force.size() == 1);
  CHECK(force[0]["code"] == "PH203");
}

}  // namespace singular_mass_test
