/// Constraints that become active and inactive at given times.
#include <catch_amalgamated.hpp>
#include <cmath>
#include <string>

#include "integrate/methods.hpp"
#include "support/run.hpp"

namespace porthos::vanishing_rows_test {
namespace {

using namespace test;
using test::simulate;  // not the namespace of this name

const integrate::Method& any_method() {
  const auto all = integrate::methods();
  const auto index = GENERATE_COPY(range(std::size_t{0}, all.size()));
  return *all[index];
}

void check_account(const integrate::Method& method, const Run& run) {
  if (!method.traits.closes_ledger) return;
  CHECK(run.largest("energy.balance_error") < 1e-12 * (1 + run.largest("energy.stored")));
}

/// Two masses, 2 kg and 3 kg; the first one is pushed.
Json masses(const Json& more) {
  Json model = Json::parse(R"json({ "porthos": 1, "parameters": { "F": 0 },
    "positions": { "a": 0, "b": 0 }, "velocities": { "u": 10, "v": 0 },
    "kinematics": { "a": "u", "b": "v" }, "kinetic_energy": "u^2 + 1.5*v^2",
    "potential_energy": "-F*a" })json");
  for (const auto& [key, value] : more.items()) model[key] = value;
  return model;
}

Json clutch(const std::string& row) {
  return masses({{"velocity_constraints", {{"clutch", row}}}});
}

Options options(const integrate::Method& method, double until, double step = 0.037) {
  Options made{.until = until, .step = step, .method = std::string(method.name)};
  if (method.traits.is_adaptive) made.tolerance = 1e-10;
  return made;
}

}  // namespace

TEST_CASE("a clutch that is open at first closes in every method", "[simulate][idle]") {
  const auto& method = any_method();
  CAPTURE(method.name);
  const std::string row =
      GENERATE("if(t < 1, 0, 1)*(u - v)", "if(t < 1, 0, u - v)", "floor(min(t, 1.5))*(v - u)");
  CAPTURE(row);
  const Run run = test::simulate(clutch(row), options(method, 2));
  CHECK(run.problems == Json::array());
  CHECK(std::abs(run.last("u") - 4) < 1e-12);
  CHECK(std::abs(run.last("v") - 4) < 1e-12);
  CHECK(std::abs(run.last("a") - 14) < 1e-11);
  CHECK(std::abs(run.last("energy.events") + 60) < 1e-11);
  CHECK(run.at("u", 20) == 10);  // t = 0.74
  CHECK(run.at("v", 20) == 0);
  check_account(method, run);
}

TEST_CASE("a clutch that opens and closes again takes part of the momentum each time",
          "[simulate][idle]") {
  const auto& method = any_method();
  CAPTURE(method.name);
  // Closed until 0.3 s and from 0.6 s on, under a force of 5 N on the first mass.
  Json model = clutch("if(t < 0.3, 1, if(t < 0.6, 0, 1))*(u - v)");
  model["parameters"]["F"] = 5;
  model["velocities"]["u"] = 0;
  const Run run = test::simulate(model, options(method, 1, 0.01));
  const double v = 5.0 / 5 * 0.3, u = v + 5.0 / 2 * 0.3, both = (2 * u + 3 * v) / 5;
  CHECK(std::abs(run.last("u") - (both + 0.4)) < 1e-12);
  CHECK(std::abs(run.last("v") - (both + 0.4)) < 1e-12);
  const double lost = 0.5 * (2.0 * 3 / 5) * (u - v) * (u - v);
  CHECK(std::abs(run.last("energy.events") + lost) < 1e-12);
  CHECK(std::abs(run.at("v", 50) - v) < 1e-12);
  check_account(method, run);
}

