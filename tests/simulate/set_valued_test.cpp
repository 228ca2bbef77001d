// Dry friction, contacts and one-way laws against closed forms (theory 13).
#include "support/set_valued_models.hpp"

#include <catch_amalgamated.hpp>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "support/run.hpp"

namespace porthos::set_valued_test {
namespace {

using Catch::Matchers::WithinAbs;
using test::Json;
using test::Options;
using test::Run;
using test::set_valued::ball;
using test::set_valued::first_time;
using test::set_valued::kMethods;
using test::set_valued::mass_on_spring;
using test::set_valued::options;
using test::set_valued::parsed;
using test::set_valued::rocking_block;
using test::set_valued::rolling;
using test::set_valued::slack_rope;
using test::set_valued::switches;
using test::set_valued::with;
constexpr double pi = std::numbers::pi;

// The modes of a column mode.NAME.
constexpr double kOpen = 0, kClosed = 1, kSticks = 2, kSlips = 3, kBlocked = 4, kFree = 5;

}  // namespace

TEST_CASE("a mass on a spring with dry friction stops for good", "[set-valued]") {
  for (const std::string& method : kMethods) {
    INFO(method);
    const Run run = test::simulate(mass_on_spring(), with(method, 0.001));
    const auto times = switches(mass_on_spring(), "rail", options(method, 0.001));
    REQUIRE(times.size() == 3);
    // The half periods of an oscillator about 0.05 m and -0.05 m; 1e-9 of gauss(2)'s phase error.
    for (std::size_t k = 0; k < 3; ++k)
      CHECK_THAT(times[k], WithinAbs(static_cast<double>(k + 1) * pi / 10, 1e-9));
    CHECK_THAT(run.last("x"), WithinAbs(-0.02, 1e-9));
    CHECK(std::abs(run.last("v")) < 1e-14);
    CHECK(run.last("mode.rail") == kSticks);
    CHECK_THAT(run.last("effort.rail"), WithinAbs(2, 1e-7));  // holds the spring
    CHECK_THAT(run.last("energy.dissipated"), WithinAbs(5.1, 1e-9));
    check_ledger(run);
  }
}

TEST_CASE("a block on an incline stays below the angle of friction, and slides above",
          "[set-valued]") {
  Json model = parsed(R"json({"porthos": 1, "parameters": {"alpha": 0.2},
    "positions": {"s": 0, "n": 0}, "velocities": {"v": 0, "u": 0},
    "kinematics": {"s": "v", "n": "u"}, "kinetic_energy": "(v^2 + u^2)/2",
    "potential_energy": "9.81*(n*cos(alpha) - s*sin(alpha))",
    "contacts": {"plane": {"gap": "n", "friction": 0.3, "slip": "v"}},
    "simulation": {"until": 1000, "step": 10}})json");
  const Run still = test::simulate(model);
  CHECK(still.largest("v") == 0);
  CHECK(still.last("s") == 0);
  CHECK(still.last("mode.plane") == kSticks);
  model["parameters"]["alpha"] = 0.4;
  for (const std::string& method : kMethods) {
    const Run run = test::simulate(model, {.until = 2, .step = 0.01, .method = method});
    CHECK_THAT(run.last("v"), WithinAbs(2 * 9.81 * (std::sin(0.4) - 0.3 * std::cos(0.4)), 1e-9));
    CHECK(run.last("mode.plane") == kSlips);
    check_ledger(run);
  }
}

TEST_CASE("a ball that is thrown slips and then rolls", "[set-valued]") {
  for (const std::string& method : kMethods) {
    INFO(method);
    const Json model = rolling(1, 0, -50, 0.2);
    const Run run = test::simulate(model, with(method));
    const double touches = std::sqrt(2 * 0.9 / 9.81), down = std::sqrt(2 * 9.81 * 0.9);
    // The impulse of friction 0.2*down: v' = -0.2 down, w' by five halves of it over the radius.
    const auto slips = switches(model, "floor.slip", options(method, 0.01));
    CHECK_THAT(switches(model, "floor", options(method, 0.01)).at(0), WithinAbs(touches, 1e-12));
    CHECK_THAT(slips.at(0), WithinAbs(touches + (10.0 / 7 - 0.2 * down) / (0.2 * 9.81), 1e-9));
    CHECK_THAT(run.last("v"), WithinAbs(-10.0 / 7, 1e-9));
    CHECK(run.last("mode.floor") == kSticks);
    check_ledger(run);
    const Run sticks = test::simulate(rolling(1, 0, -10, 0.2), with(method));
    CHECK_THAT(sticks.last("v"), WithinAbs(-2.0 / 7, 1e-9));
    CHECK_THAT(sticks.last("w"), WithinAbs(-20.0 / 7, 1e-9));
    check_ledger(sticks);
  }
}

