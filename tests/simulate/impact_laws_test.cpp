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
    const Run run = test::simulate(ratcheted(), options);
    CHECK_THAT(run.last("v"), WithinAbs(1, 1e-12));
    CHECK_THAT(run.last("u"), WithinAbs(1, 1e-12));
    CHECK_THAT(run.last("x"), WithinAbs(0.1, 1e-12));
    CHECK_THAT(run.last("energy.dissipated"), WithinAbs(1.5, 1e-12));
    CHECK(switches(ratcheted(), options)["floor"].size() == 1);
    check_ledger(run);
  }
}

TEST_CASE("time-stepping has the same impact of a ratchet and a contact", "[set-valued][impacts]") {
  const Run run = test::simulate(ratcheted(), {.step = 0.001, .method = "moreau"});
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
    const Run run = test::simulate(sled(mass, kRestitution), {.step = 0.01, .method = "gauss(2)"});
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
    const Run run = test::simulate(sled(1, 1), options);
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

TEST_CASE("a ball on a rod jams where friction holds it, and takes its energy",
          "[set-valued][impacts]") {
  // The rod meets the floor almost upright. Friction bears more than tan of its angle, so that no
  // impulse drives the ball apart again: it would "bounce" by rounding alone.
  Json model = Json::parse(R"json({
    "porthos": 1, "positions": { "x": 0.15, "y": 0.36, "z": 0.18 },
    "velocities": { "u": -0.12, "v": 0.05, "w": 0 },
    "kinematics": { "x": "u", "y": "v", "z": "w" },
    "kinetic_energy": "(u^2 + v^2 + w^2)/2", "potential_energy": { "weight": "9.81*z" },
    "position_constraints": { "rod": "sqrt(x^2 + y^2 + (z - 0.4976)^2) - 0.5" },
    "contacts": { "floor": { "gap": "z", "restitution": 0.36, "friction": 0.71,
                             "slip": ["u", "v"] } },
    "simulation": { "until": 0.5, "step": 0.01 }
  })json");
  for (const Options& options : switching_methods()) {
    INFO(options.method);
    const Run run = test::simulate(model, options);
    CHECK(run.column("energy.stored").front() > 0.5);
    for (const char* speed : {"u", "v", "w"}) CHECK(std::abs(run.last(speed)) < 1e-12);
    CHECK_THAT(run.last("energy.dissipated"), WithinAbs(run.column("energy.stored").front(), 1e-8));
    CHECK(std::abs(run.last("energy.events")) < 1e-8);
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
      const Run run = test::simulate(model, options);
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

// Jumps that are no collisions: dry friction has no impulse, and unilateral laws let go.

namespace {

/// The last state of a run whose velocity `name` an event sets to `value` at 0.5 s.
Run kicked(Json model, const char* name, double value, const Options& options) {
  model["porthos"] = 1;
  model["events"]["kick"] = {{"when", "t - 0.5"}, {"do", {{"reset", {{name, value}}}}}};
  model["simulation"] = {{"until", 0.6}, {"step", 0.01}};
  CHECK(problems_of(model).empty());
  Run run = test::simulate(model, options);
  check_ledger(run);
  return run;
}

constexpr double g = 9.81, kNear = 1e-9;

Json ball() {
  return Json::parse(R"json({ "positions": { "z": 0 }, "velocities": { "u": 0 },
    "kinematics": { "z": "u" }, "kinetic_energy": "u^2/2", "potential_energy": "9.81*z",
    "contacts": { "floor": { "gap": "z", "restitution": 0.5 } } })json");
}

Json block() {
  return Json::parse(R"json({ "positions": { "x": 0 }, "velocities": { "v": 0 },
    "kinematics": { "x": "v" }, "kinetic_energy": "v^2/2" })json");
}

/// A mass on another one, of which a port prescribes the speed from 0.5 s on.
Json pair(const char* speed) {
  Json model = Json::parse(R"json({ "porthos": 1, "positions": { "x": 0, "y": 0 },
    "velocities": { "a": 0, "b": 0 }, "kinematics": { "x": "a", "y": "b" },
    "kinetic_energy": "a^2/2 + b^2", "ports": { "drive": { "flow": "a" } },
    "dissipation": { "rail": { "flow": "a - b", "dry": 1.5 } },
    "simulation": { "until": 0.6, "step": 0.01 } })json");
  model["inputs"] = {{"drive", {{"flow", speed}}}};
  return model;
}

/// A ball of 1 kg at rest on a table whose height is a formula of time, or a position of its own.
Json on_table(const char* gap) {
  Json model = ball();
  model["porthos"] = 1;
  model["contacts"]["floor"]["gap"] = gap;
  model["simulation"] = {{"until", 0.6}, {"step", 0.01}};
  return model;
}

}  // namespace

