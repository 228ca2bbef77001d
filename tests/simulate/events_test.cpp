#include <catch_amalgamated.hpp>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "support/run.hpp"

namespace porthos::events_test {
namespace {

using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;
using test::Json;

/// A run to its end, with the events in its summary.
struct Told : test::Run {
  Json summary;

  std::vector<double> times(const std::string& name = {}) const {
    std::vector<double> found;
    for (const Json& event : summary["events"])
      if (name.empty() || event["name"] == name) found.push_back(event["t"]);
    return found;
  }
};

Told tell(const Json& model, const Json& options = Json::object()) {
  Session session = test::open_session(model);
  Told told;
  const Json begun = Json::parse(session.start(options.dump()));
  INFO(begun["problems"].dump(1) << session.describe());
  REQUIRE(begun.contains("columns"));
  for (const Json& column : begun["columns"]) told.names.push_back(column["name"]);
  told.index_columns();
  Json listed = Json::array();
  for (bool done = false; !done;) {
    const Json progress = Json::parse(session.advance(7));
    done = progress["done"];
    for (const Json& event : progress["events"]) listed.push_back(event);
    const std::vector<double> rows = session.take_rows();
    told.table.insert(told.table.end(), rows.begin(), rows.end());
  }
  told.summary = Json::parse(session.summary());
  told.outcome = told.summary["outcome"];
  told.message = told.summary["message"];
  CHECK(told.summary["events"] == listed);
  for (const double value : told.table) CHECK(std::isfinite(value));
  return told;
}

Json ball(double restitution) {
  Json model = Json::parse(R"json({"porthos": 1, "name": "bouncing ball",
    "parameters": {"m": 0.7, "g": 9.81, "e": 0.8},
    "positions": {"y": {"start": 1, "unit": "m"}}, "velocities": {"v": {"unit": "m/s"}},
    "kinematics": {"y": "v"}, "kinetic_energy": "m/2*v^2", "potential_energy": "m*g*y",
    "events": {"bounce": {"when": "y", "direction": "falling", "do": {"reset": {"v": "-e*v"}}}},
    "simulation": {"until": 3, "step": 0.01}})json");
  model["parameters"]["e"] = restitution;
  return model;
}

Json pendulum(double start = 1) {
  Json model = Json::parse(R"json({"porthos": 1, "name": "pendulum",
    "parameters": {"k": {"value": 9.81, "min": 1, "max": 1000}, "tau": 0},
    "positions": {"phi": {"unit": "rad"}}, "velocities": {"omega": {}},
    "kinematics": {"phi": "omega"}, "kinetic_energy": "omega^2/2",
    "potential_energy": "-k*cos(phi)",
    "ports": {"motor": {"flow": "omega"}}, "inputs": {"motor": "tau"},
    "events": {"bottom": {"when": "phi", "do": "record"}},
    "simulation": {"until": 20, "step": 0.01, "output_every": 1000000}})json");
  model["positions"]["phi"]["start"] = start;
  return model;
}

/// 4 K(sin(amplitude/2))/sqrt(9.81) by the arithmetic-geometric mean.
double period(double amplitude) {
  double a = 1, b = std::cos(amplitude / 2);
  for (int i = 0; i < 8; ++i) {
    const double mean = 0.5 * (a + b);
    b = std::sqrt(a * b);
    a = mean;
  }
  return 2 * std::numbers::pi / a / std::sqrt(9.81);
}

}  // namespace

TEST_CASE("a ball bounces when it should, and the ledger says what the bounces took",
          "[simulate][events]") {
  const std::string method =
      GENERATE("gauss(1)", "gauss(2)", "gauss(3)", "dop853", "discrete-gradient", "rk4-baumgarte");
  const double e = 0.8, g = 9.81, m = 0.7;
  const Told run = tell(ball(e), {{"method", method}});
  INFO(method << " " << run.message);
  CHECK(run.outcome == "finished");
  const std::vector<double> times = run.times("bounce");
  double t = std::sqrt(2 / g), v = g * t, taken = 0;
  std::size_t count = 0;
  for (; t < 3; ++count) {
    REQUIRE(count < times.size());
    CHECK_THAT(times[count], WithinAbs(t, 1e-13));
    taken += m / 2 * v * v * (1 - e * e);
    v *= e;
    t += 2 * v / g;
  }
  CHECK(times.size() == count);
  CHECK(run.summary["eventCount"] == count);
  CHECK_THAT(run.last("energy.events"), WithinAbs(-taken, 1e-12));
  CHECK(run.summary["ledger"]["events"] == run.last("energy.events"));
  CHECK_THAT(run.last("energy.stored"), WithinAbs(m * g - taken, 1e-12));
  CHECK(run.summary["ledger"]["balanceError"] < 3e-14);
  CHECK(run.last("t") == 3.0);
}

