// The ends of slips in space, frictions that share a load, impacts without a collision, and
// frictions that rest during an impact (theory 13), against closed forms.
#include <Eigen/Dense>
#include <algorithm>
#include <catch_amalgamated.hpp>
#include <cmath>
#include <string>

#include "support/set_valued.hpp"

namespace porthos::slip_ends_test {
namespace {

using Catch::Matchers::WithinAbs;
using test::Json;
using test::Run;

Json parsed(const char* text) { return Json::parse(text); }

/// A puck on a slope: v' = -a v/|v| + b e_x, with a = mu g cos(slope) > b = g sin(slope). The sum
/// a |v| + b v_x falls by a^2 - b^2 in a second, so that the puck rests from
/// (a |v_0| + b v_x0)/(a^2 - b^2) on. Its direction turns downhill, ever faster before the end.
Json puck(double a, double b, double vx, double vy) {
  Json model = parsed(R"json({"porthos": 1, "parameters": {"a": 1, "b": 1},
    "positions": {"x": 0, "y": 0}, "velocities": {"vx": 0, "vy": 0},
    "kinematics": {"x": "vx", "y": "vy"}, "kinetic_energy": "(vx^2 + vy^2)/2",
    "potential_energy": "-b*x", "dissipation": {"slope": {"flow": ["vx", "vy"], "dry": "a"}},
    "simulation": {"until": 2, "step": 0.01}})json");
  model["parameters"] = {{"a", a}, {"b", b}};
  model["velocities"] = {{"vx", vx}, {"vy", vy}};
  return model;
}

}  // namespace

TEST_CASE("a slip that turns ever faster ends at the time of the closed form", "[set-valued]") {
  struct Case {
    double a, b, vx, vy;
  };
  for (const Case& one :
       {Case{2, 0.5, 0, 1}, Case{2, 1, -0.5, 1}, Case{3, 2.5, 0.2, -0.6}, Case{2, 0, 0.6, 0.8}})
    for (const auto& options : test::switching_methods()) {
      const Json model = puck(one.a, one.b, one.vx, one.vy);
      const double end =
          (one.a * std::hypot(one.vx, one.vy) + one.b * one.vx) / (one.a * one.a - one.b * one.b);
      INFO(options.method << " a " << one.a << " b " << one.b);
      const auto times = test::switches(model, options);
      REQUIRE(times.count("slope") == 1);
      // The direction has no derivative at the end, so that steps of 0.01 s are of first order
      // there.
      const double error = options.method == "gauss(2)" && one.b > 0 ? 1e-3 : 1e-6;
      CHECK_THAT(times.at("slope").back(), WithinAbs(end, error));
      const Run run = test::simulate(model, options);
      CHECK(std::hypot(run.last("vx"), run.last("vy")) < 1e-14);
      test::check_ledger(run);
    }
}

TEST_CASE("a box on four corners slides when the push passes the friction", "[set-valued]") {
  const Json model = parsed(R"json({"porthos": 1,
    "environment": {"gravity": {"value": [0, 0, -9.81], "unit": "m/s^2"}},
    "components": {
      "box": {"use": "porthos:box", "parameters": {"size": [0.2, 0.2, 0.1], "m": 1},
              "start": {"r": [0, 0, 0.05]}},
      "floor": {"use": "porthos:box-on-plane", "between": {"a": "ground", "b": "box"},
                "parameters": {"size": [0.2, 0.2, 0.1], "friction": 0.3}}},
    "simulation": {"until": 3, "step": 0.01},
    "forces": {"push": {"flow": "box.v.1", "effort": "2*t"}}})json");
  const double begins = 0.3 * 9.81 / 2;
  const Run run = test::simulate(model);
  const test::Column t = run.column("t"), v = run.column("box.v.1");
  for (std::size_t row = 0; row < run.rows(); ++row) {
    const double since = std::max(0.0, t[row] - begins);  // v' = 2 t - mu g
    CHECK_THAT(v[row], WithinAbs(since * since, 1e-9));
  }
  for (const char* other : {"box.v.2", "box.v.3", "box.omega.1", "box.omega.2", "box.omega.3"})
    CHECK(run.largest(other) < 1e-9);
  test::check_ledger(run);
}

