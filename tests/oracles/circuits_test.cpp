/// Circuits and a motor: charges are positions, currents are velocities.
#include <catch_amalgamated.hpp>
#include <cmath>

#include "support/run.hpp"

using namespace porthos::test;
using Catch::Matchers::WithinAbs;

TEST_CASE("the direct-current motor runs up to its steady state", "[oracle]") {
  const Json motor = gallery("dc-motor");
  const Run start = simulate(motor, {.until = 0.1, .step = 0.0005, .output_every = 1});
  CHECK_THAT(start.last("I"),
             WithinAbs(4.455501917057, 1e-10));  // 12 printed digits; (h R/L)^6 = 1e-9 of 1e-6
  CHECK_THAT(start.last("omega"), WithinAbs(7.864536517127, 1e-10));
  const Run steady = simulate(motor, {.until = 20, .step = 0.005});
  CHECK_THAT(steady.last("I"),
             WithinAbs(6 * 0.001 / (1.2 * 0.001 + 0.01), 1e-10));  // e^(-20 s / 0.5 s) is left
  CHECK_THAT(steady.last("omega"), WithinAbs(6 * 0.1 / (1.2 * 0.001 + 0.01), 1e-9));
  CHECK(std::abs(steady.last("energy.balance_error")) < 1e-12 * steady.last("energy.supplied"));
}

TEST_CASE("resistor, inductor and capacitor torn apart make the parallel circuit", "[oracle]") {
  // q'' + q'/(RC) + q/(LC) = 0, in two ways of writing the resistor.
  const double R = 2, L = 0.5, C = 0.3, z = 1 / (2 * R * C), w = std::sqrt(1 / (L * C) - z * z);
  const Json by_effort = Json::parse(R"json({
    "porthos": 1, "parameters": { "R": 2, "L": 0.5, "C": 0.3 },
    "positions": { "q": 1 }, "velocities": { "i_L": 0 }, "kinematics": { "q": "-i_L" },
    "kinetic_energy": "L/2*i_L^2", "potential_energy": "q^2/(2*C)",
    "dissipation": { "resistor": { "flow": "effort(q)", "effort": "effort(q)/R" } },
    "simulation": {
    "until" : 5, "step" : 0.005, "method" : "gauss(3)" }
})json");
  Json by_branch = gallery("torn-circuit");
  by_branch["simulation"]["until"] = 5;
  const bool branch = GENERATE(false, true);
  CAPTURE(branch);
  const Run run = simulate(branch ? by_branch : by_effort);
  const std::string charge = branch ? "q_C" : "q";
  double error = 0;
  for (size_t row = 0; row < run.rows(); ++row) {
    const double t = run.at("t", row);  // q(0) = 1, q'(0) = -1/(RC)
    error =
        std::max(error, std::abs(run.at(charge, row) -
                                 std::exp(-z * t) * (std::cos(w * t) - z / w * std::sin(w * t))));
  }
  CHECK(error < 1e-9);
  CHECK(std::abs(run.last("energy.balance_error")) < 1e-13);
  if (!branch) return;
  double terminals = 0;
  for (size_t row = 0; row < run.rows(); ++row)
    terminals = std::max(terminals, std::abs(run.at("f_S1", row) + run.at("voltage", row)));
  CHECK(terminals < 1e-7);  // V of 3
}

TEST_CASE("two circuits at a two-port are one series circuit, and each coil takes its share",
          "[oracle]") {
  const double L = 1, R = 0.3, C = 1 / (1 / 0.3 + 1 / 0.5), z = R / (2 * L),
               w = std::sqrt(1 / (L * C) - z * z);
  const Run run = simulate(gallery("joined-circuits"));
  double error = 0, share = 0;
  for (size_t row = 0; row < run.rows(); ++row) {
    // q_1 - q_2 = 0.5: in the series circuit q_1 swings about 0.5 C/C_2
    const double t = run.at("t", row), q = run.at("q_1", row), v = run.at("v_1", row),
                 rest = 0.5 * C / 0.5,
                 swing = std::exp(-z * t) * (std::cos(w * t) + z / w * std::sin(w * t));
    error = std::max(error, std::abs(q - rest - (0.5 - rest) * swing));
    const double a = -0.2 * v - q / 0.3, b = -0.1 * v - (q - 0.5) / 0.5;
    share = std::max(share, std::abs(run.at("f_1", row) - (0.4 * b - 0.6 * a)));
  }
  CHECK(error < 1e-10);  // h^6 at a rate of 2.3/s
  CHECK(share < 1e-12);  // V of 1: one linear solve
}

TEST_CASE("two capacitors in parallel with an inductor swing at 1/sqrt(L (C1 + C2))", "[oracle]") {
  // The loop of capacitors is an algebraic constraint on the charges that nobody wrote down.
  const Run run = simulate(gallery("lc-circuit"), {.method = "gauss(3)", .output_every = 1});
  double error = 0;
  for (size_t row = 0; row < run.rows(); ++row)
    error = std::max(
        error, std::abs(run.at("q_1", row) + run.at("q_2", row) - std::cos(2 * run.at("t", row))));
  CHECK(error < 1e-9);
  CHECK(difference(run, run, "voltage_1", "voltage_2") < 1e-12);  // V of 2
}
