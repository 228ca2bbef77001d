/// The same mechanism of planar elements, of spatial ones, whose planar loops are redundant, and by
/// formulas; and forces of joints against closed forms.
#include <catch_amalgamated.hpp>
#include <cmath>

#include "support/run.hpp"

using namespace porthos::test;

namespace {

Json parsed(const char* text) { return Json::parse(text); }

// All forms are converged with these steps; they differ by rounding and what a second makes of it.
const Options kExact{.until = 3, .step = 0.005, .method = "gauss(4)"};

/// The inertia of a slender rod about z; the other two are any that a body may have.
Json rod_inertia(double m, double l) {
  const double I = m * l * l / 12;
  return {{I / 2, 0, 0}, {0, I / 3 + 0.01, 0}, {0, 0, I}};
}

/// A spatial body that stands for a planar rod of the length l with its centre in (x, y), turned
/// by phi about z. What is given of it is kept.
Json spatial_rod(double m, double l, const Json& x, const Json& y, const std::string& phi,
                 bool is_fixed = false) {
  return {{"use", "porthos:rigid-body"},
          {"parameters", {{"m", m}, {"I", rod_inertia(m, l)}}},
          {"start",
           {{"r", {{"value", {x, y, 0}}, {"fixed", is_fixed}}},
            {"q",
             {{"value", {"cos((" + phi + ")/2)", 0, 0, "sin((" + phi + ")/2)"}},
              {"fixed", is_fixed}}}}}};
}

Json joint(const char* use, const char* a, const char* b, const Json& parameters) {
  return {{"use", use}, {"between", {{"a", a}, {"b", b}}}, {"parameters", parameters}};
}

Json revolute(const char* a, const char* b, double at_a, double at_b) {
  return joint("porthos:revolute", a, b, {{"at_a", {at_a, 0, 0}}, {"at_b", {at_b, 0, 0}}});
}

Json in_space(const Json& components) {
  return {
      {"porthos", 1}, {"environment", {{"gravity", {0, -9.81, 0}}}}, {"components", components}};
}

}  // namespace

TEST_CASE("a slider-crank in space, three times redundant, is the planar one",
          "[oracle][elements]") {
  const Run planar =
      simulate(parsed(R"json({ "porthos": 1, "environment": { "gravity": [0, -9.81] },
    "components": {
      "crank": { "use": "porthos:planar-rod", "parameters": { "length": 0.2, "m": 3.75 },
        "start": { "phi": { "value": 0.5, "fixed": true }, "omega": { "value": 7, "fixed": true } } },
      "rod": { "use": "porthos:planar-rod", "parameters": { "length": 0.5, "m": 0.4 } },
      "slider": { "use": "porthos:planar-body", "parameters": { "m": 0.6 }, "start": { "r": [0.7, 0] } },
      "O": { "use": "porthos:pin", "between": { "a": "ground", "b": "crank.tail" } },
      "A": { "use": "porthos:pin", "between": { "a": "crank.tip", "b": "rod.tail" } },
      "B": { "use": "porthos:pin", "between": { "a": "rod.tip", "b": "slider" } },
      "rail": { "use": "porthos:slide", "between": { "a": "ground", "b": "slider" } } } })json"),
               kExact);
  Json crank = spatial_rod(3.75, 0.2, "0.1*cos(0.5)", "0.1*sin(0.5)", "0.5", true);
  crank["start"]["omega"] = {{"value", {0, 0, 7}}, {"fixed", true}};
  const Run spatial = simulate(
      in_space({{"crank", crank},
                {"rod", spatial_rod(0.4, 0.5, 0.42, 0.05, "-0.2")},
                {"slider", spatial_rod(0.6, 1, 0.66, 0, "0")},
                {"O", revolute("ground", "crank", 0, -0.1)},
                {"A", revolute("crank", "rod", 0.1, -0.25)},
                {"B", revolute("rod", "slider", 0.25, 0)},
                {"rail", joint("porthos:prismatic", "ground", "slider", {{"axis", {1, 0, 0}}})}}),
      kExact);
  CHECK(difference(planar, spatial, "rail.position") < 1e-11);
  CHECK(difference(planar, spatial, "crank.omega", "crank.omega.3") < 1e-10);
  CHECK(spatial.largest("gap.position") < 1e-12);
  CHECK(spatial.largest("energy.balance_error") < 1e-11);
}

