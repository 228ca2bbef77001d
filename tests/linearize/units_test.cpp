// Linear systems in units that differ by many powers of ten, and poses that have none.
#include <catch_amalgamated.hpp>
#include <cmath>

#include "linearize/linear.hpp"

namespace porthos::test::units_test {

namespace {

const Json kRest = {{"at", "equilibrium"}};

bool has_code(const Json& answer, const std::string& code) {
  for (const Json& one : answer["problems"])
    if (one["code"] == code) return true;
  return false;
}

/// Numbers of a text with all digits.
std::string digits(double value) { return "(" + Json(value).dump() + ")"; }

/// A mass m on a spring k and a damper d, and beside it a spring s and a damper c in series, whose
/// common point has no mass. Positions in units L and l, velocities in W and w.
Json relaxing(double L, double l, double W, double w) {
  Json model = Json::parse(R"json({ "porthos": 1, "positions": {}, "velocities": {},
    "dissipation": { "c": {}, "d": {} } })json");
  model["positions"] = {{"x", 0.3 * L}, {"g", 0.1 * l}};
  model["velocities"] = {{"v", 0.2 * W}, {"n", 0}};
  const std::string v = "v/" + digits(W), n = "n/" + digits(w);
  model["kinematics"] = {{"x", digits(L) + "*" + v}, {"g", digits(l) + "*" + n}};
  model["mass"] = {{2.0 / (W * W), 0}, {0, 0}};
  model["potential_energy"] = "3*(x/" + digits(L) + ")^2/2 + 1.2*(g/" + digits(l) + ")^2/2";
  model["dissipation"]["c"] = {{"flow", n + " - " + v}, {"effort", "1.3*(" + n + " - " + v + ")"}};
  model["dissipation"]["d"] = {{"flow", v}, {"effort", "0.01*" + v}};
  return model;
}

}  // namespace

TEST_CASE("a little damping beside a velocity without mass counts in all units", "[linearize]") {
  Eigen::Matrix3d A;  // x, v, g with n = v - s/c g
  A << 0, 1, 0, -1.5, -0.005, -0.6, 0, 1, -1.2 / 1.3;
  const Complexes expected = eigenvalues_of(A);
  for (const double L : {1e-6, 1.0, 1e5})
    for (const double l : {1e-4, 1e3})
      for (const double W : {1e-6, 1.0, 1e4})
        for (const double w : {1e-3, 1e6}) {
          CAPTURE(L, l, W, w);
          const Json answer = linear(relaxing(L, l, W, w), kRest);
          CHECK(distance(eigenvalues(answer), expected) < 1e-9);
          CHECK(answer["stability"]["verdict"] == "asymptotically stable");
        }
}

TEST_CASE("a pose in which constraints become dependent has no linear system", "[linearize]") {
  // At the equilibrium q = 0 the second row is a multiple of the first, beside it not.
  Json model = Json::parse(R"json({ "porthos": 1,
    "positions": { "p": 0.1, "q": 0.2, "r": 0.3 }, "velocities": { "a": 0, "b": 0, "c": 0 },
    "kinematics": { "p": "a", "q": "b", "r": "c" },
    "kinetic_energy": "(a^2 + b^2 + c^2)/2", "potential_energy": "(q^2 + r^2)/2",
    "velocity_constraints": { "one": "a", "two": "2*a + q*c" } })json");
  CHECK(has_code(attempt_linear(model, kRest), "PH207"));
  // Redundant in all poses.
  model["velocity_constraints"]["two"] = "2*(1 + q^2)*a";
  const Json redundant = linear(model, kRest);
  CHECK(distance(eigenvalues(redundant), {{0, 1}, {0, -1}, {0, 1}, {0, -1}}) < 1e-9);
  // A row that vanishes in this pose alone.
  model["velocity_constraints"] = {{"one", "q*a + sin(q)*c"}};
  CHECK(has_code(attempt_linear(model, kRest), "PH207"));
}

TEST_CASE("a rest at infinity is no equilibrium", "[linearize]") {
  // A constant force is balanced by friction that grows with the distance only at speed zero.
  Json model = Json::parse(R"json({ "porthos": 1, "positions": { "x": 0.1 },
    "velocities": { "v": 0.2 }, "kinematics": { "x": "v" }, "kinetic_energy": "v^2/2",
    "potential_energy": "-0.3*x",
    "dissipation": { "d": { "flow": "(1 + x)*v", "effort": "(1 + x)*v" } } })json");
  CHECK(has_code(attempt_linear(model, kRest), "PH205"));
  model["potential_energy"] = "-0.3*x + x^2/2";
  CHECK(linear(model, kRest)["at"]["states"][0]["value"].get<double>() == Catch::Approx(0.3));
}

}  // namespace porthos::test::units_test
