/// Steps in the coordinates of joints. Oracles: the same run in the coordinates of the bodies, and
/// closed forms.
#include <algorithm>
#include <catch_amalgamated.hpp>
#include <cmath>
#include <string>

#include "support/environment.hpp"
#include "support/joint_trees.hpp"
#include "support/mechanisms.hpp"
#include "support/random_model.hpp"
#include "support/run.hpp"

namespace tree_collocation_test {
using namespace porthos::test;
using porthos::Session;

namespace {

Json pendulum() {
  return Json::parse(R"json({ "porthos": 1, "components": {
    "rod": { "use": "porthos:rod", "parameters": { "length": 1, "radius": 0 } },
    "hinge": { "use": "porthos:revolute", "between": { "a": "ground", "b": "rod.tail" },
      "parameters": { "axis": [0, 1, 0] }, "start": { "angle": 0.5 } } } })json");
}

}  // namespace

TEST_CASE("a tree of joints moves in their coordinates as in those of its bodies",
          "[integrate][joints]") {
  const auto first = static_cast<std::uint32_t>(from_environment("PORTHOS_FIRST_SEED", 1));
  const auto count = static_cast<std::uint32_t>(from_environment("PORTHOS_SEEDS", 40));
  for (std::uint32_t seed = first; seed < first + count; ++seed) {
    Random random(seed);
    const int bodies = 1 + random.next(6);
    const Json model =
        seed % 3 == 0 ? tree_in_plane(random, bodies) : tree_in_space(random, bodies);
    INFO("seed " << seed << " " << model.dump());
    const Options options{.until = 0.2, .step = 0.005, .method = "gauss(4)"};
    const Json found = told_coordinates(model);
    if (found.value("because", "") == "bodies that cannot move") continue;
    CHECK(found["used"] == "joints");
    compare_coordinates(simulate(with_coordinates("bodies", model), options),
                        simulate(with_coordinates("joints", model), options));
  }
}

TEST_CASE("loops close in the coordinates of joints as in those of their bodies",
          "[integrate][joints][loops]") {
  std::uint32_t used = 0;
  const auto first = static_cast<std::uint32_t>(from_environment("PORTHOS_FIRST_SEED", 1));
  const auto count = static_cast<std::uint32_t>(from_environment("PORTHOS_SEEDS", 200));
  for (std::uint32_t seed = first; seed < first + count; ++seed) {
    Random random(seed);
    const int bodies = 2 + random.next(4);
    const bool is_planar = seed % 3 == 0, is_redundant = seed % 5 == 0;
    Json model = is_redundant ? parallel_loop(random, 3 + random.next(3))
                 : is_planar  ? tree_in_plane(random, bodies)
                              : tree_in_space(random, bodies);
    const std::vector<std::string> kinds =
        is_planar ? std::vector<std::string>{"pin", "slide"}
                  : std::vector<std::string>{"spherical", "distance", "universal", "distance"};
    if (!is_redundant) add_closing(random, model, kinds);
    if (!is_redundant && seed % 7 == 0) add_closing(random, model, kinds);
    INFO("seed " << seed << " " << model.dump());
    const Options options{.until = 0.1, .step = 0.0025, .method = "gauss(4)"};
    const Json found = told_coordinates(model);
    if (found.value("because", "") == "bodies that cannot move") continue;
    CHECK(found["used"] == "joints");
    if (!found.contains("stepsInBodies")) ++used;
    const Run in_bodies = simulate(with_coordinates("bodies", model), options);
    // Redundant constraints determine only the sums of their forces. Rounding changes each one.
    const bool is_dependent = std::ranges::any_of(
        in_bodies.problems, [](const Json& problem) { return problem["code"] == "PH202"; });
    compare_coordinates(in_bodies, simulate(with_coordinates("joints", model), options),
                        is_dependent ? 1e-3 : 1e-8);
  }
  CHECK(4 * used > 3 * count);
}

