/// The advice at the end of a run fits its method.
#include "simulate/advice.hpp"

#include <catch_amalgamated.hpp>
#include <cmath>

#include "integrate/methods.hpp"
#include "support/run.hpp"

namespace porthos::advice_test {
using test::Json;

TEST_CASE("advice fits the method", "[simulate][advice]") {
  constexpr int kOutcomes = static_cast<int>(Outcome::kUnsuited) + 1;
  for (const integrate::Method* method : integrate::methods())
    for (int i = 0; i < kOutcomes; ++i) {
      const auto outcome = static_cast<Outcome>(i);
      // That outcome depends on a tolerance, which the others do not have.
      if (outcome == Outcome::kStepTooSmall && !method->traits.is_adaptive) continue;
      const std::string text = simulate::sentence(outcome, method->traits);
      CAPTURE(method->name, name(outcome), text);
      CHECK(text.size() > 10);
      CHECK(text.ends_with('.'));
      const auto says = [&](const char* what) { return text.find(what) != std::string::npos; };
      if (method->traits.is_adaptive) {
        CHECK_FALSE(says("step smaller"));
        CHECK_FALSE(says("a smaller step"));
      } else {
        CHECK_FALSE(says("tolerance"));
      }
      if (!method->traits.is_explicit) CHECK_FALSE(says("implicit method"));
    }
}

TEST_CASE("a failing run says what its method can do about it", "[simulate][advice]") {
  // q = 1 is never reached by any step: the velocity grows without bound before t = 1.
  const Json model =
      Json::parse(R"json({"porthos": 1, "positions": {"q": 0}, "velocities": {"v": 1},
    "kinematics": {"q": "v"}, "kinetic_energy": "v^2/2", "potential_energy": "-q^6/6"})json");
  for (const integrate::Method* method : integrate::methods()) {
    const test::Run run = test::attempt(
        model, {.until = 10, .step = 0.05, .method = std::string(method->name), .tolerance = 1e-9});
    CAPTURE(method->name, run.outcome, run.message);
    CHECK(run.outcome != "finished");
    const auto says = [&](const char* what) { return run.message.find(what) != std::string::npos; };
    CHECK(says("At t = "));
    if (method->traits.is_adaptive) CHECK_FALSE(says("step smaller"));
    if (!method->traits.is_explicit) CHECK_FALSE(says("implicit method"));
  }
}

TEST_CASE("dry friction that comes to rest is named as a law that jumps", "[simulate][advice]") {
  // 0.8 sign(v) holds a block against a push of 0.5: after 1/1.3 s no step leads on.
  const Json block =
      Json::parse(R"json({"porthos": 1, "positions": {"x": 0}, "velocities": {"v": 1},
    "kinematics": {"x": "v"}, "kinetic_energy": "v^2/2", "potential_energy": "0.5*x",
    "dissipation": {"friction": {"flow": "v", "effort": "0.8*sign(v)"}}})json");
  // A block that nothing pushes: an explicit method's own step reaches far beyond the stop.
  Json free = block;
  free["potential_energy"] = "0*x";
  free["dissipation"]["friction"]["effort"] = "2*sign(v)";
  for (const Json& model : {block, free}) {
    int told = 0;
    for (const char* method : {"gauss(2)", "gauss(3)", "adaptive-gauss(3)", "radau(3)", "dop853"})
      for (const double step : {0.01, 0.003}) {
        // An adaptive method has steps of its own, whatever the step of the table.
        if (step < 0.01 && integrate::find_method(method)->traits.is_adaptive) continue;
        const test::Run run =
            test::attempt(model, {.until = 2, .step = step, .method = method, .tolerance = 1e-9});
        CAPTURE(method, step, run.outcome, run.message);
        if (run.outcome == "finished") continue;
        const auto says = [&](const char* what) {
          return run.message.find(what) != std::string::npos;
        };
        CHECK(says("sign(v)"));
        CHECK(says("jumps"));
        CHECK_FALSE(says("gauss(2)"));
        CHECK_FALSE(says("the step smaller"));
        ++told;
      }
    CHECK(told > 0);
  }
  // A jump that the motion does not come to is not the cause: v grows without bound.
  Json runaway = block;
  runaway["potential_energy"] = "-x^6";
  runaway["positions"]["x"] = 1;
  for (const char* method : {"gauss(2)", "dop853"}) {
    const test::Run run = test::attempt(runaway, {.until = 10, .step = 0.01, .method = method});
    CAPTURE(method, run.outcome, run.message);
    CHECK(run.outcome != "finished");
    CHECK(run.message.find("sign(v)") == std::string::npos);
  }
}

TEST_CASE("problems of a start name the velocity and the formula", "[simulate][advice]") {
  const auto found = [](const Json& model, const char* code) {
    std::string all;
    for (const Json& problem : test::problems_of(model))
      if (problem["code"].get<std::string>() == code) all += problem["found"].get<std::string>();
    return all;
  };
  // A velocity that nothing determines.
  CHECK(found(Json::parse(R"json({"porthos": 1, "positions": {"x": 0},
    "velocities": {"v": 0, "u_free": 0}, "kinematics": {"x": "v"}, "kinetic_energy": "v^2/2"})json"),
              "PH204")
            .find("u_free") != std::string::npos);
  // A force without a value.
  CHECK(found(Json::parse(R"json({"porthos": 1, "positions": {"x": 0}, "velocities": {"v": 0},
    "kinematics": {"x": "v"}, "kinetic_energy": "v^2/2", "potential_energy": "1/x"})json"),
              "PH203")
            .find("x") != std::string::npos);
}

