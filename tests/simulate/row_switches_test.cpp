/// Constraints whose coefficients jump with the state: velocities turn without loss of energy.
#include <catch_amalgamated.hpp>
#include <cmath>

#include "support/run.hpp"

namespace porthos::row_switches_test {
namespace {

using Catch::Matchers::WithinAbs;
using test::Json;

const char* const kMethods[] = {"gauss(2)", "gauss(4)", "dop853", "radau(3)", "adaptive-gauss(3)"};

/// Masses 2 and 1 in a plane, and a free one that takes no part.
Json plane(double y, double u, double v) {
  Json model = Json::parse(R"json({ "porthos": 1, "positions": { "x": -1, "y": 0, "q": 0 },
    "velocities": { "u": 0, "v": 0, "s": 0.5 }, "kinematics": { "x": "u", "y": "v", "q": "s" },
    "kinetic_energy": "(2*u^2 + v^2 + s^2)/2", "simulation": { "until": 3, "step": 0.01 } })json");
  model["positions"]["y"] = y;
  model["velocities"]["u"] = u;
  model["velocities"]["v"] = v;
  return model;
}

test::Run run_by(Json model, const std::string& method) {
  model["simulation"]["method"] = method;
  return test::simulate(model);
}

// Runge's and Kutta's method along the turn leaves about 1e-13; positions collect it.
constexpr double kTurn = 1e-11;

}  // namespace

TEST_CASE("a velocity constraint that jumps turns the velocities and keeps the energy",
          "[simulate][kinks]") {
  // Along the row v = -2 u, then v = -u: 2 u^2 + v^2 is 6 before and 3 u^2 after.
  Json model = plane(0, 1, -2);
  model["velocity_constraints"] = {{"row", "if(x > 0, 1, 2)*u + v"}};
  for (const char* const method : kMethods) {
    CAPTURE(method);
    const test::Run run = run_by(model, method);
    CHECK_THAT(run.last("u"), WithinAbs(std::sqrt(2), kTurn));
    CHECK_THAT(run.last("v"), WithinAbs(-std::sqrt(2), kTurn));
    CHECK_THAT(run.last("x"), WithinAbs(2 * std::sqrt(2), kTurn));
    CHECK_THAT(run.last("s"), WithinAbs(0.5, kTurn));
    CHECK_THAT(run.last("energy.balance_error"), WithinAbs(0, kTurn));
  }
}

TEST_CASE("a bead on a bent wire passes the bend at its speed", "[simulate][kinks]") {
  for (const double slope : {0.3, 1.0, 3.0}) {  // 3: sharper than a right angle
    Json model = plane(slope, 1, -slope);
    model["parameters"] = {{"k", slope}};
    model["position_constraints"] = {{"wire", "k*abs(x) - y"}};
    for (const char* const method : kMethods) {
      CAPTURE(slope, method);
      const test::Run run = run_by(model, method);
      CHECK_THAT(run.last("x"), WithinAbs(2, kTurn));
      CHECK_THAT(run.last("y"), WithinAbs(2 * slope, slope * kTurn));
      CHECK_THAT(run.last("s"), WithinAbs(0.5, kTurn));
    }
  }
}

TEST_CASE("a wire that moves supplies the energy of the bend", "[simulate][kinks]") {
  // It rises at 0.3 m/s: relative to it the bead keeps its energy, 2 u^2 + (v - 0.3)^2 = 3 before,
  // 6 u^2 after.
  Json model = plane(-1, 1, 1.3);
  model["position_constraints"] = {{"wire", "y - if(x > 0, 2, 1)*x - 0.3*t"}};
  const double u = std::sqrt(0.5), v = 2 * u + 0.3;
  for (const char* const method : kMethods) {
    CAPTURE(method);
    const test::Run run = run_by(model, method);
    CHECK_THAT(run.last("u"), WithinAbs(u, kTurn));
    CHECK_THAT(run.last("v"), WithinAbs(v, kTurn));
    CHECK_THAT(run.last("s"), WithinAbs(0.5, kTurn));
    const double supplied = u * u + v * v / 2 - (1 + 1.69 / 2);
    CHECK_THAT(run.last("energy.supplied"), WithinAbs(supplied, kTurn));
    CHECK_THAT(run.last("energy.balance_error"), WithinAbs(0, kTurn));
  }
}

TEST_CASE("two rows that jump at once leave what is at right angles to both", "[simulate][kinks]") {
  Json model = plane(0, 1, -2);
  model["positions"]["r"] = 0;
  model["velocities"]["p"] = 0.7;
  model["kinematics"]["r"] = "p";
  model["kinetic_energy"] = "(2*u^2 + v^2 + s^2 + 3*p^2)/2";
  model["velocities"]["s"] = -1;
  model["velocity_constraints"] = {{"a", "if(x > 0, 1, 2)*u + v"}, {"b", "if(x > 0, 3, 1)*u + s"}};
  for (const char* const method : kMethods) {
    CAPTURE(method);
    const test::Run run = run_by(model, method);
    const double u = run.last("u");  // 2 u^2 + v^2 + s^2 = 7 before, 12 u^2 after
    CHECK_THAT(u, WithinAbs(std::sqrt(7.0 / 12), kTurn));
    CHECK_THAT(run.last("v"), WithinAbs(-u, kTurn));
    CHECK_THAT(run.last("s"), WithinAbs(-3 * u, kTurn));
    CHECK_THAT(run.last("p"), WithinAbs(0.7, kTurn));
  }
}

TEST_CASE("a position constraint that jumps ends the run", "[simulate][kinks]") {
  for (const double from : {-1.0, -0.9953}) {  // a jump at the end of a step, and within one
    Json model = plane(0, 1, 0);
    model["positions"]["x"] = from;
    model["position_constraints"] = {{"step", "if(x > 0, 1, 0) - y"}};
    for (const char* const method : kMethods) {
      CAPTURE(method, from);
      model["simulation"]["method"] = method;
      CHECK(test::attempt(model).outcome == "constraint-lost");
    }
  }
}

}  // namespace porthos::row_switches_test
