// The time-stepping method moreau, against closed forms (numerics 2, nonsmooth laws of theory 13).
#include <algorithm>
#include <catch_amalgamated.hpp>
#include <cmath>
#include <numbers>
#include <optional>
#include <string>
#include <vector>

#include "support/run.hpp"
#include "support/set_valued_models.hpp"

namespace porthos::moreau_test {
namespace {

using Catch::Matchers::WithinAbs;
using test::Json;
using test::Run;
using test::set_valued::ball;
using test::set_valued::mass_on_spring;
using test::set_valued::parsed;
using test::set_valued::rocking_block;
using test::set_valued::rolling;
using test::set_valued::slack_rope;
constexpr double pi = std::numbers::pi;
constexpr double kOpen = 0, kClosed = 1, kSticks = 2, kSlips = 3;

Run simulate(const Json& model, double step, std::optional<double> until = {}) {
  return test::simulate(model, {.until = until, .step = step, .method = "moreau"});
}

/// With energies that are linear in the positions the ledger closes to rounding.
void check_exact_ledger(const Run& run) {
  const double size = 1 + run.largest("energy.stored") + run.largest("energy.dissipated");
  CHECK(run.largest("energy.balance_error") < 1e-12 * size);
}

}  // namespace

TEST_CASE("moreau: a mass on a spring with dry friction stops for good", "[moreau]") {
  for (const double step : {1e-3, 1e-4}) {
    INFO(step);
    const Run run = simulate(mass_on_spring(), step);
    CHECK_THAT(run.last("x"), WithinAbs(-0.02, 3 * step));
    CHECK(std::abs(run.last("v")) == 0);
    CHECK(run.last("mode.rail") == kSticks);
    CHECK_THAT(run.last("effort.rail"), WithinAbs(2, 300 * step));
    CHECK_THAT(run.last("energy.dissipated"), WithinAbs(5.1, 30 * step));
  }
}

TEST_CASE("moreau: a block on an incline stays below the angle of friction, and slides above",
          "[moreau]") {
  Json model = parsed(R"json({"porthos": 1, "parameters": {"alpha": 0.2},
    "positions": {"s": 0, "n": 0}, "velocities": {"v": 0, "u": 0},
    "kinematics": {"s": "v", "n": "u"}, "kinetic_energy": "(v^2 + u^2)/2",
    "potential_energy": "9.81*(n*cos(alpha) - s*sin(alpha))",
    "contacts": {"plane": {"gap": "n", "friction": 0.3, "slip": "v"}},
    "simulation": {"until": 1000, "step": 0.1}})json");
  const Run still = simulate(model, 0.1);
  CHECK(still.largest("v") == 0);
  CHECK(still.last("s") == 0);
  CHECK(still.last("mode.plane") == kSticks);
  CHECK_THAT(still.last("multiplier.plane"), WithinAbs(9.81 * std::cos(0.2), 1e-12));
  model["parameters"]["alpha"] = 0.4;
  const Run run = simulate(model, 0.01, 2);
  CHECK_THAT(run.last("v"), WithinAbs(2 * 9.81 * (std::sin(0.4) - 0.3 * std::cos(0.4)), 1e-12));
  CHECK(run.last("mode.plane") == kSlips);
  check_exact_ledger(run);
}

TEST_CASE("moreau: a ball that is thrown slips and then rolls", "[moreau]") {
  const Run run = simulate(rolling(1, 0, -50, 0.2), 1e-3);
  CHECK_THAT(run.last("v"), WithinAbs(-10.0 / 7, 1e-12));
  CHECK(run.last("mode.floor") == kSticks);
  check_exact_ledger(run);
  const Run sticks = simulate(rolling(1, 0, -10, 0.2), 1e-3);
  CHECK_THAT(sticks.last("v"), WithinAbs(-2.0 / 7, 1e-12));
  CHECK_THAT(sticks.last("w"), WithinAbs(-20.0 / 7, 1e-12));
  check_exact_ledger(sticks);
  const Run bowling = simulate(rolling(0.1, 5, 0, 0.15), 1e-3);
  CHECK_THAT(bowling.last("v"), WithinAbs(25.0 / 7, 1e-12));
  const double rolls = test::set_valued::first_time(bowling, "mode.floor", kSticks);
  CHECK_THAT(rolls, WithinAbs(2 * 5 / (7 * 0.15 * 9.81), 2e-3));
  check_exact_ledger(bowling);
}

