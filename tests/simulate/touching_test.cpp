/// Events whose functions are zero when something moves them: bodies in contact.
#include <algorithm>
#include <catch_amalgamated.hpp>
#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "support/run.hpp"

namespace porthos::touching_test {
namespace {

using namespace test;

std::string name(const char* letter, std::size_t i) { return letter + std::to_string(i + 1); }

/// Balls on a line, from left to right, of radius r, with an event for each pair of neighbours. It
/// exchanges their velocities if the masses are equal.
Json balls(const std::vector<double>& x, const std::vector<double>& v, double r = 0,
           const std::string& direction = "rising") {
  Json model{{"porthos", 1}};
  std::string energy = "0";
  for (std::size_t i = 0; i < x.size(); ++i) {
    model["positions"][name("x", i)] = x[i];
    model["velocities"][name("v", i)] = v[i];
    model["kinematics"][name("x", i)] = name("v", i);
    energy += " + " + name("v", i) + "^2/2";
    if (i == 0) continue;
    const std::string a = name("v", i - 1), b = name("v", i);
    const std::string gap = name("x", i) + " - " + name("x", i - 1) + " - " + Json(2 * r).dump();
    model["events"][name("hit", i - 1)] = {
        {"when", direction == "falling" ? gap : "-(" + gap + ")"},
        {"do", {{"reset", {{a, b}, {b, a}}}}}};
    if (direction != "either") model["events"][name("hit", i - 1)]["direction"] = direction;
  }
  model["kinetic_energy"] = energy;
  return model;
}

struct Told {
  Run run;
  Json summary;
};

Told tell(const Json& model, const Options& options) {
  Json all = model;
  all["simulation"] = {
      {"until", *options.until}, {"step", *options.step}, {"method", options.method}};
  Session session = open_session(all);
  Told told;
  const Json begun = Json::parse(session.start("{}"));
  for (const Json& column : begun["columns"]) told.run.names.push_back(column["name"]);
  told.run.index_columns();
  while (!Json::parse(session.advance(10000))["done"].get<bool>()) {
  }
  told.run.table = session.take_rows();
  told.summary = Json::parse(session.summary());
  told.run.outcome = told.summary["outcome"];
  return told;
}

/// Equal balls that exchange velocities behave like points that pass through each other: in order,
/// their positions are equal.
void check_order(const Run& run, std::vector<double> x, const std::vector<double>& v, double r,
                 double until) {
  for (std::size_t i = 0; i < x.size(); ++i) x[i] += v[i] * until - 2 * r * double(i);
  std::sort(x.begin(), x.end());
  for (std::size_t i = 0; i < x.size(); ++i) {
    CAPTURE(i);
    CHECK(std::abs(run.last(name("x", i)) - 2 * r * double(i) - x[i]) < 1e-12);
  }
}

}  // namespace

TEST_CASE("of three balls two of which touch the third leaves", "[simulate][events][touching]") {
  const std::string method = GENERATE("gauss(2)", "dop853", "discrete-gradient", "radau(3)");
  const std::string direction = GENERATE("rising", "falling", "either");
  CAPTURE(method, direction);
  const std::vector<double> x{-1, 0, 0}, v{1, 0, 0};
  const Told told = tell(balls(x, v, 0, direction), {.until = 2, .step = 0.01, .method = method});
  CHECK(told.run.outcome == "finished");
  CHECK(told.summary["eventCount"] == 2);
  CHECK(told.run.last("v1") == 0);
  CHECK(told.run.last("v2") == 0);
  CHECK(std::abs(told.run.last("v3") - 1) < 1e-15);
  CHECK(std::abs(told.run.last("x3") - 1) < 1e-11);  // radau(3) has more rounding than others
  CHECK(std::abs(told.run.last("energy.events")) < 1e-15);
}

TEST_CASE("as many balls leave a row as come", "[simulate][events][touching]") {
  // 0.1 k - 2 r is not zero in doubles.
  const std::size_t coming = GENERATE(1, 2, 3, 4);
  const bool from_right = GENERATE(false, true);
  const double r = GENERATE(0.0, 0.05, 0.0123);
  CAPTURE(coming, from_right, r);
  std::vector<double> x, v;
  for (std::size_t i = 0; i < 5; ++i) {
    const bool comes = from_right ? i >= 5 - coming : i < coming;
    const double way = from_right ? 1 : -1;
    x.push_back((comes ? way : 0) + 2 * r * double(i) + 0.7);
    v.push_back(comes ? -way : 0);
  }
  const Told told = tell(balls(x, v, r), {.until = 2, .step = 0.01, .method = "gauss(2)"});
  CHECK(told.run.outcome == "finished");
  check_order(told.run, x, v, r, 2);
  CHECK(told.summary["eventCount"] == coming * (5 - coming));
}

TEST_CASE("balls that touch at the start and are driven together collide there",
          "[simulate][events][touching]") {
  const std::string direction = GENERATE("rising", "falling");
  const double r = GENERATE(0.0, 0.05);
  CAPTURE(direction, r);
  const std::vector<double> x{0.3, 0.3 + 2 * r, 0.3 + 4 * r}, v{2, 1, 0};
  const Told told =
      tell(balls(x, v, r, direction), {.until = 1, .step = 0.01, .method = "gauss(2)"});
  CHECK(told.run.outcome == "finished");
  CHECK(told.run.at("v1", 0) == 0);  // the first row shows what follows
  CHECK(told.run.at("v3", 0) == 2);
  check_order(told.run, x, v, r, 1);
  for (const Json& event : told.summary["events"]) CHECK(event["t"] == 0);
  // Driven apart, or along with each other, they do not.
  const std::vector<double> apart{-1, 0.5, 0.5};
  const Told gone =
      tell(balls(x, apart, r, direction), {.until = 1, .step = 0.01, .method = "gauss(2)"});
  CHECK(gone.summary["eventCount"] == 0);
  check_order(gone.run, x, apart, r, 1);
}

TEST_CASE("random rows of balls move like points that pass through each other",
          "[simulate][events][touching]") {
  std::mt19937 random(2027);
  const auto from = [&](int count) { return static_cast<int>(random() % unsigned(count)); };
  for (int k = 0; k < 60; ++k) {
    CAPTURE(k);
    const double r = k % 3 == 0 ? 0 : 0.1;
    std::vector<double> x, v;
    double at = -0.5;
    const int count = 3 + from(5);
    for (int i = 0; i < count; ++i) {
      if (i > 0) at += 2 * r + (from(3) == 0 ? 0.25 * (1 + from(3)) : 0);
      x.push_back(at);
      v.push_back(0.5 * (from(5) - 2));
    }
    const Told told = tell(balls(x, v, r), {.until = 3, .step = 0.037, .method = "gauss(2)"});
    CHECK(told.run.outcome == "finished");
    check_order(told.run, x, v, r, 3);
  }
}

TEST_CASE("balls of other masses and losses never pass through each other",
          "[simulate][events][touching]") {
  // Momentum is kept, each event loses energy, and the order stays.
  const double e = GENERATE(1.0, 0.5, 0.0);
  CAPTURE(e);
  const std::vector<double> x{-1, 0, 0, 0}, v{1, 0, 0, 0}, m{1, 3, 0.5, 2};
  Json model = balls(x, v);
  std::string energy = "0";
  double momentum = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    energy += " + " + Json(m[i] / 2).dump() + "*" + name("v", i) + "^2";
    momentum += m[i] * v[i];
    if (i == 0) continue;
    const std::string a = name("v", i - 1), b = name("v", i), A = Json(m[i - 1]).dump(),
                      B = Json(m[i]).dump(), E = Json(e).dump();
    const std::string sum = "(" + A + "*" + a + " + " + B + "*" + b + ")/(" + A + " + " + B + ")";
    model["events"][name("hit", i - 1)]["do"]["reset"] = {
        {a, sum + " - " + E + "*" + B + "/(" + A + "+" + B + ")*(" + a + "-" + b + ")"},
        {b, sum + " + " + E + "*" + A + "/(" + A + "+" + B + ")*(" + a + "-" + b + ")"}};
  }
  model["kinetic_energy"] = energy;
  const Told told = tell(model, {.until = 3, .step = 0.01, .method = "gauss(2)"});
  CHECK(told.run.outcome == "finished");
  double sum = 0;
  for (std::size_t i = 0; i < 4; ++i) sum += m[i] * told.run.last(name("v", i));
  CHECK(std::abs(sum - momentum) < 1e-13);
  for (std::size_t i = 1; i < 4; ++i) {
    CHECK(told.run.last(name("x", i)) - told.run.last(name("x", i - 1)) > -1e-6);
    CHECK(told.run.last(name("v", i)) - told.run.last(name("v", i - 1)) > -1e-6);
  }
  CHECK(told.run.largest("energy.balance_error") < 1e-13);
  CHECK((e == 1 ? std::abs(told.run.last("energy.events")) < 1e-13
                : told.run.last("energy.events") < -0.1));
}

