/// Circuits and a motor: charges are positions, currents are velocities.
#include <algorithm>
#include <catch_amalgamated.hpp>
#include <cmath>

#include "integrate/methods.hpp"
#include "support/paper.hpp"

namespace circuits_test {
using namespace porthos::test;

TEST_CASE("the direct-current motor runs up to its steady state", "[oracle]") {
  const Json motor = gallery("dc-motor");
  const Run start = simulate(motor, {.until = 0.1, .step = 0.0005, .output_every = 1});
  // 12 printed digits; (h R/L)^6 = 1e-9 of 1e-6
  oracle({"dc-motor", "tabulated state"}, 1e-10, start.last("I") - 4.455501917057);
  oracle({"dc-motor", "tabulated state"}, 1e-10, start.last("omega") - 7.864536517127);
  const Run steady = simulate(motor, {.until = 20, .step = 0.005});
  // e^(-20 s / 0.5 s) is left
  oracle({"dc-motor", "steady current"}, 1e-10,
         steady.last("I") - 6 * 0.001 / (1.2 * 0.001 + 0.01));
  oracle({"dc-motor", "steady speed"}, 1e-9, steady.last("omega") - 6 * 0.1 / (1.2 * 0.001 + 0.01));
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
  oracle(run, {"torn-circuit", branch ? "charge" : "charge in one piece"}, 1e-9, [&](size_t row) {
    const double t = run.at("t", row);  // q(0) = 1, q'(0) = -1/(RC)
    return run.at(charge, row) - std::exp(-z * t) * (std::cos(w * t) - z / w * std::sin(w * t));
  });
  CHECK(std::abs(run.last("energy.balance_error")) < 1e-13);
  if (!branch) return;
  // V of 3
  oracle(run, {"torn-circuit", "voltage at the terminals"}, 1e-7,
         at(run, [](const Reader& n) { return n("f_S1") + n("voltage"); }));
}

TEST_CASE("two circuits at a two-port are one series circuit, and each coil takes its share",
          "[oracle]") {
  const double L = 1, R = 0.3, C = 1 / (1 / 0.3 + 1 / 0.5), z = R / (2 * L),
               w = std::sqrt(1 / (L * C) - z * z);
  const Run run = simulate(gallery("joined-circuits"));
  // h^6 at a rate of 2.3/s
  oracle(run, {"joined-circuits", "charge"}, 1e-10, at(run, [&](const Reader& n) {
           // q_1 - q_2 = 0.5: in the series circuit q_1 swings about 0.5 C/C_2
           const double t = n("t"), rest = 0.5 * C / 0.5,
                        swing = std::exp(-z * t) * (std::cos(w * t) + z / w * std::sin(w * t));
           return n("q_1") - rest - (0.5 - rest) * swing;
         }));
  // V of 1: one linear solve
  oracle(run, {"joined-circuits", "voltage at the terminals"}, 1e-12, at(run, [](const Reader& n) {
           const double q = n("q_1"), v = n("v_1");
           const double a = -0.2 * v - q / 0.3, b = -0.1 * v - (q - 0.5) / 0.5;
           return n("f_1") - (0.4 * b - 0.6 * a);
         }));
}

TEST_CASE("two capacitors in parallel with an inductor swing at 1/sqrt(L (C1 + C2))", "[oracle]") {
  // The loop of capacitors is an implicit algebraic constraint on the charges.
  const Run run = simulate(gallery("lc-circuit"), {.method = "gauss(3)", .output_every = 1});
  oracle(run, {"lc-circuit", "charge"}, 1e-9,
         at(run, [](const Reader& n) { return n("q_1") + n("q_2") - std::cos(2 * n("t")); }));
  // V of 2
  oracle({"lc-circuit", "voltages"}, 1e-12, difference(run, run, "voltage_1", "voltage_2"));
}

TEST_CASE("a current source and two coils that meet in a node", "[oracle]") {
  // The source decides the sum of the fluxes, and its power is work of the projections too:
  //   i = i_1 + i_2,   L_1 i_1' = L_2 i_2' + R i_2,   i = 0.7 sin 30 t
  const Json model = Json::parse(R"json({"porthos": 1, "components": {
    "r": {"use": "porthos:node"}, "s": {"use": "porthos:node"},
    "I": {"use": "porthos:current-source", "between": {"a": "r", "b": "ground"}},
    "L1": {"use": "porthos:inductor", "between": {"a": "r", "b": "ground"}},
    "L2": {"use": "porthos:inductor", "between": {"a": "r", "b": "s"}, "parameters": {"L": 0.2}},
    "R": {"use": "porthos:resistor", "between": {"a": "s", "b": "ground"}, "parameters": {"R": 3}}},
    "inputs": {"I.current": "0.7*sin(30*t)"}, "simulation": {"until": 0.3, "step": 0.0005}})json");
  const double rate = 3 / 1.2, w = 30, in_phase = 0.7 * rate, ahead = 0.7 * w * 0.2 / 1.2;
  const double c = (rate * ahead - w * in_phase) / (rate * rate + w * w);
  const double s = (rate * in_phase + w * ahead) / (rate * rate + w * w);
  for (const auto* method : porthos::integrate::methods()) {
    if (method->traits.is_explicit && !method->traits.is_adaptive) continue;
    INFO(method->name);
    const Run run = attempt(model, {.method = std::string(method->name)});
    // time-stepping of contacts needs a mass for every velocity
    if (method->traits.solves_laws && run.outcome == "unsuited") continue;
    REQUIRE(run.outcome == "finished");
    const double h = 0.0005 * w;
    const double most =
        method->traits.is_adaptive ? 1e-8 : std::pow(h, method->traits.order) + 1e-11;
    double worst = 0;
    for (size_t row = 0; row < run.rows(); ++row) {
      const double t = run.at("t", row);
      const double i_1 = c * std::cos(w * t) + s * std::sin(w * t) - c * std::exp(-rate * t);
      worst = std::max(worst, std::abs(run.at("L1.psi", row) - i_1));
    }
    CHECK(worst < most);
    if (method->traits.closes_ledger) CHECK(run.largest("energy.balance_error") < 1e-13);
  }
}

