/// Every method keeps the promises of its traits on every suitable model.
#include <catch_amalgamated.hpp>
#include <cmath>

#include "integrate/methods.hpp"
#include "support/run.hpp"
#include "support/sanitized.hpp"

namespace promises_test {
using namespace porthos::test;
using porthos::integrate::Method;

namespace {

struct Model {
  std::string name;
  Json json;
  double until;
  int steps;                                // of a coarse run, with which order 2 has two digits
  std::vector<std::string> states, forces;  // the compared columns
  Json inputs = Json::object(), set = Json::object();
};

/// A top on its tip that spins at 150 rad/s, unit quaternion; 5436 J.
const char* const kHeavyTop = R"json({
  "porthos": 1, "name": "heavy top", "parameters": { "m": 15, "g": 9.81 },
  "positions": { "q0": 1, "q1": 0, "q2": 0, "q3": 0 },
  "velocities": { "omega_x": 0, "omega_y": 150, "omega_z": -4.61538 },
  "kinematics": { "q0": "(-q1*omega_x - q2*omega_y - q3*omega_z)/2",
                  "q1": "(q0*omega_x - q3*omega_y + q2*omega_z)/2",
                  "q2": "(q3*omega_x + q0*omega_y - q1*omega_z)/2",
                  "q3": "(-q2*omega_x + q1*omega_y + q0*omega_z)/2" },
  "mass": [[15.234375, 0, 0], [0, 0.46875, 0], [0, 0, 15.234375]], "velocity_group": "SO(3)",
  "position_constraints": { "unit": "q0^2 + q1^2 + q2^2 + q3^2 - 1" },
  "potential_energy": { "gravity": "m*g*2*(q2*q3 + q0*q1)" }
})json";

/// A sleigh on a slope: one velocity constraint that cannot be integrated.
const char* const kKnifeEdge = R"json({
  "porthos": 1, "name": "knife edge", "parameters": { "m": 1.5, "I": 0.2 },
  "positions": { "x": 0, "y": 0, "phi": 0.3 }, "velocities": { "v_x": 0.8, "v_y": 0, "omega": 1.6 },
  "kinematics": { "x": "v_x", "y": "v_y", "phi": "omega" },
  "kinetic_energy": "m/2*(v_x^2 + v_y^2) + I/2*omega^2", "potential_energy": { "slope": "m*2*x" },
  "velocity_constraints": { "edge": "sin(phi)*v_x - cos(phi)*v_y" }
})json";

/// A pendulum with a quartic spring, friction and a torque.
const char* const kForced = R"json({
  "porthos": 1, "name": "forced pendulum",
  "positions": { "phi": 0.7 }, "velocities": { "omega": 0.4 }, "kinematics": { "phi": "omega" },
  "kinetic_energy": "omega^2/2",
  "potential_energy": { "gravity": "-9.81*cos(phi)", "spring": "phi^4" },
  "dissipation": { "bearing": { "flow": "omega", "effort": "0.3*omega" } },
  "ports": { "motor": { "flow": "omega", "effort_unit": "N m", "flow_unit": "rad/s" } },
  "inputs": { "motor": "2*sin(3*t)" }
})json";

/// A bob that a string holds on a circle, and whose angle a motor moves: prescribed flow.
const char* const kCrane = R"json({
  "porthos": 1, "name": "crane",
  "positions": { "s": 0, "x": 0.6, "y": -0.8 }, "velocities": { "v": 0, "v_x": 0, "v_y": 0 },
  "kinematics": { "s": "v", "x": "v_x", "y": "v_y" },
  "kinetic_energy": "3/2*v^2 + (v_x^2 + v_y^2)/2", "potential_energy": { "gravity": "9.81*y" },
  "position_constraints": { "string": "((x - s)^2 + y^2 - 1)/2" },
  "ports": { "trolley": { "flow": "v", "effort_unit": "N", "flow_unit": "m/s" } },
  "inputs": { "trolley": { "flow": "0.5*sin(2*t)" } }
})json";