TEST_CASE("Newton's cradle swings for many periods", "[simulate][events][touching]") {
  // Five pendulums of small motions: outer ones by turns, half a period each.
  Json model = balls({-0.1, 0, 0, 0, 0}, {0, 0, 0, 0, 0});
  model["potential_energy"] = "x1^2/2 + x2^2/2 + x3^2/2 + x4^2/2 + x5^2/2";
  const double until = 8 * M_PI + 0.3;
  const Told told = tell(model, {.until = until, .step = 0.01, .method = "gauss(3)"});
  CHECK(told.run.outcome == "finished");
  CHECK(std::abs(told.run.last("x1") + 0.1 * std::cos(0.3)) < 1e-9);
  for (const char* still : {"x2", "x3", "x4", "x5"}) CHECK(std::abs(told.run.last(still)) < 1e-9);
  const Told other = tell(model, {.until = 7 * M_PI, .step = 0.01, .method = "gauss(3)"});
  CHECK(std::abs(other.run.last("x5") - 0.1) < 1e-9);
}

TEST_CASE("events that drive each other through zero for ever are chatter",
          "[simulate][events][touching]") {
  // A ball between two walls in one place.
  Json model = Json::parse(R"json({"porthos": 1,
    "positions": {"x": -1, "a": 0}, "velocities": {"v": 1, "u": 0},
    "kinematics": {"x": "v", "a": "u"}, "kinetic_energy": "v^2/2 + u^2/2",
    "events": {"start": {"when": "x", "direction": "rising", "do": {"reset": {"u": 1}}},
      "up": {"when": "a", "direction": "rising", "do": {"reset": {"u": "-u"}}},
      "down": {"when": "a", "direction": "falling", "do": {"reset": {"u": "-u"}}}}})json");
  const Told told = tell(model, {.until = 2, .step = 0.01, .method = "gauss(2)"});
  CHECK(told.run.outcome == "chatter");
  CHECK(std::abs(told.run.last("t") - 1) < 1e-12);
  CHECK(told.summary["eventCount"] > 1000);
  // With space between the walls it is none.
  model["events"]["up"]["when"] = "a - 0.1";
  const Told apart = tell(model, {.until = 1.95, .step = 0.01, .method = "gauss(2)"});
  CHECK(apart.run.outcome == "finished");
  CHECK(apart.summary["eventCount"] == 1 + 9);  // at x = 0, and each 0.1 s
}

