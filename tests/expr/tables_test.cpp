/// Tables in formulas: values between their points, and the motion that they drive.
#include <cmath>

#include "support/run.hpp"

namespace tables_test {
using namespace porthos::test;

namespace {

/// A mass of 1 with the force F(t).
Json driven(const std::string& force, double until) {
  Json model = Json::parse(R"json({"porthos": 1, "positions": {"x": 0}, "velocities": {"v": 0},
    "kinematics": {"x": "v"}, "kinetic_energy": "v^2/2", "ports": {"F": {"flow": "v"}}})json");
  model["inputs"]["F"] = force;
  model["simulation"] = {{"until", until}, {"step", 0.05}};
  return model;
}

/// The value of a formula of x.
double value(const std::string& formula, double x) {
  Json model = driven("0", 0.05);
  model["positions"]["x"] = x;
  model["outputs"]["y"] = formula;
  return simulate(model).first("y");
}

}  // namespace

TEST_CASE("a table has the values of its points, and its kind decides between them", "[expr]") {
  const std::string points = "(x, [0, 1, 2, 4], [0, 1, 0, 3])";
  for (const char* kind : {"table", "table_cubic", "table_monotone", "table_hold"})
    for (const auto& [x, y] :
         {std::pair{0., 0.}, std::pair{1., 1.}, std::pair{2., 0.}, std::pair{4., 3.}}) {
      CAPTURE(kind, x);
      CHECK(std::abs(value(kind + points, x) - y) < 1e-15);
    }
  CHECK(value("table" + points, 0.25) == 0.25);
  CHECK(value("table" + points, 3) == 1.5);
  CHECK(value("table_hold" + points, 1.999) == 1);
  // Beyond the ends it is constant.
  for (const char* kind : {"table", "table_monotone", "table_hold"}) {
    CHECK(value(kind + points, -7) == 0);
    CHECK(value(kind + points, 70) == 3);
  }
}

TEST_CASE("a cubic table reproduces cubics, and has continuous curvature", "[expr]") {
  const std::string cubic = "(x, [-1, 0.5, 1, 3, 3.5], [-1, 0.125, 1, 27, 42.875])";  // x^3
  const std::string parabola = "(x, [0, 1, 3], [0, 1, 9])";                           // x^2
  for (const double x : {-1.7, -0.9, 0.2, 0.7, 1.9, 3.4, 4.0}) {
    CAPTURE(x);
    CHECK(std::abs(value("table_cubic" + cubic, x) - x * x * x) < 1e-13);
    CHECK(std::abs(value("table_cubic_slope" + cubic, x) - 3 * x * x) < 1e-13);
  }
  for (const double x : {0.4, 2.2}) {
    CHECK(std::abs(value("table_cubic" + parabola, x) - x * x) < 1e-14);
    CHECK(std::abs(value("table_cubic_slope" + parabola, x) - 2 * x) < 1e-14);
  }
  CHECK(value("table_cubic(x, [0, 2], [1, 5])", 0.5) == 2);
  CHECK(std::abs(value("table_cubic_slope" + parabola, 4) - 8) < 1e-14);
  const std::string wave = "table_cubic_slope(x, [0, 1, 2, 3, 4, 5], [0, 1, 0, -1, 0, 1])";
  for (const double x : {1., 2., 3., 4.}) {
    const double h = 1e-6, here = value(wave, x);
    const double before = (here - value(wave, x - h)) / h, after = (value(wave, x + h) - here) / h;
    CHECK(std::abs(after - before) < 1e-4);
  }
}

TEST_CASE("a monotone table stays between neighbouring points", "[expr]") {
  for (double x = 0; x <= 4; x += 0.01) {
    const double y = value("table_monotone(x, [0, 1, 2, 3, 4], [0, 0, 1, 1, 0.9])", x);
    CAPTURE(x, y);
    CHECK(y >= -1e-15);
    CHECK(y <= 1 + 1e-15);
    if (x <= 1) CHECK(y == 0);
  }
  // The spline overshoots there.
  CHECK(value("table_cubic(x, [0, 1, 2, 3, 4], [0, 0, 1, 1, 0.9])", 2.5) > 1.05);
}

