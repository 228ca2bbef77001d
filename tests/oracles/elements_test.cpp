/// Mechanisms of the library's elements compared with other forms of the same mechanism, and the
/// conserved quantities of each joint.
#include <catch_amalgamated.hpp>
#include <cmath>

#include "support/run.hpp"

namespace elements_test {
using namespace porthos::test;

namespace {

/// The slider-crank as one would write it on a slide, with the masses of the gallery's.
const char* const kSliderCrank = R"json({
  "porthos": 1,
  "name": "Slider-crank",
  "environment": { "gravity": [0, 0] },
  "components": {
    "crank": { "use": "porthos:planar-rod", "parameters": { "length": 0.2, "m": 3.75 },
      "start": { "phi": { "value": 0.5, "fixed": true }, "omega": { "value": 7, "fixed": true } } },
    "rod": { "use": "porthos:planar-rod", "parameters": { "length": 0.5, "m": 0.4 } },
    "slider": { "use": "porthos:planar-body", "parameters": { "m": 0.6 }, "start": { "r": [0.7, 0] } },
    "O": { "use": "porthos:pin", "between": { "a": "ground", "b": "crank.tail" } },
    "A": { "use": "porthos:pin", "between": { "a": "crank.tip", "b": "rod.tail" } },
    "B": { "use": "porthos:pin", "between": { "a": "rod.tip", "b": "slider" } },
    "rail": { "use": "porthos:slide", "between": { "a": "ground", "b": "slider" } }
  },
  "inputs": { "O.torque": "0.1*sin(t)" },
  "simulation": { "until": 10, "step": 0.002, "method": "gauss(4)", "output_every": 50 }
})json";

Json parsed(const char* text) { return Json::parse(text); }

/// Two bodies in space without gravity, joined by one element.
Json pair(const std::string& joint, const Json& parameters) {
  Json model = parsed(R"json({
    "porthos": 1,
    "environment": { "gravity": [0, 0, 0] },
    "components": {
      "one": { "use": "porthos:rigid-body",
        "parameters": { "m": 1, "I": [[0.02, 0, 0], [0, 0.03, 0], [0, 0, 0.04]] },
        "start": { "r": [0, 0, 0], "v": [0.3, -0.1, 0.2], "omega": [1, 2, -1] } },
      "two": { "use": "porthos:rigid-body",
        "parameters": { "m": 2, "I": [[0.05, 0.01, 0], [0.01, 0.06, 0], [0, 0, 0.03]] },
        "start": { "r": [0.5, 0.1, 0], "v": [-0.2, 0.4, 0.1], "omega": [-1, 0.5, 3] } }
    },
    "outputs": {
      "P": "one.frame.v + 2*two.frame.v",
      "L": "cross(one.r, one.v) + 2*cross(two.r, two.v) + rotation(one.q)*momentum(one.omega) + rotation(two.q)*momentum(two.omega)"
    },
    "simulation": { "until": 2, "step": 0.01, "method": "gauss(3)" }
  })json");
  model["components"]["joint"] = {{"use", "porthos:" + joint},
                                  {"between", {{"a", "one"}, {"b", "two"}}},
                                  {"parameters", parameters}};
  return model;
}

}  // namespace

TEST_CASE("a slider-crank of elements moves as the one of the paper", "[oracle][elements]") {
  const Run elements = simulate(parsed(kSliderCrank));
  Json paper = gallery("slider-crank");
  const Run formulas =
      simulate(paper, {.until = 10, .step = 0.002, .method = "gauss(4)", .output_every = 50});
  // Both are converged: gauss(4) with 0.002 s is some 1e-14 a step here.
  CHECK(difference(elements, formulas, "crank.phi", "crank.phi1") < 1e-11);
  CHECK(difference(elements, formulas, "rail.position", "rod.x_B") < 1e-11);
  // Angles of up to 70 rad, of which some are sums: a rounding of 1.4e-14 rad each, at 0.5 m.
  CHECK(elements.largest("gap.position") < 4e-14);
  CHECK(elements.largest("energy.balance_error") < 1e-12);
}

