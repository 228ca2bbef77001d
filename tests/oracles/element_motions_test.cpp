/// Elements of the library, each in a motion with a closed form or another independent form.
#include <catch_amalgamated.hpp>
#include <cmath>
#include <functional>

#include "support/run.hpp"

namespace element_motions_test {
using namespace porthos::test;

namespace {

Json parsed(const char* text) { return Json::parse(text); }

/// The largest |column - expected(t)|.
double error(const Run& run, const std::string& column,
             const std::function<double(double)>& expected) {
  double worst = 0;
  for (size_t i = 0; i < run.rows(); ++i)
    worst = std::max(worst, std::abs(run.at(column, i) - expected(run.at("t", i))));
  return worst;
}

/// x'' + 2 beta x' + w0^2 x = 0 from x0 at rest.
std::function<double(double)> damped(double x0, double beta, double w0) {
  const double w = std::sqrt(w0 * w0 - beta * beta);
  return [=](double t) {
    return x0 * std::exp(-beta * t) * (std::cos(w * t) + beta / w * std::sin(w * t));
  };
}

// gauss(4) with these steps is off by less than 1e-12 a second; what remains is rounding.
const Options kExact{.until = 2, .step = 0.005, .method = "gauss(4)"};

}  // namespace

TEST_CASE("a frame fixed in a body is the place that a joint could name", "[oracle][elements]") {
  const Run named = simulate(parsed(R"json({ "porthos": 1, "components": {
    "body": { "use": "porthos:rigid-body", "parameters": { "I": [[2, 0, 0], [0, 3, 0], [0, 0, 4]] },
      "start": { "r": [0.5, 0, 0], "omega": [1, 2, 3] } },
    "O": { "use": "porthos:spherical", "between": { "a": "ground", "b": "body" },
      "parameters": { "at_b": [-0.5, 0, 0] } } } })json"),
                             kExact);
  // The place is turned, so that a joint in its axes has to turn back.
  const Run fixed = simulate(parsed(R"json({ "porthos": 1, "components": {
    "body": { "use": "porthos:rigid-body", "parameters": { "I": [[2, 0, 0], [0, 3, 0], [0, 0, 4]] },
      "start": { "r": [0.5, 0, 0], "omega": [1, 2, 3] } },
    "place": { "use": "porthos:fixed-frame", "between": { "a": "body" },
      "parameters": { "at": [-0.7, 0, 0], "turn": [[0, -1, 0], [1, 0, 0], [0, 0, 1]] } },
    "O": { "use": "porthos:spherical", "between": { "a": "ground", "b": "place" },
      "parameters": { "at_b": [0, -0.2, 0] } } } })json"),
                             kExact);
  for (const char* column : {"body.r.1", "body.r.3", "body.q.2", "body.omega.3"})
    CHECK(difference(named, fixed, column) < 1e-11);

  const Run rod = simulate(parsed(R"json({ "porthos": 1, "components": {
    "rod": { "use": "porthos:planar-rod", "start": { "r": [0.5, 0] } },
    "O": { "use": "porthos:pin", "between": { "a": "ground", "b": "rod.tail" } } } })json"),
                           kExact);
  const Run body = simulate(parsed(R"json({ "porthos": 1, "components": {
    "body": { "use": "porthos:planar-body", "parameters": { "I": "1/12" }, "start": { "r": [0.5, 0] } },
    "tail": { "use": "porthos:planar-fixed-frame", "between": { "a": "body" },
      "parameters": { "at": [-0.5, 0], "angle": 0.3 } },
    "O": { "use": "porthos:pin", "between": { "a": "ground", "b": "tail" } } } })json"),
                            kExact);
  CHECK(difference(rod, body, "rod.phi", "body.phi") < 1e-11);
}

TEST_CASE("a knife edge on a slope comes back", "[oracle][elements]") {
  // Neimark, Fufaev: Dynamics of Nonholonomic Systems (1972): with the blade under the centre and
  // phi = w t it runs on a cycloid, as far as the slope is concerned, and drifts across it.
  const double g = 3, w = 2;
  const Run run = simulate(parsed(R"json({ "porthos": 1, "environment": { "gravity": [3, 0] },
    "components": {
      "body": { "use": "porthos:planar-body", "start": { "omega": 2 } },
      "edge": { "use": "porthos:knife-edge", "between": { "a": "body" } } } })json"),
                           kExact);
  CHECK(error(run, "body.r.1",
              [&](double t) { return g / (2 * w * w) * std::pow(std::sin(w * t), 2); }) < 1e-11);
  CHECK(error(run, "body.r.2", [&](double t) {
          return g / (2 * w * w) * (w * t - std::sin(2 * w * t) / 2);
        }) < 1e-11);
  // Across the blade m (v w) and the slope: N = m (w v + g sin(phi)) with v = g/w sin(w t).
  CHECK(error(run, "edge.force", [&](double t) { return 2 * g * std::sin(w * t); }) < 1e-10);
}