TEST_CASE("a planar loop of four revolute joints in space is the planar four-bar",
          "[oracle][elements]") {
  const Run planar = simulate(parsed(R"json({ "porthos": 1, "components": {
    "one": { "use": "porthos:planar-rod", "start": { "r": [0, 0.5],
      "phi": { "value": "pi/2", "fixed": true }, "omega": { "value": 1, "fixed": true } } },
    "two": { "use": "porthos:planar-rod", "parameters": { "length": 2 }, "start": { "r": [1, 1.2], "phi": 0.2 } },
    "three": { "use": "porthos:planar-rod", "parameters": { "length": 1.5 }, "start": { "r": [2, 0.7], "phi": "pi/2" } },
    "O": { "use": "porthos:pin", "between": { "a": "ground", "b": "one.tail" } },
    "A": { "use": "porthos:pin", "between": { "a": "one.tip", "b": "two.tail" } },
    "B": { "use": "porthos:pin", "between": { "a": "two.tip", "b": "three.tip" } },
    "C": { "use": "porthos:pin", "between": { "a": "ground", "b": "three.tail" },
      "parameters": { "at_a": [2, 0] } } } })json"),
                              kExact);
  Json one = spatial_rod(1, 1, 0, 0.5, "pi/2", true);
  one["start"]["omega"] = {{"value", {0, 0, 1}}, {"fixed", true}};
  const Run spatial = simulate(in_space({{"one", one},
                                         {"two", spatial_rod(1, 2, 1, 1.2, "0.2")},
                                         {"three", spatial_rod(1, 1.5, 2, 0.7, "pi/2")},
                                         {"O", revolute("ground", "one", 0, -0.5)},
                                         {"A", revolute("one", "two", 0.5, -1)},
                                         {"B", revolute("two", "three", 1, 0.75)},
                                         {"C", revolute("ground", "three", 2, -0.75)}}),
                               kExact);
  CHECK(difference(planar, spatial, "two.r.2") < 1e-11);
  CHECK(difference(planar, spatial, "one.omega", "one.omega.3") < 1e-10);
  CHECK(spatial.largest("gap.position") < 1e-12);
}

TEST_CASE("a double pendulum by formulas, of planar and of spatial elements",
          "[oracle][elements]") {
  const Run formulas = simulate(parsed(R"json({ "porthos": 1,
    "positions": { "x1": 0.5, "y1": 0, "p1": 0, "x2": 1.5, "y2": 0, "p2": 0 },
    "velocities": { "u1": 0, "v1": 0, "w1": 0, "u2": 0, "v2": 0, "w2": 0 },
    "kinematics": { "x1": "u1", "y1": "v1", "p1": "w1", "x2": "u2", "y2": "v2", "p2": "w2" },
    "kinetic_energy": "(u1^2 + v1^2 + u2^2 + v2^2)/2 + (w1^2 + w2^2)/24",
    "potential_energy": "9.81*(y1 + y2)",
    "position_constraints": { "O": ["x1 - cos(p1)/2", "y1 - sin(p1)/2"],
      "A": ["x1 + cos(p1)/2 - x2 + cos(p2)/2", "y1 + sin(p1)/2 - y2 + sin(p2)/2"] } })json"),
                                kExact);
  const Run planar = simulate(parsed(R"json({ "porthos": 1, "components": {
    "one": { "use": "porthos:planar-rod", "start": { "r": [0.5, 0] } },
    "two": { "use": "porthos:planar-rod", "start": { "r": [1.5, 0] } },
    "O": { "use": "porthos:pin", "between": { "a": "ground", "b": "one.tail" } },
    "A": { "use": "porthos:pin", "between": { "a": "one.tip", "b": "two.tail" } } } })json"),
                              kExact);
  const Run spatial = simulate(in_space({{"one", spatial_rod(1, 1, 0.5, 0, "0")},
                                         {"two", spatial_rod(1, 1, 1.5, 0, "0")},
                                         {"O", revolute("ground", "one", 0, -0.5)},
                                         {"A", revolute("one", "two", 0.5, -0.5)}}),
                               kExact);
  CHECK(difference(planar, formulas, "two.phi", "p2") < 1e-10);
  CHECK(difference(planar, spatial, "two.r.1") < 1e-10);
}

TEST_CASE("forces of joints are those of the closed forms", "[oracle][elements]") {
  Json rod = parsed(R"json({ "porthos": 1, "components": {
    "rod": { "use": "porthos:planar-rod", "parameters": { "m": 2 }, "start": { "r": [0, -0.5], "phi": "-pi/2" } },
    "O": { "use": "porthos:pin", "between": { "a": "ground", "b": "rod.tail" } } } })json");
  const Options short_run{.until = 0.1, .step = 0.01, .method = "gauss(4)"};
  const Run hanging = simulate(rod, short_run);
  CHECK(std::abs(hanging.last("O.force.1")) < 1e-12);
  CHECK(hanging.last("O.force.2") == Catch::Approx(2 * 9.81).epsilon(1e-13));
  // Let go from the horizontal it is a quarter of the weight at first.
  rod["components"]["rod"]["start"] = {{"r", {0.5, 0}}};
  const Run released = simulate(rod, short_run);
  CHECK(std::abs(released.first("O.force.1")) < 1e-12);
  CHECK(released.first("O.force.2") == Catch::Approx(2 * 9.81 / 4).epsilon(1e-13));

  // A conical pendulum: w^2 = g/(l cos(theta)), and the rod pulls with m l w^2.
  const Run cone = simulate(parsed(R"json({ "porthos": 1,
    "parameters": { "theta": 0.6, "w": { "formula": "sqrt(9.81/cos(theta))" } },
    "components": {
      "bob": { "use": "porthos:point-mass", "parameters": { "m": 2 },
        "start": { "r": ["sin(theta)", 0, "-cos(theta)"], "v": [0, "w*sin(theta)", 0] } },
      "rod": { "use": "porthos:distance", "between": { "a": "ground", "b": "bob" } } } })json"),
                            kExact);
  const double tension = 2 * 9.81 / std::cos(0.6);
  CHECK(cone.first("rod.tension") == Catch::Approx(tension).epsilon(1e-13));
  CHECK(cone.drift("rod.tension") < 1e-11);
}