TEST_CASE("a tree takes all rows but one of joints with another motion", "[integrate][joints]") {
  const auto with = [](const char* joint) {
    return Json::parse(std::string(R"json({ "porthos": 1, "components": {
      "upper": { "use": "porthos:rod", "parameters": { "length": 0.6, "radius": 0.02 } },
      "lower": { "use": "porthos:rigid-body", "start": { "omega": [1, 2, 0.5] } },
      "hinge": { "use": "porthos:revolute", "between": { "a": "ground", "b": "upper.tail" },
        "parameters": { "axis": [0, 1, 0] }, "start": { "angle": 0.3 } },
      "joint": { "use": "porthos:)json") +
                       joint + R"json(", "between": { "a": "upper.tip", "b": "lower" } } } })json");
  };
  for (const char* joint : {"universal", "screw"}) {
    INFO(joint);
    const Json model = with(joint);
    CHECK(told_coordinates(model) == Json{{"used", "joints"}});
    const Options options{.until = 0.3, .step = 0.005, .method = "gauss(4)"};
    compare_coordinates(simulate(with_coordinates("bodies", model), options),
                        simulate(with_coordinates("joints", model), options));
  }
}

TEST_CASE("a slider-crank of joints in space moves as one in the plane",
          "[integrate][joints][loops]") {
  // Three of its twenty rows are redundant. Its rods have the inertia of those in the plane.
  Json flat = Json::parse(kSliderCrankOfElements), deep = flat;
  const auto rod = [](double length, double m) {
    const double inertia = m * length * length / 12;
    return Json{
        {"use", "porthos:rigid-body"},
        {"parameters", {{"m", m}, {"I", {{inertia, 0, 0}, {0, inertia, 0}, {0, 0, inertia}}}}}};
  };
  deep["environment"]["gravity"] = {0, -9.81, 0};
  deep["components"] = {{"crank", rod(0.2, 3.75)}, {"rod", rod(0.5, 0.4)}, {"slider", rod(1, 0.6)}};
  deep["components"]["slider"]["start"]["r"] = {0.7, 0, 0};
  const auto add = [&](const char* name, const char* kind, const char* a, const char* b,
                       double at_a, double at_b) {
    deep["components"][name] = {
        {"use", std::string("porthos:") + kind},
        {"between", {{"a", a}, {"b", b}}},
        {"parameters", {{"at_a", {at_a, 0, 0}}, {"at_b", {at_b, 0, 0}}, {"axis", {0, 0, 1}}}}};
  };
  add("O", "revolute", "ground", "crank", 0, -0.1);
  deep["components"]["O"]["start"] = {{"angle", 0.5}, {"speed", 7}};
  add("A", "revolute", "crank", "rod", 0.1, -0.25);
  add("B", "revolute", "rod", "slider", 0.25, 0);
  add("rail", "prismatic", "ground", "slider", 0, 0);
  deep["components"]["rail"]["parameters"]["axis"] = {1, 0, 0};
  CHECK(told_coordinates(deep) == Json{{"used", "joints"}});
  const Options options{.until = 1, .step = 0.005, .method = "gauss(4)"};
  const Run in_plane = simulate(flat, options),
            in_space = simulate(with_coordinates("joints", deep), options);
  for (const char* name : {"slider.r.1", "crank.r.2", "rod.r.2"}) {
    INFO(name);
    CHECK(difference(in_plane, in_space, name) < 1e-9);
  }
  CHECK(difference(in_plane, in_space, "crank.omega", "crank.omega.3") < 1e-8);
  CHECK(in_space.largest("energy.balance_error") < 1e-12);
  CHECK(in_space.largest("gap.position") < 1e-12);
}