TEST_CASE("springs with dampers swing as the closed form says", "[oracle][elements]") {
  const Run line = simulate(parsed(R"json({ "porthos": 1, "components": {
    "mass": { "use": "porthos:point-mass", "parameters": { "m": 2 }, "start": { "r": [0, 0, -1] } },
    "leg": { "use": "porthos:spring-damper", "between": { "a": "ground", "b": "mass" },
      "parameters": { "k": 50, "c": 2, "rest": 1 } } } })json"),
                            kExact);
  const double sag = 2 * 9.81 / 50;
  const auto down = damped(sag, 0.5, 5);
  CHECK(error(line, "mass.r.3", [&](double t) { return -1 - sag + down(t); }) < 1e-11);
  CHECK(line.largest("energy.balance_error") < 1e-11);

  const Run turn = simulate(parsed(R"json({ "porthos": 1, "components": {
    "rotor": { "use": "porthos:rotor", "parameters": { "I": 0.5 }, "start": { "phi": 1.2 } },
    "spring": { "use": "porthos:torsion-spring-damper", "between": { "a": "ground", "b": "rotor" },
      "parameters": { "k": 8, "c": 0.4, "rest": 0.2 } } } })json"),
                            kExact);
  const auto swing = damped(1, 0.4, 4);
  CHECK(error(turn, "spring.twist", [&](double t) { return 0.2 + swing(t); }) < 1e-11);
}

TEST_CASE("motors give a torque or a speed", "[oracle][elements]") {
  Json model = parsed(R"json({ "porthos": 1, "components": {
    "rotor": { "use": "porthos:rotor", "parameters": { "I": 0.5 } },
    "motor": { "use": "porthos:motor", "between": { "a": "ground", "b": "rotor" } } },
    "inputs": { "motor.torque": "3*t" } })json");
  const Run torque = simulate(model, kExact);
  CHECK(error(torque, "rotor.phi", [](double t) { return t * t * t; }) < 1e-11);
  model["inputs"]["motor.torque"] = {{"flow", "sin(t)"}};
  const Run speed = simulate(model, kExact);
  CHECK(error(speed, "rotor.omega", [](double t) { return std::sin(t); }) < 1e-12);
  CHECK(error(speed, "motor.torque.effort", [](double t) { return 0.5 * std::cos(t); }) < 1e-11);
}

TEST_CASE("a gear divides speeds and multiplies torques", "[oracle][elements]") {
  const Run run = simulate(parsed(R"json({ "porthos": 1, "components": {
    "fast": { "use": "porthos:rotor", "parameters": { "I": 0.02 } },
    "slow": { "use": "porthos:rotor", "parameters": { "I": 3 } },
    "gear": { "use": "porthos:gear", "between": { "a": "fast", "b": "slow" }, "parameters": { "n": -10 } } },
    "inputs": { "fast.torque": "0.5" } })json"),
                           kExact);
  const double rate =
      0.5 / (0.02 + 3.0 / 100);  // of the fast one; it feels the other n^2 times lighter
  CHECK(error(run, "fast.omega", [&](double t) { return rate * t; }) < 1e-12 * rate);
  CHECK(error(run, "slow.phi", [&](double t) { return -rate / 20 * t * t; }) < 1e-12 * rate);
  CHECK(error(run, "gear.torque", [&](double) { return -3 * rate / 10; }) < 1e-11);
  CHECK(run.largest("energy.balance_error") < 1e-12 * run.largest("energy.kinetic"));
}