TEST_CASE("a bowling ball begins to roll", "[set-valued]") {
  for (const std::string& method : kMethods) {
    INFO(method);
    const Json model = rolling(0.1, 5, 0, 0.15);
    const auto times = switches(model, "floor.slip", options(method, 0.01));
    REQUIRE(times.size() == 1);
    CHECK_THAT(times[0], WithinAbs(2 * 5 / (7 * 0.15 * 9.81), 1e-9));
    const Run run = test::simulate(model, with(method));
    CHECK_THAT(run.last("v"), WithinAbs(25.0 / 7, 1e-9));
    check_ledger(run);
  }
}

TEST_CASE("a bouncing ball comes to rest in finite time", "[set-valued]") {
  const double rest = std::sqrt(2 / 9.81) * 1.7 / 0.3;
  for (const std::string& method : kMethods) {
    INFO(method);
    const Run run = test::simulate(ball(0.7), with(method));
    const auto times = switches(ball(0.7), "floor", options(method, 0.01));
    REQUIRE(times.size() > 4);
    CHECK(times[3] < 2);
    CHECK(times[4] > 2);
    // The series ends where its flights are next to rounding: 1e-14 m high, 1e-7 s long.
    CHECK_THAT(times.back(), WithinAbs(rest, 1e-6));
    CHECK_THAT(first_time(run, "mode.floor", kClosed), WithinAbs(2.56, 1e-12));
    CHECK_THAT(run.at("z", 200), WithinAbs(0.0424335478, 1e-9));
    CHECK(std::abs(run.last("v")) < 1e-14);
    CHECK_THAT(run.last("energy.dissipated"), WithinAbs(9.81, 1e-12));
    check_ledger(run);
  }
  const Run drops = test::simulate(ball(0));
  CHECK(drops.last("mode.floor") == kClosed);
  CHECK_THAT(drops.last("multiplier.floor"), WithinAbs(9.81, 1e-12));
}

TEST_CASE("a rocking block loses what Housner says, and settles", "[set-valued]") {
  const Json model = rocking_block();
  const Run run = test::simulate(model);
  const double ratio = 1 - 1.5 * std::pow(std::sin(0.3), 2);
  const double fallen = 9.81 * (model["positions"]["y"].get<double>() - std::cos(0.3));
  std::size_t row = 0;
  while (run.at("energy.dissipated", row) == 0) ++row;
  CHECK_THAT(run.at("energy.dissipated", row), WithinAbs((1 - ratio * ratio) * fallen, 1e-9));
  CHECK(std::abs(run.last("w")) < 1e-14);
  CHECK_THAT(run.last("energy.dissipated"), WithinAbs(fallen, 1e-9));
  check_ledger(run);
}

TEST_CASE("balls in a row pass their speed on one after the other", "[set-valued]") {
  Json model = parsed(R"json({"porthos": 1, "positions": {"a": -1, "b": 0, "c": 0.2},
    "velocities": {"u": 1, "v": 0, "w": 0}, "kinematics": {"a": "u", "b": "v", "c": "w"},
    "kinetic_energy": "(u^2 + v^2 + w^2)/2",
    "contacts": {"ab": {"gap": "b - a - 0.2", "restitution": 1},
                 "bc": {"gap": "c - b - 0.2", "restitution": 1}},
    "simulation": {"until": 2, "step": 0.01}})json");
  const Run run = test::simulate(model);
  CHECK_THAT(run.last("u"), WithinAbs(0, 1e-14));
  CHECK_THAT(run.last("v"), WithinAbs(0, 1e-14));
  CHECK_THAT(run.last("w"), WithinAbs(1, 1e-14));
  check_ledger(run);
}

