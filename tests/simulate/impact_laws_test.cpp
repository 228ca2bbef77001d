/// Impacts in which contacts and one-way laws act together, against closed forms (theory 13.3).
#include <catch_amalgamated.hpp>
#include <cmath>
#include <string>

#include "support/run.hpp"
#include "support/set_valued.hpp"

namespace porthos::impact_laws_test {
namespace {

using namespace test;
using Catch::Matchers::WithinAbs;

/// A body of 1 kg that reaches a floor at 2 m/s after 0.5 s. A ratchet lets a second body of 2 kg,
/// at -1 m/s, run ahead of it only.
Json ratcheted() {
  return Json::parse(R"json({
    "porthos": 1,
    "positions": { "x": 1 }, "velocities": { "v": -2, "u": -1 }, "kinematics": { "x": "v" },
    "kinetic_energy": "v^2/2 + u^2",
    "contacts": { "floor": { "gap": "x", "restitution": 0.5 } },
    "dissipation": { "ratchet": { "flow": "u - v", "one_way": true } },
    "simulation": { "until": 0.6, "step": 0.01 }
  })json");
}

/// A sled that a ratchet lets move forward only, at 1 m/s, is met by a ball of 1 kg at 2 m/s.
Json sled(double mass, double restitution) {
  Json model = Json::parse(R"json({
    "porthos": 1, "parameters": { "M": 1 },
    "positions": { "s": 0, "x": 1.5 }, "velocities": { "v": 1, "u": -2 },
    "kinematics": { "s": "v", "x": "u" }, "kinetic_energy": "M*v^2/2 + u^2/2",
    "contacts": { "bumper": { "gap": "x - s" } },
    "dissipation": { "ratchet": { "flow": "v", "one_way": true } },
    "simulation": { "until": 0.6, "step": 0.01 }
  })json");
  model["parameters"]["M"] = mass;
  model["contacts"]["bumper"]["restitution"] = restitution;
  return model;
}

}  // namespace

TEST_CASE("a ratchet answers in the impact of a contact", "[set-valued][impacts]") {
  // The body leaves the floor at 1 m/s and takes the second one along: u - v may not be negative at
  // any time, also not within the impact.
  for (const Options& options : switching_methods()) {
    INFO(options.method);
    const Run run = simulate(ratcheted(), options);
    CHECK_THAT(run.last("v"), WithinAbs(1, 1e-12));
    CHECK_THAT(run.last("u"), WithinAbs(1, 1e-12));
    CHECK_THAT(run.last("x"), WithinAbs(0.1, 1e-12));
    CHECK_THAT(run.last("energy.dissipated"), WithinAbs(1.5, 1e-12));
    CHECK(switches(ratcheted(), options)["floor"].size() == 1);
    check_ledger(run);
  }
}

TEST_CASE("time-stepping has the same impact of a ratchet and a contact", "[set-valued][impacts]") {
  const Run run = simulate(ratcheted(), {.step = 0.001, .method = "moreau"});
  CHECK_THAT(run.last("v"), WithinAbs(1, 1e-12));
  CHECK_THAT(run.last("u"), WithinAbs(1, 1e-12));
}

TEST_CASE("a ratchet holds a sled that is struck only where it would move back",
          "[set-valued][impacts]") {
  constexpr double kRestitution = 0.5, kClosing = 3;
  for (const double mass : {1.0, 4.0, 10.0}) {
    INFO(mass);
    // A free sled of mass M: the impulse (1 + e) 3/(1 + 1/M) takes more than its momentum if it is
    // light. Then it stops, and the ball leaves at 1.5 m/s.
    const double impulse = (1 + kRestitution) * kClosing / (1 + 1 / mass);
    const bool is_held = impulse > mass;
    const double v = is_held ? 0 : 1 - impulse / mass;
    const Run run = simulate(sled(mass, kRestitution), {.step = 0.01, .method = "gauss(2)"});
    CHECK_THAT(run.last("v"), WithinAbs(v, 1e-12));
    CHECK_THAT(run.last("u"), WithinAbs(v + kRestitution * kClosing, 1e-12));
    check_ledger(run);
  }
}