TEST_CASE("a strut whose ends the joints move apart starts, whatever the guess",
          "[oracle][elements]") {
  for (const char* strut : {"damper", "spring-damper", "spring"}) {
    Json model = parsed(R"json({ "porthos": 1, "components": {
      "cart": { "use": "porthos:planar-body" },
      "rail": { "use": "porthos:slide", "between": { "a": "ground", "b": "cart" },
                "start": { "position": { "value": 0.5, "fixed": true } } },
      "strut": { "between": { "a": "ground", "b": "cart" } } } })json");
    model["components"]["strut"]["use"] = std::string("porthos:") + strut;
    if (std::string(strut) == "spring") model["components"]["strut"]["parameters"]["rest"] = 0.2;
    CAPTURE(strut, problems_of(model).dump());
    CHECK(problems_of(model).empty());
    CHECK(std::abs(simulate(model, {.until = 0.1}).first("rail.position") - 0.5) < 1e-12);
  }
  const Json problems = problems_of(parsed(R"json({ "porthos": 1, "components": {
    "cart": { "use": "porthos:planar-body" },
    "strut": { "use": "porthos:damper", "between": { "a": "ground", "b": "cart" } } } })json"));
  REQUIRE(problems.size() == 1);
  CHECK(problems[0]["code"] == "PH203");
  CHECK(problems[0]["found"].get<std::string>().ends_with("(of strut) = 0 at the start"));
}

TEST_CASE("wheels that do not slip drive a planar robot", "[oracle][elements]") {
  const Run run = simulate(parsed(R"json({ "porthos": 1, "environment": { "gravity": [0, 0] },
    "components": {
      "body": { "use": "porthos:planar-body", "parameters": { "m": 2, "I": 0.1 } },
      "left": { "use": "porthos:planar-wheel", "between": { "a": "body" },
        "parameters": { "at": [0, 0.2] } },
      "right": { "use": "porthos:planar-wheel", "between": { "a": "body" },
        "parameters": { "at": [0, -0.2] } },
      "edge": { "use": "porthos:knife-edge", "between": { "a": "body" } } },
    "inputs": { "left.torque": 0.1, "right.torque": 0.3 } })json"),
                           kExact);
  // Along: (m + 2 I_w/r^2) v' = (tau_l + tau_r)/r. About: (I + 2 I_w b^2/r^2) w' = b/r (tau_r -
  // tau_l).
  const double along = (0.4 / 0.1) / (2 + 2 * 0.001 / 0.01);
  const double about = (0.2 / 0.1 * 0.2) / (0.1 + 2 * 0.001 * 0.04 / 0.01);
  CHECK(error(run, "body.omega", [&](double t) { return about * t; }) < 1e-11);
  CHECK(error(run, "right.omega", [&](double t) { return (along + 0.2 * about) * t / 0.1; }) <
        1e-10);
  CHECK(run.largest("gap.velocity") < 1e-13);
}

TEST_CASE("a rolling disc is the coin of the gallery", "[oracle][elements]") {
  const Options options{.until = 1, .step = 0.005, .method = "gauss(4)"};
  const Run disc = simulate(parsed(R"json({ "porthos": 1, "parameters": { "theta": 1.25 },
    "components": {
      "body": { "use": "porthos:rigid-body",
        "parameters": { "m": 1, "I": [["1/64", 0, 0], [0, "1/64", 0], [0, 0, "1/32"]] },
        "start": { "r": [0.55, 0, "0.25*sin(theta)"], "q": ["cos(theta/2)", "sin(theta/2)", 0, 0],
          "omega": { "value": [0, "1.6*sin(theta)", -3.5], "fixed": true } } },
      "disc": { "use": "porthos:rolling-disc", "between": { "a": "body" } } } })json"),
                            options);
  const Run coin = simulate(gallery("rolling-disc"), options);
  CHECK(difference(disc, coin, "body.r.1", "x") < 1e-11);
  CHECK(difference(disc, coin, "disc.contact.2", "contact_y") < 1e-11);
  CHECK(difference(disc, coin, "body.omega.3", "omega_3") < 1e-11);
  CHECK(disc.largest("gap.position") < 1e-13);
}

