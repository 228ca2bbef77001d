/// Verdicts that need conserved momenta, or the energy of a model with heat.
#include <cmath>

#include "linear.hpp"

namespace momenta_test {
using namespace porthos::test;

namespace {

std::string verdict(const Json& answer) { return answer["stability"]["verdict"]; }

double value(const Json& answer, const std::string& state) {
  for (const Json& one : answer["at"]["states"])
    if (one["name"] == state) return one["value"];
  FAIL("no state " << state);
  return NAN;
}

/// A charge in the plane, at rest in a magnetic field across it.
Json charge(const std::string& field) {
  Json model = Json::parse(R"json({"porthos": 1, "positions": {"x": 0.1, "y": 0},
    "velocities": {"u": 0, "v": 0}, "kinematics": {"x": "u", "y": "v"},
    "kinetic_energy": "(u^2 + v^2)/4"})json");
  model["gyroscopic"] =
      Json::array({Json::array({"0", field}), Json::array({"-(" + field + ")", "0"})});
  return model;
}

/// A particle of mass 1 in the potential -1/r^n, on the circle r = 1.3.
Json orbit(int n) {
  const double r = 1.3, rate = std::sqrt(n / std::pow(r, n + 2));
  Json model = Json::parse(R"json({"porthos": 1, "positions": {"r": 1.3, "phi": 0},
    "kinematics": {"r": "v", "phi": "rate"}, "kinetic_energy": "(v^2 + r^2*rate^2)/2"})json");
  model["velocities"] = {{"v", 0}, {"rate", rate}};
  model["potential_energy"] = "-1/r^" + std::to_string(n);
  return model;
}

}  // namespace

TEST_CASE("a magnetic field bounds the place of a charge, where it is uniform",
          "[linearize][verdict]") {
  // It circles: m u + B y and m v - B x stay, and u, v are bounded by the energy.
  const Json held = linear(charge("2"));
  CHECK(verdict(held) == "stable");
  CHECK(held["stability"]["free"].empty());
  // In a field that grows along x, the circles drift along y.
  const Json drifting = linear(charge("2 + x"));
  CHECK(verdict(drifting) == "neutral");
  CHECK(drifting["stability"]["free"] == Json::array({"y"}));
  // Without a field it flies away.
  CHECK(verdict(linear(charge("0"))) == "neutral");
}

TEST_CASE("circular orbits are stable in 1/r and unstable in 1/r^3", "[linearize][verdict]") {
  const Json steady{{"at", "steady"}};
  // The effective potential p^2/(2 r^2) - 1/r^n has a minimum for n < 2.
  const Json kepler = linear(orbit(1), steady);
  CHECK(verdict(kepler) == "stable");
  CHECK(kepler["stability"]["free"] == Json::array({"phi"}));
  CHECK(verdict(linear(orbit(3), steady)) == "unstable");
  // For n = 2 the radius drifts: the effective potential is flat.
  CHECK(verdict(linear(orbit(2), steady)) == "undecided");
  // Friction along the circle takes the momentum: no steady motion is left.
  Json slowed = orbit(1);
  slowed["dissipation"] = {{"rate", "0.1*rate"}};
  CHECK(verdict(linear(slowed)) == "undecided");
}

TEST_CASE("a conical pendulum is stable apart from its angle", "[linearize][verdict]") {
  const Json model = Json::parse(R"json({"porthos": 1,
    "positions": {"theta": 0.6, "psi": 0}, "velocities": {"a": 0, "b": 3.45},
    "kinematics": {"theta": "a", "psi": "b"},
    "kinetic_energy": "(a^2 + sin(theta)^2*b^2)/2", "potential_energy": "-9.81*cos(theta)"})json");
  const Json answer = linear(model, {{"at", "steady"}});
  CHECK(verdict(answer) == "stable");
  CHECK(answer["stability"]["free"] == Json::array({"psi"}));
}

TEST_CASE("a free body at rest is neutral, whatever its inertia", "[linearize][verdict]") {
  for (const auto& [a, b, c] : {std::array{0.1, 0.2, 0.3}, std::array{1., 1., 1.},
                                std::array{0.02, 0.05, 0.06}, std::array{7., 7., 3.}}) {
    Json model = Json::parse(R"json({"porthos": 1, "environment": {"gravity": [0, 0, 0]},
      "components": {"b": {"use": "porthos:rigid-body"}}})json");
    model["components"]["b"]["parameters"]["I"] = {{a, 0, 0}, {0, b, 0}, {0, 0, c}};
    CAPTURE(a, b, c);
    CHECK(verdict(linear(model)) == "neutral");
  }
}

TEST_CASE("heat that no motion takes away stays in the equilibrium", "[linearize]") {
  Json model = Json::parse(R"json({"porthos": 1, "components": {
    "a": {"use": "porthos:heat-capacity", "parameters": {"start_temperature": 300}},
    "b": {"use": "porthos:heat-capacity", "parameters": {"start_temperature": 350}},
    "k": {"use": "porthos:heat-conductor", "between": {"a": "a", "b": "b"}}}})json");
  const Json closed = linear(model, {{"at", "equilibrium"}});
  // T = T0 exp(s/C), and the temperatures of equal capacities meet in the middle.
  CHECK(std::abs(300 * std::exp(value(closed, "a.s")) - 325) < 1e-9);
  CHECK(std::abs(350 * std::exp(value(closed, "b.s")) - 325) < 1e-9);
  CHECK(verdict(closed) == "stable");
  // A reservoir takes heat, and both have its temperature.
  model["components"]["room"] = {{"use", "porthos:thermal-reservoir"},
                                 {"parameters", {{"ambient_temperature", 280}}}};
  model["components"]["leak"] = {{"use", "porthos:heat-conductor"},
                                 {"between", {{"a", "b"}, {"b", "room"}}}};
  const Json open = linear(model, {{"at", "equilibrium"}});
  CHECK(std::abs(300 * std::exp(value(open, "a.s")) - 280) < 1e-9);
  CHECK(verdict(open) == "stable");
}

TEST_CASE("a search for a steady motion that ends at rest says so", "[linearize]") {
  // It spins about an axis that is no principal one: no motion nearby is steady in body axes.
  Json model = gallery("dzhanibekov");
  const Json moving = linear(model, {{"at", "steady"}});
  CHECK(moving["at"]["motion"] == "rest");
  REQUIRE(moving["problems"].size() == 1);
  CHECK(moving["problems"][0]["found"] == "a state of rest, although the start moves");
  CHECK(linear(model, {{"at", "equilibrium"}})["problems"].empty());
}

TEST_CASE("the largest change of a charge in a mode is 1, however small the capacitor",
          "[linearize]") {
  for (const double C : {1e-3, 1e-9, 1e-12}) {
    Json model = Json::parse(R"json({"porthos": 1, "components": {"p": {"use": "porthos:node"},
      "R": {"use": "porthos:resistor", "between": {"a": "p", "b": "ground"}},
      "C": {"use": "porthos:capacitor", "between": {"a": "p", "b": "ground"}}}})json");
    model["components"]["C"]["parameters"]["C"] = C;
    model["components"]["R"]["parameters"]["R"] = 1 / C;
    const Json answer = linear(model);
    CAPTURE(C, answer.dump());
    REQUIRE(answer["modes"].size() == 1);
    CHECK(std::abs(answer["modes"][0]["shape"]["re"][0].get<double>()) == 1);
  }
}

}  // namespace momenta_test