TEST_CASE("a force by a table does its exact work, with each method", "[expr]") {
  // The integral of straight lines by hand; the steps of 0.05 s do not meet the points.
  const std::string force = "table(t, [0.013, 0.5, 0.777, 1.2], [0, 4, -2, 1])";
  const double impulse = 0.487 * 2 + 0.277 * 1 - 0.423 * 0.5 + 0.8;
  for (const char* method : {"gauss(2)", "gauss(3)", "radau(3)", "dop853"}) {
    CAPTURE(method);
    const Run run = simulate(driven(force, 2), {.method = method});
    CHECK(std::abs(run.last("v") - impulse) < 1e-13);
    CHECK(run.largest("energy.balance_error") < 1e-13);
  }
}

TEST_CASE("the points may be parameters, and the argument any formula", "[expr]") {
  Json model = driven("k*table(x, place, force)", 1);
  model["parameters"] = {{"k", 2}, {"place", {-1, 0, 1}}, {"force", {3, 0, -3}}};
  model["positions"]["x"] = 0.2;
  const Run spring = simulate(model, {.step = 0.002});  // x'' = -6 x
  CHECK(std::abs(spring.last("x") - 0.2 * std::cos(std::sqrt(6.0))) < 1e-8);
  CHECK(std::abs(
            simulate(model, {.step = 0.002, .set = {{"force.1", 6}, {"force.3", -6}}}).last("x") -
            0.2 * std::cos(std::sqrt(12.0))) < 1e-8);
}

TEST_CASE("points that do not increase are refused", "[expr]") {
  const auto problems = [](const Json& model) {
    porthos::Session session = open_session(model);
    return Json::parse(session.start("{}"))["problems"];
  };
  for (const char* wrong : {"table(t, [0, 2, 1], [1, 2, 3])", "table(t, [0, 1, 1], [1, 2, 3])",
                            "table(t, [0, 1], [1, 2, 3])", "table(t, [0], [1])", "table(t, 0, 1)",
                            "table_cubic([0, 1], [0, 1], [1, 2])"}) {
    CAPTURE(wrong);
    const Json found = problems(driven(wrong, 1));
    REQUIRE(found.size() == 1);
    CHECK(found[0]["expected"].get<std::string>().find("of which the first increases") !=
          std::string::npos);
  }
  for (const char* kind : {"table", "table_hold", "table_cubic", "table_monotone"}) {
    Json model = driven(std::string(kind) + "(t, time, [1, 2, 3])", 1);
    model["parameters"]["time"] = {0, 2, 1};
    CAPTURE(kind, problems(model).dump());
    const Json found = problems(model);
    REQUIRE(found.size() == 1);
    CHECK(found[0]["code"] == "PH104");
    CHECK(found[0]["where"] == "/parameters/time");
    CHECK(found[0]["found"] == "\"time.2\" = 2.0, \"time.3\" = 1.0");
    model["parameters"]["time"] = {0, 1, 2};
    CHECK(problems(model).empty());
    Json moving = driven(std::string(kind) + "(t, [0, x], [1, 2])", 1);
    CHECK(problems(moving)[0]["code"] == "PH114");
  }
}

TEST_CASE("a table of a thousand points runs", "[expr]") {
  std::string xs, ys;
  for (int k = 0; k < 1000; ++k) {
    xs += (k > 0 ? ", " : "") + std::to_string(k);
    ys += (k > 0 ? ", " : "") + std::to_string(k % 7);
  }
  const std::string force = "table(100*t, [" + xs + "], [" + ys + "])";
  const Run run = simulate(driven(force, 10), {.step = 0.01});
  CHECK(run.outcome == "finished");
  CHECK(run.largest("energy.balance_error") < 1e-10);
  for (const char* kind : {"table_cubic", "table_monotone"}) {
    Json model = driven(std::string(kind) + "(100*t, place, force)", 1);
    for (int k = 0; k < 1000; ++k) {
      model["parameters"]["place"].push_back(k);
      model["parameters"]["force"].push_back(k % 7);
    }
    CHECK(simulate(model, {.step = 0.01}).outcome == "finished");
  }
}

}  // namespace tables_test