TEST_CASE("beyond Painleve's friction a sliding rod stops its foot by an impact", "[set-valued]") {
  Json model = parsed(R"json({"porthos": 1, "parameters": {"mu": 1.35},
    "positions": {"x": 0, "y": 0.8944271909999159, "th": 1.1071487177940904},
    "velocities": {"v": -0.5, "u": 0, "w": 0}, "kinematics": {"x": "v", "y": "u", "th": "w"},
    "kinetic_energy": "(v^2 + u^2)/2 + w^2/6", "potential_energy": "9.81*y",
    "contacts": {"floor": {"gap": "y - sin(th)", "friction": "mu", "slip": "v + sin(th)*w"}},
    "simulation": {"until": 0.2, "step": 0.001}})json");
  // The impulse makes both velocities of the foot zero: G w+ = 0 with the least kinetic energy of
  // the change. It lies within the cone.
  const double s = std::sin(1.1071487177940904), c = std::cos(1.1071487177940904);
  Eigen::Matrix<double, 2, 3> G;
  G << 0, 1, -c, 1, 0, s;
  const Eigen::Vector3d before(-0.5, 0, 0), inverse(1, 1, 3);
  const Eigen::Matrix<double, 3, 2> response = inverse.asDiagonal() * G.transpose();
  const Eigen::Vector2d impulse = -(G * response).inverse() * (G * before);
  REQUIRE(impulse[0] > 0);
  REQUIRE(std::abs(impulse[1]) < 1.35 * impulse[0]);
  const Eigen::Vector3d after = before + response * impulse;
  const Run run = test::simulate(model);
  CHECK_THAT(run.first("v"), WithinAbs(after[0], 1e-9));
  CHECK_THAT(run.first("u"), WithinAbs(after[1], 1e-9));
  CHECK_THAT(run.first("w"), WithinAbs(after[2], 1e-9));
  const Eigen::Vector3d mass = inverse.cwiseInverse();
  const double lost =
      0.5 * (before.dot(mass.cwiseProduct(before)) - after.dot(mass.cwiseProduct(after)));
  CHECK(lost > 0.01);
  CHECK_THAT(run.first("energy.dissipated"), WithinAbs(lost, 1e-9));
  test::check_ledger(run);
  // Below the friction of Painleve, it slides on.
  model["parameters"]["mu"] = 1.3;
  CHECK_THAT(test::simulate(model).first("v"), WithinAbs(-0.5, 1e-12));
}

TEST_CASE("a body that slides on a floor around a rod's pivot stops for good", "[set-valued]") {
  // v' = -mu (g - v^2 h/rho^2): the rod takes weight. v = V tanh(a - b t), s = V/b ln(cosh(a)). At
  // rest the rod, the floor and the friction are redundant, and their smallest forces would slip.
  constexpr double mu = 0.27, g = 9.81, h = 0.4, rho = 0.34, v0 = 0.5;
  const Json model = parsed(R"json({"porthos": 1,
    "positions": {"x": 0.34, "y": 0, "z": 0}, "velocities": {"u": 0, "v": 0.5, "w": 0},
    "kinematics": {"x": "u", "y": "v", "z": "w"},
    "kinetic_energy": "0.4*(u^2 + v^2 + w^2)", "potential_energy": "0.8*9.81*z",
    "position_constraints": {"rod": "sqrt(x^2 + y^2 + (z - 0.4)^2) - sqrt(0.34^2 + 0.4^2)"},
    "contacts": {"floor": {"gap": "z", "friction": 0.27, "slip": ["u", "v"]}},
    "simulation": {"until": 3, "step": 0.001}})json");
  const double V = rho * std::sqrt(g / h), b = mu * std::sqrt(g * h) / rho, a = std::atanh(v0 / V);
  const double angle = V / b * std::log(std::cosh(a)) / rho;
  for (const test::Options& options : test::switching_methods(0.001)) {
    INFO(options.method);
    const Run run = test::attempt(model, options);
    if (options.method == "dop853") {  // the friction aside of its direction is stiff at rest
      CHECK(run.outcome == "unsuited");
      continue;
    }
    CHECK(run.outcome == "finished");
    CHECK_THAT(run.last("x"), WithinAbs(rho * std::cos(angle), 1e-8));
    CHECK_THAT(run.last("y"), WithinAbs(rho * std::sin(angle), 1e-8));
    for (std::size_t row = 0; row < run.rows(); ++row)
      if (run.at("t", row) > a / b + 1e-3)
        REQUIRE(std::hypot(run.at("u", row), run.at("v", row)) < 1e-12);
    CHECK_THAT(run.last("energy.dissipated"), WithinAbs(0.4 * v0 * v0, 1e-12));
    test::check_ledger(run);
  }
}