TEST_CASE("moreau: a bouncing ball comes to rest in finite time", "[moreau]") {
  const double rest = std::sqrt(2 / 9.81) * 1.7 / 0.3;
  for (const double step : {1e-3, 1e-4}) {
    INFO(step);
    const Run run = simulate(ball(0.7), step);
    check_exact_ledger(run);
    CHECK_THAT(run.at("z", static_cast<std::size_t>(std::lround(2 / step))),
               WithinAbs(0.0424335478, 30 * step));
    CHECK(run.last("v") == 0);
    CHECK(run.last("mode.floor") == kClosed);
    CHECK_THAT(run.last("multiplier.floor"), WithinAbs(9.81, 1e-9));
    const auto v = run.column("v");
    std::size_t last = v.size();
    while (last > 0 && v[last - 1] == 0) --last;
    CHECK_THAT(run.at("t", last), WithinAbs(rest, 60 * step));
  }
}

TEST_CASE("moreau: a stack of blocks rests, with the weights above as forces", "[moreau]") {
  constexpr int kBlocks = 8;
  Json model = parsed(R"json({"porthos": 1, "simulation": {"until": 1, "step": 0.001}})json");
  std::string kinetic, potential;
  for (int i = 1; i <= kBlocks; ++i) {
    const std::string k = std::to_string(i);
    model["positions"]["z" + k] = i - 1;
    model["velocities"]["v" + k] = 0;
    model["kinematics"]["z" + k] = "v" + k;
    kinetic += (i > 1 ? " + v" : "v") + k + "^2/2";
    potential += (i > 1 ? " + 9.81*z" : "9.81*z") + k;
    const std::string gap = i > 1 ? "z" + k + " - z" + std::to_string(i - 1) + " - 1" : "z1";
    model["contacts"]["c" + k] = {{"gap", gap}, {"restitution", 0.5}};
  }
  model["kinetic_energy"] = kinetic;
  model["potential_energy"] = potential;
  const Run run = simulate(model, 1e-3);
  for (int i = 1; i <= kBlocks; ++i) {
    const std::string k = std::to_string(i);
    // Gauss-Seidel ends at rounding of the fastest flow, g h = 0.01 m/s: of forces 1e-10.
    CHECK(run.largest("v" + k) < 1e-14);
    CHECK_THAT(run.last("multiplier.c" + k), WithinAbs(9.81 * (kBlocks + 1 - i), 1e-9));
  }
  check_exact_ledger(run);
}

TEST_CASE("moreau: a table on four legs stands, and its legs bear its weight", "[moreau]") {
  const Run run = simulate(parsed(R"json({"porthos": 1,
    "positions": {"z": 0, "a": 0, "b": 0}, "velocities": {"v": 0, "p": 0, "q": 0},
    "kinematics": {"z": "v", "a": "p", "b": "q"}, "kinetic_energy": "5*v^2 + (p^2 + q^2)/2",
    "potential_energy": "98.1*z",
    "contacts": {"leg_1": {"gap": "z + a + b"}, "leg_2": {"gap": "z + a - b"},
                 "leg_3": {"gap": "z - a + b"}, "leg_4": {"gap": "z - a - b"}},
    "simulation": {"until": 2, "step": 0.01}})json"),
                           0.01);
  CHECK(run.largest("z") < 1e-13);
  CHECK(run.largest("a") < 1e-13);
  double sum = 0;
  for (int i = 1; i <= 4; ++i) sum += run.last("multiplier.leg_" + std::to_string(i));
  CHECK_THAT(sum, WithinAbs(98.1, 1e-9));
  check_exact_ledger(run);
}

