/// Constraints that are redundant along the whole motion: a step uses a subset, which affects only
/// its cost.
#include <catch_amalgamated.hpp>
#include <cmath>

#include "support/run.hpp"

namespace selecting_stepper_test {
using namespace porthos::test;
using porthos::Session;

namespace {

Json rod(double m, double l, double x, double y, double phi) {
  const double I = m * l * l / 12;
  return {{"use", "porthos:rigid-body"},
          {"parameters", {{"m", m}, {"I", {{I / 2, 0, 0}, {0, I, 0}, {0, 0, I}}}}},
          {"start", {{"r", {x, y, 0}}, {"q", {std::cos(phi / 2), 0, 0, std::sin(phi / 2)}}}}};
}

/// A body with its place and angular velocity given.
Json led(Json body, double omega) {
  for (const char* state : {"r", "q"})
    body["start"][state] = {{"value", body["start"][state]}, {"fixed", true}};
  body["start"]["omega"] = {{"value", {0, 0, omega}}, {"fixed", true}};
  return body;
}

Json joint(const std::string& use, const char* a, const char* b, const Json& at_a,
           const Json& at_b) {
  return {{"use", "porthos:" + use},
          {"between", {{"a", a}, {"b", b}}},
          {"parameters", {{"at_a", at_a}, {"at_b", at_b}}}};
}

Json revolute(const char* a, const char* b, double at_a, double at_b) {
  return joint("revolute", a, b, {at_a, 0, 0}, {at_b, 0, 0});
}

/// A crank of length a, a rod of length b and a slider, of spatial bodies and joints: a planar
/// motion with three redundant constraints.
Json slider_crank(double a, double b, double phi, double omega) {
  const double x = a * std::cos(phi), y = a * std::sin(phi), s = std::sqrt(b * b - y * y);
  Json made{{"porthos", 1}, {"environment", {{"gravity", {0, -9.81, 0}}}}};
  made["components"] = {{"crank", led(rod(3.75, a, x / 2, y / 2, phi), omega)},
                        {"rod", rod(0.4, b, x + s / 2, y / 2, -std::asin(y / b))},
                        {"slider", rod(0.6, 0.1, x + s, 0, 0)},
                        {"O", revolute("ground", "crank", 0, -a / 2)},
                        {"A", revolute("crank", "rod", a / 2, -b / 2)},
                        {"B", revolute("rod", "slider", b / 2, 0)},
                        {"rail", joint("prismatic", "ground", "slider", {0, 0, 0}, {0, 0, 0})}};
  made["components"]["rail"]["parameters"]["axis"] = {1, 0, 0};
  made["outputs"] = {{"place", "slider.r.1"}, {"rate", "crank.omega.3"}};
  return made;
}

/// The same with the rows at B that no other ones make up for: two in the place of five.
Json slider_crank_without_dependent_rows(double a, double b, double phi, double omega) {
  Json made = slider_crank(a, b, phi, omega);
  made["components"].erase("B");
  made["position_constraints"]["B"] = {
      {"formula",
       {"rod.r.1 + (1 - 2*(rod.q.3^2 + rod.q.4^2))*" + std::to_string(b / 2) + " - slider.r.1",
        "rod.r.2 + 2*(rod.q.2*rod.q.3 + rod.q.1*rod.q.4)*" + std::to_string(b / 2) +
            " - slider.r.2"}},
      {"unit", "m"}};
  return made;
}

struct Ended {
  Json summary;
  double factorisations;
};

Ended run_with_work(const Json& model, const Json& options) {
  Session session = open_session(model);
  const Json started = Json::parse(session.start(options.dump()));
  INFO(started.dump());
  REQUIRE(started.contains("columns"));
  while (!Json::parse(session.advance(1000))["done"].get<bool>()) session.take_rows();
  Json summary = Json::parse(session.summary());
  const double factorisations = summary["work"]["factorisations"];
  return {std::move(summary), factorisations};
}

}  // namespace

TEST_CASE("dependent rows change nothing of a motion, and cost hardly anything",
          "[integrate][oracle][long]") {
  const Json redundant = slider_crank(0.2, 0.5, 0.5, 7),
             reduced = slider_crank_without_dependent_rows(0.2, 0.5, 0.5, 7);
  // The stages of a step are off by its error, in which directions depends on the rows.
  struct Case {
    const char* method;
    double step, most;
  };
  for (const auto& [method, step, most] : {Case{"gauss(1)", 0.005, 1e-5},
                                           {"gauss(2)", 0.002, 1e-10},
                                           {"gauss(3)", 0.005, 1e-10},
                                           {"adaptive-gauss(2)", 0.01, 1e-7},
                                           {"radau(3)", 0.01, 1e-7},
                                           {"dop853", 0.1, 1e-7}}) {
    CAPTURE(method);
    const Options options{.until = 10, .step = step, .method = method};
    const Run a = simulate(redundant, options), b = simulate(reduced, options);
    CHECK(difference(a, b, "place") < most);
    CHECK(difference(a, b, "rate") < 100 * most);
    CHECK(a.largest("gap.position") < 1e-13);
    CHECK(a.largest("gap.velocity") < 1e-13);
    if (std::string(method) != "radau(3)") CHECK(a.largest("energy.balance_error") < 1e-12 * 100);
  }
  const Json options{{"until", 2}, {"step", 0.001}, {"method", "gauss(2)"}};
  const Ended full = run_with_work(redundant, options), less = run_with_work(reduced, options);
  // Every stage was once put on c(z) = 0 by matrices of its own: ten times as many.
  CHECK(full.factorisations < 1.5 * less.factorisations);
  const Json by_tolerance{{"until", 10}, {"step", 0.5}, {"method", "dop853"}, {"tolerance", 1e-4}};
  CHECK(run_with_work(redundant, by_tolerance).factorisations <
        1.5 * run_with_work(reduced, by_tolerance).factorisations);
}

TEST_CASE("multipliers of dependent rows are the smallest ones, by any method",
          "[integrate][oracle]") {
  const Json model = slider_crank(0.2, 0.5, 0.5, 7);
  const Options options{.until = 2, .step = 0.005, .method = "gauss(4)"};
  Options explicitly = options;
  explicitly.method = "dop853";
  explicitly.tolerance = 1e-12;
  const Run some = simulate(model, options), all = simulate(model, explicitly);
  int count = 0;
  for (const std::string& name : some.names)
    if (name.starts_with("multiplier.")) {
      INFO(name);
      ++count;
      CHECK(difference(some, all, name) < 1e-8 * 140);  // of 140 N
    }
  CHECK(count == 20);
}

TEST_CASE("a linkage with rows too many passes the poses in which its rank changes",
          "[integrate][oracle][steps]") {
  // The crank is as long as the rod: the slider may stop over the crank's pivot and the crank turn
  // on. Beyond that pose it moves on as it came.
  const Json spatial = slider_crank(0.3, 0.3, 0.7, 9);
  const Run exact = simulate(spatial, {.until = 3, .step = 1. / 600, .method = "gauss(4)"});
  const Column place = exact.column("place");
  CHECK(*std::ranges::min_element(place) < -0.5);  // it has passed
  for (const auto& [method, most] : {std::pair{"gauss(2)", 1e-5},
                                     {"gauss(3)", 1e-7},
                                     {"adaptive-gauss(2)", 1e-6},
                                     {"radau(3)", 1e-6},
                                     {"dop853", 1e-5}}) {
    CAPTURE(method);
    const Run run = simulate(spatial, {.until = 3, .step = 1. / 600, .method = method});
    CHECK(difference(exact, run, "place") < most);
    CHECK(run.largest("gap.position") < 1e-12);
  }
}

TEST_CASE("rows that a force law reads are all there at every stage", "[integrate][oracle]") {
  // A block with friction between two walls that press in the same direction: a repeated
  // constraint. Each bears half of the weight, so the friction of one is that of half the weight.
  const Json model = Json::parse(R"json({
    "porthos": 1, "positions": { "x": 0, "y": 0 }, "velocities": { "u": 3, "v": 0 },
    "kinematics": { "x": "u", "y": "v" }, "kinetic_energy": "(u^2 + v^2)/2",
    "potential_energy": "10*y", "position_constraints": { "floor": "y", "table": "y" },
    "forces": { "friction": { "flow": "u", "effort": "-0.2*abs(multiplier(floor))" } }
  })json");
  const Run run = attempt(model, {.until = 1, .step = 0.01, .method = "gauss(2)"});
  INFO(run.message << run.problems.dump());
  REQUIRE(run.outcome == "finished");
  CHECK(std::abs(run.last("x") - (3 - 0.5)) < 1e-12);  // u' = -0.2*5
}