TEST_CASE("bounces that come ever faster end with an outcome that says so", "[simulate][events]") {
  const double e = GENERATE(0.9, 0.5, 0.1, 0.0);
  const Told run = tell(ball(e), {{"until", 30}});
  INFO(e << " " << run.message);
  CHECK(run.outcome == "chatter");
  CHECK(run.message.find("bounce") != std::string::npos);
  const double first = std::sqrt(2 / 9.81), last = first * (1 + 2 * e / (1 - e));
  CHECK_THAT(run.last("t"), WithinAbs(last, 1e-3));  // 0.9^100 of the last step is left out
  CHECK(run.last("t") < last + 1e-6);
  CHECK(run.summary["ledger"]["balanceError"] < 1e-13);
}

TEST_CASE("a pendulum passes its lowest point twice in a period", "[simulate][events]") {
  const std::string method = GENERATE("gauss(1)", "gauss(2)", "gauss(3)", "dop853");
  const double T = period(1);
  const double order = method == "gauss(1)" ? 2 : method == "gauss(2)" ? 4 : 6;
  INFO(method);
  const auto error = [&](double step) {
    const Told run = tell(pendulum(), {{"method", method}, {"step", step}, {"tolerance", 1e-13}});
    const std::vector<double> times = run.times();
    REQUIRE(times.size() == static_cast<std::size_t>(std::floor(20 / T * 2 + 0.5)));
    CHECK(run.rows() == times.size() + 2);
    double most = 0;
    for (std::size_t i = 0; i < times.size(); ++i) {
      most = std::max(most, std::abs(times[i] - T / 4 - static_cast<double>(i) * T / 2));
      CHECK(run.at("t", i + 1) == times[i]);
      CHECK(std::abs(run.at("phi", i + 1)) < 1e-13);
    }
    // The ledger is as good as without events.
    Json plain = pendulum();
    plain.erase("events");
    const Told same = tell(plain, {{"method", method}, {"step", step}, {"tolerance", 1e-13}});
    CHECK(run.summary["ledger"]["balanceError"].get<double>() <
          2 * same.summary["ledger"]["balanceError"].get<double>() + 1e-13);
    return most;
  };
  if (method == "dop853") {
    CHECK(error(0.5) < 1e-10);
    return;
  }
  const double coarse = error(0.1), fine = error(0.05);
  INFO(coarse << " " << fine);
  CHECK(std::log2(coarse / fine) > order - 0.3);
  CHECK(std::log2(coarse / fine) < order + 0.7);
}

TEST_CASE("the direction chooses among the passages", "[simulate][events]") {
  Json model = pendulum();
  for (const char* direction : {"rising", "falling", "either"})
    model["events"][direction] = {{"when", "phi"}, {"direction", direction}, {"do", "record"}};
  const Told run = tell(model);
  const std::vector<double> all = run.times("either"), up = run.times("rising"),
                            down = run.times("falling");
  REQUIRE(all.size() == 19);
  REQUIRE(up.size() + down.size() == all.size());
  for (std::size_t i = 0; i < all.size(); ++i) CHECK(all[i] == (i % 2 ? up[i / 2] : down[i / 2]));
}

TEST_CASE("a root that is zero at the start happens when it comes back", "[simulate][events]") {
  Json model = pendulum(0);
  model["velocities"]["omega"] = 0.1;
  const Told run = tell(model, {{"until", 2}});
  REQUIRE(run.times().size() == 1);  // near half a period, 1.0034 s
  CHECK_THAT(run.times()[0], WithinAbs(1.0034, 1e-3));
  model["events"]["bottom"]["when"] = "cos(phi + pi/2)";  // 6e-17 at the start
  CHECK(tell(model, {{"until", 2}}).times().size() == 1);
}

TEST_CASE("an event can end the run", "[simulate][events]") {
  Json model = pendulum();
  model["events"]["bottom"]["do"] = "stop";
  const Told run = tell(model, {{"method", "gauss(4)"}});
  CHECK(run.outcome == "stopped");
  CHECK(run.message.find("\"bottom\"") != std::string::npos);
  CHECK_THAT(run.last("t"), WithinAbs(period(1) / 4, 1e-12));
  CHECK(std::abs(run.last("phi")) < 1e-14);
  CHECK(run.rows() == 2);
}