TEST_CASE("a function at zero that an action leaves at rest, or sends back, does not pass",
          "[simulate][events][touching]") {
  // `kick` acts on u alone, or sends x back to where it came from.
  Json model = Json::parse(R"json({"porthos": 1,
    "positions": {"x": 0, "y": 0}, "velocities": {"v": 0, "u": 0},
    "kinematics": {"x": "v", "y": "u"}, "kinetic_energy": "v^2/2 + u^2/2",
    "events": {"kick": {"when": "t - 0.5", "do": {"reset": {"u": 1}}},
               "floor": {"when": "x", "direction": "falling", "do": {"reset": {"v": "-v"}}}}})json");
  const Options options{.until = 1, .step = 0.1, .method = "gauss(2)"};
  CHECK(tell(model, options).summary["eventCount"] == 1);
  model["events"]["kick"]["do"]["reset"] = {{"v", 2}};
  const Told up = tell(model, options);
  CHECK(up.summary["eventCount"] == 1);
  CHECK(std::abs(up.run.last("x") - 1) < 1e-13);
  model["events"]["kick"]["do"]["reset"] = {{"v", -2}};
  const Told down = tell(model, options);
  CHECK(down.summary["eventCount"] == 2);
  CHECK(std::abs(down.run.last("x") - 1) < 1e-13);
}

TEST_CASE("a piston that time starts hits the ball that it touches",
          "[simulate][events][touching]") {
  // The speed of the piston jumps; the ball leaves with twice of it.
  const std::string method = GENERATE("gauss(2)", "dop853", "discrete-gradient");
  Json model = Json::parse(R"json({"porthos": 1,
    "positions": {"p": 0, "x": 0}, "velocities": {"w": 0, "v": 0},
    "kinematics": {"p": "w", "x": "v"}, "kinetic_energy": "w^2/2 + v^2/2",
    "ports": {"drive": {"flow": "w"}}, "inputs": {"drive": {"flow": "if(t < 0.5, 0, 1)"}},
    "events": {"hit": {"when": "p - x", "direction": "rising",
                       "do": {"reset": {"v": "2*w - v"}}}}})json");
  const Told told = tell(model, {.until = 1, .step = 0.1, .method = method});
  CHECK(told.summary["eventCount"] == 1);
  CHECK(std::abs(told.run.last("v") - 2) < 1e-13);
  CHECK(std::abs(told.run.last("x") - 1) < 1e-12);
  CHECK(std::abs(told.run.last("p") - 0.5) < 1e-12);
}

TEST_CASE("a run that begins with an event goes on bit for bit from a snapshot",
          "[simulate][events][touching]") {
  Json model = balls({0, 0, 0, 1, 1}, {1, 0, 0, 0, 0});
  model["simulation"] = {{"until", 2}, {"step", 0.01}};
  Session whole = open_session(model), resumed = open_session(model);
  static_cast<void>(whole.start("{}"));
  static_cast<void>(whole.advance(30));
  const std::string snapshot = whole.snapshot();
  static_cast<void>(whole.advance(1000));
  static_cast<void>(resumed.start("{}"));
  REQUIRE(resumed.restore(snapshot));
  static_cast<void>(resumed.advance(1000));
  CHECK(Json::parse(whole.summary())["eventCount"] == 4);
  CHECK(whole.snapshot() == resumed.snapshot());
}

}  // namespace porthos::touching_test