TEST_CASE("moreau: impacts in a row of balls follow each other if there are gaps", "[moreau]") {
  Json model = parsed(R"json({"porthos": 1,
    "positions": {"a": -1, "b": 0, "c": 0.5}, "velocities": {"u": 1, "v": 0, "w": 0},
    "kinematics": {"a": "u", "b": "v", "c": "w"}, "kinetic_energy": "(u^2 + v^2 + w^2)/2",
    "contacts": {"ab": {"gap": "b - a - 0.1", "restitution": 1},
                 "bc": {"gap": "c - b - 0.1", "restitution": 1}},
    "simulation": {"until": 3, "step": 0.001}})json");
  const Run apart = simulate(model, 1e-3);
  CHECK_THAT(apart.last("u"), WithinAbs(0, 1e-14));
  CHECK_THAT(apart.last("v"), WithinAbs(0, 1e-14));
  CHECK_THAT(apart.last("w"), WithinAbs(1, 1e-14));
  // Balls that touch are struck at once: Newton's law for both contacts.
  model["positions"]["c"] = 0.1;
  const Run touching = simulate(model, 1e-3);
  CHECK_THAT(touching.last("u"), WithinAbs(-1.0 / 3, 1e-13));
  CHECK_THAT(touching.last("v"), WithinAbs(2.0 / 3, 1e-13));
  CHECK_THAT(touching.last("w"), WithinAbs(2.0 / 3, 1e-13));
  check_exact_ledger(apart);
  check_exact_ledger(touching);
}

TEST_CASE("moreau: a diode blocks, and a constraint holds beside a contact", "[moreau]") {
  Json rectifier =
      parsed(R"json({"porthos": 1, "velocities": {"i": 0}, "kinetic_energy": "0.05*i^2",
    "dissipation": {"resistor": {"flow": "i", "effort": "10*i"},
                    "diode": {"flow": "i", "one_way": true}},
    "ports": {"source": {"flow": "i", "flow_unit": "A", "effort_unit": "V"}},
    "inputs": {"source": "10*sin(100*t)"}, "simulation": {"until": 0.2, "step": 0.001}})json");
  const Run exact = test::simulate(rectifier, {.step = 1e-4, .method = "gauss(3)"});
  const Run run = simulate(rectifier, 1e-4);
  double worst = 0;
  for (std::size_t row = 0; row < exact.rows(); ++row) {
    worst = std::max(worst, std::abs(run.at("i", row) - exact.at("i", row)));
    CHECK(run.at("i", row) > -1e-14);  // rounding of 0.7 A
  }
  CHECK(worst < 3e-3);  // of 0.7 A; the step is 1 % of a radian of the source
  check_exact_ledger(run);
  // A pendulum as a point on a rod that meets a wall: it bounces back with half its speed.
  Json pendulum = parsed(R"json({"porthos": 1, "positions": {"x": 1, "y": 0},
    "velocities": {"v": 0, "u": 0}, "kinematics": {"x": "v", "y": "u"},
    "kinetic_energy": "(v^2 + u^2)/2", "potential_energy": "9.81*y",
    "position_constraints": {"rod": "(x^2 + y^2 - 1)/2"},
    "contacts": {"wall": {"gap": "x", "restitution": 0.5}},
    "simulation": {"until": 1, "step": 0.0001}})json");
  const Run swing = simulate(pendulum, 1e-4, 0.7);
  // It falls by 1 m, and a quarter of its energy is left.
  CHECK_THAT(swing.last("energy.dissipated.wall"), WithinAbs(0.75 * 9.81, 5e-3));
  CHECK(swing.largest("gap.position") < 1e-12);
}

TEST_CASE("moreau: a rocking block loses what Housner says, and settles", "[moreau]") {
  const Json model = rocking_block();
  const double ratio = 1 - 1.5 * std::pow(std::sin(0.3), 2);
  const double fallen = 9.81 * (model["positions"]["y"].get<double>() - std::cos(0.3));
  for (const double step : {1e-3, 1e-4}) {
    INFO(step);
    const Run run = simulate(model, step);
    std::size_t row = 0;
    while (run.at("energy.dissipated", row) < 0.1 * (1 - ratio * ratio) * fallen) ++row;
    // Half of a step at the closing speed of 0.5 m/s is the error of the height that it falls.
    CHECK_THAT(run.at("energy.dissipated", row), WithinAbs((1 - ratio * ratio) * fallen, 5 * step));
    CHECK(std::abs(run.last("w")) < 1e-14);
    CHECK(run.last("mode.left") == kSticks);
    CHECK(run.last("mode.right") == kSticks);
    CHECK_THAT(run.last("th"), WithinAbs(0, 5 * step));
    CHECK_THAT(run.last("energy.dissipated"), WithinAbs(fallen, 20 * step));
  }
}