TEST_CASE("a row can be recorded before and after an action", "[simulate][events]") {
  Json model = ball(0.5);
  model["events"]["bounce"]["do"] =
      Json::parse(R"(["record", {"reset": {"v": "-e*v"}}, "record", "stop"])");
  const Told run = tell(model, {{"outputEvery", 1000}});
  REQUIRE(run.rows() == 3);
  CHECK(run.at("t", 1) == run.at("t", 2));
  CHECK_THAT(run.at("v", 1), WithinRel(-std::sqrt(2 * 9.81), 1e-13));
  CHECK_THAT(run.at("v", 2), WithinRel(0.5 * std::sqrt(2 * 9.81), 1e-13));
  CHECK(run.at("energy.events", 1) == 0);
}

TEST_CASE("a parameter switched at a time changes stiffness and input from then on",
          "[simulate][events]") {
  // Small oscillations: closed form on both sides of the switch.
  Json model =
      Json::parse(R"json({"porthos": 1, "parameters": {"k": {"value": 4, "max": 5}, "F": 0},
    "positions": {"x": 1}, "velocities": {"v": {}}, "kinematics": {"x": "v"},
    "kinetic_energy": "v^2/2", "potential_energy": "k/2*x^2",
    "ports": {"push": {"flow": "v"}}, "inputs": {"push": "F"},
    "events": {"stiffer": {"when": "t - 1", "do": {"set": {"k": "k + 5", "F": "x"}}}},
    "simulation": {"until": 3, "step": 0.03, "method": "gauss(4)"}})json");
  const Told run = tell(model);
  REQUIRE(run.times() == std::vector<double>{1});
  const double x = std::cos(2.0), v = -2 * std::sin(2.0), F = x, k = 9, T = 2;
  const double expected = F / k + (x - F / k) * std::cos(3 * T) + v / 3 * std::sin(3 * T);
  CHECK_THAT(run.last("x"), WithinAbs(expected, 1e-12));
  CHECK_THAT(run.last("energy.events"), WithinAbs(2.5 * x * x, 1e-13));
  CHECK_THAT(run.last("energy.supplied"), WithinAbs(F * (run.last("x") - x), 1e-12));
  CHECK(run.last("push.effort") == run.last("push.effort"));
  CHECK_THAT(run.last("push.effort"), WithinAbs(F, 1e-13));
  CHECK(run.summary["ledger"]["balanceError"] < 1e-14);
}

TEST_CASE("events at the same time happen in the order of the text", "[simulate][events]") {
  // The last of three equal balls takes over the momentum: collisions one after the other.
  Json model = Json::parse(R"json({"porthos": 1,
    "positions": {"a": -1, "b": 0, "c": 0}, "velocities": {"u": 1, "v": 0, "w": 0},
    "kinematics": {"a": "u", "b": "v", "c": "w"}, "kinetic_energy": "u^2/2 + v^2/2 + w^2/2",
    "events": {"first": {"when": "b - a", "direction": "falling", "do": {"reset": {"u": "v", "v": "u"}}},
               "second": {"when": "t - 1", "do": {"reset": {"v": "w", "w": "v"}}},
               "third": {"when": "cos(pi*t/2)", "do": "record"}},
    "simulation": {"until": 2, "step": 0.3}})json");
  const Told run = tell(model);
  CHECK(run.summary["eventCount"] == 3);
  REQUIRE(run.times().size() == 3);
  CHECK(run.times()[0] == run.times()[2]);
  CHECK(run.summary["events"][0]["name"] == "first");
  CHECK(run.last("u") == 0);
  CHECK(run.last("v") == 0);
  CHECK_THAT(run.last("w"), WithinAbs(1, 1e-15));
  CHECK_THAT(run.last("c"), WithinAbs(1, 1e-14));
}

TEST_CASE("two passages in one step are both found", "[simulate][events]") {
  // x = t - t^2/2 is above 0.48 from 0.8 to 1.2 s: inside the step from 0.5 to 1.5 s.
  Json model = Json::parse(R"json({"porthos": 1,
    "positions": {"x": 0}, "velocities": {"v": 1}, "kinematics": {"x": "v"},
    "kinetic_energy": "v^2/2", "potential_energy": "x",
    "events": {"up": {"when": "x - 0.48", "direction": "rising", "do": "record"},
               "down": {"when": "x - 0.48", "direction": "falling", "do": "record"}},
    "simulation": {"until": 1.5, "step": 1.5}})json");
  const Told run = tell(model);
  REQUIRE(run.times("up").size() == 1);
  REQUIRE(run.times("down").size() == 1);
  CHECK_THAT(run.times("up")[0], WithinAbs(0.8, 1e-14));
  CHECK_THAT(run.times("down")[0], WithinAbs(1.2, 1e-14));
  // And a rise that a fall and a sign at the end of the step hide.
  model["events"].erase("up");
  model["events"]["down"]["when"] = "x - 0.48";
  CHECK(tell(model).times("down").size() == 1);
}