TEST_CASE("models of the gallery move in the coordinates of joints as in those of their bodies",
          "[integrate][joints][gallery]") {
  int used = 0;
  for (const std::string& name : gallery_names()) {
    INFO(name);
    Json model = gallery(name);
    model["simulation"]["method"] = "gauss(4)";
    const double step = model["simulation"].value("step", 0.01);
    const Options options{.until = 40 * step, .step = step};
    Session session = open_session(with_coordinates("joints", model));
    session.start(Json{{"until", 2 * step}}.dump());
    session.advance(2);
    const Json found = Json::parse(session.summary()).value("coordinates", Json::object());
    if (found.value("used", "") != "joints") continue;
    ++used;
    const Run in_bodies = simulate(with_coordinates("bodies", model), options);
    const bool is_dependent = std::ranges::any_of(
        in_bodies.problems, [](const Json& problem) { return problem["code"] == "PH202"; });
    compare_coordinates(in_bodies, simulate(with_coordinates("joints", model), options),
                        is_dependent ? 1e-3 : 1e-8);
  }
  CHECK(used >= 2);  // most models of the gallery are formulas without bodies
}

TEST_CASE("the coordinates of joints keep the order of the method", "[integrate][joints]") {
  Random random(11);
  const Json model = with_coordinates("joints", tree_in_space(random, 4));
  for (const int stages : {1, 2, 3}) {
    const std::string method = "gauss(" + std::to_string(stages) + ")";
    INFO(method);
    const auto end = [&](double step, const std::string& with) {
      const Run run = simulate(model, {.until = 0.32, .step = step, .method = with});
      return std::pair(run.last("b0.omega.1"), run.last("b3.omega.2"));
    };
    const auto exact = end(0.0025, "gauss(4)");
    const auto error = [&](double step) {
      const auto found = end(step, method);
      return std::hypot(found.first - exact.first, found.second - exact.second);
    };
    const double coarse = error(0.04), fine = error(0.02);
    CHECK(std::log2(coarse / fine) > 2 * stages - 0.5);
  }
}

TEST_CASE("springs, dampers, motors and inputs act on joints in their coordinates",
          "[integrate][joints]") {
  const Json model = Json::parse(R"json({ "porthos": 1, "components": {
    "upper": { "use": "porthos:rod", "parameters": { "length": 0.6 } },
    "lower": { "use": "porthos:rod", "parameters": { "length": 0.5 } },
    "shoulder": { "use": "porthos:revolute", "between": { "a": "ground", "b": "upper.tail" },
      "parameters": { "axis": [0, 1, 0] }, "start": { "angle": 0.4 } },
    "elbow": { "use": "porthos:revolute", "between": { "a": "upper.tip", "b": "lower.tail" },
      "parameters": { "axis": [0, 1, 0.2] }, "start": { "angle": 0.3, "speed": 1 } },
    "spring": { "use": "porthos:spring-damper", "between": { "a": "ground", "b": "lower.tip" },
      "parameters": { "k": 40, "c": 2, "rest": 0.3 } } },
    "inputs": { "shoulder.torque": "sin(3*t)" } })json");
  CHECK(told_coordinates(model)["used"] == "joints");
  const Options options{.until = 0.5, .step = 0.005, .method = "gauss(4)"};
  compare_coordinates(simulate(with_coordinates("bodies", model), options),
                      simulate(with_coordinates("joints", model), options));
}

TEST_CASE("a pendulum in the coordinate of its hinge has the period of its closed form",
          "[integrate][joints]") {
  // A uniform rod: 2/3 of its length is that of the simple pendulum, period 4 sqrt(2l/3g) K.
  Json model = pendulum();
  const double pi = 3.14159265358979323846;
  model["components"]["hinge"]["start"]["angle"] = pi / 2 - 1;  // 1 rad from hanging down
  const double period = 2.139137600559 * std::sqrt(2.0 / 3.0);
  const Run run = simulate(with_coordinates("joints", model),
                           {.until = period, .step = period / 200, .method = "gauss(3)"});
  CHECK(std::abs(run.last("hinge.angle") - (pi / 2 - 1)) < 1e-9);
  CHECK(std::abs(run.last("hinge.speed")) < 1e-8);
}