TEST_CASE("dependent rows that contradict each other are told apart from those that agree",
          "[simulate][advice]") {
  // A wall that holds x, and a drive that wants it to move: 0.25 m/s apart.
  Json model = Json::parse(R"json({"porthos": 1, "positions": {"x": 0}, "velocities": {"v": 0},
    "kinematics": {"x": "v"}, "kinetic_energy": "v^2/2", "position_constraints": {"wall": "2*x"},
    "ports": {"drive": {"flow": "v"}}, "inputs": {"drive": {"flow": "0.25"}}})json");
  const auto problem = [&](const char* code) {
    for (const Json& one : test::problems_of(model))
      if (one["code"] == code) return one;
    return Json::object();
  };
  CHECK(problem("PH201")["severity"] == "error");
  const Json apart = problem("PH202");
  CHECK(apart["found"] ==
        "constraints that contradict each other at the start by 0.25: wall, drive (rank 1 of 2)");
  CHECK(apart["hint"].get<std::string>().find("unique") == std::string::npos);
  model["inputs"]["drive"]["flow"] = "0.25*t";
  CHECK(problem("PH201").empty());
  CHECK(problem("PH202")["found"] ==
        "constraints that depend on each other at the start: wall, drive (rank 1 of 2)");
  CHECK(problem("PH202")["hint"].get<std::string>().starts_with("as long as they agree"));
}

TEST_CASE("redundant constraints that open along their velocities leave the freedom unknown",
          "[simulate][advice]") {
  const auto described = [](const char* positions, const char* constraints) {
    Json model = Json::parse(R"json({"porthos": 1, "velocities": {"u": 0, "v": 0, "w": 0},
      "kinematics": {"a": "u", "b": "v", "c": "w"},
      "kinetic_energy": "(u^2 + 3*v^2 + w^2)/2"})json");
    model["positions"] = Json::parse(positions);
    model["position_constraints"] = Json::parse(constraints);
    return Json::parse(Session(model.dump(), "{}").describe());
  };
  const auto hint = [](const Json& answer) {
    for (const Json& one : answer["problems"])
      if (one["code"] == "PH202") return one["hint"].get<std::string>();
    return std::string();
  };
  // |e(a) + e(b)| = 2 only for a = b = c: one motion, although one row of two is independent.
  const char* const alike = R"json({"a": 0.5, "b": 0.5, "c": 0.5})json";
  const Json middle = described(
      alike, R"json({"mid": "[cos(a) + cos(b) - 2*cos(c), sin(a) + sin(b) - 2*sin(c)]"})json");
  CHECK(middle["report"]["degreesOfFreedom"].is_null());
  CHECK(hint(middle).find("unique") == std::string::npos);
  CHECK(hint(middle).find("not known") != std::string::npos);
  // Two branches cross at the origin: a = 0 and b = 0.
  const Json crossing =
      described(R"json({"a": 0, "b": 0, "c": 0})json", R"json({"c": "c", "cross": "c + a*b"})json");
  CHECK(crossing["report"]["degreesOfFreedom"].is_null());
  // The same curved surface twice, in other words.
  for (const char* rows : {R"json({"one": "a^2 + b - 1", "two": "3*(a^2 + b - 1)"})json",
                           R"json({"one": "a^2 + b - 1", "two": "exp(a^2 + b - 1) - 1"})json"}) {
    const Json twice = described(R"json({"a": 0.5, "b": 0.75, "c": 0.5})json", rows);
    CAPTURE(rows, twice.dump());
    CHECK(twice["report"]["degreesOfFreedom"] == 2);
    CHECK(hint(twice).find("unique") != std::string::npos);
  }
}

TEST_CASE("relations of the same name that give power away are one problem", "[simulate][advice]") {
  Json model = Json::parse(R"json({"porthos": 1, "components": {}})json");
  const Json part = Json::parse(R"json({"porthos": 1, "positions": {"x": 0}, "velocities": {"v": 1},
    "kinematics": {"x": "v"}, "kinetic_energy": "v^2/2",
    "dissipation": {"push": {"flow": "v", "effort": "-v"}}})json");
  for (int i = 0; i < 7; ++i) model["components"]["c" + std::to_string(i)] = {{"model", part}};
  int count = 0;
  for (const Json& problem : test::problems_of(model)) {
    count += problem["code"].get<std::string>() == "PH123";
    CHECK(problem["found"].get<std::string>().find("7 alike") != std::string::npos);
  }
  CHECK(count == 1);
}

TEST_CASE("energy that circulates in a circuit counts as moved", "[simulate][advice]") {
  // cos(t): all energies are potential ones, and their sum stays.
  const Json oscillation = Json::parse(R"json({"porthos": 1, "positions": {"q": 1, "phi": 0},
    "kinematics": {"q": "effort(phi)", "phi": "-effort(q)"},
    "potential_energy": "q^2/2 + phi^2/2",
    "simulation": {"until": 6, "step": 0.05, "method": "radau(3)", "tolerance": 1e-9}})json");
  Session session = test::open_session(oscillation);
  session.start("{}");
  session.advance(1 << 20);
  const Json summary = Json::parse(session.summary());
  CHECK(std::abs(summary["final"]["q"].get<double>() - std::cos(6)) < 1e-8);
  CHECK(summary["accuracy"]["error"].get<double>() < 1e-6);
  for (const Json& problem : summary["problems"]) CHECK(problem["code"] != "PH301");
}

}  // namespace porthos::advice_test
