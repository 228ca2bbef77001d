// Contacts of velocities without mass: they close without an impact, since such a velocity takes
// any value without an impulse.
#include <catch_amalgamated.hpp>
#include <cmath>
#include <functional>

#include "support/set_valued.hpp"

namespace porthos::massless_contacts_test {
namespace {

using test::Json;
using test::Run;

// Closed forms; the tolerance is that of gauss(2) at the step of 0.01 s.
constexpr double kOfGauss = 1e-7;

/// Runs a model by all methods that locate switches.
void run_by_all(const Json& model, const std::function<void(const Run&, double tolerance)>& check) {
  for (const test::Options& options : test::switching_methods()) {
    INFO(options.method);
    check(test::simulate(model, options), options.method == "gauss(2)" ? kOfGauss : 1e-9);
  }
}

/// A plate without mass on a spring and in oil, x up, over a floor.
Json plate_over_floor() {
  return Json::parse(R"json({
    "porthos": 1, "positions": {"x": 1}, "velocities": {"v": 0}, "kinematics": {"x": "v"},
    "mass": [[0]], "potential_energy": "10/2*x^2 + 3*x",
    "ports": {"pull": {"flow": "v"}}, "inputs": {"pull": {"effort": "if(t < 2, 0, 2*(t - 2))"
}
}
, "dissipation" : {"oil" : {"flow" : "v", "effort" : "4*v"}},
                  "contacts" : {"floor" : {"gap" : "x", "restitution" : 0.5}},
                               "simulation" : {
  "until" : 4, "step" : 0.01
}
})json");
}

}  // namespace

TEST_CASE("a plate without mass lies on a floor until it is pulled off", "[set-valued]") {
  // 4 x' = -10 x - 3 from 1 m; on the floor its force is 3 N less the pull of 2 (t - 2), so that it
  // leaves at 3.5 s.
  run_by_all(plate_over_floor(), [](const Run& run, double tolerance) {
    const auto row_at = [&](double t) { return static_cast<std::size_t>(std::lround(t / 0.01)); };
    CHECK_THAT(run.at("x", row_at(0.5)),
               Catch::Matchers::WithinAbs(-0.3 + 1.3 * std::exp(-1.25), tolerance));
    CHECK(run.at("mode.floor", row_at(1)) == test::kClosed);
    CHECK(std::abs(run.at("x", row_at(1))) < 1e-15);
    CHECK(std::abs(run.at("v", row_at(1))) < 1e-14);
    CHECK_THAT(run.at("multiplier.floor", row_at(3)), Catch::Matchers::WithinAbs(1, 1e-12));
    CHECK(run.at("mode.floor", row_at(3.49)) == test::kClosed);
    // 4 x' = -10 x + 2 s with s from 3.5 s on
    const double s = 0.5;
    CHECK_THAT(run.last("x"),
               Catch::Matchers::WithinAbs(0.2 * s - 0.08 * (1 - std::exp(-2.5 * s)), tolerance));
    test::check_ledger(run);
  });
  for (const auto& [law, times] :
       test::switches(plate_over_floor(), {.step = 0.01, .method = "gauss(3)"})) {
    CHECK(law == "floor");
    REQUIRE(times.size() == 2);
    CHECK_THAT(times[0], Catch::Matchers::WithinAbs(std::log(1.3 / 0.3) / 2.5, 1e-12));
    CHECK_THAT(times[1], Catch::Matchers::WithinAbs(3.5, 1e-12));
  }
}

TEST_CASE("a bumper without mass stops a block by its spring and oil alone", "[set-valued]") {
  // Together 2 x'' = -50 x - 8 x', from 2 m/s at 0.5 s on, until their force is zero.
  const Json model = Json::parse(R"json({
    "porthos": 1, "positions": {"x": -1, "y": 0}, "velocities": {"v": 2, "u": 0},
    "kinematics": {"x": "v", "y": "u"}, "mass": [[2, 0], [0, 0]], "potential_energy": "25*y^2",
    "dissipation": {"oil": {"flow": "u", "effort": "8*u"}},
    "contacts": {"plate": {"gap": "y - x", "restitution": 0.9}},
    "simulation": {"until": 2, "step": 0.01}})json");
  // x = 2/w exp(-2 s) sin(w s) with w^2 = 21, s from 0.5 s on; 50 x + 8 x' vanishes where
  // tan(w s) = -4 w/17.
  const double w = std::sqrt(21.0), s = (std::acos(-1.0) - std::atan(4 * w / 17)) / w;
  const double speed = 2 * std::exp(-2 * s) * (std::cos(w * s) - 2 / w * std::sin(w * s));
  run_by_all(model, [&](const Run& run, double tolerance) {
    CHECK_THAT(run.last("v"), Catch::Matchers::WithinAbs(speed, tolerance));
    CHECK(run.last("mode.plate") == 0);
    CHECK(run.last("energy.dissipated.plate") == 0);
    test::check_ledger(run);
  });
  const auto times = test::switches(model, {.step = 0.01, .method = "gauss(3)"}).at("plate");
  REQUIRE(times.size() == 2);
  CHECK_THAT(times[0], Catch::Matchers::WithinAbs(0.5, 1e-12));
  CHECK_THAT(times[1], Catch::Matchers::WithinAbs(0.5 + s, 1e-10));
}

