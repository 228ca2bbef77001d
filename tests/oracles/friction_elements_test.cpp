/// Dry friction, clutches and stops of the library against closed forms.
#include <catch_amalgamated.hpp>
#include <cmath>
#include <numbers>

#include "support/run.hpp"
#include "support/set_valued.hpp"

namespace porthos::friction_elements_test {
namespace {

using namespace test;
using Catch::Matchers::WithinAbs;
constexpr double g = 9.81, pi = std::numbers::pi;

Json rotor(double I, const Json& start = {}) { return use("rotor", {}, {{"I", I}}, start); }
Json mass(double m, const Json& start) { return use("point-mass", {}, {{"m", m}}, start); }

Json on_slope(Json components, const char* joint, bool is_planar, const Json& parameters) {
  components["joint"] = use(joint, between("ground", "body"), parameters);
  const double s = g * std::sin(0.5), c = -g * std::cos(0.5);
  return with_gravity(model_of(components, 1), is_planar ? Json{s, c} : Json{s, 0, c});
}

}  // namespace

TEST_CASE("an oscillator with dry friction of elements stops for good",
          "[oracle][elements][set-valued]") {
  const Json turns = model_of(
      {{"rotor", rotor(1, {{"phi", 0.32}})},
       {"spring", use("torsion-spring-damper", between("ground", "rotor"), {{"k", 100}})},
       {"friction", use("torsion-dry-friction", between("ground", "rotor"), {{"torque", 5}})}},
      2);
  const Json slides = with_gravity(
      model_of({{"mass", mass(1, {{"r", {1.32, 0, 0}}})},
                {"spring", use("spring", between("ground", "mass"), {{"k", 100}, {"rest", 1}})},
                {"friction", use("dry-friction", between("ground", "mass"), {{"friction", 5}})}},
               2),
      {0, 0, 0});
  for (const Options& options : switching_methods(0.001)) {
    INFO(options.method);
    for (const Json& model : {turns, slides}) {
      const auto times = switches(model, options)["friction.friction"];
      REQUIRE(times.size() == 3);
      for (std::size_t k = 0; k < 3; ++k)  // the phase error of gauss(2) is below 1e-9 s
        CHECK_THAT(times[k], WithinAbs(static_cast<double>(k + 1) * pi / 10, 1e-9));
    }
    const Run turned = test::simulate(turns, options), slid = test::simulate(slides, options);
    CHECK_THAT(turned.last("rotor.phi"), WithinAbs(-0.02, 1e-9));
    CHECK_THAT(slid.last("mass.r.1"), WithinAbs(0.98, 1e-9));
    CHECK_THAT(turned.at("friction.force", 10), WithinAbs(5, 1e-12));  // it turns back
    CHECK_THAT(turned.last("friction.force"), WithinAbs(-2, 1e-7));    // and is held
    for (const Run& run : {turned, slid}) {
      CHECK_THAT(run.last("energy.dissipated"), WithinAbs(5.1, 1e-9));
      check_ledger(run);
    }
  }
}

TEST_CASE("a puck slides straight until it stops", "[oracle][elements][set-valued]") {
  const Json model = with_gravity(
      model_of({{"puck", use("planar-body", {}, {}, {{"v", {3, 4}}})},
                {"table", use("sliding-friction", between("ground", "puck"), {{"friction", 2}})}},
               4),
      {0, 0});
  for (const Options& options : switching_methods()) {
    INFO(options.method);
    const auto times = switches(model, options)["table.friction"];
    REQUIRE(times.size() == 1);
    CHECK_THAT(times[0], WithinAbs(2.5, 1e-9));
    const Run run = test::simulate(model, options);
    CHECK_THAT(run.last("puck.r.1"), WithinAbs(0.6 * 25 / 4, 1e-9));
    CHECK_THAT(run.at("table.force.2", 2), WithinAbs(-2 * 0.8, 1e-12));
    check_ledger(run);
  }
}

TEST_CASE("a clutch brings two rotors to one speed", "[oracle][elements][set-valued]") {
  const Json model = model_of({{"engine", rotor(1, {{"omega", 100}})},
                               {"load", rotor(3)},
                               {"clutch", use("clutch", between("engine", "load"))}},
                              5, {{"clutch.press", "if(t < 1, 0, 500)"}});
  const double torque = 0.3 * 500 * 0.1 * 2;
  for (const Options& options : switching_methods()) {
    INFO(options.method);
    const auto times = switches(model, options)["clutch.faces"];
    REQUIRE(!times.empty());
    CHECK_THAT(times.back(), WithinAbs(1 + 100 / (torque * (1 + 1.0 / 3)), 1e-9));
    const Run run = test::simulate(model, options);
    CHECK_THAT(run.at("clutch.torque", 200), WithinAbs(torque, 1e-9));
    CHECK_THAT(run.last("engine.omega"), WithinAbs(25, 1e-9));
    CHECK_THAT(run.last("load.omega"), WithinAbs(25, 1e-9));
    CHECK_THAT(run.last("energy.dissipated"), WithinAbs(0.5 * 0.75 * 1e4, 1e-7));
    check_ledger(run);
  }
}

TEST_CASE("a disc brake heats its disc by the energy of the wheel",
          "[oracle][elements][set-valued]") {
  const Json sides = {{"a", "ground"}, {"b", "wheel"}, {"body", "disc"}};
  const Json model =
      model_of({{"wheel", rotor(1, {{"omega", 100}})},
                {"disc", use("heat-capacity", {}, {{"C", 200}, {"start_temperature", 300}})},
                {"brake", use("brake-disc", sides, {{"force", 300}})}},
               6);
  for (const Options& options : switching_methods()) {
    INFO(options.method);
    const auto times = switches(model, options)["brake.faces"];
    REQUIRE(times.size() == 1);
    CHECK_THAT(times[0], WithinAbs(100 / (0.4 * 300 * 0.1 * 2), 1e-8));
    const Run run = test::simulate(model, options);
    CHECK_THAT(run.last("disc.temperature"), WithinAbs(300 + 5000.0 / 200, 1e-8));
    CHECK(run.largest("energy.balance_error") < 1e-12 * 1e5);
  }
}

TEST_CASE("a belt turns as a gear until it slips", "[oracle][elements][set-valued]") {
  const auto driven = [](const char* torque) {
    return model_of(
        {{"motor", rotor(0.01)},
         {"wheel", rotor(1)},
         {"belt", use("belt", between("motor", "wheel"), {{"radius_a", 0.05}, {"radius_b", 0.2}})}},
        1, {{"motor.torque", torque}});
  };
  const double most = 2 * 100 * std::tanh(0.3 * pi / 2);  // Euler and Eytelwein
  for (const Options& options : switching_methods()) {
    INFO(options.method);
    const Run sticks = test::simulate(driven("4"), options),
              slips = test::simulate(driven("10"), options);
    CHECK_THAT(sticks.last("wheel.omega"), WithinAbs(4 * 4 / (1 + 0.01 * 16), 1e-10));
    CHECK(sticks.last("mode.belt.belt") == kSticks);
    CHECK_THAT(slips.last("wheel.omega"), WithinAbs(0.2 * most, 1e-10));
    CHECK(slips.last("mode.belt.belt") == kSlips);
    check_ledger(slips);
  }
}

TEST_CASE("a ratchet lets a wheel turn forwards", "[oracle][elements][set-valued]") {
  const Json model =
      model_of({{"wheel", rotor(1)}, {"pawl", use("ratchet", between("ground", "wheel"))}}, 12,
               {{"wheel.torque", "cos(t)"}});
  // sin(t) until it is held at pi, from 3/2 pi on sin(t) + 1 until 7/2 pi.
  for (const Options& options : switching_methods()) {
    INFO(options.method);
    const Run run = test::simulate(model, options);
    for (std::size_t row = 0; row < run.rows(); ++row) {
      const double t = run.at("t", row);
      const double w = t < pi         ? std::sin(t)
                       : t < 1.5 * pi ? 0
                       : t < 3.5 * pi ? std::sin(t) + 1
                                      : std::sin(t) + 1;
      REQUIRE_THAT(run.at("wheel.omega", row), WithinAbs(w, 1e-8));
      if (t > 3.2 && t < 4.7)
        REQUIRE_THAT(run.at("pawl.torque", row), WithinAbs(-std::cos(t), 1e-9));
    }
    check_ledger(run);
  }
}

TEST_CASE("stops reflect with their restitution", "[oracle][elements][set-valued]") {
  const Json loose = {{"restitution", 0.5}};
  const Json turns = model_of(
      {{"body", rotor(1, {{"omega", 1}})}, {"stop", use("stop", between("ground", "body"), loose)}},
      8);
  const Json slides = model_of({{"body", use("planar-body", {}, {}, {{"v", {1, 0}}})},
                                {"rail", use("slide", between("ground", "body"))},
                                {"stop", use("slide-stop", between("ground", "body"), loose)}},
                               8);
  for (const Options& options : switching_methods(0.1))
    for (const Json& model : {turns, slides}) {
      INFO(options.method);
      auto times = switches(model, options);
      CHECK_THAT(times["stop.upper"].at(0), WithinAbs(1, 1e-12));
      CHECK_THAT(times["stop.lower"].at(0), WithinAbs(1 + 2 / 0.5, 1e-12));
      const Run run = test::simulate(model, options);
      CHECK_THAT(run.last("energy.kinetic"), WithinAbs(std::pow(0.25, 2) / 2, 1e-12));
      check_ledger(run);
    }
  const Json along = {{"axis", {0, 0, 1}}};
  const Json falls = model_of({{"body", use("box")},
                               {"rail", use("prismatic", between("ground", "body"), along)},
                               {"stop", use("prismatic-stop", between("ground", "body"),
                                            {{"axis", {0, 0, 1}}, {"restitution", 0.5}})}},
                              3);
  for (const Options& options : switching_methods()) {
    INFO(options.method);
    const auto times = switches(falls, options)["stop.lower"];
    CHECK_THAT(times.at(0), WithinAbs(std::sqrt(2 / g), 1e-10));
    CHECK_THAT(times.back(), WithinAbs(std::sqrt(2 / g) * 3, 1e-6));  // the end of the series
    CHECK_THAT(test::simulate(falls, options).last("stop.force"), WithinAbs(g, 1e-9));
  }
}

TEST_CASE("a gear with play hits after the play", "[oracle][elements][set-valued]") {
  const Json model = model_of({{"motor", rotor(0.1, {{"omega", 1}})},
                               {"load", rotor(1)},
                               {"gear", use("backlash", between("motor", "load"), {{"n", 2}})}},
                              1);
  for (const Options& options : switching_methods()) {
    INFO(options.method);
    CHECK_THAT(switches(model, options)["gear.upper"].at(0), WithinAbs(0.05, 1e-12));
    const Run run = test::simulate(model, options);
    CHECK_THAT(run.last("motor.omega"), WithinAbs(0.1 / (0.1 + 1.0 / 4), 1e-12));
    CHECK_THAT(run.last("load.omega"), WithinAbs(0.05 / (0.1 + 1.0 / 4), 1e-12));
    check_ledger(run);
  }
}

TEST_CASE("a wheel on the ground skids until it rolls", "[oracle][elements][set-valued]") {
  const Json model =
      with_gravity(model_of({{"body", use("planar-body", {}, {{"m", 2}}, {{"v", {2, 0}}})},
                             {"wheel", use("wheel-on-ground", {{"a", "body"}},
                                           {{"I", 0.005}, {"load", 20}, {"friction", 0.5}})}},
                            1),
                   {0, 0});
  const double rolls = 2 / (10 * (1.0 / 2 + 0.01 / 0.005));
  for (const Options& options : switching_methods()) {
    INFO(options.method);
    CHECK_THAT(switches(model, options)["wheel.tyre"].at(0), WithinAbs(rolls, 1e-9));
    const Run run = test::simulate(model, options);
    CHECK_THAT(run.last("body.v.1"), WithinAbs(2 - 10.0 / 2 * rolls, 1e-9));
    CHECK(run.last("mode.wheel.tyre") == kSticks);
    check_ledger(run);
  }
}

TEST_CASE("a check valve keeps what has swung through it", "[oracle][elements][set-valued]") {
  Json tank = Json::parse(R"json({ "model": { "porthos": 1, "positions": { "V": { "fixed": true } },
    "kinematics": { "V": 0 }, "potential_energy": { "gravity": "9810*V^2/2" },
    "offers": { "foot": { "interface": "line", "p": "effort(V)" } } } })json");
  Json full = tank;
  full["model"]["positions"]["V"]["start"] = 1;
  Json model = model_of(
      {{"high", full},
       {"low", tank},
       {"valve", use("check-valve", between("high", "low"), {{"R", 0}, {"inertance", 3000}})}},
      4);
  model["interfaces"]["line"]["quantities"]["p"] = {{"unit", "Pa"}, {"free", true}};
  for (const Options& options : switching_methods()) {
    INFO(options.method);
    const Run run = test::simulate(model, options);
    CHECK_THAT(run.last("low.V"), WithinAbs(1, 1e-8));
    CHECK(std::abs(run.last("valve.Q")) < 1e-12);
    check_ledger(run);
  }
}