TEST_CASE("a coil takes up a jump of the voltage by every method", "[oracle]") {
  // L i' = U - R i from the jump on. The current comes to rest, where the rounding of a discrete
  // gradient exceeds the voltage at the coil.
  const double R = 2, L = 0.3, U = 1, jump = 0.503, end = 3, tau = L / R;
  const Json model = Json::parse(R"json({ "porthos": 1, "components": {
    "p": { "use": "porthos:node" }, "q": { "use": "porthos:node" },
    "U": { "use": "porthos:voltage-source", "between": { "a": "p", "b": "ground" } },
    "R": { "use": "porthos:resistor", "between": { "a": "p", "b": "q" }, "parameters": { "R": 2 } },
    "L": { "use": "porthos:inductor", "between": { "a": "q", "b": "ground" }, "parameters": { "L": 0.3 } } },
    "inputs": { "U.voltage": { "flow": "if(t < 0.503, 0, 1)" } } })json");
  const double decay = std::exp(-(end - jump) / tau), current = U / R * (1 - decay);
  const double supplied = U * U / R * (end - jump - tau * (1 - decay));
  for (const porthos::integrate::Method* method : porthos::integrate::methods()) {
    CAPTURE(method->name);
    const Run run =
        attempt(model, {.until = end, .step = 0.01, .method = std::string(method->name)});
    if (run.outcome == "unsuited") continue;
    REQUIRE(run.outcome == "finished");
    // (h/tau)^2/12 of a step of order 2 or more
    CHECK(std::abs(run.last("L.current") - current) < 1e-5);
    CHECK(std::abs(run.last("energy.supplied") - supplied) < 4e-4 * supplied);
  }
}

}  // namespace circuits_test