TEST_CASE("a diode lets current pass in one direction", "[set-valued]") {
  const Json model = parsed(R"json({"porthos": 1, "positions": {"q": 0}, "velocities": {"i": 0},
    "kinematics": {"q": "i"}, "kinetic_energy": "1e-3*i^2/2",
    "dissipation": {"R": {"flow": "i", "effort": "10*i"},
                    "diode": {"flow": "i", "one_way": true}},
    "ports": {"source": {"flow": "i"}}, "inputs": {"source": "sin(10*pi*t)"},
    "simulation": {"until": 1, "step": 0.001}})json");
  for (const std::string& method : kMethods) {
    INFO(method);
    const auto times = switches(model, "diode", options(method, 0.001));
    REQUIRE(times.size() == 9);
    for (std::size_t k = 1; k < 9; k += 2)  // it begins to conduct where the source is zero
      CHECK_THAT(times[k], WithinAbs(0.1 * static_cast<double>(k + 1), 1e-12));
    const Run run = test::simulate(model, with(method, 0.001));
    for (std::size_t row = 0; row < run.rows(); ++row) {
      REQUIRE(run.at("i", row) >= -1e-14);
      REQUIRE(run.at("effort.diode", row) <= 1e-12);
      const double mode = run.at("mode.diode", row);
      REQUIRE((mode == kBlocked || mode == kFree));
      if (mode == kBlocked) REQUIRE(std::abs(run.at("i", row)) < 1e-14);
    }
    check_ledger(run);
  }
}

TEST_CASE("a rope goes slack, and takes the radial speed when it is taut", "[set-valued]") {
  const Json model = slack_rope();
  for (const std::string& method : kMethods) {
    const Run run = test::simulate(model, with(method, 0.001));
    const double t = switches(model, "rope", options(method, 0.001)).at(0);
    const double x = 0.3 + 2 * t, y = -0.2 + 3 * t - 9.81 / 2 * t * t, v = 3 - 9.81 * t;
    CHECK_THAT(x * x + y * y, WithinAbs(1, 1e-12));
    CHECK_THAT(run.last("energy.dissipated"), WithinAbs(std::pow(2 * x + v * y, 2) / 2, 1e-9));
    CHECK(run.first("mode.rope") == kOpen);
    CHECK(run.last("mode.rope") == kOpen);  // it is too slow up there to keep the rope taut
    Options later = with(method, 0.001);
    later.until = 0.7;
    const Run taut = test::simulate(model, later);
    CHECK(taut.last("mode.rope") == kClosed);
    CHECK(taut.last("multiplier.rope") > 0);
    check_ledger(taut);
  }
}

TEST_CASE("friction of two flows stops where it should, against its flow", "[set-valued]") {
  // A ball on a table: its slip keeps its direction, and ends after 2/7 |slip|/(mu g).
  const Json model = parsed(R"json({"porthos": 1, "positions": {"x": 0, "y": 0},
    "velocities": {"v": {"start": [1, 2]}, "w": {"start": [30, -5]}},
    "kinematics": {"x": "v.1", "y": "v.2"}, "kinetic_energy": "dot(v, v)/2 + 0.002*dot(w, w)",
    "dissipation": {"table": {"flow": ["v.1 - 0.1*w.2", "v.2 + 0.1*w.1"], "dry": "0.2*9.81"}},
    "simulation": {"until": 2, "step": 0.01}})json");
  const double slip = std::hypot(1 + 0.5, 2 + 3);
  for (const std::string& method : kMethods) {
    INFO(method);
    const auto times = switches(model, "table", options(method, 0.01));
    REQUIRE(times.size() == 1);
    CHECK_THAT(times[0], WithinAbs(2 * slip / (7 * 0.2 * 9.81), 1e-9));
    const Run run = test::simulate(model, with(method));
    CHECK_THAT(run.last("v.1"), WithinAbs(1 - 2.0 / 7 * 1.5, 1e-9));
    CHECK_THAT(run.last("v.2"), WithinAbs(2 - 2.0 / 7 * 5, 1e-9));
    check_ledger(run);
  }
}

TEST_CASE("a block in stick and slip waits for the static bound", "[set-valued]") {
  const Json model = parsed(R"json({"porthos": 1, "positions": {"x": 0}, "velocities": {"v": 0},
    "kinematics": {"x": "v"}, "kinetic_energy": "v^2/2", "potential_energy": "50*x^2/2",
    "dissipation": {"belt": {"flow": "v", "dry": "3", "static": "5"}},
    "ports": {"push": {"flow": "v"}}, "inputs": {"push": "2*t"},
    "simulation": {"until": 10, "step": 0.001}})json");
  const auto times = switches(model, "belt", options("gauss(2)", 0.001));
  REQUIRE(times.size() == 7);
  CHECK_THAT(times[0], WithinAbs(2.5, 1e-12));
  // The slip is symmetric about the bound of slip, 3 N: it ends at 1 N, and 2 N/s give 5 N again 2
  // s later.
  CHECK_THAT(times[2] - times[1], WithinAbs(2, 1e-9));
  check_ledger(test::simulate(model));
}