/// A thin disc (m = 1 kg, r = 0.5 m) that rolls without slipping: its height is a position
/// constraint, its two rolling conditions cannot be integrated. Unit quaternion, body-fixed omega,
/// axle along z.
const char* const kRollingDisc = R"json({
  "porthos": 1, "name": "rolling disc", "parameters": { "m": 1, "r": 0.5 },
  "positions": { "x": 0, "y": 0, "z": { "start": 0.47, "unit": "m" },
                 "q0": 0.8, "q1": 0.6, "q2": 0, "q3": 0 },
  "velocities": { "omega_x": { "start": 0.3, "fixed": true }, "omega_y": { "start": 0.5, "fixed": true },
                  "omega_z": { "start": 6, "fixed": true }, "v_x": 0, "v_y": 0, "v_z": 0 },
  "kinematics": { "x": "v_x", "y": "v_y", "z": "v_z",
                  "q0": "(-q1*omega_x - q2*omega_y - q3*omega_z)/2",
                  "q1": "(q0*omega_x - q3*omega_y + q2*omega_z)/2",
                  "q2": "(q3*omega_x + q0*omega_y - q1*omega_z)/2",
                  "q3": "(-q2*omega_x + q1*omega_y + q0*omega_z)/2" },
  "kinetic_energy": "m/2*(v_x^2 + v_y^2 + v_z^2) + m*r^2/8*(omega_x^2 + omega_y^2) + m*r^2/4*omega_z^2",
  "velocity_group": [{ "group": "SO(3)", "velocities": ["omega_x", "omega_y", "omega_z"] }],
  "definitions": { "n_x": "2*(q1*q3 + q0*q2)", "n_y": "2*(q2*q3 - q0*q1)", "n_z": "1 - 2*(q1^2 + q2^2)",
           "W_x": "(1 - 2*(q2^2 + q3^2))*omega_x + 2*(q1*q2 - q0*q3)*omega_y + n_x*omega_z",
           "W_y": "2*(q1*q2 + q0*q3)*omega_x + (1 - 2*(q1^2 + q3^2))*omega_y + n_y*omega_z",
           "W_z": "2*(q1*q3 - q0*q2)*omega_x + 2*(q2*q3 + q0*q1)*omega_y + n_z*omega_z",
           "s": "sqrt(1 - n_z^2)", "p_x": "r*n_z*n_x/s", "p_y": "r*n_z*n_y/s", "p_z": "-r*s" },
  "position_constraints": { "unit": "q0^2 + q1^2 + q2^2 + q3^2 - 1", "ground": "z - r*s" },
  "velocity_constraints": { "rolls_x": "v_x + W_y*p_z - W_z*p_y", "rolls_y": "v_y + W_z*p_x - W_x*p_z" },
  "potential_energy": { "gravity": "m*9.81*z" }
})json";

/// A circuit of a capacitor and a coil that both saturate: nothing has a velocity, V is not
/// quadratic.
const char* const kOscillator = R"json({
  "porthos": 1, "name": "nonlinear LC circuit",
  "positions": { "q": 1, "phi": 0.2 }, "kinematics": { "q": "effort(phi)", "phi": "-effort(q)" },
  "potential_energy": { "capacitor": "cosh(q)", "coil": "phi^2/2 + phi^4/8" }
})json";

/// The same as currents and voltages of a network, with a resistor that leads from the capacitor.
const char* const kNetwork = R"json({
  "porthos": 1, "name": "nonlinear RLC network",
  "positions": { "q": 1, "phi": 0.2 }, "kinematics": { "q": "effort(phi)", "phi": "-effort(q)" },
  "dissipation": { "leak": { "flow": "effort(q)", "effort": "0.2*effort(q)" } },
  "potential_energy": { "capacitor": "cosh(q)", "coil": "phi^2/2 + phi^4/8" }
})json";

