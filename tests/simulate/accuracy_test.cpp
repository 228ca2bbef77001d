/// The accuracy report of a run, and its advice, are reasonable and present.
#include <catch_amalgamated.hpp>
#include <cmath>
#include <numbers>
#include <string>

#include "integrate/methods.hpp"
#include "support/run.hpp"

namespace porthos::accuracy_test {
namespace {

using test::Json;

Json summary_of(const Json& model, const Json& options) {
  Session session = test::open_session(model);
  session.start(options.dump());
  session.advance(1 << 24);
  return Json::parse(session.summary());
}

Json problem_of(const Json& summary, const std::string& code) {
  for (const Json& problem : summary["problems"])
    if (problem["code"] == code) return problem;
  return {};
}

/// A source of 12 V charges 0.47 uF through 0.1 ohm: over in 0.2 us.
Json stiff() {
  return Json::parse(R"json({ "porthos": 1, "positions": { "q": 0 }, "velocities": { "i": 0 },
    "kinematics": { "q": "i" }, "mass": [[0]], "potential_energy": "q^2/(2*0.47e-6)",
    "dissipation": { "i": "0.1*i" },
    "ports": { "source": { "flow": "i" } }, "inputs": { "source": "12" } })json");
}

Json oscillator() {
  return Json::parse(R"json({ "porthos": 1, "positions": { "x": 1 }, "velocities": { "v": 0 },
    "kinematics": { "x": "v" }, "kinetic_energy": "v^2/2", "potential_energy": "x^2/2" })json");
}

}  // namespace

TEST_CASE("a decay that is over within a step calls for radau", "[simulate][accuracy]") {
  for (const char* method : {"gauss(1)", "gauss(2)", "gauss(3)"}) {
    const Json told = summary_of(stiff(), {{"method", method}, {"step", 5e-6}, {"until", 1e-4}});
    const Json problem = problem_of(told, "PH301");
    CAPTURE(method, told.dump());
    REQUIRE(problem.is_object());
    const std::string hint = problem["hint"];
    CHECK(hint.find("radau(3)") != std::string::npos);
    CHECK(hint.find(" s would do") == std::string::npos);
    CHECK(told["accuracy"]["error"].get<double>() <= 1);
  }
  const Json right = summary_of(
      stiff(), {{"method", "radau(3)"}, {"step", 5e-6}, {"until", 1e-4}, {"tolerance", 1e-6}});
  CHECK(problem_of(right, "PH301").is_null());
  CHECK(std::abs(right["final"]["q"].get<double>() - 12 * 0.47e-6) < 1e-3 * 12 * 0.47e-6);
}

TEST_CASE("advice beyond the range of the estimate names no step", "[simulate][accuracy]") {
  // 0.3 rad in a step are within it, 3 rad are not; neither is stiff.
  const auto hint_of = [](double step) {
    const Json told =
        summary_of(oscillator(), {{"method", "gauss(1)"}, {"step", step}, {"until", 30 * step}});
    CAPTURE(step, told.dump());
    const Json problem = problem_of(told, "PH301");
    REQUIRE(problem.is_object());
    CHECK(told["accuracy"]["error"].get<double>() <= 1);
    return problem["hint"].get<std::string>();
  };
  CHECK(hint_of(0.15).find(" s would do") != std::string::npos);
  CHECK(hint_of(3).find(" s would do") == std::string::npos);
  CHECK(hint_of(3).find("adaptive-gauss(3)") != std::string::npos);
  CHECK(hint_of(3).find("radau") == std::string::npos);
}

TEST_CASE("an adaptive method tells what is missing in its ledger", "[simulate][accuracy]") {
  // A stiff spring: radau takes its energy away at a coarse tolerance.
  Json model = oscillator();
  model["potential_energy"] = "50*x^2";
  const auto told_by = [&](const char* method, double tolerance) {
    return summary_of(
        model, {{"method", method}, {"step", 0.01}, {"until", 100}, {"tolerance", tolerance}});
  };
  const Json coarse = told_by("radau(3)", 1e-3);
  CAPTURE(coarse["accuracy"].dump(), coarse["ledger"].dump());
  const double missing = coarse["ledger"]["balanceError"].get<double>() / 50;
  REQUIRE(missing > 0.003);
  CHECK(coarse["accuracy"]["basis"] == "ledger");
  CHECK(coarse["accuracy"]["error"].get<double>() == Catch::Approx(missing).epsilon(0.1));
  CHECK(problem_of(coarse, "PH301").is_object());
  for (const char* method : {"radau(3)", "adaptive-gauss(3)", "dop853"}) {
    const Json fine = told_by(method, 1e-9);
    CAPTURE(method, fine["accuracy"].dump());
    CHECK(problem_of(fine, "PH301").is_null());
    CHECK(fine["accuracy"]["error"].get<double>() < 1e-4);
    if (std::string(method) != "radau(3)") CHECK(fine["accuracy"]["basis"] == "companion");
  }
}