TEST_CASE("a reset spares the constraints, and the rest moves as an impulse makes it",
          "[simulate][events]") {
  // A pendulum in Cartesian coordinates is struck at x: v_y follows from the rod.
  const Json model = Json::parse(R"json({"porthos": 1, "parameters": {"m": 2},
    "positions": {"x": {"start": 0.6, "fixed": true}, "y": {"start": -0.8}},
    "velocities": {"v_x": {}, "v_y": {}},
    "kinematics": {"x": "v_x", "y": "v_y"}, "kinetic_energy": "m/2*(v_x^2 + v_y^2)",
    "potential_energy": "m*9.81*y", "position_constraints": {"rod": "x^2 + y^2 - 1"},
    "events": {"struck": {"when": "t - 0.205", "do": ["record", {"reset": {"v_x": "v_x - 1"}}, "record"]}},
    "simulation": {"until": 1, "step": 0.01, "output_every": 1000}})json");
  const Told run = tell(model);
  REQUIRE(run.rows() == 4);
  CHECK_THAT(run.at("v_x", 2), WithinAbs(run.at("v_x", 1) - 1, 1e-14));
  CHECK(run.at("x", 2) == run.at("x", 1));
  CHECK(run.largest("gap.velocity") < 1e-14);
  CHECK(run.largest("gap.position") < 1e-15);
  const double speed = run.at("v_x", 2) / -run.at("y", 2);
  CHECK_THAT(run.at("energy.kinetic", 2), WithinRel(speed * speed, 1e-13));
  CHECK(run.summary["ledger"]["balanceError"] < 1e-13);
}

TEST_CASE("a reset that the constraints do not allow is reported, and one that they do is not",
          "[simulate][events]") {
  // A pendulum without weight at rest at (0.6, -0.8): of the new velocity (1, 0) the part along
  // (0.8, 0.6) is left.
  Json model = Json::parse(R"json({"porthos": 1,
    "positions": {"x": {"start": 0.6, "fixed": true, "unit": "m"}, "y": {"start": -0.8}},
    "velocities": {"v_x": {"unit": "m/s"}, "v_y": {}, "u": {"start": 3}},
    "kinematics": {"x": "v_x", "y": "v_y"}, "kinetic_energy": "(v_x^2 + v_y^2 + u^2)/2",
    "position_constraints": {"rod": "x^2 + y^2 - 1"},
    "events": {"kick": {"when": "t - 0.5", "do": {"reset": {"v_x": 1, "v_y": 0, "u": 2}}}},
    "simulation": {"until": 1, "step": 0.01, "output_every": 1000}})json");
  const auto told = [](const Json& problems) {
    std::vector<std::string> found;
    for (const Json& problem : problems)
      if (problem["code"] == "PH302") {
        CHECK(problem["severity"] == "warning");
        CHECK(problem["where"] == "/events/kick");
        found.push_back(problem["found"]);
      }
    return found;
  };
  const Told run = tell(model);
  CHECK(run.outcome == "finished");
  CHECK(told(run.summary["problems"]) ==
        std::vector<std::string>{
            "\"v_x\" reset to 1 m/s by \"kick\" at t = 0.5 s, which the constraints change to 0.64 "
            "m/s",
            "\"v_y\" reset to 0 by \"kick\" at t = 0.5 s, which the constraints change to 0.48"});
  CHECK_THAT(run.last("energy.kinetic"), WithinAbs((0.8 * 0.8 + 4) / 2, 1e-12));
  // It is reported once, also by a run that continues from a snapshot.
  model["events"]["kick"]["when"] = "sin(20*t)";
  Session first = test::open_session(model), second = test::open_session(model);
  static_cast<void>(first.start("{}"));
  static_cast<void>(second.start("{}"));
  static_cast<void>(first.advance(60));
  REQUIRE(second.restore(first.snapshot()));
  CHECK(told(Json::parse(second.summary())["problems"]).size() == 2);
  // One velocity is as many as the rod leaves free; both of them, if they are along it.
  model["events"]["kick"]["when"] = "t - 0.5";
  for (const char* reset :
       {R"({"v_x": 1})", R"({"v_y": "-v_y"})", R"({"v_x": "-v_x", "v_y": "-v_y"})",
        R"({"v_x": 0.8, "v_y": 0.6})", R"({"u": 0})"}) {
    CAPTURE(reset);
    model["events"]["kick"]["do"]["reset"] = Json::parse(reset);
    CHECK(told(tell(model).summary["problems"]).empty());
  }
}

