/// Prescribed flows and constraints of velocities in the coordinates of joints. Oracles: the same
/// run in the coordinates of the bodies, and closed forms.
#include <algorithm>
#include <catch_amalgamated.hpp>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "support/environment.hpp"
#include "support/joint_trees.hpp"
#include "support/run.hpp"

namespace tree_velocity_rows_test {
using namespace porthos::test;

namespace {

/// The joints that have a port, by their names, with the port.
std::map<std::string, std::string> ports_of(const Json& model) {
  const std::map<std::string, std::string> kPorts{{"porthos:revolute", "torque"},
                                                  {"porthos:pin", "torque"},
                                                  {"porthos:prismatic", "force"},
                                                  {"porthos:slide", "force"},
                                                  {"porthos:cylindrical", "force"}};
  std::map<std::string, std::string> found;
  for (const auto& [name, component] : model["components"].items())
    if (const auto port = kPorts.find(component["use"]); port != kPorts.end())
      found[name] = name + "." + port->second;
  return found;
}

/// Prescribes the flow of some joints.
void drive(Random& random, Json& model, int one_in) {
  for (const auto& [name, port] : ports_of(model)) {
    if (!random.one_in(one_in)) continue;
    const std::string a = std::to_string(random_number(random)),
                      b = std::to_string(3 + random_number(random)),
                      c = std::to_string(random_number(random));
    model["inputs"][port] = {{"flow", a + "*sin(" + b + "*t) + " + c}};
  }
}

/// Adds a blade that a body cannot move across, or a spin that follows t.
void add_row(Random& random, Json& model) {
  std::vector<std::string> bodies;
  for (const auto& [name, component] : model["components"].items())
    if (name.starts_with("b")) bodies.push_back(name);
  const std::string& body = random.of(bodies);
  const bool is_planar = model["components"][body]["start"]["r"].size() == 2;
  const std::string across =
      is_planar ? "dot(a.R*[0.6, 0.8], a.v + cross(a.omega, a.R*[0.3, -0.2]))"
                : "dot(a.R*[0.6, 0.8, 0], a.v + cross(a.omega, a.R*[0.3, -0.2, 0.1]))";
  const std::string row = random.one_in(2) ? across : across + " - 0.3*cos(4*t)";
  const Json blade = {{"porthos", 1},
                      {"between", {{"a", is_planar ? "planar_frame" : "frame"}}},
                      {"velocity_constraints", {{"edge", row}}}};
  model["components"]["blade"] = {{"model", blade}, {"between", {{"a", body}}}};
}

/// A rod on a hinge about the y axis, from the tail, whose angle follows `speed`.
Json driven_rod(const std::string& speed) {
  return Json::parse(R"json({ "porthos": 1, "components": {
    "rod": { "use": "porthos:rod", "parameters": { "m": 2, "length": 0.6, "radius": 0 } },
    "hinge": { "use": "porthos:revolute", "between": { "a": "ground", "b": "rod.tail" },
      "parameters": { "axis": [0, 1, 0] } } },
    "inputs": { "hinge.torque": { "flow": ")json" +
                     speed + R"json(" } } })json");
}

}  // namespace

TEST_CASE("driven joints and constraints of velocities act in the coordinates of joints",
          "[integrate][joints]") {
  const auto first = static_cast<std::uint32_t>(from_environment("PORTHOS_FIRST_SEED", 1));
  const auto count = static_cast<std::uint32_t>(from_environment("PORTHOS_SEEDS", 60));
  std::uint32_t used = 0;
  for (std::uint32_t seed = first; seed < first + count; ++seed) {
    Random random(seed);
    const int bodies = 1 + random.next(5);
    const bool is_planar = seed % 3 == 0;
    Json model = is_planar ? tree_in_plane(random, bodies) : tree_in_space(random, bodies);
    if (seed % 4 == 0)
      add_closing(random, model,
                  is_planar ? std::vector<std::string>{"pin", "slide"}
                            : std::vector<std::string>{"spherical", "distance"});
    drive(random, model, seed % 5 == 0 ? 1 : 2);
    if (seed % 2 == 0) add_row(random, model);
    INFO("seed " << seed << " " << model.dump());
    const Options options{.until = 0.1, .step = 0.0025, .method = "gauss(4)"};
    const Json found = told_coordinates(model);
    if (found.value("used", "") != "joints") continue;
    if (!found.contains("stepsInBodies")) ++used;
    const Run in_bodies = attempt(with_coordinates("bodies", model), options);
    if (in_bodies.outcome != "finished") continue;  // drives that contradict each other
    const bool is_dependent = std::ranges::any_of(
        in_bodies.problems, [](const Json& problem) { return problem["code"] == "PH202"; });
    compare_coordinates(in_bodies, simulate(with_coordinates("joints", model), options),
                        is_dependent ? 1e-3 : 1e-8);
  }
  CHECK(2 * used > count);
}

TEST_CASE("a run with driven joints goes on bit for bit from a snapshot", "[integrate][joints]") {
  for (const int one_in : {1, 2}) {
    Random random(8);
    Json model = tree_in_space(random, 4);
    drive(random, model, one_in);
    if (one_in > 1) add_row(random, model);
    CHECK(told_coordinates(model)["used"] == "joints");
    CHECK(goes_on_from_snapshot(with_coordinates("joints", model)));
  }
}

TEST_CASE("a driven hinge needs the torque of its closed form", "[integrate][joints]") {
  const double m = 2, l = 0.6, g = 9.81;
  const Run run = simulate(with_coordinates("joints", driven_rod("2*sin(5*t)")),
                           {.until = 1, .step = 0.005, .method = "gauss(3)"});
  for (std::size_t k = 0; k < run.rows(); k += 20) {
    const double t = run.at("t", k), angle = 0.4 * (1 - std::cos(5 * t));
    const double torque = m * l * l / 3 * 10 * std::cos(5 * t) - m * g * l / 2 * std::cos(angle);
    CHECK(std::abs(run.at("hinge.angle", k) - angle) < 1e-10);
    CHECK(std::abs(run.at("hinge.torque.effort", k) - torque) < 1e-9);
  }
  CHECK(run.largest("energy.balance_error") < 1e-13);
}

TEST_CASE("an arm whose joints are all driven takes no step in the coordinates of its bodies",
          "[integrate][joints]") {
  const Json arm = Json::parse(R"json({ "porthos": 1, "components": {
    "link": { "count": 4, "use": "porthos:rod", "parameters": { "length": 0.4 } },
    "base": { "use": "porthos:revolute", "between": { "a": "ground", "b": "link[1].tail" },
      "parameters": { "axis": [0, 0, 1] } },
    "joint": { "for": { "i": [1, 3] }, "use": "porthos:revolute",
      "between": { "a": "link[i].tip", "b": "link[i+1].tail" },
      "parameters": { "axis": [0, 1, 0.3] } } },
    "inputs": { "base.torque": { "flow": "sin(2*t)" }, "joint[1].torque": { "flow": "0.5*t" },
      "joint[2].torque": { "flow": "cos(3*t)" }, "joint[3].torque": { "flow": "-0.7" } } })json");
  CHECK(told_coordinates(arm) == Json{{"used", "joints"}});
  const Options options{.until = 0.5, .step = 0.005, .method = "gauss(4)"};
  compare_coordinates(simulate(with_coordinates("bodies", arm), options),
                      simulate(with_coordinates("joints", arm), options));
  const Run automatic = simulate(arm, options);
  CHECK(automatic.largest("energy.balance_error") < 1e-12);
}

}  // namespace tree_velocity_rows_test
