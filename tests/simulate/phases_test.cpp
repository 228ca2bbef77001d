/// Jumps, corners and poles of formulas of time, in every method.
#include <catch_amalgamated.hpp>
#include <cmath>

#include "integrate/methods.hpp"
#include "support/run.hpp"

namespace phases_test {
using namespace porthos::test;
using porthos::integrate::Method;

namespace {

const Method& any_method() {
  const auto all = porthos::integrate::methods();
  const auto index = GENERATE_COPY(range(std::size_t{0}, all.size()));
  return *all[index];
}

/// A unit mass on a line with further keys.
Json mass(const Json& more) {
  Json model = Json::parse(R"json({ "porthos": 1, "positions": { "x": 0 },
    "velocities": { "v": 0 }, "kinematics": { "x": "v" }, "kinetic_energy": "v^2/2" })json");
  for (const auto& [key, value] : more.items()) model[key] = value;
  return model;
}

Json driven(const std::string& flow, Json more = Json::object()) {
  more["ports"] = {{"drive", {{"flow", "v"}}}};
  more["inputs"] = {{"drive", {{"flow", flow}}}};
  return mass(more);
}

Json pushed(const std::string& effort, Json more = Json::object()) {
  more["ports"] = {{"push", {{"flow", "v"}}}};
  more["inputs"] = {{"push", effort}};
  return mass(more);
}

void check_account(const Method& method, const Run& run) {
  if (!method.traits.closes_ledger) return;
  double scale = 0;
  for (const char* name : {"energy.stored", "energy.dissipated", "energy.supplied"})
    scale = std::max(scale, run.largest(name));
  CHECK(run.largest("energy.balance_error") < 1e-12 * scale);
}

}  // namespace

TEST_CASE("a prescribed flow that jumps is an impact, in every method", "[phases]") {
  const Method& method = any_method();
  CAPTURE(method.name);
  const Json gravity{{"potential_energy", "-9.81*cos(x)"}};
  const bool is_pendulum = GENERATE(false, true);
  const double step = GENERATE(0.01, 0.1, 0.037);
  CAPTURE(is_pendulum, step);
  const Json model = driven("if(t < 0.5, 0, 10)", is_pendulum ? gravity : Json::object());
  const Run run = simulate(model, {.until = 2, .step = step, .method = std::string(method.name)});
  CHECK(std::abs(run.last("x") - 15) < 1e-11);
  CHECK(std::abs(run.last("v") - 10) < 1e-12);
  check_account(method, run);
  // The work of the impact, and of what holds the speed against gravity.
  const double work = 50 + (is_pendulum ? 9.81 * (1 - std::cos(15.)) : 0);
  const bool is_exact = method.traits.closes_ledger || !is_pendulum;
  const double error = method.traits.order == 1    ? 100 * step  // J, of 100 W
                       : method.traits.is_adaptive ? 1e-3
                                                   : 10 * step * step;
  CHECK(std::abs(run.last("energy.supplied.drive") - work) < (is_exact ? 1e-9 : error));
}

TEST_CASE("a velocity constraint that jumps is an impact, in every method", "[phases]") {
  const Method& method = any_method();
  CAPTURE(method.name);
  Json model = mass(
      {{"potential_energy", "x^2"}, {"velocity_constraints", {{"a", "v - if(t < 0.1, 1, -1)"}}}});
  model["positions"]["x"] = 0.2;
  const Run run = simulate(model, {.until = 3, .step = 0.12, .method = std::string(method.name)});
  CHECK(std::abs(run.last("x") + 2.6) < 1e-11);
  CHECK(std::abs(run.last("v") + 1) < 1e-12);
  check_account(method, run);
  // The effort carries the spring, at every row.
  for (std::size_t row = 0; row < run.rows(); ++row)
    CHECK(std::abs(run.at("a.effort", row) - 2 * run.at("x", row)) < 1e-10);
}

TEST_CASE("a staircase is climbed step by step, in every method", "[phases]") {
  const Method& method = any_method();
  const double step = GENERATE(0.017, 0.1, 0.002);
  CAPTURE(method.name, step);
  const Json model =
      driven("floor(50*t)", {{"dissipation", {{"d", {{"flow", "v"}, {"effort", "0.1*v"}}}}}});
  const Run run = simulate(model, {.until = 0.5, .step = step, .method = std::string(method.name)});
  // sum of 0.1 n^2 / 50 and of n / 50, n < 25
  CHECK(std::abs(run.last("energy.dissipated") - 9.8) < 1e-11);
  CHECK(std::abs(run.last("x") - 6) < 1e-11);
  CHECK(std::abs(run.last("v") - 25) < 1e-13);  // a row at a jump shows what follows it
  check_account(method, run);
  for (std::size_t row = 1; row < run.rows(); ++row) {
    CHECK(run.at("energy.dissipated", row) >= run.at("energy.dissipated", row - 1));
    CHECK(std::abs(run.at("v", row) - std::floor(50 * run.at("t", row) + 1e-9)) < 1e-12);
  }
}