TEST_CASE("several contacts of one body share its weight, and it stands still", "[set-valued]") {
  const Json model = parsed(R"json({"porthos": 1, "positions": {"x": 0, "y": 0, "th": 0},
    "velocities": {"v": 0, "u": 0, "w": 0}, "kinematics": {"x": "v", "y": "u", "th": "w"},
    "kinetic_energy": "(v^2 + u^2)/2 + 0.2*w^2", "potential_energy": "9.81*(y + 0.2*sin(th))",
    "contacts": {"l": {"gap": "y - sin(th)", "friction": 0.3, "slip": "v"},
                 "c": {"gap": "y", "friction": 0.3, "slip": "v"},
                 "r": {"gap": "y + sin(th)", "friction": 0.3, "slip": "v"}},
    "simulation": {"until": 1000, "step": 10}})json");
  const Run run = test::simulate(model);
  CHECK(run.largest("u") < 1e-30);
  CHECK(run.largest("y") < 1e-30);
  for (const char* name : {"l", "c", "r"}) {
    const std::string contact = name;
    CHECK(run.last("mode." + contact) == kSticks);
    CHECK(run.last("multiplier." + contact) > 0);
  }
  CHECK_THAT(run.last("multiplier.l") + run.last("multiplier.c") + run.last("multiplier.r"),
             WithinAbs(9.81, 1e-12));
}

TEST_CASE("the rounding of a cradle switches nothing", "[set-valued]") {
  // Three pendulums in a row, in contact at rest; the first one falls.
  Json model = parsed(R"json({"porthos": 1, "parameters": {"l": 0.25, "r": 0.025},
    "definitions": {"x1": "-2*r + l*sin(p1)", "x2": "l*sin(p2)", "x3": "2*r + l*sin(p3)",
      "y1": "-l*cos(p1)", "y2": "-l*cos(p2)", "y3": "-l*cos(p3)"},
    "positions": {"p1": -0.7, "p2": 0, "p3": 0}, "velocities": {"w1": 0, "w2": 0, "w3": 0},
    "kinematics": {"p1": "w1", "p2": "w2", "p3": "w3"},
    "kinetic_energy": "0.00625/2*(w1^2 + w2^2 + w3^2)",
    "potential_energy": "0.24525*(3 - cos(p1) - cos(p2) - cos(p3))",
    "contacts": {"a": {"gap": "hypot(x2 - x1, y2 - y1) - 2*r"},
      "b": {"gap": "hypot(x3 - x2, y3 - y2) - 2*r"}},
    "simulation": {"until": 10, "step": 0.005}})json");
  SECTION("elastic") {
    for (const char* contact : {"a", "b"}) model["contacts"][contact]["restitution"] = 1;
    const Run run = test::simulate(model);
    check_ledger(run);
    // 2 impacts each half period of 0.517 s.
    Session session = test::open_session(model);
    session.start("{}");
    const Json reached = Json::parse(session.advance(1 << 20));
    CHECK(reached["outcome"] == "finished");
    CHECK(reached["events"].size() < 100);
    CHECK(std::abs(run.largest("p3") - 0.7) < 1e-3);  // of a row, not of the turning point
  }
  SECTION("inelastic") {
    const Run run = test::simulate(model);
    check_ledger(run);
    Session session = test::open_session(model);
    session.start("{}");
    const Json reached = Json::parse(session.advance(1 << 20));
    CHECK(reached["outcome"] == "finished");
    CHECK(reached["events"].size() < 200);
  }
}

TEST_CASE("two corners share the friction that one cannot bear", "[set-valued]") {
  // A block is pushed at its middle: the front corner carries more, the rear one less. They stick
  // until the force is mu m g, whatever each of them bears.
  const Json model = parsed(R"json({"porthos": 1, "positions": {"x": 0, "y": 0.1, "p": 0},
    "velocities": {"v": 0, "u": 0, "w": 0}, "kinematics": {"x": "v", "y": "u", "p": "w"},
    "kinetic_energy": "(v^2 + u^2)/2 + 0.01*w^2", "potential_energy": "9.81*y",
    "contacts": {
      "l": {"gap": "y - 0.2*sin(p) - 0.1*cos(p)", "friction": 0.5,
            "slip": "v + (0.2*sin(p) + 0.1*cos(p))*w"},
      "r": {"gap": "y + 0.2*sin(p) - 0.1*cos(p)", "friction": 0.5,
            "slip": "v + (0.1*cos(p) - 0.2*sin(p))*w"}},
    "ports": {"push": {"flow": "v"}}, "inputs": {"push": "2*t"},
    "simulation": {"until": 4, "step": 0.01}})json");
  for (const std::string& method : kMethods) {
    INFO(method);
    const Run run = test::simulate(model, with(method));
    check_ledger(run);
    const double slips = 0.5 * 9.81 / 2;
    for (std::size_t row = 0; row < run.rows(); ++row)
      if (run.at("t", row) < slips - 1e-9) REQUIRE(std::abs(run.at("v", row)) < 1e-13);
    // v' = 2 t - mu g from there.
    const double tau = 4 - slips;
    CHECK_THAT(run.last("v"), WithinAbs(tau * tau, 1e-8));
  }
}