TEST_CASE("moreau: a rope goes slack, and takes the radial speed when it is taut", "[moreau]") {
  const auto radius = [](double t) {
    return std::hypot(0.3 + 2 * t, -0.2 + 3 * t - 9.81 / 2 * t * t);
  };
  double low = 0, high = 0.45;  // the time at which it is taut
  for (int k = 0; k < 60; ++k) {
    const double middle = (low + high) / 2;
    (radius(middle) < 1 ? low : high) = middle;
  }
  const double x = 0.3 + 2 * low, y = -0.2 + 3 * low - 9.81 / 2 * low * low, v = 3 - 9.81 * low;
  const double lost = std::pow(2 * x + v * y, 2) / 2;
  for (const double step : {1e-3, 1e-4}) {
    INFO(step);
    const Run run = simulate(slack_rope(), step, 0.45);
    // A step later the radial speed is another one by at most the acceleration of about 30 m/s^2.
    CHECK_THAT(run.last("energy.dissipated"), WithinAbs(lost, 60 * step));
    CHECK(run.first("mode.rope") == kOpen);
    CHECK(run.last("mode.rope") == kOpen);
    for (std::size_t row = 0; row < run.rows() && run.at("t", row) < low - step; ++row)
      REQUIRE(run.at("energy.dissipated", row) == 0);
    const Run taut = simulate(slack_rope(), step, 0.7);
    CHECK(taut.last("mode.rope") == kClosed);
    CHECK(taut.last("multiplier.rope") > 0);
    CHECK(taut.largest("x") < 1 + 5 * step);
  }
}

TEST_CASE("moreau: a contact that lasts does not bounce where its surface is curved", "[moreau]") {
  Json model = slack_rope();
  model["contacts"]["rope"]["restitution"] = 0.5;
  model["positions"] = {{"x", 0.6}, {"y", -0.8}};
  model["velocities"] = {{"u", 0}, {"v", 0}};
  const Run run = simulate(model, 1e-3, 0.8);
  // The rope stays taut: the tension of a pendulum from rest is at least m g cos(angle).
  for (std::size_t row = 2; row < run.rows(); ++row) {
    INFO(run.at("t", row));
    REQUIRE(run.at("mode.rope", row) == kClosed);
    const double cosine = -run.at("y", row);
    CHECK_THAT(run.at("multiplier.rope", row), WithinAbs(9.81 * (3 * cosine - 2 * 0.8), 0.2));
  }
  // A stone that arrives with a speed does bounce.
  Json thrown = slack_rope();
  thrown["contacts"]["rope"]["restitution"] = 0.5;
  const double kept = simulate(thrown, 1e-4, 0.45).last("energy.dissipated");
  const double lost = simulate(slack_rope(), 1e-4, 0.45).last("energy.dissipated");
  CHECK_THAT(kept / lost, WithinAbs(0.75, 1e-2));
}

