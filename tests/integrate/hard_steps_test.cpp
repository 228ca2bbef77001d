#include <catch_amalgamated.hpp>
#include <cmath>

#include "integrate/methods.hpp"
#include "support/run.hpp"

namespace hard_steps_test {
namespace integrate = porthos::integrate;
using namespace porthos::test;

namespace {

// States that efforts also move, on a circle: near t = 0.2 s the multiplier grows without bound,
// and the motion ends.
const Json kImpasse = Json::parse(R"json({
  "porthos": 1,
  "positions": { "x": 0, "y": { "start": 1, "fixed": true } },
  "velocities": { "u": { "start": 2, "fixed": true }, "v": 0.1 },
  "kinematics": { "x": "u + effort(y)/5", "y": "v - effort(x)/5" },
  "kinetic_energy": "4*u^2/2 + v^2/2",
  "potential_energy": "x^2 + y^4 + sin(x + y)",
  "position_constraints": { "c": "x^2 + y^2 - 1" },
  "dissipation": { "u": "u" }
})json");

}  // namespace

TEST_CASE("the multiplier is that of the motion where its own terms cancel", "[integrate]") {
  const double h = 1e-3;
  const Run run = simulate(kImpasse, {.until = 0.15, .step = h, .method = "gauss(3)"});
  for (size_t row = 50; row + 1 < run.rows(); ++row) {
    CAPTURE(row);
    // 4 u' = -(2 x + cos(x + y) + 2 x c) - u
    const double x = run.at("x", row), y = run.at("y", row), u = run.at("u", row);
    const double rate = (run.at("u", row + 1) - run.at("u", row - 1)) / (2 * h);
    const double c = -(4 * rate + u + 2 * x + std::cos(x + y)) / (2 * x);
    CHECK(std::abs(run.at("multiplier.c", row) - c) <
          1e-3 * c);  // differences of what grows in 0.05 s
  }
}

TEST_CASE("methods that need the accelerations agree with those that do not", "[integrate]") {
  const auto end = [](const char* method) {
    const Run run =
        simulate(kImpasse, {.until = 0.15, .step = 1e-3, .method = method, .tolerance = 1e-10});
    return std::pair{run.last("x"), run.last("v")};
  };
  const auto [x, v] = end("gauss(4)");
  for (const char* method : {"dop853", "rk4-baumgarte"}) {
    CAPTURE(method);
    const auto [own_x, own_v] = end(method);
    CHECK(std::abs(own_x - x) < 1e-8);
    CHECK(std::abs(own_v - v) < 1e-8);
  }
}

TEST_CASE("a step over a pose without a motion beyond it is an outcome, not a row", "[integrate]") {
  for (const char* method : {"gauss(1)", "gauss(2)", "gauss(3)", "gauss(4)", "discrete-gradient"}) {
    CAPTURE(method);
    const Run run = attempt(kImpasse, {.until = 1, .step = 1. / 60, .method = method});
    CHECK(run.outcome != "finished");
    CHECK(run.rows() > 10);  // the results up to the failure are kept
    CHECK(run.largest("energy.balance_error") < 1e-11);
  }
}

TEST_CASE("every method starts from rest, and ends with a step as short as is left",
          "[integrate]") {
  // Rest: no change of z for a secant. An independent pendulum has a constraint.
  const Json model = Json::parse(R"json({
    "porthos": 1,
    "positions": { "s": 1, "x": 1, "y": 0 }, "velocities": { "v": 0, "v_x": 0, "v_y": 0 },
    "kinematics": { "s": "v", "x": "v_x", "y": "v_y" },
    "kinetic_energy": "(v^2 + v_x^2 + v_y^2)/2", "potential_energy": "2*s^2 + s^4/4 + 9.81*y",
    "position_constraints": { "rod": "x^2 + y^2 - 1" }
  })json");
  for (const double left : {1e-3, 1e-7, 1e-11}) {
    const Run exact = simulate(model, {.until = 0.5 + left, .step = 2.5e-3, .method = "gauss(4)"});
    for (const auto* method : integrate::methods()) {
      CAPTURE(method->name, left);
      const Run run = attempt(model, {.until = 0.5 + left,
                                      .step = 0.01,
                                      .method = std::string(method->name),
                                      .tolerance = 1e-8});
      if (run.outcome == "unsuited") continue;
      REQUIRE(run.outcome == "finished");
      CHECK(std::abs(run.last("t") - 0.5 - left) < 1e-15);
      const double error = method->traits.order > 1 ? 2e-3 : 0.15;  // of h^2, of h
      for (const char* state : {"s", "x", "y", "v_x"})
        CHECK(std::abs(run.last(state) - exact.last(state)) < error);
      if (method->traits.closes_ledger)
        CHECK(run.largest("energy.balance_error") < 1e-12);  // of 12 J
      if (method->traits.keeps_positions) CHECK(run.largest("gap.position") < 1e-14);
    }
  }
}

TEST_CASE("a slope without bound is no singular mass matrix", "[integrate]") {
  // A tank that runs empty after 4 s: sqrt has no derivative at zero.
  const Json model = Json::parse(R"json({
    "porthos": 1, "positions": { "V": 1 }, "kinematics": { "V": 0 }, "potential_energy": "V^2/2",
    "dissipation": { "hole": { "flow": "effort(V)", "effort": "0.5*sqrt(max(effort(V), 0))" } }
  })json");
  for (const char* const method : {"gauss(2)", "adaptive-gauss(3)", "radau(3)"}) {
    CAPTURE(method);
    const Run run = attempt(model, {.until = 20, .step = 0.01, .method = method});
    CHECK(run.outcome != "singular");
    CHECK(std::abs(run.last("t") - 4) < 0.02);
  }
}

TEST_CASE("a discrete gradient follows a motion that fades into the rounding of its potential",
          "[integrate]") {
  // 1 - cos(q) has the rounding of 1: below 1e-4 its differences say little about its slope.
  const Json model = Json::parse(R"json({
    "porthos": 1, "positions": { "q": 3 }, "velocities": { "v": 0 }, "kinematics": { "q": "v" },
    "kinetic_energy": "v^2/2", "potential_energy": "1 - cos(q)",
    "dissipation": { "air": { "flow": "v", "effort": "0.3*v" } }
  })json");
  const Options options{.until = 200, .step = 0.05, .method = "discrete-gradient"};
  const Run run = simulate(model, options);
  CHECK(run.outcome == "finished");
  CHECK(std::abs(run.last("q")) < 1e-7);
  CHECK(run.largest("energy.balance_error") < 1e-13);
}

}  // namespace hard_steps_test