/// A cam with prescribed motion against a nonlinear spring.
const char* const kCam = R"json({
  "porthos": 1, "name": "cam", "positions": { "phi": 0.3 }, "velocities": { "omega": 0 },
  "kinematics": { "phi": "omega" }, "kinetic_energy": "omega^2/2",
  "potential_energy": { "follower": "20*(sin(phi) + phi^4/50)" },
  "ports": { "shaft": { "flow": "omega", "effort_unit": "N m", "flow_unit": "rad/s" } },
  "inputs": { "shaft": { "flow": "1.5*sin(2*t)" } }
})json";

const std::vector<Model>& models() {
  static const std::vector<Model> all = {
      {"pendulum",
       gallery("pendulum-cartesian"),
       2,
       100,
       {"x", "y", "v_x", "v_y"},
       {"multiplier.rod"}},
      {"heavy top",
       Json::parse(kHeavyTop),
       0.2,
       100,
       {"q0", "q1", "q2", "q3", "omega_x", "omega_y", "omega_z"}},
      {"slider-crank",
       gallery("slider-crank"),
       1,
       200,
       {"crank.phi1", "rod.x_B", "rod.phi2", "crank.omega1", "rod.v_x", "rod.v_y", "rod.omega2"},
       {"multiplier.rod.rail", "multiplier.joint_C.1", "multiplier.joint_C.2"},
       {{"M_ext", "0.1*sin(t)"}, {"F_ext", "0.5*cos(2*t)"}}},
      {"robot",
       gallery("differential-drive"),
       2,
       50,
       {"x", "y", "phi", "v_x", "omega"},
       {"multiplier.no_side_slip"},
       {{"F_l", "0.4*cos(t)"}, {"F_r", "0.2 + 0.1*t"}},
       {{"v_0", -0.7}, {"omega_0", 1.1}}},
      {"knife edge",
       Json::parse(kKnifeEdge),
       2,
       100,
       {"x", "y", "phi", "v_x", "v_y", "omega"},
       {"multiplier.edge"}},
      {"rolling disc",
       Json::parse(kRollingDisc),
       1,
       200,
       {"x", "y", "z", "q0", "q1", "q2", "q3", "v_x", "v_y", "v_z", "omega_x", "omega_y",
        "omega_z"},
       {"multiplier.ground", "multiplier.rolls_x", "multiplier.rolls_y"}},
      {"forced pendulum", Json::parse(kForced), 2, 100, {"phi", "omega"}},
      {"crane",
       Json::parse(kCrane),
       2,
       100,
       {"s", "x", "y", "v", "v_x", "v_y"},
       {"multiplier.string", "trolley.effort"}},
      {"LC circuit", Json::parse(kOscillator), 4, 40, {"q", "phi"}},
      {"RLC network", Json::parse(kNetwork), 4, 40, {"q", "phi"}},
      {"cam", Json::parse(kCam), 4, 40, {"phi", "omega"}, {"shaft.effort"}}};
  return all;
}

Options options(const Model& model, const Method& method, int steps, double tolerance = 1e-9) {
  return {.until = model.until,
          .step = model.until / steps,
          .method = std::string(method.name),
          .tolerance = tolerance,
          .set = model.set,
          .inputs = model.inputs};
}

/// The largest error of a column at the end, relative to its largest value in the run.
double error(const std::vector<std::string>& columns, const Run& run, const Run& reference) {
  double most = 0;
  for (const std::string& column : columns)
    most = std::max(most, std::abs(run.last(column) - reference.last(column)) /
                              std::max(reference.largest(column), 1e-3));
  return most;
}

const Run& reference(const Model& model) {
  static std::map<std::string, Run> known;
  const auto found = known.find(model.name);
  if (found != known.end()) return found->second;
  return known[model.name] = simulate(
             model.json,
             options(model, *porthos::integrate::find_method("gauss(4)"), 20 * model.steps));
}