TEST_CASE("joints take friction by a torque, or by their own force",
          "[oracle][elements][set-valued]") {
  const Json rod = model_of({{"rod", use("planar-rod", {}, {}, {{"phi", 0}})},
                             {"O", use("pin", between("ground", "rod.tail"), {{"friction", 0.5}})}},
                            6);
  const Json angle = Json::parse(R"json({ "porthos": 1, "positions": { "p": 0 },
    "velocities": { "w": 0 }, "kinematics": { "p": "w" }, "kinetic_energy": "w^2/6",
    "potential_energy": "9.81/2*sin(p)", "dissipation": { "O": { "flow": "w", "dry": 0.5 } },
    "simulation": { "until": 6 } })json");
  const Options exact{.step = 0.005, .method = "gauss(4)"};
  CHECK(difference(test::simulate(rod, exact), test::simulate(angle, exact), "rod.phi", "p") <
        1e-10);

  const double rate = g * (std::sin(0.5) - 0.3 * std::cos(0.5));
  const Json planar = {{"body", use("planar-body")}}, spatial = {{"body", use("box")}};
  const Json friction = {{"friction_coefficient", 0.3}};
  const Json along = {{"friction_coefficient", 0.3}, {"axis", {1, 0, 0}}};
  for (const Options& options : switching_methods()) {
    INFO(options.method);
    for (const Json& model :
         {on_slope(planar, "slide", true, friction), on_slope(spatial, "prismatic", false, along),
          on_slope(spatial, "planar", false, friction)}) {
      const Run run = test::simulate(model, options);
      CHECK_THAT(run.last("body.v.1"), WithinAbs(rate, 1e-10));
      CHECK(run.last("mode.joint.friction") == kSlips);
      check_ledger(run);
    }
    // The weight of a wheel on its axle: the torque mu r m g.
    const Json wheel = with_gravity(
        model_of({{"wheel", use("cylinder", {}, {{"radius", 0.1}, {"length", 0.1}},
                                {{"omega", {0, 0, 50}}})},
                  {"axle", use("revolute", between("ground", "wheel"),
                               {{"friction_coefficient", 0.5}, {"bearing_radius", 0.02}})}},
                 4),
        {0, -g, 0});
    CHECK_THAT(switches(wheel, options)["axle.friction"].at(0),
               WithinAbs(50 * 0.005 / (0.5 * 0.02 * g), 1e-8));
    const Json sleeve =
        with_gravity(model_of({{"wheel", use("cylinder", {}, {{"radius", 0.1}, {"length", 0.1}},
                                             {{"omega", {0, 0, 50}}, {"v", {0, 0, 1}}})},
                               {"axle", use("cylindrical", between("ground", "wheel"),
                                            {{"friction", 2}, {"friction_torque", 0.1}})}},
                              3),
                     {0, 0, 0});
    auto times = switches(sleeve, options);
    CHECK_THAT(times["axle.friction"].at(0), WithinAbs(0.5, 1e-9));
    CHECK_THAT(times["axle.friction_torque"].at(0), WithinAbs(2.5, 1e-8));
  }
}