TEST_CASE("rows between the steps of adaptive methods have relations that give in one row",
          "[simulate][accuracy]") {
  // A liquid swings between two tanks: a' = -Q, b' = Q, 3000 Q' = 9810 (a - b). The skew relation
  // moves energy from row to row, and dissipates none.
  const Json swing = Json::parse(R"json({ "porthos": 1,
    "positions": { "a": { "start": 1, "fixed": true }, "b": { "fixed": true } },
    "velocities": { "Q": 0 }, "kinematics": { "a": 0, "b": 0 }, "kinetic_energy": "1500*Q^2",
    "potential_energy": "9810*(a^2 + b^2)/2", "dissipation": { "liquid": {
      "flow": ["effort(a) - effort(b)", "Q"], "effort": ["Q", "effort(b) - effort(a)"] } } })json");
  const double rate = std::sqrt(9810 * 2.0 / 3000);
  for (const char* method : {"adaptive-gauss(2)", "adaptive-gauss(3)", "dop853", "radau(3)"}) {
    const test::Options options{.until = 4, .step = 0.01, .method = method, .tolerance = 1e-9};
    CAPTURE(method);
    const test::Run run = test::simulate(swing, options);
    double off = 0, dissipated = 0;
    for (std::size_t k = 0; k < run.rows(); ++k) {
      const double phase = rate * run.at("t", k);
      off = std::max(off, std::abs(run.at("a", k) - (1 + std::cos(phase)) / 2));
      dissipated = std::max(dissipated, std::abs(run.at("energy.dissipated", k)));
    }
    CHECK(off < 1e-6);  // a thousand tolerances: the error of a run is larger than that of a step
    CHECK(dissipated < 1e-9 * 4905);
  }
}

TEST_CASE("a tolerance below rounding is reported, and costs no more than one above it",
          "[simulate][accuracy]") {
  for (const char* method : {"adaptive-gauss(2)", "adaptive-gauss(3)"}) {
    Json model = test::gallery("two-bodies-planar");
    const auto run = [&](double tolerance) {
      return summary_of(
          model, {{"method", method}, {"step", 0.05}, {"until", 0.2}, {"tolerance", tolerance}});
    };
    const Json below = run(1e-14), at = run(2e-13), above = run(1e-12);
    CAPTURE(method, below["work"].dump(), at["work"].dump(), above["work"].dump(),
            below["steps"].dump(), above["steps"].dump());
    CHECK(below["outcome"] == "finished");
    CHECK(below["final"] == at["final"]);
    CHECK(below["work"]["rejected"].get<double>() < 0.1 * below["steps"].get<double>() + 5);
    CHECK(below["work"]["evaluations"].get<double>() <
          2.5 * above["work"]["evaluations"].get<double>());
    model["simulation"] = {{"method", method}, {"tolerance", 1e-14}};
    const auto is_told = [&] {
      for (const Json& problem : test::problems_of(model))
        if (problem["code"] == "PH304") return true;
      return false;
    };
    CHECK(is_told());
    model["simulation"]["tolerance"] = 1e-12;
    CHECK_FALSE(is_told());
  }
}

TEST_CASE("no step is named for an oscillation far faster than the step", "[simulate][accuracy]") {
  const auto hint_for = [](double stiffness) {
    const Json model = Json{{"porthos", 1},
                            {"positions", {{"x", 1}}},
                            {"velocities", {{"v", 0}}},
                            {"kinematics", {{"x", "v"}}},
                            {"kinetic_energy", "v^2/2"},
                            {"potential_energy", std::to_string(stiffness) + "*x^2/2"}};
    return problem_of(summary_of(model, {{"until", 10}, {"step", 0.01}, {"method", "gauss(2)"}}),
                      "PH301");
  };
  const Json fast = hint_for(1e12);
  REQUIRE(fast.is_object());
  CHECK(fast["hint"].get<std::string>().starts_with("take a far smaller step"));
  CHECK(fast["found"].get<std::string>().find("or more") != std::string::npos);
  const Json slow = hint_for(900);
  REQUIRE(slow.is_object());
  CHECK(slow["hint"].get<std::string>().find(" would do") != std::string::npos);
}

TEST_CASE("a missed pulse is met by a smaller step, as the hint says", "[simulate][accuracy]") {
  const Json model{{"porthos", 1},
                   {"positions", {{"x", 0}}},
                   {"velocities", {{"v", 0}}},
                   {"kinematics", {{"x", "v"}}},
                   {"kinetic_energy", "v^2/2"},
                   {"ports", {{"p", {{"flow", "v"}}}}},
                   {"inputs", {{"p", "1000*exp(-((t-5.0033)/0.0005)^2)"}}}};
  Json options{{"until", 10}, {"step", 0.01}, {"method", "adaptive-gauss(3)"}, {"tolerance", 1e-9}};
  const Json told = problem_of(summary_of(model, options), "PH301");
  INFO(told.dump());
  if (told.is_object()) {
    CHECK(told["hint"].get<std::string>().find(", or adaptive-gauss(3)") == std::string::npos);
    CHECK(told["hint"].get<std::string>().find("smaller \"step\"") != std::string::npos);
  }
  const test::Run finer = test::simulate(
      model, {.until = 10, .step = 0.001, .method = "adaptive-gauss(3)", .tolerance = 1e-9});
  CHECK(std::abs(finer.last("v") - 0.5 * std::sqrt(std::numbers::pi)) < 1e-5);
}

}  // namespace porthos::accuracy_test