TEST_CASE("a switch that lengthens a rod takes the state along, or ends the run",
          "[simulate][events]") {
  Json model = Json::parse(R"json({"porthos": 1, "parameters": {"l": 1, "s": 1},
    "positions": {"x": {"start": 0.6, "fixed": true}, "y": {"start": -0.8}},
    "velocities": {"v_x": {}, "v_y": {}},
    "kinematics": {"x": "v_x", "y": "v_y"}, "kinetic_energy": "(v_x^2 + v_y^2)/2",
    "potential_energy": "9.81*y", "position_constraints": {"rod": "x^2 + y^2 - s*l^2"},
    "events": {"longer": {"when": "t - 0.5", "do": {"set": {"l": "1.1*l"}}}},
    "simulation": {"until": 1, "step": 0.01}})json");
  const Told run = tell(model);
  CHECK(run.outcome == "finished");
  CHECK_THAT(std::hypot(run.last("x"), run.last("y")), WithinAbs(1.1, 1e-15));
  CHECK(run.largest("gap.position") < 1e-15);
  CHECK(run.summary["ledger"]["balanceError"] < 1e-13);
  model["events"]["longer"]["do"] = Json::parse(R"({"set": {"s": -1}})");
  CHECK(tell(model).outcome == "constraint-lost");
  model["events"]["longer"]["do"] = Json::parse(R"json({"set": {"s": "sqrt(-l)"}})json");
  CHECK(tell(model).outcome == "not-finite");
  model["kinetic_energy"] = "s*(v_x^2 + v_y^2)/2";
  model["events"]["longer"]["do"] = Json::parse(R"({"set": {"s": -2}})");
  CHECK(tell(model).outcome == "singular");
}

TEST_CASE("bounces that come ever faster are chatter with every method",
          "[simulate][events][steps]") {
  // They add up to sqrt(2/g) (1 + e)/(1 - e); when hops last as long as rounding dop853 saw no
  // step.
  for (const double e : {0.1, 0.5}) {
    const double end = std::sqrt(2 / 9.81) * (1 + e) / (1 - e);
    for (const char* method : {"gauss(2)", "adaptive-gauss(2)", "adaptive-gauss(3)", "radau(3)",
                               "dop853", "discrete-gradient"}) {
      CAPTURE(e, method);
      const Told run = tell(ball(e), {{"method", method}});
      CHECK(run.outcome == "chatter");
      CHECK(run.message.find("come faster and faster") != std::string::npos);
      CHECK_THAT(run.last("t"), WithinAbs(end, 1e-6));
    }
  }
}

TEST_CASE("parts of a composed model have events of their own, and the whole acts on them",
          "[simulate][events]") {
  Json model = Json::parse(R"json({"porthos": 1, "parameters": {"K": 3}, "components": {},
    "events": {"clash": {"when": "right.y - left.y + 5", "do": {"reset": {"left.v": "left.v + 1", "right.v": 0}}}},
    "outputs": {"distance": "left.y - right.y"},
    "simulation": {"until": 1, "step": 0.01}})json");
  Json part = ball(0.8);
  part["events"]["lighter"] = {{"when", "t - 0.3"}, {"do", {{"set", {{"g", "g/2"}}}}}};
  model["components"]["left"] = {{"model", part}};
  model["components"]["right"] = {{"model", part}, {"parameters", {{"e", 0.3}, {"g", "K"}}}};
  const Told run = tell(model);
  CHECK(run.times("left.lighter") == std::vector<double>{0.3});
  CHECK(run.times("right.lighter") == std::vector<double>{0.3});
  CHECK(run.times("clash").empty());
  // 1 - g t^2/2 to 0.3 s, then with half of g.
  const double y = 1 - 9.81 / 2 * 0.09, v = -9.81 * 0.3, g = 9.81 / 2;
  CHECK_THAT(run.times("left.bounce").at(0),
             WithinAbs(0.3 + (v + std::sqrt(v * v + 2 * g * y)) / g, 1e-13));
  const double slow = 1 - 1.5 * 0.09, u = -0.9;
  CHECK_THAT(run.times("right.bounce").at(0),
             WithinAbs(0.3 + (u + std::sqrt(u * u + 3 * slow)) / 1.5, 1e-13));
  CHECK(run.has("energy.events"));
  model["events"]["clash"]["when"] = "left.y - right.y + 0.1";
  model["events"]["clash"]["direction"] = "falling";
  model["simulation"]["until"] = 0.5;
  const Told clash = tell(model);
  REQUIRE(clash.times("clash").size() == 1);
  CHECK(clash.summary["ledger"]["balanceError"] < 1e-13);
}

