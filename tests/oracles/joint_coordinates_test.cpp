/// Outputs of joints: a start may use them, and an angle counts turns.
#include <catch_amalgamated.hpp>
#include <cmath>

#include "support/run.hpp"

namespace joint_coordinates_test {
using namespace porthos::test;

namespace {

constexpr double pi = 3.14159265358979323846;
const Options kShort{.until = 0.1, .step = 0.01};

Json parsed(const char* text) { return Json::parse(text); }

Json slider_crank() {
  return parsed(R"json({ "porthos": 1, "components": {
    "crank": { "use": "porthos:planar-rod", "parameters": { "length": 0.15 } },
    "rod": { "use": "porthos:planar-rod", "parameters": { "length": 0.3 } },
    "slider": { "use": "porthos:planar-body", "start": { "r": [0.4, 0] } },
    "O": { "use": "porthos:pin", "between": { "a": "ground", "b": "crank.tail" } },
    "A": { "use": "porthos:pin", "between": { "a": "crank.tip", "b": "rod.tail" } },
    "B": { "use": "porthos:pin", "between": { "a": "rod.tip", "b": "slider" } },
    "rail": { "use": "porthos:slide", "between": { "a": "ground", "b": "slider" } } } })json");
}

}  // namespace

TEST_CASE("a mechanism is assembled from the angle of a joint", "[oracle][elements]") {
  for (const double angle : {-0.7, 0.5, 1.2}) {
    Json model = slider_crank();
    model["components"]["O"]["start"] = {{"angle", angle}, {"rate", 3}};
    const Run run = simulate(model, kShort);
    CHECK(std::abs(run.first("O.angle") - angle) < 1e-12);
    CHECK(std::abs(run.first("crank.omega") - 3) < 1e-12);
    const double along = 0.15 * std::cos(angle), across = 0.15 * std::sin(angle);
    CHECK(std::abs(run.first("rail.position") - (along + std::sqrt(0.09 - across * across))) <
          1e-12);
  }
}

TEST_CASE("joints in space are assembled from their angles and positions", "[oracle][elements]") {
  const Run run = simulate(parsed(R"json({ "porthos": 1, "components": {
    "cart": { "use": "porthos:box" },
    "arm": { "use": "porthos:rod", "start": { "r": [0.5, 0, 0] } },
    "rail": { "use": "porthos:prismatic", "between": { "a": "ground", "b": "cart" },
      "parameters": { "axis": [0, 1, 0] }, "start": { "position": 0.3, "speed": -2 } },
    "hinge": { "use": "porthos:revolute", "between": { "a": "cart", "b": "arm.tail" },
      "parameters": { "axis": [0, 1, 0] }, "start": { "angle": { "value": 0.8, "fixed": true } } } }
    })json"),
                           kShort);
  CHECK(std::abs(run.first("cart.r.2") - 0.3) < 1e-12);
  CHECK(std::abs(run.first("cart.v.2") + 2) < 1e-12);
  CHECK(std::abs(run.first("hinge.angle") - 0.8) < 1e-12);
  CHECK(std::abs(run.first("arm.r.1") - std::cos(0.8) / 2) < 1e-12);
  CHECK(std::abs(run.first("arm.r.3") + std::sin(0.8) / 2) < 1e-12);
}

TEST_CASE("a start that a joint cannot have is a guess, or a problem if it is fixed",
          "[oracle][elements]") {
  Json model = slider_crank();  // the rail is 0.1 m from the crank's pivot: 0.6 m are out of reach
  model["components"]["rail"]["start"] = {{"position", 0.6}};
  CHECK(std::abs(simulate(model, kShort).largest("gap.position")) < 1e-12);
  model["components"]["rail"]["start"] = {{"position", {{"value", 0.6}, {"fixed", true}}}};
  const Json problems = problems_of(model);
  REQUIRE(!problems.empty());
  CHECK(problems[0]["code"] == "PH201");
  CHECK(problems[0]["found"].get<std::string>().find("rail.position") != std::string::npos);
  // A force is nothing to start with.
  model["components"]["rail"].erase("start");
  model["components"]["O"]["start"] = {{"force", {1, 0}}};
  CHECK(problems_of(model)[0]["code"] == "PH111");
}

TEST_CASE("the angle of a hinge in space counts turns, from the pose at the start",
          "[oracle][elements]") {
  Json model =
      parsed(R"json({ "porthos": 1, "environment": { "gravity": [0, 0, 0] }, "components": {
    "wheel": { "use": "porthos:cylinder",
      "start": { "q": ["cos(1.3)", 0, 0, "sin(1.3)"], "omega": [0, 0, 10] } },
    "axle": { "use": "porthos:revolute", "between": { "a": "ground", "b": "wheel" } } },
    "simulation": { "until": 5, "step": 0.01, "method": "gauss(3)" } })json");
  for (const char* joint : {"revolute", "cylindrical"}) {
    model["components"]["axle"]["use"] = std::string("porthos:") + joint;
    const Run run = simulate(model);
    for (std::size_t i = 0; i < run.rows(); ++i)
      CHECK(std::abs(run.at("axle.angle", i) - 2.6 - 10 * run.at("t", i)) < 1e-10);
    CHECK(run.last("axle.angle") > 8 * 2 * pi);
    CHECK(run.largest("gap.position") < 1e-12);
  }
}

TEST_CASE("a spring about a hinge in space swings as in the plane", "[oracle][elements]") {
  const Run run = simulate(parsed(R"json({ "porthos": 1, "environment": { "gravity": [0, 0, 0] },
    "components": {
      "door": { "use": "porthos:rigid-body", "parameters": { "m": 2, "I": [[1, 0, 0], [0, 1, 0], [0, 0, 0.5]] } },
      "hinge": { "use": "porthos:revolute", "between": { "a": "ground", "b": "door" },
        "parameters": { "at_b": [-0.5, 0, 0] }, "start": { "angle": 4 } },
      "spring": { "use": "porthos:torsion-spring-damper", "between": { "a": "ground", "b": "hinge" },
        "parameters": { "k": 9, "c": 0.4, "rest": 7 } } },
    "simulation": { "until": 3, "step": 0.005, "method": "gauss(4)" } })json"));
  const double J = 0.5 + 2 * 0.25, beta = 0.4 / (2 * J), w = std::sqrt(9 / J - beta * beta);
  for (std::size_t i = 0; i < run.rows(); ++i) {
    const double t = run.at("t", i);
    const double x = -3 * std::exp(-beta * t) * (std::cos(w * t) + beta / w * std::sin(w * t));
    CHECK(std::abs(run.at("hinge.angle", i) - 7 - x) < 1e-9);
  }
  CHECK(run.largest("energy.balance_error") < 1e-12 * 40);
}

}  // namespace joint_coordinates_test