TEST_CASE("two blocks stick to one belt without mass, one after the other", "[set-valued]") {
  // They slip until 0.1 w sin(w t) = 0.2 and 0.15 w sin(w t) = 0.2 with their own w, then ride.
  const double wa = std::sqrt(20.0), wb = std::sqrt(10.0);
  const double first = std::asin(2 / wa) / wa, second = std::asin(0.2 / (0.15 * wb)) / wb;
  Json model = parsed(R"json({"porthos": 1, "positions": {"x": 0, "y": 0},
    "velocities": {"u": 0, "v": 0, "w": 0.2}, "kinematics": {"x": "u", "y": "v"},
    "kinetic_energy": "(u^2 + v^2)/2", "potential_energy": "10*x^2 + 5*y^2",
    "velocity_constraints": {"belt": "w - 0.2"},
    "dissipation": {"fa": {"flow": "u - w", "dry": "2"}, "fb": {"flow": "v - w", "dry": "1.5"}},
    "simulation": {"until": 0.4, "step": 0.01}})json");
  for (const bool is_port : {false, true}) {
    if (is_port) {
      model.erase("velocity_constraints");
      model["ports"]["belt"]["flow"] = "w";
      model["inputs"]["belt"]["flow"] = "0.2";
    }
    for (const std::string& method : kMethods) {
      CAPTURE(method, is_port);
      const Run run = test::simulate(model, with(method));
      check_ledger(run);
      const double a = 0.1 * (1 - std::cos(wa * first)), b = 0.15 * (1 - std::cos(wb * second));
      CHECK_THAT(run.last("x"), WithinAbs(a + 0.2 * (0.4 - first), 1e-9));
      CHECK_THAT(run.last("y"), WithinAbs(b + 0.2 * (0.4 - second), 1e-9));
      CHECK_THAT(run.last("effort.fb"), WithinAbs(-10 * run.last("y"), 1e-8));
    }
  }
}

TEST_CASE("a block sticks while it can, where its bound of stick is above that of slip",
          "[set-valued]") {
  // The upper block is pulled and slips; it can push the lower one with 2 N, which 4 N hold.
  for (const double F : {4.4, 5.0, 8.0}) {
    Json model = parsed(R"json({"porthos": 1, "parameters": {"F": 0},
      "positions": {"x": 0, "y": 0}, "velocities": {"u": 0, "v": 0},
      "kinematics": {"x": "u", "y": "v"}, "kinetic_energy": "(u^2 + v^2)/2",
      "potential_energy": "F*x",
      "dissipation": {"g": {"flow": "v", "dry": "0.5", "static": "4"},
                      "f": {"flow": "v - u", "dry": "2"}},
      "simulation": {"until": 1, "step": 0.01}})json");
    model["parameters"]["F"] = F;
    for (const std::string& method : kMethods) {
      CAPTURE(method, F);
      const Run run = test::simulate(model, with(method));
      CHECK_THAT(run.last("x"), WithinAbs(-(F - 2) / 2, 1e-9));
      CHECK(run.largest("y") < 1e-14);
    }
  }
}