/// The scale of the energies of a run: the largest change of one.
double energy_scale(const Run& run) {
  double scale = run.largest("energy.kinetic");
  for (const std::string& column : run.names)
    if (column.starts_with("energy.") && column != "energy.balance_error")
      scale = std::max(scale, run.drift(column));
  return scale;
}

const Method& any_method() {
  const auto all = porthos::integrate::methods();
  const int every = kSanitized ? 2 : 1;
  return *all[static_cast<size_t>(GENERATE_COPY(range(0, static_cast<int>(all.size()), every)))];
}
const Model& any_model() {
  const int count = static_cast<int>(models().size());
  return models()[static_cast<size_t>(GENERATE_COPY(range(0, count)))];
}

/// Time-stepping refuses circuits, whose positions efforts move.
bool is_refused(const Method& method, const Model& model) {
  return method.traits.solves_laws && model.name.find("LC ") != std::string::npos;
}

}  // namespace

TEST_CASE("every method converges with its order, in states and in forces", "[promises]") {
  const Method& method = any_method();
  const Model& model = any_model();
  if (method.traits.is_adaptive) return;
  if (is_refused(method, model)) {
    CHECK(attempt(model.json, options(model, method, model.steps)).outcome == "unsuited");
    return;
  }
  const Run& exact = reference(model);
  for (const auto* columns : {&model.states, &model.forces}) {
    if (columns->empty()) continue;
    CAPTURE(method.name, model.name, columns->front());
    // Halve until the error is small enough for the order to show and not yet rounding: that of a
    // force is larger by a division.
    const double rounding = columns == &model.states ? 3e-12 : 1e-10;
    double previous = 1, order = 0, finest = 1;
    int steps = method.traits.order > 4 ? model.steps / 10 : model.steps / 4;
    for (int k = 0; k < 12; ++k, steps *= 2) {
      const Run run = attempt(model.json, options(model, method, steps));
      if (run.outcome != "finished") continue;  // a step that is far too long
      const double now = error(*columns, run, exact);
      if (now < rounding) break;
      order = std::log2(previous / now);
      finest = previous = now;
      if (k > 0 && now < 3e-2 && std::abs(order - method.traits.order) < 0.1) break;
    }
    CAPTURE(order, finest, steps);
    CHECK(finest < 3e-2);
    CHECK(order > method.traits.order - 0.35);
  }
}

TEST_CASE("a method with adaptive step size is as accurate as it was asked to be", "[promises]") {
  const Method& method = any_method();
  const Model& model = any_model();
  if (!method.traits.is_adaptive) return;
  CAPTURE(method.name, model.name);
  const Run& exact = reference(model);
  for (const double tolerance : {1e-4, 1e-6, 1e-8, 1e-10}) {
    CAPTURE(tolerance);
    // Rows closer than its steps and rows farther than them.
    for (const int rows : {3, model.steps}) {
      CAPTURE(rows);
      const Run run = simulate(model.json, options(model, method, rows, tolerance));
      // The errors of the steps add up; the heavy top turns five times, the reference has 1e-12.
      CHECK(error(model.states, run, exact) < 10 * tolerance + 3e-12);
      CHECK(error(model.forces, run, exact) < 100 * tolerance + 3e-11);
      if (method.traits.closes_ledger)
        CHECK(run.largest("energy.balance_error") < 1e-12 * energy_scale(run));
    }
  }
}

TEST_CASE("a closed ledger is closed and kept constraints are kept, at every step", "[promises]") {
  const Method& method = any_method();
  const Model& model = any_model();
  const auto& traits = method.traits;
  if (!traits.closes_ledger && !traits.keeps_positions && !traits.keeps_velocities) return;
  if (is_refused(method, model)) return;
  CAPTURE(method.name, model.name);
  // Long steps, at which every method still solves its equations.
  const Run run = simulate(model.json, options(model, method, model.steps / 2));
  if (method.traits.closes_ledger)
    CHECK(run.largest("energy.balance_error") < 1e-12 * energy_scale(run));
  double length = 1, speed = 1;
  for (const std::string& state : model.states) {
    const bool is_rate =
        state.find('v') != std::string::npos || state.find("omega") != std::string::npos;
    double& largest = is_rate ? speed : length;
    largest = std::max(largest, run.largest(state));
  }
  if (method.traits.keeps_positions) CHECK(run.largest("gap.position") < 1e-14 * length * length);
  if (method.traits.keeps_velocities) CHECK(run.largest("gap.velocity") < 1e-14 * length * speed);
}

