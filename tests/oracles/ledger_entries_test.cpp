/// Every entry of the ledger separately: it equals the integral of the power from the laws of the
/// text, and all entries together balance. For masses that depend on positions, Lagrangians,
/// constraints that prescribe motion, heat and force laws.
#include <array>
#include <catch_amalgamated.hpp>
#include <cmath>

#include "support/run.hpp"

namespace ledger_entries_test {
using namespace porthos::test;

namespace {

/// An entry, and its power as an output of the model.
struct Entry {
  const char *column, *power;
};

/// The largest difference between the change of a column and the integral of another one. Newton
/// and Cotes with nine rows: the error is (h rate)^10, which is 1e-16 for a rate of 10/s.
double openness(const Run& run, const std::string& column, const std::string& power, double step) {
  constexpr std::array<double, 9> kWeights{989, 5888, -928, 10496, -4540, 10496, -928, 5888, 989};
  double work = 0, most = 0;
  for (size_t row = 8; row < run.rows(); row += 8) {
    for (size_t i = 0; i < 9; ++i)
      work += 4 * step / 14175 * kWeights[i] * run.at(power, row - 8 + i);
    most = std::max(most, std::abs(run.at(column, row) - run.first(column) - work));
  }
  return most;
}

/// Holds each entry to 1e-12 of the energy that moves.
void check(const char* text, const std::vector<Entry>& entries) {
  constexpr double kStep = 0.0025;
  Json model = Json::parse(text);
  for (size_t i = 0; i < entries.size(); ++i)
    model["outputs"]["power_" + std::to_string(i)] = entries[i].power;
  const Run run = simulate(model, {.until = 2, .step = kStep, .method = "gauss(4)"});
  const double scale = std::max(run.largest("energy.kinetic"), run.drift("energy.stored"));
  CHECK(run.largest("energy.balance_error") < 1e-12 * scale);
  for (size_t i = 0; i < entries.size(); ++i) {
    const char* column = entries[i].column;
    CAPTURE(column, scale);
    CHECK(run.drift(column) > 1e-3 * scale);  // or it would prove nothing
    CHECK(openness(run, column, "power_" + std::to_string(i), kStep) < 1e-12 * scale);
  }
}

}  // namespace

TEST_CASE("entries of a ledger: a mass that depends on positions", "[oracle][ledger]") {
  check(R"json({ "porthos": 1,
    "positions": { "a": 0.9, "b": 1.4 }, "velocities": { "u": 0, "v": 0 },
    "kinematics": { "a": "u", "b": "v" },
    "kinetic_energy": "0.25*u^2 + 0.125*v^2 + 0.25*cos(a - b)*u*v",
    "potential_energy": "-9.81*(cos(a) + 0.5*cos(b))",
    "dissipation": { "elbow": { "flow": "v - u", "effort": "0.05*(v - u)" } },
    "ports": { "motor": { "flow": "u" } }, "inputs": { "motor": "2*cos(3*t)" } })json",
        {{"energy.supplied.motor", "2*cos(3*t)*u"}, {"energy.dissipated.elbow", "0.05*(v - u)^2"}});
}

TEST_CASE("entries of a ledger: a Lagrangian with time", "[oracle][ledger]") {
  // A pendulum whose pivot moves as x = A sin(w t), m = 0.7, l = 0.4: what changes with time are a
  // momentum m l cos(a) x' and an energy -m x'^2/2.
  check(R"json({ "porthos": 1, "parameters": { "A": 0.1, "w": 7 },
    "positions": { "a": 0.7 }, "velocities": { "r": -1 }, "kinematics": { "a": "r" },
    "lagrangian": "0.35*((A*w*cos(w*t) + 0.4*cos(a)*r)^2 + (0.4*sin(a)*r)^2) + 0.7*9.81*0.4*cos(a)",
    "dissipation": { "r": "0.02*r" } })json",
        {{"energy.forces.lagrangian.r", "0.28*A*w^2*sin(w*t)*cos(a)*r"},
         {"energy.supplied.potential", "0.7*A^2*w^3*cos(w*t)*sin(w*t)"},
         {"energy.dissipated.r", "0.02*r^2"}});
}

TEST_CASE("entries of a ledger: a constraint that time leads", "[oracle][ledger]") {
  // The same pivot in Cartesian coordinates: it pulls with the horizontal force m x''.
  check(R"json({ "porthos": 1, "parameters": { "A": 0.1, "w": 7 },
    "positions": { "x": "0.4*sin(0.7)", "y": "-0.4*cos(0.7)" }, "velocities": { "v_x": 0, "v_y": 0 },
    "kinematics": { "x": "v_x", "y": "v_y" },
    "kinetic_energy": "0.35*(v_x^2 + v_y^2)", "potential_energy": "0.7*9.81*y",
    "position_constraints": { "rod": "((x - A*sin(w*t))^2 + y^2 - 0.16)/2" },
    "forces": { "wind": { "flow": "v_x", "effort": "0.3" } } })json",
        {{"energy.supplied.rod", "(0.7*rate(v_x) - 0.3)*A*w*cos(w*t)"},
         {"energy.forces.wind", "0.3*v_x"}});
}

TEST_CASE("entries of a ledger: friction that heats, and conduction", "[oracle][ledger]") {
  check(R"json({ "porthos": 1,
    "positions": { "x": 0.5, "hot": "2*log(4)", "cold": "3*log(3)" }, "velocities": { "v": 0 },
    "kinematics": { "x": "v" }, "kinetic_energy": "0.5*v^2",
    "potential_energy": { "spring": "10*x^2", "brake": "2*exp(hot/2)", "room": "3*exp(cold/3)" },
    "dissipation": {
      "friction": { "flow": "v", "effort": "0.8*v", "heats": "hot" },
      "wall": { "flow": "effort(hot) - effort(cold)",
        "effort": "0.5*(effort(hot) - effort(cold))/effort(hot)", "heats": "cold" } } })json",
        {{"energy.brake", "0.8*v^2 - 0.5*(exp(hot/2) - exp(cold/3))"},
         {"energy.room", "0.5*(exp(hot/2) - exp(cold/3))"},
         {"energy.spring", "20*x*v"}});
}

TEST_CASE("entries of a ledger: laws of force", "[oracle][ledger]") {
  // A block on a table with Coulomb's friction, a control and a motor that pulls by its speed.
  check(R"json({ "porthos": 1,
    "positions": { "x": 0, "y": 0 }, "velocities": { "v": 9, "u": 0 },
    "kinematics": { "x": "v", "y": "u" },
    "kinetic_energy": "0.35*(v^2 + u^2)", "potential_energy": "0.7*9.81*y",
    "position_constraints": { "table": "y" },
    "forces": {
      "friction": { "flow": "v", "effort": "0.2*multiplier(table)" },
      "control": { "flow": "v", "effort": "-2*x - momentum(v)/0.7" },
      "motor": { "flow": "v", "effort": "3/(1 + v^2)" } } })json",
        {{"energy.forces.friction", "-0.2*0.7*9.81*v"},
         {"energy.forces.control", "-(2*x + v)*v"},
         {"energy.forces.motor", "3/(1 + v^2)*v"}});
}

}  // namespace ledger_entries_test