TEST_CASE("a velocity without mass that is tied to a body has its impacts", "[set-valued]") {
  // The tip of a body that falls for 1/2 s at 8 m/s^2, by a row of velocities.
  const Json model = Json::parse(R"json({
    "porthos": 1, "positions": {"x": 1, "y": 1}, "velocities": {"v": 0, "u": 0},
    "kinematics": {"x": "v", "y": "u"}, "mass": [[2, 0], [0, 0]], "potential_energy": "16*x",
    "velocity_constraints": {"tie": "u - v"},
    "contacts": {"floor": {"gap": "y", "restitution": 0.5}},
    "simulation": {"until": 0.75, "step": 0.01}})json");
  run_by_all(model, [](const Run& run, double tolerance) {
    CHECK_THAT(run.last("u"), Catch::Matchers::WithinAbs(0, tolerance));
    CHECK_THAT(run.last("x"), Catch::Matchers::WithinAbs(0.25, tolerance));
    test::check_ledger(run);
  });
}

TEST_CASE("a bead without mass sticks and slips where it is pressed", "[set-valued]") {
  // Pressed on the table by 10 N, friction 0.5, oil 1 N s/m along it, pulled by 2 N and then 8 N.
  const Json model = Json::parse(R"json({
    "porthos": 1, "positions": {"x": 0, "y": 0.1}, "velocities": {"u": 0, "v": 0},
    "kinematics": {"x": "u", "y": "v"}, "mass": [[0, 0], [0, 0]], "potential_energy": "10*y",
    "ports": {"pull": {"flow": "u"}}, "inputs": {"pull": {"effort": "if(t < 1, 2, 8)"
}
}
,
    "dissipation"
    : {"along" : {"flow" : "u", "effort" : "u"}, "down" : {"flow" : "v", "effort" : "100*v"}},
      "contacts" : {"table" : {"gap" : "y", "slip" : "u", "friction" : 0.5}},
                   "simulation" : {
  "until" : 2, "step" : 0.01
}
})json");
  // It lands after 1 s, having moved by 2 m; then slips at 8 - 5 = 3 m/s.
  run_by_all(model, [](const Run& run, double tolerance) {
    CHECK_THAT(run.last("x"), Catch::Matchers::WithinAbs(5, tolerance));
    CHECK_THAT(run.last("effort.table.slip"), Catch::Matchers::WithinAbs(5, 1e-12));
    CHECK(run.last("mode.table") == test::kSlips);
    test::check_ledger(run);
  });
  Json sooner = model;
  sooner["positions"]["y"] = 0.05;  // lands after 0.5 s, and sticks
  run_by_all(sooner, [](const Run& run, double tolerance) {
    CHECK(run.at("mode.table", 75) == test::kSticks);
    CHECK(std::abs(run.at("flow.table.slip", 75)) < 1e-14);
    CHECK_THAT(run.last("x"), Catch::Matchers::WithinAbs(1 + 3, tolerance));
  });
}

TEST_CASE("positions start where laws hold velocities without mass", "[set-valued][starts]") {
  SECTION("a slider sticks: the mass swings about it") {
    const Json model = Json::parse(R"json({
      "porthos": 1, "positions": {"x": 0.3, "z": 0.29}, "velocities": {"v": 0, "u": 0},
      "kinematics": {"x": "v", "z": "u"}, "mass": [[1, 0], [0, 0]],
      "potential_energy": "6/2*(x - z)^2", "dissipation": {"pad": {"flow": "u", "dry": 0.2}},
      "simulation": {"until": 1, "step": 0.01}})json");
    run_by_all(model, [](const Run& run, double tolerance) {
      CHECK(run.first("x") == 0.3);
      CHECK(run.last("z") == 0.29);
      CHECK_THAT(run.last("x"),
                 Catch::Matchers::WithinAbs(0.29 + 0.01 * std::cos(std::sqrt(6.0)), tolerance));
      CHECK(run.last("mode.pad") == test::kSticks);
      test::check_ledger(run);
    });
  }
  SECTION("a slider whose friction is too weak follows its spring") {
    const Json model = Json::parse(R"json({
      "porthos": 1, "positions": {"x": {"start": 0.3, "fixed": true}, "z": 0.1},
      "velocities": {"v": 0, "u": 0}, "kinematics": {"x": "v", "z": "u"}, "mass": [[1, 0], [0, 0]],
      "potential_energy": "6/2*(x - z)^2", "dissipation": {"pad": {"flow": "u", "dry": 0.2}},
      "simulation": {"until": 1, "step": 0.01}})json");
    const Run run = test::attempt(model, {.method = "gauss(2)"});
    CHECK_THAT(run.first("z"), Catch::Matchers::WithinAbs(0.3, 1e-12));
  }
  SECTION("a plate lies on its stop") {
    const Json model = Json::parse(R"json({
      "porthos": 1, "positions": {"z": 0.5}, "velocities": {"u": 0}, "kinematics": {"z": "u"},
      "mass": [[0]], "potential_energy": "10/2*(z - 0.3)^2",
      "contacts": {"stop": {"gap": "z - 0.5"}}, "simulation": {"until": 1, "step": 0.01}})json");
    run_by_all(model, [](const Run& run, double) {
      CHECK(run.last("z") == 0.5);
      CHECK_THAT(run.last("multiplier.stop"), Catch::Matchers::WithinAbs(2, 1e-12));
    });
  }
  SECTION("a plate that its spring lifts leaves the stop") {
    const Json model = Json::parse(R"json({
      "porthos": 1, "positions": {"z": 0.5}, "velocities": {"u": 0}, "kinematics": {"z": "u"},
      "mass": [[0]], "potential_energy": "10/2*(z - 0.7)^2",
      "contacts": {"stop": {"gap": "z - 0.5"}}, "simulation": {"until": 1, "step": 0.01}})json");
    const Run run = test::attempt(model, {.method = "gauss(2)"});
    CHECK_THAT(run.first("z"), Catch::Matchers::WithinAbs(0.7, 1e-12));
  }
}

}  // namespace porthos::massless_contacts_test