TEST_CASE("a potential that switches at the start is the one of afterwards, in every method",
          "[phases]") {
  const Method& method = any_method();
  CAPTURE(method.name);
  const Json model = mass({{"potential_energy", "x^2/2 - x*if(t > 0, 1, 0)"}});
  const Run run = simulate(model, {.until = 2, .step = 0.01, .method = std::string(method.name)});
  const double most =
      method.traits.is_adaptive ? 1e-8 : std::pow(0.01, method.traits.order) + 1e-11;
  CHECK(std::abs(run.last("x") - (1 - std::cos(2))) < most);
  if (method.traits.closes_ledger) CHECK(run.largest("energy.balance_error") < 1e-14);
}

TEST_CASE("pulses much shorter than a step all count", "[phases]") {
  const Method& method = any_method();
  CAPTURE(method.name);
  // 100 pulses of 0.2 ms, a fiftieth of a step
  const Json model = pushed("if(100*t - floor(100*t) < 0.02, 50, 0)");
  const Run run = simulate(model, {.until = 1, .step = 0.01, .method = std::string(method.name)});
  CHECK(std::abs(run.last("v") - 1) < 1e-12);
  check_account(method, run);
}

TEST_CASE("corners of signals do not cost the order", "[phases]") {
  const std::string signal = GENERATE("abs(sin(10*t))", "max(sin(10*t), -sin(10*t))",
                                      "if(sin(10*t) > 0, sin(10*t), -sin(10*t))",
                                      "sign(sin(10*t))*sin(10*t)", "-min(sin(10*t), sin(-10*t))");
  const Run run = simulate(pushed(signal), {.until = 1, .step = 0.05, .method = "gauss(4)"});
  // three half waves of 0.2, and the rest up to 10 rad
  const double exact = 0.6 + (1 - std::cos(10 - 3 * M_PI)) / 10;
  CHECK(std::abs(run.last("v") - exact) < 1e-11);
}

TEST_CASE("a sawtooth of atan2 jumps where its angle does", "[phases]") {
  const Run run = simulate(driven("atan2(sin(7*t), cos(7*t))"),
                           {.until = 2, .step = 0.1, .method = "gauss(2)"});
  const double phase = 14 - 4 * M_PI;  // 2 s are two turns and this
  CHECK(std::abs(run.last("x") - 0.5 * phase * phase / 7) < 1e-12);
  CHECK(std::abs(run.last("v") - phase) < 1e-12);
}

TEST_CASE("a run ends at a pole in time, in every method", "[phases]") {
  const Method& method = any_method();
  CAPTURE(method.name);
  const std::string signal = GENERATE("1/(t - 0.031)", "1/(t - 0.031)^2", "log(abs(t - 0.031))",
                                      "1/(t^2 - 0.062*t + 0.000961)", "tan(t*pi/0.062)",
                                      "(0.031 - t)^-1", "1/sin(pi*t/0.031 + pi)^2 + t");
  CAPTURE(signal);
  Json model = pushed(signal, {{"potential_energy", "x^2"}});
  if (signal.back() == 't') model["inputs"]["push"] = "1/(0.031 - t)^3";
  const Run run = attempt(
      model, {.until = 0.3, .step = 0.01, .method = std::string(method.name), .tolerance = 1e-6});
  CHECK(run.outcome == "pole");
  CHECK(run.message.find("0.031") != std::string::npos);
  CHECK(run.last("t") == 0.03);
  check_account(method, run);
}

TEST_CASE("what a law divides by is a pole in time too, and not beyond the run", "[phases]") {
  const Json model = mass({{"dissipation", {{"d", {{"flow", "v"}, {"effort", "v/(t - 0.5)^2"}}}}}});
  CHECK(attempt(model, {.until = 0.49, .step = 0.01}).outcome == "finished");
  const Run run = attempt(model, {.until = 2, .step = 0.03});
  CHECK(run.outcome == "pole");
  CHECK(run.message.find("t = 0.5 s") != std::string::npos);
  // A branch that is not taken divides by nothing.
  CHECK(attempt(pushed("if(t < 1, 1, 1/(t + 1))"), {.until = 2, .step = 0.03}).outcome ==
        "finished");
}

TEST_CASE("events see jumps in time", "[phases]") {
  Json model = driven("if(t < 0.505, 0, 10)");
  model["events"] = {{"fast", {{"when", "v - 5"}, {"do", "record"}}},
                     {"late", {{"when", "t - 0.7"}, {"do", "stop"}}},
                     {"clock", {{"when", "if(t < 0.3, -1, 1)"}, {"do", "record"}}}};
  for (const char* method : {"gauss(2)", "dop853", "discrete-gradient", "adaptive-gauss(3)"}) {
    porthos::Session session(model.dump(), "{}");
    session.start(Json{{"method", method}, {"until", 2}, {"step", 0.01}}.dump());
    session.advance(1000);
    const Json summary = Json::parse(session.summary());
    CAPTURE(method);
    CHECK(summary["outcome"] == "stopped");
    const Json& events = summary["events"];
    REQUIRE(events.size() == 3);
    const auto time = [&](int i) { return events[static_cast<std::size_t>(i)]["t"].get<double>(); };
    CHECK(std::abs(time(0) - 0.3) < 1e-14);
    CHECK(std::abs(time(1) - 0.505) < 1e-14);
    CHECK(std::abs(summary["final"]["x"].get<double>() - 1.95) < 1e-12);
  }
}