TEST_CASE("a run resumed between events goes on bit for bit", "[simulate][events]") {
  Json model = ball(0.8);
  model["events"]["lighter"] = Json::parse(
      R"({"when": "v", "direction": "falling", "do": [{"set": {"g": "0.9*g"}}, "record"]})");
  const std::string method = GENERATE("gauss(2)", "dop853");
  const std::string options = Json{{"method", method}}.dump();
  Session whole = test::open_session(model), resumed = test::open_session(model);
  whole.start(options);
  for (const int steps : {50, 60, 20, 1}) {
    whole.advance(steps);
    const std::string snapshot = whole.snapshot();
    const Json before = Json::parse(whole.summary());
    whole.advance(40);
    resumed.start(options);
    REQUIRE(resumed.restore(snapshot));
    CHECK(resumed.snapshot() == snapshot);
    resumed.advance(40);
    CHECK(whole.snapshot() == resumed.snapshot());
    CHECK(whole.summary() == resumed.summary());
    REQUIRE(whole.restore(snapshot));  // also back in its own session
    CHECK(Json::parse(whole.summary()) == before);
    CHECK_FALSE(whole.restore(snapshot.substr(16)));
    CHECK(whole.snapshot() == snapshot);
  }
}

TEST_CASE("a snapshot of a run that an event has ended is one too", "[simulate][events]") {
  Json model = ball(0.8);
  const char* action =
      GENERATE(R"("stop")", R"({"set": {"m": "-m"}})", R"json({"set": {"g": "log(y - 1)"}})json");
  model["events"]["bounce"]["do"] = Json::parse(action);
  Session whole = test::open_session(model), resumed = test::open_session(model);
  whole.start("{}");
  whole.advance(1000);
  resumed.start("{}");
  REQUIRE(resumed.restore(whole.snapshot()));
  const Json told = Json::parse(whole.summary()), again = Json::parse(resumed.summary());
  CHECK(told["outcome"] != "finished");
  CHECK(told["message"].get<std::string>().find("\"bounce\"") != std::string::npos);
  for (const char* key : {"outcome", "message", "events", "ledger"}) CHECK(told[key] == again[key]);
}

TEST_CASE("events without an effect on the motion leave its account and its columns as they are",
          "[simulate][events]") {
  Json model = pendulum(), plain = model;
  plain.erase("events");
  const Told with = tell(model, {{"method", "gauss(4)"}}),
             without = tell(plain, {{"method", "gauss(4)"}});
  CHECK_FALSE(without.has("energy.events"));
  CHECK(without.summary["ledger"]["events"] == 0);
  CHECK(with.last("energy.events") == 0);
  CHECK_THAT(with.last("phi"), WithinAbs(without.last("phi"), 1e-11));
}

TEST_CASE("a function of forces can be a root", "[simulate][events]") {
  // A pendulum that swings high: the rod's force vanishes, 3 cos(phi) = 2 cos(start).
  Json model = Json::parse(R"json({"porthos": 1,
    "positions": {"x": {"start": "sin(2)", "fixed": true}, "y": {"start": "-cos(2)"}},
    "velocities": {"v_x": {}, "v_y": {}},
    "kinematics": {"x": "v_x", "y": "v_y"}, "kinetic_energy": "(v_x^2 + v_y^2)/2",
    "potential_energy": "9.81*y", "position_constraints": {"rod": "x^2 + y^2 - 1"},
    "events": {"slack": {"when": "multiplier(rod)", "do": "stop"}},
    "simulation": {"until": 5, "step": 0.01, "method": "gauss(3)"}})json");
  const Told run = tell(model);
  CHECK(run.outcome == "stopped");
  CHECK_THAT(-run.last("y"), WithinAbs(2.0 / 3 * std::cos(2), 1e-9));
}

}  // namespace porthos::events_test
