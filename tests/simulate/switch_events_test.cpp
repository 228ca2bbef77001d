/// Events that a switch of a set-valued law fires, against closed forms.
#include <algorithm>
#include <catch_amalgamated.hpp>
#include <cmath>
#include <map>
#include <numbers>
#include <string>
#include <vector>

#include "support/run.hpp"
#include "support/set_valued.hpp"

namespace porthos::switch_events_test {
namespace {

using namespace test;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::WithinAbs;
constexpr double pi = std::numbers::pi, g = 9.81;

Json ball() {
  return Json::parse(R"json({
    "porthos": 1,
    "parameters": { "n": 0, "g": 9.81 },
    "positions": { "y": { "start": 1 } }, "velocities": { "v": {} }, "kinematics": { "y": "v" },
    "kinetic_energy": "v^2/2", "potential_energy": "g*y",
    "contacts": { "floor": { "gap": "y", "restitution": 0.7 } },
    "outputs": { "n": "n" },
    "events": {
      "count": { "when": "floor impacts", "do": [{ "set": { "n": "n + 1" } }, "record"] },
      "third": { "when": "if(n > 2.5, y - 0.1, -1)", "direction": "rising", "do": "stop" }
    },
    "simulation": { "until": 4 }
  })json");
}

/// A mass on a spring with dry friction, which rests for good at -0.02 m.
Json rail() {
  return Json::parse(R"json({
    "porthos": 1,
    "parameters": { "F": 5 },
    "positions": { "x": { "start": 0.32 } }, "velocities": { "v": {} }, "kinematics": { "x": "v" },
    "kinetic_energy": "v^2/2", "potential_energy": "50*x^2",
    "dissipation": { "rail": { "flow": "v", "dry": "F" } },
    "events": {},
    "simulation": { "until": 1.5 }
  })json");
}

struct Ended {
  std::map<std::string, std::vector<double>> times;
  std::string outcome;
  double t = 0;
};

Ended events_of(const Json& model, const Options& options) {
  Session session = open_session(model);
  Json request = {{"method", options.method}, {"step", *options.step}};
  if (options.tolerance) request["tolerance"] = *options.tolerance;
  session.start(request.dump());
  const Json reached = Json::parse(session.advance(1 << 30));
  Ended found{{}, reached["outcome"], reached["t"]};
  for (const Json& event : reached["events"]) found.times[event["name"]].push_back(event["t"]);
  return found;
}

/// The problem of this condition, as code, found, expected and hint.
std::string problem_of(const std::string& when, Json model = ball()) {
  model["events"] = {{"e", {{"when", when}, {"do", "stop"}}}};
  const Json problems = problems_of(model);
  return problems.empty() ? "" : problems[0].dump();
}

/// A mass on a spring whose rail becomes rough after half a period, at rest.
Json rough_later() {
  return Json::parse(R"json({
    "porthos": 1,
    "parameters": { "F": { "value": 0, "unit": "N", "min": 0 } },
    "positions": { "x": { "start": 0.32, "unit": "m" } },
    "velocities": { "v": { "unit": "m/s" } },
    "kinematics": { "x": "v" },
    "kinetic_energy": "1/2*v^2",
    "potential_energy": { "spring": "50*x^2" },
    "dissipation": { "rail": { "flow": "v", "dry": "F", "if": "F > 0" } },
    "events": { "rough": { "when": "t - pi/10", "do": [{ "set": { "F": 2 } }] } },
    "simulation": { "until": 0.6283185307179586, "step": 0.005, "method": "gauss(2)" }
  })json");
}

/// The same with an element, whose friction is a parameter of the model.
Json slide_rough_later() {
  return Json::parse(R"json({
    "porthos": 1,
    "environment": { "gravity": [0, 0] },
    "parameters": { "F": { "value": 0, "unit": "N", "min": 0 } },
    "components": {
      "block": { "use": "porthos:planar-body", "start": { "r": [0.32, 0] } },
      "rail": { "use": "porthos:slide", "between": { "a": "ground", "b": "block" },
                "parameters": { "friction": "F" } },
      "spring": { "use": "porthos:spring", "between": { "a": "ground", "b": "block" },
                  "parameters": { "k": 100, "rest": 0 } }
    },
    "events": { "rough": { "when": "t - pi/10", "do": { "set": { "F": 2 } } } },
    "simulation": { "until": 0.6283185307179586, "step": 0.005, "method": "gauss(2)" }
  })json");
}

}  // namespace