TEST_CASE("an impact that would give energy has the largest restitution that gives none",
          "[set-valued][impacts]") {
  // Newton's law with e = 1 would send the ball back at 3 m/s, with 4.5 J of 2.5 J. All of these
  // leave it at sqrt(5) m/s.
  for (const Options& options : switching_methods()) {
    INFO(options.method);
    const Run run = simulate(sled(1, 1), options);
    CHECK(std::abs(run.last("v")) < 1e-14);
    CHECK_THAT(run.last("u"), WithinAbs(std::sqrt(5), 1e-11));
    CHECK_THAT(run.last("energy.dissipated"), WithinAbs(0, 1e-11));
    check_ledger(run);
  }
}

TEST_CASE("a pendulum bounces off a rough floor, where its slip cannot end",
          "[set-valued][impacts]") {
  // Gap and slip have one speed: with w+ = -e w- the slip goes on, and friction is at its bound.
  Json model = Json::parse(R"json({
    "porthos": 1, "positions": { "th": 1.2 }, "velocities": { "w": 0 }, "kinematics": { "th": "w" },
    "kinetic_energy": "w^2/2", "potential_energy": "-9.81*cos(th)",
    "contacts": { "floor": { "gap": "0.8 - cos(th)", "restitution": 0.5, "friction": 0.3,
                             "slip": "cos(th)*w" } },
    "events": { "hit": { "when": "floor impacts", "do": "stop" } },
    "simulation": { "until": 2, "step": 0.01 }
  })json");
  const double w = std::sqrt(2 * 9.81 * (0.8 - std::cos(1.2)));
  for (const Options& options : switching_methods()) {
    INFO(options.method);
    const Run run = attempt(model, options);
    CHECK(run.outcome == "stopped");
    CHECK_THAT(run.last("th"), WithinAbs(std::acos(0.8), 1e-9));
    CHECK_THAT(run.last("w"), WithinAbs(0.5 * w, 1e-8));
    CHECK_THAT(run.last("energy.dissipated"), WithinAbs(0.375 * w * w, 1e-8));
    check_ledger(run);
  }
}

TEST_CASE("a rope that is stretched by rounding goes slack at once", "[set-valued]") {
  // A bead on a rope of 1 m, thrown from its end towards its middle: it flies freely.
  Json model = Json::parse(R"json({
    "porthos": 1,
    "positions": { "x": 1 }, "velocities": { "v": 0 }, "kinematics": { "x": "v" },
    "kinetic_energy": "v^2/2", "potential_energy": "9.81*x",
    "contacts": { "rope": { "gap": "1 - x" } },
    "simulation": { "until": 0.5, "step": 0.01 }
  })json");
  for (const double stretch : {0.0, 1e-14, 1e-12, 5e-12, 5e-11}) {
    model["positions"]["x"] = 1 + stretch;
    for (const Options& options : switching_methods()) {
      INFO(stretch << " m, " << options.method);
      const Run run = simulate(model, options);
      CHECK_THAT(run.last("x"), WithinAbs(1 + stretch - 9.81 / 8, 1e-12));
      CHECK(switches(model, options).empty());
      check_ledger(run);
    }
  }
}

TEST_CASE("a bound of friction that is lowered from outside ends its stick", "[set-valued]") {
  Session session = open_session(Json::parse(R"json({
    "porthos": 1, "parameters": { "F": 5 },
    "positions": { "x": 0 }, "velocities": { "v": 0 }, "kinematics": { "x": "v" },
    "kinetic_energy": "v^2/2", "potential_energy": "-3*x",
    "dissipation": { "rail": { "flow": "v", "dry": "F" } },
    "simulation": { "until": 1, "step": 0.01 }
  })json"));
  const Json begun = Json::parse(session.start(Json{{"method", "gauss(2)"}}.dump()));
  session.advance(50);
  session.change(R"({"F": 1})");
  session.advance(1000);
  const auto rows = session.take_rows();
  const std::size_t columns = begun["columns"].size();
  for (std::size_t k = 0; k < columns; ++k) {
    const double last = rows[rows.size() - columns + k];
    if (begun["columns"][k]["name"] == "v") CHECK_THAT(last, WithinAbs((3 - 1) * 0.5, 1e-12));
    if (begun["columns"][k]["name"] == "x") CHECK_THAT(last, WithinAbs(0.25, 1e-12));
  }
}

}  // namespace porthos::impact_laws_test