TEST_CASE("a start in a pose in which the rank changes is left with all rows", "[integrate]") {
  // A constraint whose slope is zero at the start only: x^3 beside y, on y = 0. It holds the
  // motion.
  const Json model = Json::parse(R"json({
    "porthos": 1, "positions": { "x": 0, "y": 0 }, "velocities": { "u": 1, "v": 0 },
    "kinematics": { "x": "u", "y": "v" }, "kinetic_energy": "(u^2 + v^2)/2",
    "position_constraints": { "rows": ["y", "y + x^3"] } })json");
  const Run run = attempt(model, {.until = 1, .step = 0.01, .method = "gauss(2)"});
  CHECK(run.outcome != "finished");
  CHECK(run.largest("gap.position") < 1e-8);
}

TEST_CASE("a snapshot of a run with chosen rows goes on bit for bit", "[integrate][snapshot]") {
  const Json model = slider_crank(0.2, 0.5, 0.5, 7);
  for (const char* method : {"gauss(2)", "adaptive-gauss(2)", "radau(3)", "dop853"}) {
    CAPTURE(method);
    const std::string options = Json{{"until", 0.5}, {"step", 0.01}, {"method", method}}.dump();
    Session whole = open_session(model), other = open_session(model);
    whole.start(options);
    for (int k = 0; k < 5; ++k) {
      other.start(options);
      REQUIRE(other.restore(whole.snapshot()));
      CHECK(other.snapshot() == whole.snapshot());
      whole.advance(7);
      other.advance(7);
      CHECK(other.snapshot() == whole.snapshot());
    }
  }
}

}  // namespace selecting_stepper_test