TEST_CASE("the gap of a crank that has turned many times is that of its first turn", "[promises]") {
  const Json model = Json::parse(R"json({
    "porthos": 1, "parameters": { "start": 0 },
    "positions": { "phi": { "start": "start", "fixed": true }, "x": 0.5, "y": 0.5, "s": 2 },
    "velocities": { "omega": { "start": 7, "fixed": true }, "v_x": 0, "v_y": 0, "u": 0 },
    "kinematics": { "phi": "omega", "x": "v_x", "y": "v_y", "s": "u" },
    "kinetic_energy": "omega^2/2 + v_x^2 + v_y^2 + u^2/2", "potential_energy": "9.81*y",
    "position_constraints": { "x": "x - cos(phi)", "y": "y - sin(phi)",
                              "rod": "(s - x)^2 + y^2 - 4" }
  })json");
  for (const Method* method : porthos::integrate::methods()) {
    if (!method->traits.keeps_positions) continue;
    CAPTURE(method->name);
    for (const double start : {0.3, 1e3, 1e5}) {
      CAPTURE(start);
      const Run run = simulate(model, {.until = 1,
                                       .step = 0.005,
                                       .method = std::string(method->name),
                                       .tolerance = 1e-8,
                                       .set = {{"start", start}}});
      CHECK(run.largest("gap.position") < 1e-14);  // roundings of lengths up to 3
    }
  }
}

// Lengths s times as large and times sqrt(s) times as long are the same motion; the gap of
// r^2 - l^2 is 1e16 times as large for s = 1e8.
TEST_CASE("a pendulum of any length swings like one of a metre", "[promises]") {
  for (const char* method : {"gauss(2)", "radau(3)", "dop853"})
    for (const double length : {1e-6, 1e4, 1e8, 1e11}) {
      const auto angle = [&](double l) {
        Json model = Json::parse(R"json({ "porthos": 1, "parameters": { "l": 1, "g": 9.81, "m": 1 },
          "positions": { "x": { "start": "0.6*l" }, "y": { "start": "-0.8*l" } },
          "velocities": { "u": 0, "v": 0 }, "kinematics": { "x": "u", "y": "v" },
          "kinetic_energy": "m/2*(u^2 + v^2)", "potential_energy": "m*g*y",
          "position_constraints": { "rod": "x^2 + y^2 - l^2" } })json");
        model["parameters"]["l"] = l;
        const double time = std::sqrt(l / 9.81);
        const Run run = simulate(model, {.until = 10 * time, .step = time / 50, .method = method});
        return std::atan2(run.last("x"), -run.last("y"));
      };
      CAPTURE(method, length);
      CHECK(std::abs(angle(length) - angle(1)) < 1e-7);  // adaptive steps are chosen by the scale
    }
}

TEST_CASE("an L-stable method forgets what is stiff within a step", "[promises]") {
  const Method& method = any_method();
  if (!method.traits.is_l_stable) return;
  CAPTURE(method.name);
  // Rates -1e7 and -1e-3: the velocity immediately approaches that of the creeping motion, -k q/d.
  const Json model = Json::parse(R"json({
    "porthos": 1, "positions": { "q": 1 }, "velocities": { "v": 0 }, "kinematics": { "q": "v" },
    "kinetic_energy": "v^2/2", "potential_energy": "1e4/2*q^2",
    "dissipation": { "v": "1e7*v" } })json");
  const Run run = simulate(
      model, {.until = 100, .step = 10, .method = std::string(method.name), .tolerance = 1e-6});
  for (size_t row = 1; row < run.rows(); ++row) {
    CHECK(std::abs(run.at("q", row) - std::exp(-1e-3 * run.at("t", row))) < 1e-5);
    CHECK(std::abs(run.at("v", row) + 1e-3 * run.at("q", row)) < 1e-7);
  }
}