TEST_CASE("an impact fires an event, which counts", "[events][set-valued]") {
  // The first impact at sqrt(2/g), each later flight takes 0.7 of the one before.
  const double first = std::sqrt(2 / g);
  const double third = first * (1 + 2 * 0.7 + 2 * 0.49);
  const double v = 0.343 * std::sqrt(2 * g);  // upwards after the third impact
  const double end = third + (v - std::sqrt(v * v - 2 * g * 0.1)) / g;
  for (const Options& options : switching_methods()) {
    INFO(options.method);
    const Ended found = events_of(ball(), options);
    CHECK(found.outcome == "stopped");
    REQUIRE(found.times.at("count").size() == 3);
    CHECK_THAT(found.times.at("count")[0], WithinAbs(first, 1e-9));
    CHECK_THAT(found.times.at("count")[2], WithinAbs(third, 1e-9));
    CHECK_THAT(found.t, WithinAbs(end, 1e-8));
    // The recorded rows show the speed after the impact.
    const Run run = attempt(ball(), options);
    for (std::size_t row = 0; row < run.rows(); ++row)
      if (std::abs(run.at("t", row) - first) < 1e-9) {
        CHECK_THAT(run.at("v", row), WithinAbs(0.7 * std::sqrt(2 * g), 1e-8));
        CHECK(run.at("n", row) == 1);
      }
  }
}

TEST_CASE("time-stepping fires events of switches at the end of a step", "[events][moreau]") {
  const double first = std::sqrt(2 / g);
  Options options;
  options.method = "moreau";
  options.step = 1e-3;
  const Ended found = events_of(ball(), options);
  CHECK(found.outcome == "stopped");
  REQUIRE(found.times.at("count").size() == 3);
  // Each impact comes up to a step late and changes the speed by up to g h.
  CHECK_THAT(found.times.at("count")[0], WithinAbs(first, 2e-3));
  CHECK_THAT(found.times.at("count")[2], WithinAbs(first * (1 + 2 * 0.7 + 2 * 0.49), 4e-3));
}

TEST_CASE("a bounce does not close a contact, and the end of the series does",
          "[events][set-valued]") {
  Json model = ball();
  model["events"] = {{"rests", {{"when", "floor closes"}, {"do", "stop"}}},
                     {"leaves", {{"when", "floor opens"}, {"do", "stop"}}}};
  for (const Options& options : switching_methods()) {
    INFO(options.method);
    Ended found = events_of(model, options);
    CHECK(found.outcome == "stopped");
    CHECK(found.times.count("leaves") == 0);
    // The series is cut about 1e-7 s before its end (numerics).
    CHECK_THAT(found.t, WithinAbs(std::sqrt(2 / g) * 1.7 / 0.3, 1e-6));
  }
}

TEST_CASE("a friction that sticks gets a new parameter and slips on", "[events][set-valued]") {
  Json model = rail();
  // At 3 pi/10 s it sticks at -0.02 m, where the spring pulls with 2 N. With 1 N it slips again,
  // about 0.01 m, with half an amplitude of 0.01 m less.
  model["events"] = {{"loosen", {{"when", "rail sticks"}, {"do", {{"set", {{"F", "1"}}}}}}}};
  for (const Options& options : switching_methods()) {
    INFO(options.method);
    Ended found = events_of(model, options);
    CHECK(found.outcome == "finished");
    REQUIRE_FALSE(found.times["loosen"].empty());
    // gauss(2) has an error of some 1e-7 s with 60 steps a period.
    CHECK_THAT(found.times["loosen"][0], WithinAbs(3 * pi / 10, options.tolerance ? 1e-9 : 1e-6));
    const Run run = test::simulate(model, options);
    // Towards the equilibrium -0.01 m of slip to the right, from -0.02 m: it rests at 0.
    CHECK_THAT(run.last("x"), WithinAbs(0, 1e-9));
    check_ledger(run);
  }
}