TEST_CASE("joints without friction have no set-valued law", "[elements][set-valued]") {
  const auto pendulum = [](const Json& parameters) {
    return model_of({{"rod", use("planar-rod", {}, {}, {{"phi", 0}})},
                     {"O", use("pin", between("ground", "rod.tail"), parameters)}},
                    1);
  };
  const Run free = attempt(pendulum({}), {.method = "symplectic-euler"});
  CHECK(free.outcome == "finished");
  CHECK(!free.has("mode.O.friction"));
  CHECK(!free.has("effort.O.friction"));
  CHECK(attempt(pendulum({{"friction", 0.1}}), {.method = "symplectic-euler"}).outcome ==
        "unsuited");
  // The friction of a whole model turns on with a parameter of it, also within components.
  Json outer = pendulum({{"friction", "mu"}});
  outer["parameters"]["mu"] = 0;
  const Run off = test::simulate(outer, {.until = 3}),
            on = test::simulate(outer, {.until = 3, .set = {{"mu", 0.5}}});
  CHECK(!off.has("mode.O.friction"));
  REQUIRE(on.has("mode.O.friction"));
  CHECK(on.last("energy.dissipated") > 1);
  const Json nested = {
      {"porthos", 1},
      {"components", {{"part", {{"model", outer}, {"parameters", {{"mu", 0.5}}}}}}}};
  const Run within = test::simulate(nested, {.until = 3, .step = 0.01});
  CHECK(difference(on, within, "rod.phi", "part.rod.phi") == 0);
}

}  // namespace porthos::friction_elements_test