TEST_CASE("circuits of elements follow their closed forms", "[oracle][elements]") {
  Json circuit = parsed(R"json({ "porthos": 1, "components": {
    "p": { "use": "porthos:node" }, "m": { "use": "porthos:node" },
    "source": { "use": "porthos:voltage-source", "between": { "a": "p", "b": "ground" },
      "parameters": { "U": 3 } },
    "R": { "use": "porthos:resistor", "between": { "a": "p", "b": "m" }, "parameters": { "R": 2 } },
    "C": { "use": "porthos:capacitor", "between": { "a": "m", "b": "ground" },
      "parameters": { "C": 0.25 } } } })json");
  const Run rc = simulate(circuit, kExact);
  CHECK(error(rc, "C.voltage", [](double t) { return 3 * (1 - std::exp(-t / 0.5)); }) < 1e-11);
  CHECK(error(rc, "source.voltage.effort", [](double t) { return 1.5 * std::exp(-t / 0.5); }) <
        1e-11);
  CHECK(rc.largest("energy.balance_error") < 1e-12);

  // In series: L q'' + R q' + q/C = U.
  circuit["components"]["n"] = {{"use", "porthos:node"}};
  circuit["components"]["C"]["between"]["a"] = "n";
  circuit["components"]["L"] = {{"use", "porthos:inductor"},
                                {"between", {{"a", "m"}, {"b", "n"}}},
                                {"parameters", {{"L", 0.5}}}};
  const Run rlc = simulate(circuit, kExact);
  const auto rest = damped(0.75, 2, std::sqrt(8.0));
  CHECK(error(rlc, "C.q", [&](double t) { return 0.75 - rest(t); }) < 1e-11);
  CHECK(difference(rlc, rlc, "L.current", "R.current") < 1e-12);
  CHECK(difference(rlc, rlc, "L.current", "C.current") < 1e-11);

  // A current into R parallel to C, through a transformer of 2: R acts as 4 R on the first side.
  const Run parallel = simulate(parsed(R"json({ "porthos": 1, "components": {
    "p": { "use": "porthos:node" }, "s": { "use": "porthos:node" },
    "source": { "use": "porthos:current-source", "between": { "a": "p", "b": "ground" },
      "parameters": { "I": 0.5 } },
    "C": { "use": "porthos:capacitor", "between": { "a": "p", "b": "ground" },
      "parameters": { "C": 0.1 } },
    "T": { "use": "porthos:transformer", "parameters": { "n": 2 },
      "between": { "a": "p", "b": "ground", "c": "s", "d": "ground" } },
    "R": { "use": "porthos:resistor", "between": { "a": "s", "b": "ground" } } } })json"),
                                kExact);
  CHECK(error(parallel, "C.voltage", [](double t) { return 2 * (1 - std::exp(-t / 0.4)); }) <
        1e-11);
}

TEST_CASE("a DC motor is a gyrator", "[oracle][elements]") {
  // L i' = U - R i - k w, I w' = k i, from rest: w = U/k (1 - a second-order step response).
  const Run run = simulate(parsed(R"json({ "porthos": 1, "components": {
    "p": { "use": "porthos:node" },
    "source": { "use": "porthos:voltage-source", "between": { "a": "p", "b": "ground" },
      "parameters": { "U": 3 } },
    "rotor": { "use": "porthos:rotor", "parameters": { "I": 0.02 } },
    "motor": { "use": "porthos:dc-motor", "parameters": { "L": 0.5, "k": 0.3 },
      "between": { "a": "p", "b": "ground", "shaft": "rotor" } } } })json"),
                           kExact);
  const auto lag = damped(1, 1, std::sqrt(0.09 / (0.5 * 0.02)));
  CHECK(error(run, "rotor.omega", [&](double t) { return 10 * (1 - lag(t)); }) < 1e-11);
  CHECK(difference(run, run, "motor.current", "source.voltage.effort") < 1e-12);
  CHECK(run.largest("energy.balance_error") < 1e-11);
}

TEST_CASE("heat flows between bodies as their temperatures differ", "[oracle][elements]") {
  const Run run = simulate(parsed(R"json({ "porthos": 1, "components": {
    "a": { "use": "porthos:heat-capacity", "parameters": { "C": 5, "start_temperature": 400 } },
    "b": { "use": "porthos:heat-capacity", "parameters": { "C": 5, "start_temperature": 300 } },
    "wall": { "use": "porthos:heat-conductor", "between": { "a": "a", "b": "b" },
      "parameters": { "G": 2 } } },
    "outputs": { "production": "2*(a.temperature - b.temperature)^2/(a.temperature*b.temperature)" } })json"),
                           kExact);
  // C theta_a' = -G (theta_a - theta_b) = -C theta_b'
  const auto half = [](double t) { return 50 * std::exp(-2 * 2 * t / 5); };
  CHECK(error(run, "a.temperature", [&](double t) { return 350 + half(t); }) < 1e-9);
  CHECK(error(run, "b.temperature", [&](double t) { return 350 - half(t); }) < 1e-9);
  CHECK(error(run, "wall.heat_flow", [&](double t) { return 4 * half(t); }) < 1e-8);
  CHECK(difference(run, run, "production", "entropy_production.wall.conduction") < 1e-13);
  CHECK(run.drift("energy.stored") < 1e-9);  // of 3500 J
}

