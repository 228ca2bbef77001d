/// Nonholonomic velocity constraints, and a magnetic field.
#include <catch_amalgamated.hpp>
#include <cmath>

#include "support/paper.hpp"

namespace rolling_test {
using namespace porthos::test;

TEST_CASE("a ball on a turning table that drives a second table keeps its five integrals",
          "[oracle]") {
  // v - a Omega k x r, Omega^2 (J + m a |r|^2), J Omega + m (r x v), omega_z and the energy, with
  // a = I/(I + m r^2): outputs of the model.
  Json model = with_start(gallery("geared-tables-ball"), {{"omega_z", 0.7}, {"v_x", 0.2}});
  const Run run = simulate(model, {.until = 20, .method = "gauss(3)"});
  CHECK(run.first("Omega_1") == 2.5);
  for (const char* name : {"c_x", "c_y", "square", "p_s", "omega_z"}) {
    CAPTURE(name);  // of order 1; h^6 and 2000 roundings
    oracle({"geared-tables-ball", "four of its constants"}, 1e-9, run.drift(name));
  }
  oracle({"geared-tables-ball", "energy"}, 1e-13, run.largest("energy.balance_error"));
}

TEST_CASE("the torques on both geared tables are equal, and the gear does no work", "[oracle]") {
  const Run run = simulate(gallery("geared-tables-ball"), {.until = 5, .step = 0.005});
  double error = 0;
  for (size_t row = 1; row + 1 < run.rows(); ++row) {
    // I_s2 Omega_2' = -multiplier(gear), by differences
    const double rate = (run.at("Omega_2", row + 1) - run.at("Omega_2", row - 1)) / 0.01;
    error = std::max(error, std::abs(0.04 * rate + run.at("multiplier.gear", row)));
  }
  // N m of 0.03: h^2/6 of a third derivative below 1
  oracle({"geared-tables-ball", "torque of the gear by differences"}, 1e-5, error);
}

TEST_CASE("a ball on a turntable circles at two sevenths of its speed", "[oracle]") {
  const double v_0 = GENERATE(0.35, -0.6);
  CAPTURE(v_0);
  const double rate = 2. / 7 * 2.5, x_0 = 0.3;
  const Run run = simulate(gallery("turntable-ball"),
                           {.until = 20, .method = "gauss(3)", .set = {{"v_0", v_0}}});
  // h^6 at a rate of 0.7/s, and 2000 roundings
  oracle(run, {"turntable-ball", "circle"}, 1e-11, at(run, [&](const Reader& n) {
           const double phase = rate * n("t");  // v = v_0 (-sin, cos)
           return std::max(std::abs(n("x") - x_0 - v_0 / rate * (std::cos(phase) - 1)),
                           std::abs(n("y") - v_0 / rate * std::sin(phase)));
         }));
}

TEST_CASE("a knife edge without load runs on a circle and is held by m v omega", "[oracle]") {
  const double m = 1.5, v = 0.8, omega = 0.6;
  const Run run = simulate(gallery("knife-edge"),
                           {.until = 10, .set = {{"slope", 0}, {"v_0", v}, {"omega_0", omega}}});
  // h^6 and 1000 roundings
  oracle(run, {"knife-edge", "circle"}, 1e-10, at(run, [&](const Reader& n) {
           const double phi = omega * n("t");
           return std::max(std::abs(n("x") - v / omega * std::sin(phi)),
                           std::abs(n("y") - v / omega * (1 - std::cos(phi))));
         }));
  // N of 0.7 N: m v' = m v omega (-sin, cos) = -mu (sin, -cos)
  oracle(run, {"knife-edge", "force on the circle"}, 1e-11,
         at(run, [&](const Reader& n) { return n("multiplier.edge") - m * v * omega; }));
}

TEST_CASE("a knife edge on a slope draws a cycloid across it", "[oracle]") {
  const double omega = 0.9, m = 1.5, a = 9.81 * std::sin(0.05);
  const Run run = simulate(gallery("knife-edge"));
  // m; h^6 at a rate of 0.9/s and 1400 roundings
  oracle(run, {"knife-edge", "cycloid"}, 1e-10, at(run, [&](const Reader& n) {
           const double phi = omega * n("t"), size = a / (2 * omega * omega);
           return std::max(std::abs(n("x") - size * std::pow(std::sin(phi), 2)),
                           std::abs(n("y") - size * (phi - std::sin(2 * phi) / 2)));
         }));
  // N of 1.5; across the edge: m v omega = mu - m a sin(phi), with v = a/omega sin(phi)
  oracle(run, {"knife-edge", "force on the cycloid"}, 1e-11, at(run, [&](const Reader& n) {
           return n("multiplier.edge") - 2 * m * a * std::sin(omega * n("t"));
         }));
}

TEST_CASE("a charge in a uniform magnetic field circles at B e/m and climbs evenly", "[oracle]") {
  const Run run = simulate(Json::parse(R"json({
    "porthos": 1, "parameters": { "m": 0.5, "e": 1, "B": 3 },
    "positions": { "x": 0, "y": 0, "z": 0 }, "velocities": { "v_x": 1, "v_y": 0, "v_z": 0.3 },
    "kinematics": { "x": "v_x", "y": "v_y", "z": "v_z" }, "kinetic_energy": "m/2*(v_x^2 + v_y^2 + v_z^2)",
    "gyroscopic": [[0, "-e*B", 0], ["e*B", 0, 0], [0, 0, 0]],
    "simulation": {
  "until" : 10, "step" : 0.01, "method" : "gauss(3)" } })json"));
  const double rate = 6;  // e v x B: m v_x' = e B v_y, m v_y' = -e B v_x
  double error = 0;
  for (size_t row = 0; row < run.rows(); ++row) {
    const double t = run.at("t", row);
    error = std::max({error, std::abs(run.at("x", row) - std::sin(rate * t) / rate),
                      std::abs(run.at("y", row) - (std::cos(rate * t) - 1) / rate),
                      std::abs(run.at("z", row) - 0.3 * t)});
  }
  CHECK(error < 1e-10);  // phase t rate (h rate)^6/1e5 = 3e-11
}

TEST_CASE("a magnetic field that depends on the place does no work on a charge", "[oracle]") {
  const Run run = simulate(Json::parse(R"json({
    "porthos": 1, "parameters": { "m": 0.5 },
    "positions": { "x": 0.2, "y": 0, "z": 0 }, "velocities": { "v_x": 1, "v_y": 0.4, "v_z": 0.3 },
    "kinematics": { "x": "v_x", "y": "v_y", "z": "v_z" }, "kinetic_energy": "m/2*(v_x^2 + v_y^2 + v_z^2)",
    "gyroscopic": [[0, "-(2 + x)", 0], ["2 + x", 0, 0], [0, 0, 0]],
    "outputs": { "p_y": "m*v_y + 2*x + x^2/2" },
    "simulation": {
  "until" : 10, "step" : 0.01, "method" : "gauss(3)" } })json"));
  CHECK(run.drift("energy.stored") < 1e-14);
  CHECK(run.drift("p_y") < 1e-10);  // B = (0, 0, 2 + x) has the potential A_y = 2x + x^2/2: h^6
}

TEST_CASE("a disc rolls steadily in a circle where lean, turn and spin agree", "[oracle]") {
  const double m = 1, r = 0.25, g = 9.81, A = m * r * r / 4, C = m * r * r / 2;
  const double theta = 1.2, turn = GENERATE(2., -3.);
  CAPTURE(turn);
  const double c = std::cos(theta), s = std::sin(theta);
  const double roll = (A * turn * turn * s * c - m * g * r * c) / ((C + m * r * r) * turn * s);
  const Run run = simulate(gallery("rolling-disc"),
                           {.until = 6,
                            .method = "gauss(3)",
                            .set = {{"theta_0", theta}, {"turn", turn}, {"roll", roll}}});
  const double radius = r * roll / turn;  // of the circle of the centre
  // h^6 of rates up to 10/s
  oracle({"rolling-disc", "angle"}, 1e-9, run.drift("theta"));
  oracle(run, {"rolling-disc", "circle"}, 1e-9, at(run, [&](const Reader& n) {
           const double phase = turn * n("t");  // v = -r roll (cos, sin)
           return std::max(std::abs(n("x") - 0.55 + radius * std::sin(phase)),
                           std::abs(n("y") + radius * (1 - std::cos(phase))));
         }));
}

TEST_CASE("a disc that rolls upright is stable above its limit only", "[oracle]") {
  const double limit = std::sqrt(9.81 / (3 * 0.25)), small = 1e-4, pi = std::acos(-1.);
  const auto wobble = [&](double roll) {
    const Run run =
        simulate(gallery("rolling-disc"),
                 {.until = 4, .set = {{"theta_0", pi / 2 - small}, {"turn", 0}, {"roll", roll}}});
    return run.drift("theta");
  };
  CHECK(wobble(1.5 * limit) < 10 * small);   // swings about upright
  CHECK(wobble(0.8 * limit) > 100 * small);  // falls: e^(rate t), rate above 2/s
}

}  // namespace rolling_test
