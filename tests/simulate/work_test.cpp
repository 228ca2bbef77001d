/// The work reported in the summary, compared with the known cost of the methods.
#include <catch_amalgamated.hpp>
#include <cmath>

#include "support/run.hpp"

namespace work_test {
using namespace porthos::test;

namespace {

Json summary_of(const Json& model, const Json& options) {
  auto session = open_session(model);
  session.start(options.dump());
  session.advance(1 << 20);
  return Json::parse(session.summary());
}

/// m x'' + k x = 0: the same Jacobian everywhere.
const Json kOscillator = Json::parse(R"json({ "porthos": 1, "positions": { "x": 1 },
  "velocities": { "v": 0 }, "kinematics": { "x": "v" }, "kinetic_energy": "v^2/2",
  "potential_energy": "2*x^2" })json");

}  // namespace

TEST_CASE("explicit methods take as many evaluations as they have stages", "[work]") {
  for (const auto& [method, stages] : {std::pair{"rk4-baumgarte", 4}, {"symplectic-euler", 2}}) {
    CAPTURE(method);
    const Json summary = summary_of(gallery("pendulum-cartesian"),
                                    {{"method", method}, {"until", 1}, {"step", 0.01}});
    CHECK(summary["steps"] == 100);
    CHECK(summary["work"]["rejected"] == 0);
    CHECK(summary["work"]["evaluations"] == 100 * stages);
  }
}

TEST_CASE("dop853 takes twelve evaluations in a step, and three for what is between", "[work]") {
  const Json model = gallery("pendulum-cartesian");
  const Json options{{"method", "dop853"}, {"until", 2}, {"step", 0.5}, {"tolerance", 1e-6}};
  const Json summary = summary_of(model, options);
  const long steps = summary["steps"].get<long>(),
             rejected = summary["work"]["rejected"].get<long>();
  CHECK(steps > 4);  // its own
  // The first slope and the first step; eleven stages and the slope at the end; a row's dense
  // output.
  const long least = 2 + 12 * steps + 11 * rejected;
  const long evaluations = summary["work"]["evaluations"].get<long>();
  CHECK(evaluations >= least);
  CHECK(evaluations <= least + 3 * 4);
}

TEST_CASE("a linear model takes one matrix", "[work]") {
  for (const auto& [method, matrices] :
       {std::pair{"gauss(1)", 1}, {"gauss(2)", 1}, {"gauss(3)", 2}, {"gauss(4)", 2}}) {
    CAPTURE(method);
    const Json summary =
        summary_of(kOscillator, {{"method", method}, {"until", 1}, {"step", 0.01}});
    CHECK(summary["steps"] == 100);
    CHECK(summary["work"]["factorisations"] == matrices);
  }
}

TEST_CASE("a smooth motion in short steps takes few corrections", "[work]") {
  // Two stages: two corrections and the work of the projections, and rarely a matrix.
  for (const char* name : {"slider-crank", "double-pendulum", "heavy-top", "rolling-disc"}) {
    CAPTURE(name);
    const Json summary =
        summary_of(gallery(name),
                   {{"method", "gauss(2)"}, {"until", 2}, {"step", 0.001}, {"outputEvery", 50}});
    CHECK(summary["work"]["evaluations"].get<double>() < 8 * summary["steps"].get<double>());
    CHECK(summary["work"]["factorisations"].get<double>() < 2 * summary["steps"].get<double>());
  }
}

TEST_CASE("steps of an adaptive method are its own", "[work]") {
  const Json loose{{"method", "adaptive-gauss(3)"}, {"until", 2}, {"step", 1}, {"tolerance", 1e-4}};
  Json tight = loose;
  tight["tolerance"] = 1e-12;
  const Json few = summary_of(kOscillator, loose), many = summary_of(kOscillator, tight);
  CHECK(few["steps"].get<long>() > 2);
  CHECK(many["steps"].get<long>() > 5 * few["steps"].get<long>());
}

TEST_CASE("what a run took is in its snapshot", "[work]") {
  const std::string options = Json{{"method", "dop853"}, {"until", 2}}.dump();
  auto whole = open_session(gallery("double-pendulum")),
       resumed = open_session(gallery("double-pendulum"));
  whole.start(options);
  whole.advance(20);
  resumed.start(options);
  REQUIRE(resumed.restore(whole.snapshot()));
  whole.advance(1 << 20);
  resumed.advance(1 << 20);
  CHECK(whole.summary() == resumed.summary());
}

TEST_CASE("the first row counts among the gaps", "[work]") {
  // 0.1 is not a binary fraction: the start is closed to rounding, and no method moves it.
  Json model = kOscillator;
  model["positions"] = {{"x", 0.1}, {"y", 0.3}};
  model["kinematics"]["y"] = "3*v";
  model["position_constraints"] = {{"c", "y - 3*x"}};
  const Json summary = summary_of(model, {{"method", "gauss(2)"}, {"until", 0}});
  CHECK(summary["gaps"]["position"].get<double>() ==
        std::abs(summary["final"]["y"].get<double>() - 3 * summary["final"]["x"].get<double>()));
}

// A hundred thousand steps would reach no end: at the jump, and at the pole of the angles where the
// disc lies flat.
TEST_CASE("an adaptive method that cannot go on ends after a few thousand steps", "[work]") {
  const Json held = Json::parse(R"json({ "porthos": 1, "positions": { "x": 0 },
    "velocities": { "v": { "start": 1 } }, "kinematics": { "x": "v" }, "kinetic_energy": "v^2/2",
    "dissipation": { "f": { "flow": "v", "effort": "0.8*sign(v)" } },
    "simulation": { "until": 5 } })json");
  const Json flat = {{"turn", 0}, {"roll", 0}};
  const auto end = [](const Json& model, const Json& options) {
    const Json summary = summary_of(model, options);
    CHECK(summary["outcome"] == "step-too-small");
    CHECK(summary["work"]["evaluations"].get<long>() < 300000);  // it was over a million
  };
  for (const char* method : {"radau(3)", "dop853"}) {
    INFO(method);
    end(held, {{"method", method}, {"step", 0.01}});
  }
  end(gallery("rolling-disc"), {{"method", "dop853"}, {"set", flat}});
}

}  // namespace work_test