TEST_CASE("a stop latches: the event of its closing changes the model", "[events][set-valued]") {
  Json model = ball();
  model["parameters"] = {{"g", 9.81}, {"bound", 0}};
  model["contacts"]["floor"]["restitution"] = 0;
  model["dissipation"] = {{"latch", {{"flow", "v"}, {"dry", "bound"}}}};
  model["inputs"] = Json::object();
  model["ports"] = {{"pull", {{"flow", "v"}}}};
  model["inputs"] = {{"pull", "if(t < 1, 0, 20)"}};
  model["events"] = {{"latches", {{"when", "floor closes"}, {"do", {{"set", {{"bound", "50"}}}}}}}};
  model.erase("outputs");
  for (const Options& options : switching_methods()) {
    INFO(options.method);
    const Run run = test::simulate(model, options);
    CHECK(std::abs(run.last("y")) < 1e-12);  // 20 N against 9.81 N and the latch
    CHECK(std::abs(run.last("v")) < 1e-14);
    check_ledger(run);
  }
  model["events"] = Json::object();
  CHECK(test::simulate(model, {.step = 0.01, .method = "gauss(2)"}).last("y") > 1);
}

TEST_CASE("events of switches are the same from a snapshot and in a second run",
          "[events][set-valued]") {
  Session whole = open_session(ball()), parts = open_session(ball());
  const std::string request = R"json({"method": "gauss(2)", "step": 0.01})json";
  whole.start(request);
  parts.start(request);
  whole.advance(1 << 30);
  parts.advance(60);  // after the first impact, at 0.45 s
  const std::string snapshot = parts.snapshot();
  Session other = open_session(ball());
  other.start(request);
  REQUIRE(other.restore(snapshot));
  other.advance(1 << 30);
  const auto reached = whole.reached(), again = other.reached();
  CHECK(reached[0] == again[0]);  // t, to the last bit
  const std::vector<double> rows = whole.take_rows(), last = other.take_rows();
  REQUIRE(!last.empty());
  CHECK(rows.back() == last.back());
}

TEST_CASE("an event of a switch sees laws of components", "[events][set-valued]") {
  Json inner = rail();
  inner.erase("events");
  inner.erase("simulation");
  Json model = model_of({{"cart", {{"model", inner}}}}, 1.5);
  model["events"] = {{"rests", {{"when", "cart.rail sticks"}, {"do", "stop"}}}};
  const Ended found = events_of(model, {.step = 0.01, .method = "gauss(2)"});
  CHECK(found.outcome == "stopped");
  CHECK_THAT(found.t, WithinAbs(3 * pi / 10, 1e-6));
}

TEST_CASE("wrong switches are named, with those that exist", "[events][set-valued]") {
  CHECK_THAT(problem_of("flor closes"), ContainsSubstring("PH111") && ContainsSubstring("floor"));
  CHECK_THAT(problem_of("floor clses"), ContainsSubstring("PH109") && ContainsSubstring("closes"));
  CHECK_THAT(problem_of("floor sticks"),
             ContainsSubstring("PH109") && ContainsSubstring("impacts"));
  CHECK_THAT(problem_of("rail impacts", rail()),
             ContainsSubstring("PH109") && ContainsSubstring("slips"));
  CHECK(problem_of("floor closes").empty());
  CHECK(problem_of("rail slips", rail()).empty());
  // Two names that are no switch are a wrong formula.
  CHECK_THAT(problem_of("y v"), !ContainsSubstring("PH111"));
  Json model = ball();
  model["events"] = {{"e", {{"when", "floor closes"}, {"direction", "rising"}, {"do", "stop"}}}};
  REQUIRE(problems_of(model).size() == 1);
  CHECK(problems_of(model)[0]["code"] == "PH108");
  // A law that is left out never switches.
  model = rail();
  model["dissipation"]["rail"]["if"] = "F > 6";
  CHECK(problem_of("rail sticks", model).empty());
}

TEST_CASE("a law that an event may bring about exists from the start", "[events][set-valued]") {
  // Without friction the mass is at -0.32 after half a period. In the second half 2 N pull against
  // its motion: the swing is about -0.02 m, so it ends at 0.28 m.
  const Run run = test::simulate(rough_later(), {});
  CHECK_THAT(run.last("x"), WithinAbs(0.28, 1e-6));
  CHECK(run.has("mode.rail"));
  CHECK(run.largest("energy.balance_error") < 1e-12);

  Json never = rough_later();
  never.erase("events");
  const Run smooth = test::simulate(never, {});
  CHECK_FALSE(smooth.has("mode.rail"));
  CHECK_THAT(smooth.last("x"), WithinAbs(0.32, 1e-6));
}