TEST_CASE("a stop that begins to hold where the body is takes its motion", "[simulate][idle]") {
  const auto& method = any_method();
  CAPTURE(method.name);
  Json model = masses({{"position_constraints", {{"stop", "if(t < 0.5, 0, 1)*(a - 5)"}}}});
  const Run run = test::simulate(model, options(method, 1));
  CHECK(std::abs(run.last("a") - 5) < 1e-12);
  CHECK(std::abs(run.last("u")) < 1e-12);
  CHECK(std::abs(run.last("energy.events") + 100) < 1e-10);
  check_account(method, run);
  // If it is not, the run says so.
  model["position_constraints"]["stop"] = "if(t < 0.5, 0, 1)*(a - 4)";
  const Run lost = attempt(model, options(method, 1));
  CHECK(lost.outcome == "constraint-lost");
  CHECK(lost.message.find("\"stop\" has a gap of 1 from t = 0.5 s on") != std::string::npos);
  CHECK(lost.last("t") < 0.5);
}

TEST_CASE("a position constraint that jumps with time ends the run and is named",
          "[simulate][idle]") {
  const auto& method = any_method();
  CAPTURE(method.name);
  Json model = masses({{"position_constraints", {{"stairs", "a - floor(2*t)"}}}});
  model["velocities"]["u"] = 0;
  const Run run = attempt(model, options(method, 2));
  CHECK(run.outcome == "constraint-lost");
  CHECK(run.message.find("\"stairs\"") != std::string::npos);
  CHECK(run.largest("energy.balance_error") < 1e-12);
  CHECK(run.last("t") < 0.5);
  // One that only has a corner does not jump.
  model["position_constraints"]["stairs"] = "a - max(0, t - 0.5)";
  const Run led = test::simulate(model, options(method, 2));
  CHECK(std::abs(led.last("a") - 1.5) < (method.traits.keeps_positions ? 1e-12 : 1e-3));
  check_account(method, led);
}

TEST_CASE("a speed that begins to be prescribed is reached by work", "[simulate][idle]") {
  const auto& method = any_method();
  CAPTURE(method.name);
  const Run run = test::simulate(clutch("if(t < 1, 0, 1)*(u - 2)"), options(method, 2));
  CHECK(std::abs(run.last("u") - 2) < 1e-12);
  CHECK(std::abs(run.last("a") - 12) < 1e-11);
  CHECK(std::abs(run.last("energy.events") + run.last("energy.supplied") + 96) < 1e-10);
  check_account(method, run);
}

TEST_CASE("rows that never vanish are solved as before", "[simulate][idle]") {
  // Its coefficient is zero at one time of each period only, and another formula switches.
  Json model = clutch("(2 + sin(t))*(u - v)");
  model["potential_energy"] = "-if(t < 0.5, 0, 1)*a";
  const Run run = test::simulate(model, {.until = 1, .step = 0.01, .method = "gauss(2)"});
  CHECK(std::abs(run.last("u") - (4 + 0.5 / 5)) < 1e-12);
  CHECK(run.largest("gap.velocity") < 1e-13);
}

TEST_CASE("a constraint that holds just after t = 0 holds at the start", "[simulate][idle]") {
  Json model = clutch("if(t > 0, 1, 0)*(u - v)");
  model["velocities"] = {{"u", {{"start", 10}, {"fixed", true}}}, {"v", Json::object()}};
  const Run run = test::simulate(model, {.until = 1, .step = 0.01, .method = "gauss(2)"});
  CHECK(run.problems == Json::array());
  CHECK(run.first("u") == 10);
  CHECK(std::abs(run.first("v") - 10) < 1e-14);
  CHECK(run.largest("energy.events") == 0);
}

TEST_CASE("a run with a row that time opens goes on bit for bit from a snapshot",
          "[simulate][idle]") {
  const auto& method = any_method();
  CAPTURE(method.name);
  const Json model = clutch("if(t < 0.55, 0, 1)*(u - v)");
  const std::string text =
      Json{{"method", std::string(method.name)}, {"until", 1}, {"step", 0.01}}.dump();
  for (const int steps : {20, 70}) {
    Session whole = open_session(model), resumed = open_session(model);
    static_cast<void>(whole.start(text));
    static_cast<void>(whole.advance(steps));
    const std::string snapshot = whole.snapshot();
    static_cast<void>(whole.advance(1000));
    static_cast<void>(resumed.start(text));
    REQUIRE(resumed.restore(snapshot));
    static_cast<void>(resumed.advance(1000));
    CHECK(whole.snapshot() == resumed.snapshot());
  }
}

}  // namespace porthos::vanishing_rows_test