TEST_CASE("a three-body spatial pendulum takes 600 bytes", "[oracle][elements]") {
  const std::string text = R"json({"porthos":1,"components":{
"a":{"use":"porthos:rigid-body","start":{"r":[0.5,0,0]}},
"b":{"use":"porthos:rigid-body","start":{"r":[1.5,0,0]}},
"c":{"use":"porthos:rigid-body","start":{"r":[2.5,0,0],"v":[0,1,0]}},
"A":{"use":"porthos:spherical","between":{"a":"ground","b":"a"},"parameters":{"at_b":[-0.5,0,0]}},
"B":{"use":"porthos:spherical","between":{"a":"a","b":"b"},"parameters":{"at_a":[0.5,0,0],"at_b":[-0.5,0,0]}},
"C":{"use":"porthos:spherical","between":{"a":"b","b":"c"},"parameters":{"at_a":[0.5,0,0],"at_b":[-0.5,0,0]}}}})json";
  CHECK(text.size() <= 600);
  const Run run = simulate(Json::parse(text), {.until = 1, .step = 0.002});
  CHECK(run.largest("energy.balance_error") < 1e-12 * 60);  // some 60 J move
  CHECK(run.largest("gap.position") < 1e-13);
}

TEST_CASE("the six lower pairs and others keep closed, take no power and keep the momenta",
          "[oracle][elements]") {
  const Json arms = {{"at_a", {0.3, 0, 0}}, {"at_b", {-0.2, -0.1, 0}}};
  const std::vector<std::pair<std::string, Json>> joints{
      {"revolute", {{"axis", {0, 1, 1}}}},
      {"prismatic", {{"axis", {1, 0.5, 0}}}},
      {"cylindrical", {{"axis", {0, 0, 1}}}},
      {"spherical", Json::object()},
      {"screw", {{"axis", {0, 0, 1}}, {"pitch", 0.3}}},
      {"planar", {{"axis", {0, 1, 1}}}},
      {"universal", Json::object()},
      {"rigid", Json::object()}};
  for (const auto& [joint, more] : joints) {
    CAPTURE(joint);
    Json parameters = arms;
    parameters.update(more);
    const Run run = simulate(pair(joint, parameters));
    CHECK(run.largest("gap.position") < 1e-12);
    CHECK(run.largest("gap.velocity") < 1e-12);
    CHECK(run.drift("energy.stored") < 1e-12);
    for (const char* column : {"P.1", "P.2", "P.3", "L.1", "L.2", "L.3"})
      CHECK(run.drift(column) < 1e-11);
    CHECK(run.drift("energy.balance_error") < 1e-12);
  }
}

TEST_CASE("spring and damper between points: a mass that hangs", "[oracle][elements]") {
  // m z'' = -k (-z - rest) ... on a line: an oscillator with omega^2 = k/m about rest + m g/k.
  const Run run = simulate(parsed(R"json({ "porthos": 1, "components": {
    "mass": { "use": "porthos:point-mass", "parameters": { "m": 2 }, "start": { "r": [0, 0, -1] } },
    "spring": { "use": "porthos:spring", "between": { "a": "ground", "b": "mass" },
      "parameters": { "k": 50, "rest": 1 } },
    "damper": { "use": "porthos:damper", "between": { "a": "ground", "b": "mass" },
      "parameters": { "c": 2 } } },
    "simulation": { "until": 2, "step": 0.005, "method": "gauss(4)" } })json"));
  const double beta = 2.0 / (2 * 2), w = std::sqrt(50.0 / 2 - beta * beta), sag = 2 * 9.81 / 50;
  double worst = 0;
  for (size_t i = 0; i < run.rows(); ++i) {
    const double t = run.at("t", i);
    const double x =
        sag * (1 - std::exp(-beta * t) * (std::cos(w * t) + beta / w * std::sin(w * t)));
    worst = std::max(worst, std::abs(run.at("mass.r.3", i) + 1 + x));
  }
  CHECK(worst < 1e-11);
  CHECK(run.largest("energy.balance_error") < 1e-12 * 20);
}

