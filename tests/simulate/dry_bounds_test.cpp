/// Dry friction never drives: a bound that is negative at the start is refused, wherever it comes
/// from, and a run ends where one becomes negative.
#include <catch_amalgamated.hpp>

#include "support/run.hpp"

namespace porthos::test::dry_bounds_test {

namespace {

Json sledge(const char* bound, double F, double x) {
  Json model = Json::parse(R"json({"porthos": 1,
    "parameters": {"F": {"value": 5, "unit": "N"}},
    "positions": {"x": {"start": 0.3, "unit": "m"}}, "velocities": {"v": {"unit": "m/s"}},
    "kinematics": {"x": "v"}, "kinetic_energy": "v^2/2", "potential_energy": "50*x^2",
    "dissipation": {"rail": {"flow": "v"}}, "simulation": {"until": 0.1, "step": 0.01}})json");
  model["parameters"]["F"]["value"] = F;
  model["positions"]["x"]["start"] = x;
  model["dissipation"]["rail"]["dry"] = bound;
  return model;
}

bool is_refused(const Json& model) {
  for (const Json& one : problems_of(model))
    if (one["code"] == "PH104" && one["severity"] == "error" &&
        one["where"] == "/dissipation/rail/dry")
      return true;
  return false;
}

}  // namespace

TEST_CASE("a bound of dry friction that is negative at the start is refused", "[set-valued]") {
  CHECK(is_refused(sledge("F", -5, 0.3)));
  CHECK_FALSE(is_refused(sledge("F", 5, 0.3)));
  CHECK_FALSE(is_refused(sledge("F", 0, 0.3)));
  // of a state: 5 cos 6 > 0 > 5 cos 3
  CHECK(is_refused(sledge("F*cos(3*x)", 5, 1)));
  CHECK_FALSE(is_refused(sledge("F*cos(3*x)", 5, 2)));
}

TEST_CASE("a friction torque of an element that is negative is refused", "[set-valued]") {
  for (const double torque : {-1.0, 1.0}) {
    Json model = Json::parse(R"json({"porthos": 1, "components": {
      "rod": {"use": "porthos:planar-rod", "start": {"omega": 3}},
      "rub": {"use": "porthos:torsion-dry-friction",
              "between": {"a": "ground", "b": "rod.tail"}}}})json");
    model["components"]["rub"]["parameters"]["torque"] = torque;
    bool is_refused = false;
    for (const Json& one : problems_of(model))
      is_refused = is_refused || one["severity"] == "error";
    CHECK(is_refused == (torque < 0));
  }
}

TEST_CASE("a run ends where a bound of dry friction becomes negative", "[set-valued]") {
  // 5 cos(3 x) is negative from x = 0.52 on.
  for (const std::string method : {"gauss(2)", "moreau", "radau(3)", "dop853"}) {
    CAPTURE(method);
    Json model = sledge("F*cos(3*x)", 5, 0.3);
    model["potential_energy"] = "5*x^2";
    model["simulation"] = {{"until", 1}, {"step", 0.01}, {"method", method}};
    const auto outcome_from = [&](double v) {
      return attempt(with_start(model, {{"v", v}}), {}).outcome;
    };
    CHECK(outcome_from(1) == "finished");
    CHECK(outcome_from(4) == "negative-friction");
  }
  const Run run = attempt(with_start(sledge("F*cos(3*x)", 5, 0.3), {{"v", 20}}), {});
  CHECK(run.outcome == "negative-friction");
  CHECK_THAT(run.message, Catch::Matchers::ContainsSubstring("The bound of \"rail\" is -"));
}

TEST_CASE("a coefficient that an event makes negative ends the run where its contact closes",
          "[set-valued]") {
  // It falls from 0.2 m, 0.2019 s; the event is before that or after.
  const auto outcome_with = [](double coefficient, double when, const char* method) {
    Json model = Json::parse(R"json({"porthos": 1, "parameters": {"mu": 0.3},
      "positions": {"x": 0, "y": 0.2}, "velocities": {"v": {"start": 1}, "u": 0},
      "kinematics": {"x": "v", "y": "u"}, "kinetic_energy": "(v^2 + u^2)/2",
      "potential_energy": "9.81*y",
      "contacts": {"floor": {"gap": "y", "friction": "mu", "slip": "v"}},
      "simulation": {"until": 0.4, "step": 0.01}})json");
    model["events"]["worn"]["when"] = "t - " + Json(when).dump();
    model["events"]["worn"]["do"]["set"]["mu"] = Json(coefficient).dump();
    return attempt(model, {.method = method}).outcome;
  };
  for (const char* method : {"gauss(2)", "moreau", "dop853"})
    for (const double when : {0.1, 0.3}) {
      CAPTURE(method, when);
      CHECK(outcome_with(0.1, when, method) == "finished");
      CHECK(outcome_with(-0.1, when, method) == "negative-friction");
    }
}

TEST_CASE("a bound that reads a reaction must not be negative", "[set-valued]") {
  // The guide carries the weight: its multiplier is -9.81.
  const auto outcome_with = [](const char* bound) {
    Json model = Json::parse(R"json({"porthos": 1,
      "positions": {"x": 0, "y": 0}, "velocities": {"v": {"start": 1}, "u": 0},
      "kinematics": {"x": "v", "y": "u"}, "kinetic_energy": "(v^2 + u^2)/2",
      "potential_energy": "9.81*y", "velocity_constraints": {"guide": "u"},
      "dissipation": {"rub": {"flow": "v"}}, "simulation": {"until": 0.1, "step": 0.01}})json");
    model["dissipation"]["rub"]["dry"] = bound;
    std::string outcomes;
    for (const char* method : {"gauss(2)", "moreau"})
      outcomes += attempt(model, {.method = method}).outcome + " ";
    return outcomes;
  };
  const std::string one = outcome_with("0.2*multiplier(guide)"),
                    other = outcome_with("-0.2*multiplier(guide)");
  CHECK((one == "finished finished " || other == "finished finished "));
  CHECK((one == "negative-friction negative-friction " ||
         other == "negative-friction negative-friction "));
  CHECK(outcome_with("0.2*abs(multiplier(guide))") == "finished finished ");
}

}  // namespace porthos::test::dry_bounds_test
