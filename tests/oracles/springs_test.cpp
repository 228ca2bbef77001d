/// Masses, springs and a damper that heats its surroundings.
#include <catch_amalgamated.hpp>
#include <cmath>
#include <numbers>

#include "support/paper.hpp"

namespace springs_test {
using namespace porthos::test;
using Catch::Matchers::WithinAbs;

TEST_CASE("two masses on one spring keep their momentum and swing at sqrt(k (m1 + m2)/(m1 m2))",
          "[oracle]") {
  // One position for two velocities: the spring's elongation.
  const double m1 = 1.5, m2 = 0.7, k = 12, frequency = std::sqrt(k * (m1 + m2) / (m1 * m2));
  const Run run = simulate(gallery("two-masses"), {.set = {{"v_1", 0.3}, {"v_2", -0.2}}});
  // 1000 roundings of 1 that largely cancel
  oracle({"two-masses", "momentum"}, 1e-14, run.drift("p"));
  // phase error t rate (h rate)^6/2e6 = 1e-12
  oracle(run, {"two-masses", "swing"}, 1e-9, at(run, [&](const Reader& n) {
           const double phase = frequency * n("t");
           return n("d") - 0.1 * std::cos(phase) + 0.5 / frequency * std::sin(phase);
         }));
}

TEST_CASE("a node without mass between two springs makes them one of k1 k2/(k1 + k2)", "[oracle]") {
  const double k = 4. * 6. / 10., m = 1.2, frequency = std::sqrt(k / m);
  const Run run = simulate(gallery("massless-node"), {.method = "gauss(3)", .set = {{"d_0", 0.3}}});
  oracle(run, {"massless-node", "swing"}, 1e-9, at(run, [&](const Reader& n) {
           return n("d1") + n("d2") - 0.5 * std::cos(frequency * n("t"));
         }));
}

TEST_CASE("the damped oscillator follows its closed form, and its friction warms the surroundings",
          "[oracle]") {
  const double k = 4, d = 0.3, m = 1, theta = 300, z = d / (2 * m), w = std::sqrt(k / m - z * z);
  const Run run = simulate(gallery("damped-oscillator"), {.until = 5, .step = 0.005});
  const std::string name = "damped-oscillator";
  // h^6 and 1000 roundings
  oracle(run, {name, "q"}, 1e-10, at(run, [&](const Reader& n) {
           const double t = n("t");
           return n("q") - std::exp(-z * t) * (std::cos(w * t) + z / w * std::sin(w * t));
         }));
  oracle(run, {name, "second law"}, 0, [&](size_t row) {
    return row > 0 ? std::max(run.at("s", row - 1) - run.at("s", row), 0.) : 0;
  });
  // motion, spring and heat together
  oracle({name, "first law"}, 1e-13, run.drift("energy.stored"));
  oracle({name, "tabulated motion"}, 1e-10, run.last("q") + 0.421909450392);
  oracle({name, "tabulated motion"}, 1e-10, run.last("v") - 0.492815780841);
  oracle({name, "tabulated entropy"}, 1e-11, run.last("s") - 0.005075170448);
  const double mechanical = m / 2 * std::pow(run.last("v"), 2) + k / 2 * std::pow(run.last("q"), 2);
  oracle({name, "heat"}, 1e-11, theta * run.last("s") - 2 + mechanical);
}

TEST_CASE("without a place to go the friction of the oscillator is dissipated", "[oracle]") {
  const Run run = simulate(Json::parse(R"json({
    "porthos": 1, "parameters": { "k": 4, "d": 0.3, "m": 1 },
    "positions": { "q": 1 }, "velocities": { "v": 0 }, "kinematics": { "q": "v" },
    "kinetic_energy": "m/2*v^2", "potential_energy": "k/2*q^2", "dissipation": { "v": "d*v" },
    "simulation": { "until": 5, "step": 0.005, "method": "gauss(3)"
}
})json"));
  CHECK_THAT(run.last("q"), WithinAbs(-0.421909450392, 1e-10));
  CHECK_THAT(run.last("energy.dissipated"),
             WithinAbs(300 * 0.005075170448, 3e-9));  // the table's 12 digits times 300
  CHECK(run.largest("energy.balance_error") < 1e-13);
}

TEST_CASE("a chain torn apart and joined again moves as the chain", "[oracle]") {
  // Two primitive systems with q2 twice; the second copy carries no mass. The interaction holds
  // their velocities equal.
  Json torn = gallery("torn-chain");
  torn.erase("view");
  Json whole = torn;
  whole["positions"].erase("q2_copy");
  whole["velocities"].erase("v2_copy");
  whole["kinematics"].erase("q2_copy");
  whole.erase("velocity_constraints");
  whole["outputs"].erase("f2");
  whole["mass"] = Json::parse(R"json([["m1", 0, 0], [0, "m2", 0], [0, 0, "m3"]])json");
  whole["potential_energy"] = "k1/2*q1^2 + k2/2*(q2 - q1)^2 + k3/2*(q3 - q2)^2";
  const Options options{.until = 4};
  const Run a = simulate(torn, options), b = simulate(whole, options);
  for (const char* name : {"q1", "q2", "q3", "p1", "p2", "p3"}) {
    CAPTURE(name);  // rounding, grown over 800 steps
    oracle({"torn-chain", "in one piece"}, 1e-11, difference(a, b, name));
  }
  oracle({"torn-chain", "energy"}, 1e-13, a.drift("energy.stored"));
  const std::pair<const char*, double> table[] = {{"q1", 0.258702788403},  {"q2", -0.085513188962},
                                                  {"q3", 0.053936666923},  {"p1", 0.477936032627},
                                                  {"p2", -0.888481332458}, {"p3", 0.199313258439}};
  for (const auto& [name, value] : table) {
    CAPTURE(name);  // 12 printed digits; h^6
    oracle({"torn-chain", "tabulated state"}, 1e-10, a.last(name) - value);
  }
  oracle({"torn-chain", "copy of q2"}, 1e-13, difference(a, a, "q2", "q2_copy"));
  // The force at the joint is that of the third spring, N of 1.6.
  oracle(a, {"torn-chain", "force at the joint"}, 1e-7,
         at(a, [](const Reader& n) { return n("f2") - 5 * (n("q3") - n("q2")); }));
}

TEST_CASE("a mass is none only beside those that it is coupled with", "[oracle]") {
  // Fourteen powers of ten between two masses that do not know of each other.
  const Json model = Json::parse(R"json({"porthos": 1, "positions": {"a": 1, "b": 1},
    "velocities": {"u": 0, "w": 0}, "kinematics": {"a": "u", "b": "w"},
    "kinetic_energy": "1e7/2*u^2 + 1e-7/2*w^2", "potential_energy": "1e7/2*a^2 + 1e-7/2*b^2",
    "simulation": {"until": 3, "step": 0.01}})json");
  for (const char* method : {"gauss(2)", "gauss(3)", "dop853", "radau(3)", "rk4-baumgarte"}) {
    const Run run = simulate(model, {.method = method});
    INFO(method);
    CHECK(std::abs(run.last("a") - std::cos(3)) < 1e-8);
    CHECK(std::abs(run.last("b") - std::cos(3)) < 1e-8);
  }
}

}  // namespace springs_test