TEST_CASE("moreau: the ledger closes on a heap of discs", "[moreau]") {
  // Discs of different masses in a wedge, each pair an element of its own.
  const auto model = [] {
    Json made = {{"porthos", 1}, {"simulation", {{"until", 1}, {"step", 1e-3}}}};
    constexpr int kDiscs = 14;
    const auto disc = [](int i) { return "disc" + std::to_string(i); };
    for (int i = 0; i < kDiscs; ++i)
      made["components"][disc(i)] = {
          {"use", "porthos:planar-body"},
          {"parameters", {{"m", 1 + 0.1 * i}, {"I", 0.005 + 0.001 * i}}},
          {"start",
           {{"r", {0.26 * (i % 3) - 0.25 + 0.01 * (i % 5), 0.4 + 0.26 * (i / 3)}},
            {"v", {0.3 * (i % 4) - 0.4, -0.1 * i}}}}};
    const auto contact = [&](const char* use, const std::string& a, const std::string& b,
                             Json parameters) {
      parameters["restitution"] = 0.3;
      parameters["friction"] = 0.4;
      made["components"][a + "_" + b] = {{"use", std::string("porthos:") + use},
                                         {"between", {{"a", a}, {"b", b}}},
                                         {"parameters", parameters}};
    };
    for (int i = 0; i < kDiscs; ++i) {
      made["components"]["left" + disc(i)] = {
          {"use", "porthos:disc-on-line"},
          {"between", {{"a", "ground"}, {"b", disc(i)}}},
          {"parameters", {{"direction", {1, -0.5}}, {"at_a", {-0.5, 0}}, {"friction", 0.4}}}};
      made["components"]["right" + disc(i)] = {
          {"use", "porthos:disc-on-line"},
          {"between", {{"a", "ground"}, {"b", disc(i)}}},
          {"parameters", {{"direction", {1, 0.5}}, {"at_a", {0.5, 0}}, {"friction", 0.4}}}};
      for (int j = i + 1; j < kDiscs; ++j)
        contact("disc-on-disc", disc(i), disc(j), Json::object());
    }
    return made;
  };
  const Run run = simulate(model(), 1e-3);
  CHECK(run.last("energy.dissipated") > 1);
  check_exact_ledger(run);
  double deepest = 0;
  for (const std::string& name : run.names)
    if (name.starts_with("gap.") && name != "gap.position" && name != "gap.velocity")
      for (const double gap : run.column(name)) deepest = std::min(deepest, gap);
  CHECK(deepest > -0.01);  // half a step of the fastest closing speed is 3 mm
}

TEST_CASE("moreau: outputs, inputs and events know the time beside contacts", "[moreau]") {
  // The rows of the laws shift the places of time and inputs among the quantities.
  const Json model = Json::parse(R"json({"porthos": 1, "positions": {"x": 0, "y": 0.2},
    "velocities": {"v": 1, "u": 0}, "kinematics": {"x": "v", "y": "u"},
    "kinetic_energy": "(v^2 + u^2)/2", "potential_energy": "9.81*y",
    "contacts": {"floor": {"gap": "y", "friction": 0.3, "slip": "v"}},
    "ports": {"push": {"flow": "v"}}, "inputs": {"push": "sin(3*t)"},
    "outputs": {"clock": "2*t", "pushed": "sin(3*t)"},
    "events": {"bell": {"when": "t - 0.305", "do": "record"}},
    "simulation": {"until": 0.4, "step": 0.01}})json");
  Session session = test::open_session(model);
  session.start(R"({"method": "moreau"})");
  const Json reached = Json::parse(session.advance(1 << 30));
  std::vector<double> rung;
  for (const Json& event : reached["events"])
    if (event["name"] == "bell") rung.push_back(event["t"]);
  REQUIRE(rung.size() == 1);
  CHECK(std::abs(rung[0] - 0.305) < 1e-12);
  const Run run = test::simulate(model, {.method = "moreau"});
  for (std::size_t row = 0; row < run.rows(); ++row) {
    const double t = run.at("t", row);
    REQUIRE_THAT(run.at("clock", row), WithinAbs(2 * t, 1e-15));
    REQUIRE_THAT(run.at("push.effort", row), WithinAbs(std::sin(3 * t), 1e-15));
    REQUIRE_THAT(run.at("pushed", row), WithinAbs(std::sin(3 * t), 1e-15));
  }
}

TEST_CASE("moreau: depths, unknown errors and too many switches are reported", "[moreau]") {
  Session session = test::open_session(ball(0.7));
  session.start(R"({"method": "moreau", "step": 0.05})");
  session.advance(1 << 30);
  const Json summary = Json::parse(session.summary());
  CHECK(summary["accuracy"]["error"].is_null());
  CHECK(summary["accuracy"]["because"].get<std::string>().find("impacts") != std::string::npos);
  const auto has = [](const Json& problems, const char* code) {
    return std::ranges::any_of(problems, [&](const Json& one) { return one["code"] == code; });
  };
  CHECK(has(summary["problems"], "PH306"));  // 4.4 m/s enter by 0.1 m
  session.start(R"({"method": "moreau", "step": 0.0001})");
  session.advance(1 << 30);
  CHECK_FALSE(has(Json::parse(session.summary())["problems"], "PH306"));
}

}  // namespace porthos::moreau_test