TEST_CASE("a disc that rolls against a slope keeps its spin about the new contact",
          "[set-valued]") {
  // L = J w + m r v cos(slope) about the new contact, before and after with v = r w; J = m r^2/2.
  constexpr double slope = 0.6, r = 0.2, v = 1;
  Json model = parsed(R"json({"porthos": 1, "parameters": {"r": 0.2, "slope": 0.6},
    "positions": {"x": 0, "y": 0.2, "th": 0}, "velocities": {"u": 1, "v": 0, "w": -5},
    "kinematics": {"x": "u", "y": "v", "th": "w"},
    "kinetic_energy": "(u^2 + v^2)/2 + 0.5*r^2*w^2/2", "potential_energy": "9.81*y",
    "contacts": {
      "floor": {"gap": "y - r", "friction": 0.9, "slip": "-u - r*w"},
      "wall": {"gap": "-sin(slope)*(x - 0.35) + cos(slope)*y - r", "friction": 0.9,
               "slip": "-cos(slope)*u - sin(slope)*v - r*w"}},
    "simulation": {"until": 1, "step": 0.01}})json");
  const double touches = (0.35 + 0.2 * (std::cos(slope) - 1) / std::sin(slope)) / v;
  const double share = (1 + 2 * std::cos(slope)) / 3;
  for (const double step : {0.01, 0.0007}) {
    model["simulation"]["step"] = step;
    model["simulation"]["until"] = touches + 1e-9;
    const Run run = test::simulate(model);
    CHECK_THAT(run.last("w"), WithinAbs(-v / r * share, 1e-7));
    CHECK_THAT(std::hypot(run.last("u"), run.last("v")), WithinAbs(v * share, 1e-7));
    test::check_ledger(run);
  }
}

/// The events of a run as the host gets them.
Json events_of(const Json& model) {
  Session session = test::open_session(model);
  session.start("{}");
  const Json reached = Json::parse(session.advance(1 << 30));
  REQUIRE(reached["outcome"] == "finished");
  return reached["events"];
}

TEST_CASE("a switch tells its law, its modes, and whether it was an impact", "[set-valued]") {
  // A ball bounces once, and then a block stops; the event of the model has no modes.
  const Json events = events_of(parsed(R"json({"porthos": 1,
    "positions": {"y": 1, "x": 0}, "velocities": {"u": 0, "v": 1}, "kinematics": {"y": "u", "x": "v"},
    "kinetic_energy": "(u^2 + v^2)/2", "potential_energy": "9.81*y",
    "contacts": {"floor": {"gap": "y", "restitution": 0.5}},
    "dissipation": {"rail": {"flow": "v", "dry": 2}},
    "events": {"half": {"when": "x - 0.1", "do": "record"}},
    "simulation": {"until": 0.55, "step": 0.01}})json"));
  REQUIRE(events.size() == 3);
  CHECK(events[0]["name"] == "half");
  CHECK_FALSE(events[0].contains("switch"));
  CHECK(events[1]["name"] == "floor");
  CHECK(events[1]["switch"] ==
        Json({{"law", "floor"}, {"from", "open"}, {"to", "open"}, {"impact", true}}));
  CHECK_THAT(events[1]["t"].get<double>(), WithinAbs(std::sqrt(2 / 9.81), 1e-12));
  CHECK(events[2]["switch"] ==
        Json({{"law", "rail"}, {"from", "slips"}, {"to", "sticks"}, {"impact", false}}));
  CHECK_THAT(events[2]["t"].get<double>(), WithinAbs(0.5, 1e-12));
}

TEST_CASE("a switch that changes no mode is not listed", "[set-valued]") {
  // Two frictions share a load: the smaller one is at its bound first.
  const Json events = events_of(parsed(R"json({"porthos": 1, "positions": {"x": 0},
    "velocities": {"v": 0}, "kinematics": {"x": "v"}, "kinetic_energy": "v^2/2",
    "dissipation": {"a": {"flow": "v", "dry": 1}, "b": {"flow": "v", "dry": 2}},
    "forces": {"push": {"flow": "v", "effort": "4*t"}},
    "simulation": {"until": 1, "step": 0.01}})json"));
  for (std::size_t i = 0; i < events.size(); ++i) {
    const Json& change = events[i]["switch"];
    CHECK((change["from"] != change["to"] || change["impact"] == true));
    for (std::size_t k = 0; k < i; ++k) CHECK(events[k] != events[i]);
  }
  REQUIRE_FALSE(events.empty());
  CHECK_THAT(events.back()["t"].get<double>(), WithinAbs(0.75, 1e-12));  // 4 t = 1 + 2
}

}  // namespace porthos::slip_ends_test