TEST_CASE("the environment takes heat at its temperature", "[oracle][elements]") {
  const Run run = simulate(parsed(R"json({ "porthos": 1,
    "environment": { "ambient_temperature": 280 }, "components": {
    "body": { "use": "porthos:heat-capacity", "parameters": { "C": 3, "start_temperature": 350 } },
    "outside": { "use": "porthos:thermal-reservoir" },
    "wall": { "use": "porthos:heat-conductor", "between": { "a": "body", "b": "outside" },
      "parameters": { "G": 4 } } } })json"),
                           kExact);
  const auto above = [](double t) { return 70 * std::exp(-4 * t / 3); };
  CHECK(error(run, "body.temperature", [&](double t) { return 280 + above(t); }) < 1e-9);
  CHECK(error(run, "outside.heat", [&](double t) { return 3 * (70 - above(t)); }) < 1e-9);
}

TEST_CASE("a current and a brake heat what takes their heat", "[oracle][elements]") {
  const Run run = simulate(parsed(R"json({ "porthos": 1, "components": {
    "p": { "use": "porthos:node" },
    "battery": { "use": "porthos:voltage-source", "between": { "a": "p", "b": "ground" },
      "parameters": { "U": 6 } },
    "plate": { "use": "porthos:heat-capacity", "parameters": { "C": 8, "start_temperature": 300 } },
    "wire": { "use": "porthos:heating-resistor", "between": { "a": "p", "b": "ground", "body": "plate" },
      "parameters": { "R": 2 } },
    "wheel": { "use": "porthos:rotor", "parameters": { "I": 0.5 }, "start": { "omega": 20 } },
    "drum": { "use": "porthos:heat-capacity", "parameters": { "C": 2, "start_temperature": 290 } },
    "brake": { "use": "porthos:brake", "between": { "a": "ground", "b": "wheel", "body": "drum" },
      "parameters": { "c": 0.7 } } } })json"),
                           kExact);
  CHECK(error(run, "plate.temperature", [](double t) { return 300 + 36.0 / 2 / 8 * t; }) < 1e-9);
  CHECK(error(run, "wire.current", [](double) { return 3; }) < 1e-12);
  const auto omega = [](double t) { return 20 * std::exp(-0.7 * t / 0.5); };
  CHECK(error(run, "wheel.omega", omega) < 1e-10);
  CHECK(error(run, "drum.temperature",
              [&](double t) { return 290 + 0.25 * (400 - omega(t) * omega(t)) / 2; }) < 1e-9);
  CHECK(run.largest("energy.balance_error") < 1e-12 * run.largest("energy.stored"));
}

TEST_CASE("meters show a voltage and a current, and change neither", "[oracle][elements]") {
  const Run run = simulate(parsed(R"json({ "porthos": 1, "components": {
    "p": { "use": "porthos:node" }, "s": { "use": "porthos:node" }, "q": { "use": "porthos:node" },
    "battery": { "use": "porthos:voltage-source", "between": { "a": "p", "b": "ground" },
      "parameters": { "U": 6 } },
    "R": { "use": "porthos:resistor", "between": { "a": "p", "b": "s" }, "parameters": { "R": 2 } },
    "series": { "use": "porthos:ammeter", "between": { "a": "s", "b": "q" } },
    "coil": { "use": "porthos:inductor", "between": { "a": "q", "b": "ground" } },
    "across": { "use": "porthos:voltmeter", "between": { "a": "p", "b": "s" } } } })json"),
                           kExact);
  const auto current = [](double t) { return 3 * (1 - std::exp(-2 * t)); };
  CHECK(error(run, "series.current", current) < 1e-9);
  CHECK(error(run, "coil.current", current) < 1e-9);
  CHECK(error(run, "across.voltage", [&](double t) { return 2 * current(t); }) < 1e-9);
}

}  // namespace element_motions_test