TEST_CASE("a chain of N links is an array", "[oracle][elements]") {
  const Json chain = parsed(R"json({ "porthos": 1, "parameters": { "N": 3, "l": 0.3 },
    "components": {
      "link": { "use": "porthos:planar-rod", "count": "N", "parameters": { "length": "l" } },
      "O": { "use": "porthos:pin", "between": { "a": "ground", "b": "link[1].tail" } },
      "hinge": { "for": { "i": [1, "N - 1"] }, "use": "porthos:pin",
        "between": { "a": "link[i].tip", "b": "link[i+1].tail" } } },
    "outputs": { "end": "link[N].tip.r" },
    "simulation": { "until": 0.5, "step": 0.01 } })json");
  const Run three = simulate(chain);
  CHECK(three.has("link[3].phi"));
  CHECK(!three.has("link[4].phi"));
  CHECK(three.has("hinge[2].angle"));
  Json by_hand = parsed(R"json({ "porthos": 1, "components": {
      "a": { "use": "porthos:planar-rod", "parameters": { "length": 0.3 } },
      "b": { "use": "porthos:planar-rod", "parameters": { "length": 0.3 } },
      "c": { "use": "porthos:planar-rod", "parameters": { "length": 0.3 } },
      "O": { "use": "porthos:pin", "between": { "a": "ground", "b": "a.tail" } },
      "A": { "use": "porthos:pin", "between": { "a": "a.tip", "b": "b.tail" } },
      "B": { "use": "porthos:pin", "between": { "a": "b.tip", "b": "c.tail" } } },
    "outputs": { "end": "c.tip.r" },
    "simulation": { "until": 0.5, "step": 0.01 } })json");
  CHECK(difference(three, simulate(by_hand), "end.2") < 1e-12);
  const Run twenty = simulate(chain, {.set = {{"N", 20}}});  // more than are fused
  CHECK(twenty.has("link[20].phi"));
  CHECK(twenty.largest("gap.position") < 1e-12);
  CHECK(twenty.largest("energy.balance_error") < 1e-11);
}

TEST_CASE("a nut turns down its bolt, and a block slides down a slope", "[oracle][elements]") {
  // (m (h/2 pi)^2 + I) phi'' = -m g h/2 pi, I = m radius^2/2.
  const Run nut = simulate(parsed(R"json({ "porthos": 1, "components": {
    "nut": { "use": "porthos:cylinder", "parameters": { "m": 0.5, "radius": 0.05 } },
    "bolt": { "use": "porthos:screw", "between": { "a": "ground", "b": "nut" }, "parameters": { "pitch": 0.2 } } },
    "simulation": { "until": 0.5, "step": 0.005, "method": "gauss(4)" } })json"));
  const double lead = 0.2 / (2 * std::acos(-1.0)), g = 9.81;
  const double turning = -g * lead / (lead * lead + 0.05 * 0.05 / 2);
  CHECK(nut.last("bolt.angle") == Catch::Approx(turning / 8).epsilon(1e-12));  // t^2/2 = 1/8 s^2
  CHECK(nut.last("nut.r.3") == Catch::Approx(lead * turning / 8).epsilon(1e-12));
  CHECK(nut.last("bolt.angle") < -15);  // more than two turns

  // A slope of 1 in 1: half of the fall along and half of it down, whatever the block turns.
  const Run block = simulate(parsed(R"json({ "porthos": 1, "components": {
    "block": { "use": "porthos:box", "start": { "omega": [0, 2, 2] } },
    "slope": { "use": "porthos:planar", "between": { "a": "ground", "b": "block" },
      "parameters": { "axis": [0, 1, 1] } } },
    "simulation": { "until": 1, "step": 0.01, "method": "gauss(2)" } })json"));
  CHECK(block.last("block.r.2") == Catch::Approx(g / 4).epsilon(1e-12));
  CHECK(block.last("block.r.3") == Catch::Approx(-g / 4).epsilon(1e-12));
  CHECK(block.drift("slope.speed") < 1e-12);
  CHECK(block.last("slope.force.3") == Catch::Approx(block.last("slope.force.2")).epsilon(1e-12));
}

}  // namespace elements_test