TEST_CASE("the friction of an open contact does not switch", "[events][set-valued]") {
  // It lifts off at 0.5 s; its speed along the floor passes zero in the air at 2.75 s, with
  // friction of 0.1 (10 - 20 t) N before.
  const Json model = Json::parse(R"json({
    "porthos": 1, "positions": { "x": 0, "z": 0 }, "velocities": { "v": 3, "u": 0 },
    "kinematics": { "x": "v", "z": "u" }, "kinetic_energy": "(v^2 + u^2)/2",
    "forces": { "u": "20*t - 10", "v": "-1" },
    "contacts": { "floor": { "gap": "z", "friction": 0.1, "slip": "v" } },
    "events": { "stuck": { "when": "floor.slip sticks", "do": "stop" } },
    "simulation": { "until": 5 }
  })json");
  for (const Options& options : switching_methods(0.01)) {
    INFO(options.method);
    const Run run = test::simulate(model, options);
    CHECK_THAT(run.last("v"), WithinAbs(3 - 5 - 0.25, 1e-9));
    CHECK(switches(model, options).count("floor.slip") == 0);
    CHECK(switches(model, options)["floor"].size() == 1);
  }
}

TEST_CASE("the same holds for the laws of an element", "[events][set-valued]") {
  const Run run = test::simulate(slide_rough_later(), {});
  CHECK_THAT(run.last("block.r.1"), WithinAbs(0.28, 1e-6));
}

TEST_CASE("a number of components that an event changes is refused", "[events][model]") {
  Json model = rough_later();
  model["parameters"]["N"] = 2;
  model["components"]["p"] = {{"use", "porthos:point-mass"}, {"count", "N"}};
  model["events"]["rough"]["do"] = {{"set", {{"N", 3}}}};
  const Json problems = problems_of(model);
  REQUIRE_FALSE(problems.empty());
  CHECK_THAT(problems[0].dump(),
             ContainsSubstring("PH104") && ContainsSubstring("an event changes"));
}

TEST_CASE("laws that switch at one time are all listed", "[set-valued]") {
  // A chopper: the switch closes every millisecond for 0.4 ms, and the diode takes the current of
  // the coil over at the same times.
  const Json model =
      model_of({{"p", use("node")},
                {"q", use("node")},
                {"r", use("node")},
                {"battery", use("voltage-source", between("p", "ground"), {{"U", 12}})},
                {"S", use("switch", between("p", "q"), {{"duty", 0.4}})},
                {"D", use("diode", between("ground", "q"))},
                {"L", use("inductor", between("q", "r"), {{"L", 0.01}})},
                {"R", use("resistor", between("r", "ground"), {{"R", 5}})}},
               0.0035);
  const auto times = switches(model, {.step = 1e-4, .method = "gauss(2)"});
  for (const char* law : {"S.switch", "D.diode"}) {
    INFO(law);
    REQUIRE(times.count(law) == 1);
    const std::vector<double>& own = times.at(law);
    // The first millisecond begins closed.
    for (const double at : {0.4e-3, 1e-3, 1.4e-3, 2e-3, 2.4e-3, 3e-3, 3.4e-3})
      CHECK(std::ranges::count_if(own, [&](double t) { return std::abs(t - at) < 1e-12; }) == 1);
  }
}

TEST_CASE("a restitution by parameters is from 0 to 1 at the start", "[problems]") {
  Json model = ball();
  model["parameters"]["e"] = 0.7;
  model["contacts"]["floor"]["restitution"] = "e";
  CHECK(problems_of(model).empty());
  for (const double e : {1.5, -0.5}) {
    model["parameters"]["e"] = e;
    const Run run = attempt(model, {.method = "gauss(2)"});
    REQUIRE(run.problems.size() >= 1);
    CHECK(run.problems[0]["code"] == "PH104");
    CHECK(run.problems[0]["where"] == "/contacts/floor/restitution");
  }
}

}  // namespace porthos::switch_events_test