TEST_CASE("a run that cannot take coordinates of joints says why", "[integrate][joints]") {
  const auto because = [](const char* text) {
    const Json found = told_coordinates(Json::parse(text));
    CHECK(found["used"] == "bodies");
    return found.value("because", "");
  };
  CHECK(because(R"({ "porthos": 1, "positions": { "x": 1 }, "velocities": { "v": 0 },
    "kinematics": { "x": "v" }, "mass": [[1]] })") == "no rigid bodies");
  CHECK(because(R"json({ "porthos": 1, "components": {
    "a": { "use": "porthos:planar-body" }, "b": { "use": "porthos:planar-body" },
    "O": { "use": "porthos:pin", "between": { "a": "a", "b": "b" } } },
    "invariants": { "p": "a.v.1 + b.v.1" } })json") == "declared momenta");
}

TEST_CASE("the automatic choice takes joints where there is a tree and no set-valued law",
          "[integrate][joints]") {
  const auto used = [](Json model, const char* method) {
    Session session = open_session(model);
    session.start(Json{{"until", 0.02}, {"method", method}}.dump());
    session.advance(5);
    return Json::parse(session.summary()).value("coordinates", Json("not told"));
  };
  Json model = pendulum();
  CHECK(used(model, "gauss(2)") == "not told");  // no inertia about the rod
  model["components"]["rod"]["parameters"]["radius"] = 0.02;
  CHECK(used(model, "gauss(2)") == Json{{"used", "joints"}});
  CHECK(used(with_coordinates("automatic", model), "gauss(4)") == Json{{"used", "joints"}});
  CHECK(used(with_coordinates("bodies", model), "gauss(2)") == "not told");
  CHECK(used(model, "dop853") == "not told");
  model["inputs"]["hinge.torque"] = {{"flow", "1"}};
  CHECK(used(model, "gauss(2)") == Json{{"used", "joints"}});
  model.erase("inputs");
  model["components"]["hinge"]["parameters"]["friction"] = 0.1;
  CHECK(used(model, "gauss(2)") == "not told");
  // A body that hangs on two ropes of constant length: no joint has a known motion.
  model["components"]["hinge"] = {{"use", "porthos:distance"},
                                  {"between", {{"a", "ground"}, {"b", "rod.tail"}}}};
  model["components"]["rope"] = {{"use", "porthos:distance"},
                                 {"between", {{"a", "ground"}, {"b", "rod.tip"}}}};
  CHECK(used(model, "gauss(2)") == "not told");
  CHECK(used(with_coordinates("joints", model), "gauss(2)")["used"] == "joints");
  model["components"] = {{"free", {{"use", "porthos:rod"}}}};
  CHECK(used(model, "gauss(2)") == "not told");
}

TEST_CASE("stiff dampers act in the coordinates of joints", "[integrate][joints]") {
  Json model = pendulum();
  model["components"]["hinge"]["parameters"]["at_a"] = {0.2, 0, 0};
  model["components"]["stiff"] = Json::parse(
      R"json({ "use": "porthos:spring-damper", "between": { "a": "ground", "b": "rod.tip" },
        "parameters": { "k": 100, "c": 1e4, "rest": 1 } })json");
  const Options options{.until = 0.2, .step = 0.01};
  const Run bodies = simulate(with_coordinates("bodies", model), options),
            joints = simulate(with_coordinates("joints", model), options);
  CHECK(difference(bodies, joints, "rod.r.1") < 1e-4);
  CHECK(joints.largest("energy.balance_error") < 1e-9);
}

TEST_CASE("an arm at rest takes all its steps in the coordinates of joints",
          "[integrate][joints]") {
  Json components = Json::object();
  for (int i = 0; i < 5; ++i) {
    const std::string name = "rod" + std::to_string(i), before = "rod" + std::to_string(i - 1);
    components[name] = {{"use", "porthos:rod"}, {"parameters", {{"length", 0.3}}}};
    components["hinge" + std::to_string(i)] = {
        {"use", "porthos:revolute"},
        {"between", {{"a", i == 0 ? "ground" : before + ".tip"}, {"b", name + ".tail"}}},
        {"parameters", {{"axis", {0.1 * i, 1, 0}}}},
        {"start", {{"angle", 0.3}}}};
  }
  const Json model = {{"porthos", 1}, {"components", components}};
  CHECK(told_coordinates(model) == Json{{"used", "joints"}});
  const Options options{.until = 0.3, .step = 0.005, .method = "gauss(4)"};
  compare_coordinates(simulate(with_coordinates("bodies", model), options),
                      simulate(with_coordinates("joints", model), options));
}