TEST_CASE("a reset lifts a body off its floor, and moves one that a law holds",
          "[set-valued][jumps]") {
  for (const Options& options : switching_methods()) {
    INFO(options.method);
    CHECK_THAT(kicked(ball(), "u", 3, options).last("u"), WithinAbs(3 - 0.1 * g, kNear));
    // Downwards it bounces.
    CHECK_THAT(kicked(ball(), "u", -3, options).last("u"), WithinAbs(1.5 - 0.1 * g, kNear));
    Json rough = block();
    rough["dissipation"]["rail"] = {{"flow", "v"}, {"dry", 2}};
    CHECK_THAT(kicked(rough, "v", 3, options).last("v"), WithinAbs(3 - 0.1 * 2, kNear));
    Json pawl = block();
    pawl["potential_energy"] = "2*x";
    pawl["dissipation"]["pawl"] = {{"flow", "v"}, {"one_way", true}};
    CHECK_THAT(kicked(pawl, "v", 3, options).last("v"), WithinAbs(3 - 0.1 * 2, kNear));
    CHECK(std::abs(kicked(pawl, "v", -3, options).last("v")) < 1e-14);
    // One ball on another: the lower one stays.
    Json tower = ball();
    tower["positions"]["y"] = 1;
    tower["velocities"]["w"] = 0;
    tower["kinematics"]["y"] = "w";
    tower["kinetic_energy"] = "u^2/2 + w^2/2";
    tower["potential_energy"] = "9.81*z + 9.81*y";
    tower["contacts"]["upper"] = {{"gap", "y - z - 1"}};
    const Run top = kicked(tower, "w", 3, options);
    CHECK_THAT(top.last("w"), WithinAbs(3 - 0.1 * g, kNear));
    CHECK(std::abs(top.last("u")) < 1e-12);
  }
}

TEST_CASE("the friction of a contact lets a body slip that a reset moves", "[set-valued][jumps]") {
  Json model = ball();
  model["positions"]["x"] = 0;
  model["velocities"]["v"] = 0;
  model["kinematics"]["x"] = "v";
  model["kinetic_energy"] = "u^2/2 + v^2/2";
  model["contacts"]["floor"]["friction"] = 0.3;
  model["contacts"]["floor"]["slip"] = "v";
  for (const Options& options : switching_methods()) {
    INFO(options.method);
    const Run run = kicked(model, "v", 3, options);
    CHECK_THAT(run.last("v"), WithinAbs(3 - 0.3 * g * 0.1, kNear));
    CHECK(std::abs(run.last("z")) < 1e-14);
  }
}

TEST_CASE("friction that sticks has no impulse where a prescribed speed jumps",
          "[set-valued][jumps]") {
  for (const Options& options : switching_methods()) {
    INFO(options.method);
    const Run run = test::simulate(pair("if(t < 0.5, 0, 2)"), options);
    CHECK_THAT(run.last("b"), WithinAbs(0.75 * 0.1, kNear));
    check_ledger(run);
    // A row that moves with a corner in time, and one that begins to hold.
    Json corner = pair("0");
    corner.erase("ports");
    corner.erase("inputs");
    corner["position_constraints"]["rod"] = "x - 2*max(t - 0.5, 0)";
    CHECK_THAT(test::simulate(corner, options).last("b"), WithinAbs(0.75 * 0.1, kNear));
    Json clutch = pair("0");
    clutch.erase("ports");
    clutch.erase("inputs");
    clutch["velocities"]["b"] = 4;
    clutch["kinetic_energy"] = "a^2/2 + b^2/2";
    clutch["dissipation"]["rail"] = {{"flow", "a"}, {"dry", 1}};
    clutch["velocity_constraints"]["clutch"] = "if(t < 0.5, 0, 1)*(a - b)";
    const Run joined = test::simulate(clutch, options);
    CHECK_THAT(joined.last("a"), WithinAbs(2 - 0.5 * 0.1, kNear));
    CHECK_THAT(joined.last("b"), WithinAbs(2 - 0.5 * 0.1, kNear));
  }
}

TEST_CASE("a floor that goes away leaves the body, and one that comes strikes it",
          "[set-valued][jumps]") {
  const double falls = -0.5 * g * 0.1 * 0.1;
  for (const Options& options : switching_methods()) {
    INFO(options.method);
    // By a jump of the height or of the speed, in time.
    for (const char* gap : {"z - if(t < 0.5, 0, -0.2)", "z + max(t - 0.5, 0)"}) {
      INFO(gap);
      const Run run = test::simulate(on_table(gap), options);
      CHECK_THAT(run.last("z"), WithinAbs(falls, kNear));
      check_ledger(run);
    }
    // Up with 1 m/s: Newton's law gives 1 + 0.5 m/s.
    const Run thrown = test::simulate(on_table("z - max(t - 0.5, 0)"), options);
    CHECK_THAT(thrown.last("u"), WithinAbs(1.5 - 0.1 * g, kNear));
    // By a parameter.
    Json lowered = on_table("z - h");
    lowered["parameters"]["h"] = 0;
    lowered["events"]["lower"] = {{"when", "t - 0.5"}, {"do", {{"set", {{"h", -0.2}}}}}};
    CHECK_THAT(test::simulate(lowered, options).last("z"), WithinAbs(falls, kNear));
    // By the prescribed speed of a table with a mass.
    for (const auto& [speed, u] : {std::pair{"if(t < 0.5, 0, -1)", -0.1 * g},
                                   std::pair{"if(t < 0.5, 0, 1)", 1.5 - 0.1 * g}}) {
      INFO(speed);
      Json table = on_table("z - h");
      table["positions"]["h"] = 0;
      table["velocities"]["w"] = 0;
      table["kinematics"]["h"] = "w";
      table["kinetic_energy"] = "u^2/2 + w^2/2";
      table["ports"]["drive"] = {{"flow", "w"}};
      table["inputs"]["drive"] = {{"flow", speed}};
      CHECK_THAT(test::simulate(table, options).last("u"), WithinAbs(u, kNear));
    }
  }
}

}  // namespace porthos::impact_laws_test
