/// rate(v), the acceleration of a velocity, in outputs: compared with closed forms in every row.
#include <catch_amalgamated.hpp>
#include <cmath>

#include "integrate/methods.hpp"
#include "support/run.hpp"

namespace accelerations_test {
using namespace porthos::test;

namespace {

constexpr double g = 9.81;

/// A bead of mass 1 on the parabola y = x^2, in x: the mass depends on the position.
Json bead() {
  return Json::parse(R"json({
    "porthos": 1, "parameters": { "g": 9.81 },
    "positions": { "x": 0.7 }, "velocities": { "v": 0.4 }, "kinematics": { "x": "v" },
    "kinetic_energy": "(1 + 4*x^2)*v^2/2", "potential_energy": "g*x^2",
    "outputs": { "a": "rate(v)", "law": "-(4*x*v^2 + 2*g*x)/(1 + 4*x^2)" } })json");
}

/// The same in space, led by a constraint: reactions make accelerations too.
Json led_bead() {
  return Json::parse(R"json({
    "porthos": 1, "parameters": { "g": 9.81 },
    "positions": { "r": [0.7, 0.49] }, "velocities": { "v": [0.4, 0.56] },
    "kinematics": { "r": "v" }, "kinetic_energy": "dot(v, v)/2", "potential_energy": "g*r.2",
    "position_constraints": { "curve": "r.2 - r.1^2" },
    "outputs": { "a": "rate(v)", "law": "-(4*r.1*v.1^2 + 2*g*r.1)/(1 + 4*r.1^2)",
                 "across": "rate(v.2) - 2*r.1*rate(v.1) - 2*v.1^2" } })json");
}

}  // namespace

TEST_CASE("an acceleration is that of the motion in every row, whatever the method", "[oracle]") {
  for (const porthos::integrate::Method* method : porthos::integrate::methods()) {
    CAPTURE(method->name);
    const Options options{.until = 0.3, .step = 0.01, .method = std::string(method->name)};
    // The law is of the state in the row: the method's error cancels, and roundings stay.
    const Run free = simulate(bead(), options), led = simulate(led_bead(), options);
    REQUIRE(free.rows() > 5);
    CHECK(std::abs(free.first("a") + (4 * 0.7 * 0.16 + 2 * g * 0.7) / 2.96) < 1e-13);
    CHECK(difference(free, free, "a", "law") < 1e-12 * 20);
    // Methods that leave the constraint (rk4-baumgarte, symplectic-euler) are pulled back to it.
    if (!method->traits.keeps_positions || !method->traits.keeps_velocities) continue;
    CHECK(difference(led, led, "a.1", "law") < 1e-10);
    CHECK(led.largest("across") < 1e-10);
  }
}

TEST_CASE("an acceleration under an input jumps with it", "[oracle]") {
  const Run run = simulate(Json::parse(R"json({
    "porthos": 1, "positions": { "x": 0 }, "velocities": { "v": 0 }, "kinematics": { "x": "v" },
    "kinetic_energy": "2*v^2", "ports": { "push": { "flow": "v" } },
    "inputs": { "push": "if(t < 0.255, 3, 5)" },
    "outputs": { "a": "rate(v)" }, "simulation": { "until": 0.5, "step": 0.01 } })json"));
  for (std::size_t i = 0; i < run.rows(); ++i)
    CHECK(std::abs(run.at("a", i) - (run.at("t", i) < 0.255 ? 0.75 : 1.25)) < 1e-14);
}

TEST_CASE("accelerations of components are known outside, fused or not", "[oracle]") {
  for (const int count : {2, 20}) {  // more than 12 instances are not fused
    Json model = Json::parse(R"json({
      "porthos": 1, "parameters": { "N": 2 }, "environment": { "gravity": [0, -9.81] },
      "components": {
        "link": { "use": "porthos:planar-rod", "count": "N" },
        "O": { "use": "porthos:pin", "between": { "a": "ground", "b": "link[1].tail" } },
        "hinge": { "for": { "i": [1, "N - 1"] }, "use": "porthos:pin",
                   "between": { "a": "link[i].tip", "b": "link[i+1].tail" } } },
      "outputs": { "a": "rate(link[1].omega)", "b": "rate(link[1].v)" },
      "simulation": { "until": 0.02, "step": 0.01 } })json");
    place_in(model, "/parameters/N") = count;
    const Run run = simulate(model);
    // From a straight line at rest, at a right angle to gravity: the first link's centre falls with
    // its own angular acceleration, at half its length from the hinge.
    CAPTURE(count);
    REQUIRE(std::abs(run.first("link[1].phi")) < 1e-14);
    CHECK(std::abs(run.first("b.2") - 0.5 * run.first("a")) < 1e-9);
    CHECK(std::abs(run.first("b.1")) < 1e-9);
    CHECK(std::abs(run.first("a")) > 1);
  }
}

TEST_CASE("an acceleration is nothing that acts, and needs a mass", "[model]") {
  Json model = bead();
  model["forces"]["v"] = "-rate(v)";
  Json problems = problems_of(model);
  REQUIRE(problems.size() == 1);
  CHECK(problems[0]["code"] == "PH114");
  CHECK(problems[0]["where"] == "/forces/v");

  problems = problems_of(Json::parse(R"json({
    "porthos": 1, "positions": { "q": 1 }, "velocities": { "v": 0, "u": 0 },
    "kinematics": { "q": "v + u" }, "mass": [[1, 0], [0, 0]], "potential_energy": "q^2",
    "dissipation": { "u": "u" }, "outputs": { "a": "rate(v)", "b": "2*rate(u)" } })json"));
  REQUIRE(problems.size() == 1);
  CHECK(problems[0]["code"] == "PH114");
  CHECK(problems[0]["where"] == "/outputs/b");
}

}  // namespace accelerations_test
