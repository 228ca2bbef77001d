/// Mechanisms of elements compared with the paper's forms and joint coordinates: length of the text
/// and computing time are within their limits.
#include <algorithm>
#include <catch_amalgamated.hpp>
#include <cmath>
#include <ctime>

#include "simulate/session.hpp"
#include "support/mechanisms.hpp"
#include "support/run.hpp"

namespace element_proofs_test {
using namespace porthos::test;

namespace {

Json parsed(const char* text) { return Json::parse(text); }

const char* const kChain = R"json({
  "porthos": 1,
  "parameters": { "N": 6, "l": { "value": 0.3, "unit": "m" } },
  "components": {
    "link": { "use": "porthos:planar-rod", "count": "N", "parameters": { "length": "l" } },
    "O": { "use": "porthos:pin", "between": { "a": "ground", "b": "link[1].tail" } },
    "hinge": {
      "for": { "i": [1, "N - 1"] },
      "use": "porthos:pin",
      "between": { "a": "link[i].tip", "b": "link[i+1].tail" }
    }
  }
})json";

std::ptrdiff_t lines(const std::string& text) {
  return 1 + std::count(text.begin(), text.end(), '\n');
}

/// Rods of 1 m and 1 kg that hang on each other, as components with ports.
Json chain_of_components(int n) {
  Json rod = parsed(R"json({ "porthos": 1, "parameters": { "x_0": 0.5 },
    "positions": { "x": { "start": "x_0" }, "y": 0, "phi": 0 },
    "velocities": { "v_x": 0, "v_y": 0, "omega": 0 },
    "kinematics": { "x": "v_x", "y": "v_y", "phi": "omega" },
    "mass": [[1, 0, 0], [0, 1, 0], [0, 0, "1/12"]], "potential_energy": "9.81*y",
    "ports": {
      "A": { "flow": ["v_x + sin(phi)*omega/2", "v_y - cos(phi)*omega/2"],
             "position": ["x - cos(phi)/2", "y - sin(phi)/2"] },
      "B": { "flow": ["v_x - sin(phi)*omega/2", "v_y + cos(phi)*omega/2"],
             "position": ["x + cos(phi)/2", "y + sin(phi)/2"] } } })json");
  Json pinned = rod;
  pinned["position_constraints"]["pin"] = {"x - cos(phi)/2", "y - sin(phi)/2"};
  Json model = {{"porthos", 1}, {"files", {{"rod", rod}, {"pinned", pinned}}}};
  for (int i = 0; i < n; ++i) {
    const std::string name = "rod" + std::to_string(i);
    model["components"][name] = {{"use", i == 0 ? "pinned" : "rod"},
                                 {"parameters", {{"x_0", i + 0.5}}}};
    if (i > 0)
      model["connections"]["joint" + std::to_string(i)] = {"rod" + std::to_string(i - 1) + ".B",
                                                           name + ".A"};
  }
  return model;
}

Json chain_of_elements(int n) {
  Json model = parsed(kChain);
  model["parameters"]["N"] = n;
  model["parameters"]["l"] = 1;
  model["components"]["link"].erase("count");
  model["components"]["link"]["for"] = {{"i", {1, "N"}}};
  model["components"]["link"]["start"] = {{"r", {"i - 0.5", 0}}};
  return model;
}

struct Cost {
  double load = 1e9, steps = 1e9;  // s of CPU

  /// The smaller of the old and the new value.
  void measure(Json model, int count) {
    const Json files = model.value("files", Json::object());
    model.erase("files");
    Json texts = Json::object();
    for (const auto& [name, file] : files.items()) texts[name] = file.dump();
    const auto now = [] { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; };
    const double begin = now();
    porthos::Session session(model.dump(), texts.dump());
    load = std::min(load, now() - begin);
    session.start(R"({ "step": 0.001, "until": 1000, "outputEvery": 1000000 })");
    session.advance(5);
    const double from = now();
    session.advance(count);
    steps = std::min(steps, now() - from);
  }
};

}  // namespace

TEST_CASE("a slider-crank is 30 lines, a chain 20", "[elements]") {
  CHECK(lines(kSliderCrankOfElements) <= 30);
  CHECK(lines(kChain) <= 20);
  CHECK(simulate(parsed(kChain), {.until = 0.1, .step = 0.01}).has("link[6].phi"));
}

TEST_CASE("a gyroscope of two rings and a disc on hinges is the paper's",
          "[oracle][elements][long]") {
  const Options options{.until = 2, .step = 0.002, .method = "gauss(4)"};
  const Run paper = simulate(gallery("gyroscope-euler"), options);
  Json model = parsed(R"json({ "porthos": 1, "environment": { "gravity": [0, 0, 0] },
    "components": {
      "outer": { "use": "porthos:rigid-body", "parameters": { "m": 0, "I": [[0, 0, 0], [0, 0, 0], [0, 0, 0]] } },
      "inner": { "use": "porthos:rigid-body", "parameters": { "m": 0, "I": [[0, 0, 0], [0, 0, 0], [0, 0, 0]] } },
      "disc": { "use": "porthos:rigid-body",
        "parameters": { "m": 2, "I": [[0.01, 0, 0], [0, "2/12*(0.03 + 0.0004)", 0], [0, 0, "2/12*(0.03 + 0.0004)"]] } },
      "base": { "use": "porthos:revolute", "between": { "a": "ground", "b": "outer" } },
      "gimbal": { "use": "porthos:revolute", "between": { "a": "outer", "b": "inner" }, "parameters": { "axis": [0, 1, 0] },
        "start": { "angle": 0.4 } },
      "axle": { "use": "porthos:revolute", "between": { "a": "inner", "b": "disc" }, "parameters": { "axis": [1, 0, 0] } } },
    "inputs": { "gimbal.torque": 0.03 } })json");
  model["components"]["disc"]["start"]["omega"] = {paper.first("omega_x"), paper.first("omega_y"),
                                                   paper.first("omega_z")};
  const Run run = simulate(model, options);
  CHECK(difference(run, paper, "gimbal.angle", "beta") < 1e-10);
  CHECK(difference(run, paper, "base.angle", "gamma") < 1e-10);
  CHECK(difference(run, paper, "axle.angle", "alpha") < 1e-9);  // of 24 rad
  CHECK(run.largest("gap.position") < 1e-12);
}

// Measurements, which a busy machine spoils: `porthos_tests [cost]` runs them, the suite does not.
TEST_CASE("chains of elements load and run as fast as chains of components", "[.][cost]") {
  Cost elements, components;
  for (int k = 0; k < 3; ++k) {
    components.measure(chain_of_components(1000), 5);
    elements.measure(chain_of_elements(1000), 5);
  }
  CAPTURE(elements.load, components.load, elements.steps, components.steps);
  CHECK(elements.load < 1.5 * components.load);  // 0.6
  CHECK(elements.steps < components.steps);      // 0.4
}

TEST_CASE("a step of a slider-crank of elements is a step of one by hand", "[.][cost]") {
  Cost elements, by_hand;
  for (int k = 0; k < 7; ++k) {
    by_hand.measure(parsed(kSliderCrankByHand), 1000);
    elements.measure(parsed(kSliderCrankOfElements), 1000);
  }
  CAPTURE(elements.steps, by_hand.steps);
  CHECK(elements.steps < 1.5 * by_hand.steps);  // 1.2
}

}  // namespace element_proofs_test