TEST_CASE("an event that sets a parameter of a jump moves the jump", "[phases]") {
  Json model = driven("if(t < later, 1, 3)");
  model["parameters"] = {{"later", 0.5}};
  model["events"] = {{"wait", {{"when", "t - 0.25"}, {"do", {{"set", {{"later", "0.75"}}}}}}}};
  const Run run = simulate(model, {.until = 1, .step = 0.1, .method = "gauss(2)"});
  CHECK(std::abs(run.last("x") - 1.5) < 1e-12);
}

TEST_CASE("a constraint that begins to hold takes what moves across it", "[phases]") {
  const Method& method = any_method();
  CAPTURE(method.name);
  // A clutch: two wheels, the second one at rest, rotate together from t = 0.43 on.
  const Json model = Json::parse(R"json({ "porthos": 1, "positions": { "a": 0, "b": 0 },
    "velocities": { "u": 3, "v": 0 }, "kinematics": { "a": "u", "b": "v" },
    "kinetic_energy": "u^2 + v^2/2",
    "velocity_constraints": { "clutch": "if(t < 0.43, v, v - u)" } })json");
  const Run run = simulate(model, {.until = 1, .step = 0.1, .method = std::string(method.name)});
  CHECK(std::abs(run.last("u") - 2) < 1e-12);
  CHECK(std::abs(run.last("v") - 2) < 1e-12);
  CHECK(std::abs(run.last("b") - 2 * 0.57) < 1e-12);
  CHECK(std::abs(run.last("energy.events") + 3) < 1e-12);  // 9 J become 6 J
  check_account(method, run);
}

TEST_CASE("a jump closes no gap that a method has left open", "[phases]") {
  const Method& method = any_method();
  if (method.traits.solves_laws) return;  // not for velocities without mass
  CAPTURE(method.name);
  // Two capacitors and a coil: the row holds efforts, and drifts in methods without projection. The
  // node between the springs has no mass.
  const Json model = Json::parse(R"json({ "porthos": 1,
    "positions": { "q": 0.5, "r": 0.4, "f": 0.2, "x": 0.3, "g": 0.1 },
    "velocities": { "v": 0.5, "n": 0 },
    "kinematics": { "q": "-effort(f)", "r": "0", "f": "effort(q)", "x": "v - n", "g": "n" },
    "kinetic_energy": "v^2/2",
    "potential_energy": { "charge": "q^2/2 + r^2/1.6", "flux": "f^2", "spring": "x^2 + 2*g^2" },
    "velocity_constraints": { "loop": "effort(q) - effort(r)" },
    "dissipation": { "creep": { "flow": "n", "effort": "n" } },
    "ports": { "push": { "flow": "v" } }, "inputs": { "push": "if(t < 0.215, 0, 1)" } })json");
  const Run run = simulate(model, {.until = 0.5, .step = 0.01, .method = std::string(method.name)});
  const Run exact = simulate(model, {.until = 0.5, .step = 0.005, .method = "gauss(4)"});
  const double error = method.traits.order > 2 ? 1e-6 : method.traits.order == 2 ? 1e-3 : 2e-2;
  for (const char* column : {"q", "r", "f", "x", "g", "v"}) {
    CAPTURE(column);
    CHECK(std::abs(run.last(column) - exact.last(column)) < error);
  }
  check_account(method, run);
}

TEST_CASE("a run in phases goes on bit for bit from a snapshot", "[phases]") {
  const Method& method = any_method();
  CAPTURE(method.name);
  const Json model = driven("floor(13*t) + sign(sin(20*t))",
                            {{"potential_energy", "x^2"},
                             {"dissipation", {{"d", {{"flow", "v"}, {"effort", "0.1*v"}}}}}});
  const std::string options =
      Json{{"method", std::string(method.name)}, {"until", 2}, {"step", 0.03}}.dump();
  porthos::Session whole(model.dump(), "{}"), resumed(model.dump(), "{}");
  whole.start(options);
  whole.advance(23);
  const std::string snapshot = whole.snapshot();
  whole.advance(1000);
  resumed.start(options);
  REQUIRE(resumed.restore(snapshot));
  resumed.advance(1000);
  CHECK(whole.snapshot() == resumed.snapshot());
}

TEST_CASE("more than a thousand jumps in a step are chatter", "[phases]") {
  const Json model = pushed("floor(1e6*t)");
  CHECK(attempt(model, {.until = 0.1, .step = 0.01}).outcome == "chatter");
  CHECK(attempt(model, {.until = 0.001, .step = 0.0001}).outcome == "finished");
}

}  // namespace phases_test