TEST_CASE("two hinges on one axis share their forces as in the coordinates of the bodies",
          "[integrate][joints]") {
  Json model = pendulum();
  model["components"]["rod"]["parameters"]["radius"] = 0.02;
  model["components"]["second"] = Json::parse(
      R"json({ "use": "porthos:revolute", "between": { "a": "ground", "b": "rod.tail" },
        "parameters": { "axis": [0, 1, 0], "at_a": [0, 0.5, 0], "at_b": [0, 0.5, 0] } })json");
  CHECK(told_coordinates(model)["used"] == "joints");
  const Options options{.until = 0.3, .step = 0.005, .method = "gauss(4)"};
  const Run bodies = simulate(with_coordinates("bodies", model), options),
            joints = simulate(with_coordinates("joints", model), options);
  // Only the sum of the two is determined. Their shares change with the rounding of the pose times
  // the condition of the dependent rows.
  compare_coordinates(bodies, joints, 1e-6);
  for (const char* axis : {".1", ".2", ".3"}) {
    INFO(axis);
    for (std::size_t row = 0; row < bodies.rows(); ++row) {
      const auto sum = [&](const Run& run) {
        return run.at(std::string("hinge.force") + axis, row) +
               run.at(std::string("second.force") + axis, row);
      };
      CHECK_THAT(sum(joints), Catch::Matchers::WithinAbs(sum(bodies), 1e-7));
    }
  }
}

TEST_CASE("contacts, dry friction and events switch in the coordinates of joints",
          "[integrate][joints]") {
  const Json model = Json::parse(R"json({ "porthos": 1, "components": {
    "ball": { "use": "porthos:rigid-body", "start": { "r": [0, 0, 1], "omega": [1, 2, 3] } },
    "arm": { "use": "porthos:planar-rod" },
    "hinge": { "use": "porthos:pin", "between": { "a": "ground", "b": "arm.tail" },
      "parameters": { "friction": 0.5 }, "start": { "angle": 0.3, "rate": 2 } } },
    "contacts": { "floor": { "gap": "ball.r.3 - 0.1", "restitution": 0.7 } },
    "events": { "pass": { "when": "hinge.angle", "do": ["record"] } } })json");
  const Options options{.until = 1, .step = 0.01, .method = "gauss(4)"};
  const Run bodies = simulate(with_coordinates("bodies", model), options),
            joints = simulate(with_coordinates("joints", model), options);
  REQUIRE(bodies.rows() == joints.rows());
  for (const char* name : {"ball.r.3", "ball.omega.1", "arm.phi", "hinge.angle"})
    CHECK(difference(bodies, joints, name) < 1e-9);
  CHECK(joints.largest("energy.balance_error") < 1e-12);
}

TEST_CASE("a run in coordinates of joints goes on bit for bit from a snapshot",
          "[integrate][joints]") {
  Random random(5);
  const Json tree = tree_in_space(random, 5), loop = parallel_loop(random, 4);
  CHECK(goes_on_from_snapshot(with_coordinates("joints", tree)));
  CHECK(goes_on_from_snapshot(with_coordinates("joints", loop)));
}

TEST_CASE("coordinates of another name are refused", "[integrate][joints]") {
  const Json problems = problems_of(with_coordinates("angles", pendulum()));
  REQUIRE(problems.size() == 1);
  CHECK(problems[0]["code"] == "PH104");
  CHECK(problems[0]["where"] == "/simulation/coordinates");
}

}  // namespace tree_collocation_test