TEST_CASE("a method with adaptive step size gets over a jump of a signal", "[promises]") {
  const Method& method = any_method();
  if (!method.traits.is_adaptive) return;
  CAPTURE(method.name);
  const Json model = Json::parse(R"json({
    "porthos": 1, "positions": { "q": 0 }, "velocities": { "v": 0 }, "kinematics": { "q": "v" },
    "kinetic_energy": "v^2/2", "potential_energy": "q^2/2",
    "ports": { "push": { "flow": "v" } }, "inputs": { "push": "if(t > 1.2345, 1, 0)" } })json");
  const Run run = simulate(model, {.until = 3, .step = 0.1, .method = std::string(method.name)});
  CHECK(std::abs(run.last("q") - (1 - std::cos(3 - 1.2345))) < 1e-8);
}

TEST_CASE("an implicit method finds velocities that have no mass", "[promises]") {
  const Method& method = any_method();
  if (method.traits.is_explicit || method.traits.solves_laws) return;
  CAPTURE(method.name);
  // Two springs in series: k = 2.4.
  const Json model = Json::parse(R"json({
    "porthos": 1, "positions": { "d1": { "start": 0.3, "fixed": true }, "d2": 0.2 },
    "velocities": { "v": 0, "v_node": 0 }, "kinematics": { "d1": "v_node", "d2": "v - v_node" },
    "mass": [[1.2, 0], [0, 0]],
    "potential_energy": { "first": "4/2*d1^2", "second": "6/2*d2^2" } })json");
  const Run run = simulate(model, {.until = 2, .step = 0.01, .method = std::string(method.name)});
  const double error = run.last("d1") - 0.3 * std::cos(std::sqrt(2.) * 2);
  CHECK(std::abs(error) < (method.traits.order > 2 ? 1e-8 : 1e-4));
}

TEST_CASE("an explicit method with adaptive step size says when a model is too stiff for it",
          "[promises][long]") {
  const Json model = Json::parse(R"json({
    "porthos": 1, "positions": { "q": 1 }, "velocities": { "v": 0 }, "kinematics": { "q": "v" },
    "kinetic_energy": "v^2/2", "potential_energy": "q^2/2", "dissipation": { "v": "1e7*v" } })json");
  const Run run = attempt(model, {.until = 100, .step = 10, .method = "dop853"});
  CHECK(run.outcome == "step-too-small");
  CHECK(run.rows() == 1);
}

TEST_CASE("every method gives the same bits again, and after a snapshot", "[promises]") {
  const Method& method = any_method();
  const Model& model = any_model();
  if (is_refused(method, model)) return;
  CAPTURE(method.name, model.name);
  Json request = {{"until", model.until},
                  {"step", model.until / model.steps},
                  {"method", std::string(method.name)},
                  {"set", model.set},
                  {"inputs", model.inputs}};
  const auto begin = [&] {
    porthos::Session session = open_session(model.json);
    session.start(request.dump());
    return session;
  };
  porthos::Session first = begin(), second = begin(), third = begin();
  first.advance(7);
  second.advance(7);
  REQUIRE(first.take_rows() == second.take_rows());
  const std::string snapshot = first.snapshot();
  REQUIRE(third.restore(snapshot));
  CHECK(third.snapshot() == snapshot);
  first.advance(13);
  second.advance(5);
  second.advance(8);
  third.advance(13);
  const std::vector<double> rows = first.take_rows();
  CHECK_FALSE(rows.empty());
  CHECK(second.take_rows() == rows);
  CHECK(third.take_rows() == rows);
  CHECK(third.snapshot() == first.snapshot());
}

}  // namespace promises_test