TEST_CASE("a light body keeps its laws beside a heavy one", "[set-valued]") {
  // Nothing connects the two. A force that grows lifts a millionth of a kilogram at 0.4905 s.
  const Json lifted = parsed(R"json({"porthos": 1, "positions": {"x": 0, "X": 0},
    "velocities": {"v": 0, "V": 0}, "kinematics": {"x": "v", "X": "V"},
    "kinetic_energy": "1e-6*v^2/2 + 1e6*V^2/2", "potential_energy": "9.81e-6*x + 9.81e6*X",
    "contacts": {"a": {"gap": "x"}, "b": {"gap": "X"}},
    "ports": {"pull": {"flow": "v"}}, "inputs": {"pull": "2e-5*t"},
    "simulation": {"until": 1, "step": 0.01}})json");
  const Json pushed = parsed(R"json({"porthos": 1, "positions": {"x": 0, "X": 0},
    "velocities": {"v": 0, "V": 0}, "kinematics": {"x": "v", "X": "V"},
    "kinetic_energy": "1e-6*v^2/2 + 1e6*V^2/2", "potential_energy": "-2e-7*x - 1e6*X",
    "dissipation": {"a": {"flow": "v", "dry": "1e-7"}, "b": {"flow": "V", "dry": "2e6"}},
    "simulation": {"until": 1, "step": 0.01}})json");
  const Json thrown = parsed(R"json({"porthos": 1, "positions": {"x": 0, "X": 0},
    "velocities": {"v": 5e-4, "V": 1e4}, "kinematics": {"x": "v", "X": "V"},
    "kinetic_energy": "1e-6*v^2/2 + 1e6*V^2/2",
    "dissipation": {"a": {"flow": "v", "dry": "1e-9"}},
    "simulation": {"until": 1, "step": 0.01}})json");
  for (const std::string& method : kMethods) {
    INFO(method);
    const double tau = 1 - 0.4905;
    CHECK_THAT(test::simulate(lifted, with(method)).last("x"),
               WithinAbs(20 * tau * tau * tau / 6, 1e-8));
    CHECK_THAT(test::simulate(pushed, with(method)).last("x"), WithinAbs(0.05, 1e-10));
    CHECK_THAT(test::simulate(thrown, with(method)).last("x"), WithinAbs(1.25e-4, 1e-12));
  }
}

TEST_CASE("a stick ends once where formulas of time jump elsewhere", "[set-valued]") {
  // A force that jumps at 0.848 s must not move the time at which other modes are found.
  const Json model = parsed(R"json({"porthos": 1,
    "positions": {"x0": -0.15, "x1": 1, "x2": 2.04, "x3": 2.98},
    "velocities": {"v0": -0.53, "v1": 0, "v2": 0, "v3": -0.6},
    "kinematics": {"x0": "v0", "x1": "v1", "x2": "v2", "x3": "v3"},
    "kinetic_energy": "0.3445*v0^2 + 0.151*v1^2 + 0.655*v2^2 + 0.505*v3^2",
    "potential_energy": "11.4*(x3 - 3)^2 + 17.7*(x2 - x1 - 1)^2 + 5.28*(x3 - x2 - 1)^2",
    "dissipation": {"g0": {"flow": "v0", "dry": 1.45}, "f0": {"flow": "v1 - v0", "dry": 0.315}},
    "ports": {"p1": {"flow": "v1"}, "p3": {"flow": "v3"}},
    "inputs": {"p1": "2.15*sin(7.07*t)", "p3": "if(t < 0.848, 1.29, -1.03)"},
    "simulation": {"until": 2, "step": 0.01}})json");
  const double right = test::simulate(model, {.method = "gauss(4)"}).last("x1");
  for (const std::string& method : kMethods) {
    INFO(method);
    CHECK_THAT(test::simulate(model, with(method)).last("x1"), WithinAbs(right, 1e-6));
    CHECK(switches(model, with(method))["f0"].back() > 1.8);
  }
}

TEST_CASE("what is held at the origin stays there", "[set-valued]") {
  // All energies are zero: nothing but rounding can be missing in the ledger.
  const Json free = parsed(R"json({"porthos": 1, "positions": {"x": 0}, "velocities": {"v": 0},
    "kinematics": {"x": "v"}, "kinetic_energy": "3*v^2/2", "potential_energy": "-7.3*x",
    "simulation": {"until": 1, "step": 0.01}})json");
  for (const char* held :
       {R"({"dissipation": {"f": {"flow": "v", "dry": "9"}}})",
        R"({"contacts": {"c": {"gap": "-x"}}})", R"({"position_constraints": {"c": "x"}})",
        R"({"velocity_constraints": {"c": "v"}})",
        R"({"dissipation": {"c": {"flow": "-v", "one_way": true}}})"}) {
    Json model = free;
    model.update(parsed(held));
    for (const std::string& method : kMethods) {
      CAPTURE(method, held);
      const Run run = test::simulate(model, with(method));
      CHECK(run.largest("x") <= 1e-15);
      CHECK(run.largest("v") <= 1e-15);
    }
  }
}

}  // namespace porthos::set_valued_test
