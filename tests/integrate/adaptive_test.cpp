/// Step sizes of adaptive methods in hard cases: tolerances at rounding, redundant constraints,
/// poses where the motion ends.
#include <array>
#include <catch_amalgamated.hpp>
#include <cmath>

#include "integrate/doubling.hpp"
#include "integrate/methods.hpp"
#include "support/assembled.hpp"
#include "support/run.hpp"

namespace adaptive_test {
using namespace porthos::test;
using porthos::integrate::Method;

namespace {

using Vector = std::array<double, 3>;

Vector difference_of(const Vector& a, const Vector& b) {
  return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}
Vector cross(const Vector& a, const Vector& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

/// Bricard's linkage of the IFToMM benchmarks: five rods of 1 m and 1 kg and the ground, six hinges
/// whose axes are at right angles to both rods; 30 rows for 30 velocities, and it moves.
Json bricard() {
  const std::array<Vector, 6> joint{
      {{0, 0, 0}, {1, 0, 0}, {1, -1, 0}, {1, -1, 1}, {0, -1, 1}, {0, 0, 1}}};
  std::array<Vector, 6> rod;
  for (std::size_t i = 0; i < 6; ++i) rod[i] = difference_of(joint[(i + 1) % 6], joint[i]);
  const auto middle = [&](std::size_t i) {
    Vector m;
    for (std::size_t k = 0; k < 3; ++k) m[k] = (joint[i][k] + joint[i + 1][k]) / 2;
    return m;
  };
  Json components;
  for (std::size_t i = 0; i < 5; ++i) {
    Json inertia = Json::array();
    for (std::size_t r = 0; r < 3; ++r) {
      inertia.push_back({0, 0, 0});
      inertia[r][r] = rod[i][r] == 0 ? 1. / 12 : 1e-4;
    }
    components["rod" + std::to_string(i)] = {{"use", "porthos:rigid-body"},
                                             {"parameters", {{"m", 1}, {"I", inertia}}},
                                             {"start", {{"r", middle(i)}}}};
  }
  for (std::size_t i = 0; i < 6; ++i) {
    const auto end = [&](bool is_ground, std::size_t body) {
      return is_ground ? joint[i] : difference_of(joint[i], middle(body));
    };
    components["hinge" + std::to_string(i)] = {
        {"use", "porthos:revolute"},
        {"between",
         {{"a", i == 0 ? "ground" : "rod" + std::to_string(i - 1)},
          {"b", i == 5 ? "ground" : "rod" + std::to_string(i)}}},
        {"parameters",
         {{"axis", cross(rod[(i + 5) % 6], rod[i])},
          {"at_a", end(i == 0, i - 1)},
          {"at_b", end(i == 5, i)}}}};
  }
  return {{"porthos", 1},
          {"name", "Bricard's linkage"},
          {"environment", {{"gravity", {0, -9.81, 0}}}},
          {"components", components}};
}

Json summary_of(const Json& model, const Json& options) {
  auto session = open_session(model);
  session.start(options.dump());
  session.advance(1 << 20);
  return Json::parse(session.summary());
}

/// The names of the gallery's models without events and set-valued laws, whose states are smooth.
std::vector<std::string> smooth_models() {
  std::vector<std::string> names;
  for (const std::string& name : gallery_names())
    if (const Json model = gallery(name); !model.contains("events") && !has_modes(model))
      names.push_back(name);
  return names;
}

}  // namespace

TEST_CASE("adaptive Gauss methods reach tolerances at the rounding of the states",
          "[adaptive][long]") {
  constexpr double kUntil = 0.06;
  for (const std::string& name : smooth_models()) {
    const Json model = gallery(name);
    const Json fine{{"method", "gauss(4)"}, {"until", kUntil}, {"step", kUntil / 64}};
    const Json exact = summary_of(model, fine);
    for (const char* method : {"adaptive-gauss(2)", "adaptive-gauss(3)"})
      for (const double tolerance : {1e-12, 1e-13, 1e-14}) {
        CAPTURE(name, method, tolerance);
        const Json found = summary_of(model, {{"method", method},
                                              {"until", kUntil},
                                              {"step", kUntil / 2},
                                              {"tolerance", tolerance}});
        CHECK(found["outcome"] == "finished");
        const auto steps = found["steps"].get<double>();
        CHECK(found["work"]["rejected"].get<double>() < 2 * steps + 50);
        const Json described = Json::parse(open_session(model).describe());
        for (const Json& state : described["states"]) {
          const std::string column = state["name"];
          const double value = exact["final"][column].get<double>();
          CAPTURE(column);
          CHECK(std::abs(found["final"][column].get<double>() - value) <
                1e-9 * (1 + std::abs(value)));
        }
      }
  }
}

TEST_CASE("dop853 takes no more work for less accuracy in a linkage that only moves on its surface",
          "[adaptive]") {
  const Json model = bricard();
  Json options{{"method", "dop853"}, {"until", 1}, {"step", 0.01}, {"tolerance", 1e-10}};
  const Json exact = summary_of(model, options);
  REQUIRE(exact["outcome"] == "finished");
  options["tolerance"] = 1e-3;
  const Json loose = summary_of(model, options);
  CHECK(loose["outcome"] == "finished");
  CHECK(loose["work"]["factorisations"] < exact["work"]["factorisations"]);
  for (const char* column : {"rod2.r.1", "rod2.r.2", "rod2.r.3"})
    CHECK(std::abs(loose["final"][column].get<double>() - exact["final"][column].get<double>()) <
          1e-4);
}

TEST_CASE("a disc that falls flat ends its run in every method that keeps its rows",
          "[adaptive][long]") {
  const Json model = gallery("rolling-disc");
  for (const Method* method : porthos::integrate::methods()) {
    // Time-stepping takes steps over the pose.
    if (!method->traits.keeps_positions || method->traits.solves_laws) continue;
    CAPTURE(method->name);
    const Run run = attempt(model, {.until = 3,
                                    .step = 0.005,
                                    .method = std::string(method->name),
                                    .set = {{"turn", 0}, {"roll", 0}}});
    // Steps without a solution, or ever shorter ones: rounding decides between them.
    CHECK((run.outcome == "diverged" || run.outcome == "step-too-small"));
    CHECK(std::abs(run.last("t") - 0.415) < 0.006);  // one step of the run
  }
}

TEST_CASE("position constraints are closed where only efforts move what they hold", "[adaptive]") {
  // A pendulum of pure Hamilton's equations: the rod's own multiplier does not move its gap.
  const Json model = Json::parse(R"json({ "porthos": 1,
    "positions": { "x": 0.6, "y": 0.8, "p_x": 0.4, "p_y": -0.3 },
    "kinematics": { "x": "effort(p_x)", "y": "effort(p_y)", "p_x": "-effort(x)", "p_y": "-effort(y)" },
    "potential_energy": { "motion": "(p_x^2 + p_y^2)/2", "weight": "9.81*y" },
    "position_constraints": { "rod": "x^2 + y^2 - 1" } })json");
  const Json same = Json::parse(R"json({ "porthos": 1,
    "positions": { "x": 0.6, "y": 0.8 }, "velocities": { "v_x": 0.4, "v_y": -0.3 },
    "kinematics": { "x": "v_x", "y": "v_y" }, "kinetic_energy": "(v_x^2 + v_y^2)/2",
    "potential_energy": "9.81*y", "position_constraints": { "rod": "x^2 + y^2 - 1" } })json");
  const Run exact = simulate(same, {.until = 2, .step = 0.01, .method = "gauss(4)"});
  for (const Method* method : porthos::integrate::methods()) {
    if (!method->traits.keeps_positions || method->traits.solves_laws) continue;
    CAPTURE(method->name);
    const Run run =
        simulate(model, {.until = 2, .step = 0.01, .method = std::string(method->name)});
    CHECK(run.largest("gap.position") < 1e-14);
    if (method->traits.closes_ledger) CHECK(run.largest("energy.balance_error") < 1e-11);
    const double error = method->traits.order > 2 ? 1e-6 : 1e-2;
    CHECK(std::abs(run.last("x") - exact.last("x")) < error);
    CHECK(std::abs(run.last("p_x") - exact.last("v_x")) < 10 * error);
  }
}

TEST_CASE("the heat of a circuit that stores nothing has the tolerance", "[integrate]") {
  // No state knows how fast the current changes.
  Json model = Json::parse(R"json({
    "porthos": 1,
    "components": {
      "p": { "use": "porthos:node" },
      "I": { "use": "porthos:current-source", "between": { "a": "p", "b": "ground" } },
      "R": { "use": "porthos:resistor", "between": { "a": "p", "b": "ground" }, "parameters": { "R": 2 } }
    },
    "inputs": { "I.current": "sin(3*t)" }
  })json");
  const double heat = 2 * (1 - std::sin(6.) / 6) / 2;  // int R sin^2(3 t), 0 to 1
  for (const Method* method : porthos::integrate::methods()) {
    if (!method->traits.is_adaptive) continue;
    for (const double tolerance : {1e-4, 1e-7, 1e-10}) {
      CAPTURE(method->name, tolerance);
      const Run run = simulate(
          model,
          {.until = 1, .step = 0.5, .method = std::string(method->name), .tolerance = tolerance});
      CHECK(std::abs(run.last("energy.dissipated") / heat - 1) < 5 * tolerance);
      CHECK(std::abs(run.last("energy.supplied") / heat - 1) < 5 * tolerance);
    }
  }
}

/// A bob on a rod whose hinge has friction in proportion to its load, smooth where the motion
/// reverses.
const char* const kRubbing = R"json({ "porthos": 1,
    "positions": { "x": 0.8, "y": -0.6 }, "velocities": { "u": 0, "v": 0 },
    "kinematics": { "x": "u", "y": "v" }, "kinetic_energy": "(u^2 + v^2)/2",
    "potential_energy": "9.81*y", "position_constraints": { "rod": "(x^2 + y^2 - 1)/2" },
    "forces": { "rub": { "flow": "y*u - x*v",
                         "effort": "-0.3*abs(multiplier(rod))*(y*u - x*v)/sqrt(u^2 + v^2 + 0.1)" } } })json";

TEST_CASE("what halving shows of a step is its error where friction depends on a reaction",
          "[integrate][law]") {
  // With the order for motions without reactions, only a fifth of the error would be reported.
  const porthos::system::System system = porthos::test::assembled(kRubbing);
  const porthos::dae::State start = [&] {
    porthos::dae::State state;
    state.z = porthos::VecX{{0.8, -0.6}};
    state.w = porthos::VecX{{0.6, 0.8}};
    state.start_potential = -9.81 * 0.6;
    state.start_energy = 0.5 + state.start_potential;
    state.scale = 0.5;
    state.dissipated = porthos::VecX::Zero(system.sizes().power);
    state.supplied = porthos::VecX::Zero(system.sizes().u);
    return state;
  }();
  for (const double h : {0.02, 0.01}) {
    CAPTURE(h);
    constexpr int kParts = 64;
    porthos::dae::State state = start, exact = start;
    const auto method = porthos::integrate::make_doubling(system, porthos::integrate::kGauss2, 0);
    REQUIRE(method->step(state, h) == porthos::Outcome::kRunning);
    const auto reference = porthos::integrate::kGauss4.make(system, 0);
    for (int k = 0; k < kParts; ++k)
      REQUIRE(reference->step(exact, h / kParts) == porthos::Outcome::kRunning);
    porthos::VecX error(4);
    error << state.z - exact.z, state.w - exact.w;
    const double told = method->error().norm() / error.norm();
    CHECK(told > 0.6);
    CHECK(told < 1.6);
  }
}

TEST_CASE("adaptive steps hold the tolerance where friction depends on a reaction", "[integrate]") {
  const Json model = Json::parse(kRubbing);
  const Run exact = simulate(model, {.until = 2, .step = 2.5e-4, .method = "gauss(4)"});
  for (const Method* method : porthos::integrate::methods()) {
    if (!method->traits.is_adaptive) continue;
    for (const double tolerance : {1e-5, 1e-8}) {
      CAPTURE(method->name, tolerance);
      const Run run = simulate(
          model,
          {.until = 2, .step = 0.1, .method = std::string(method->name), .tolerance = tolerance});
      for (const char* name : {"x", "y", "u", "v", "energy.forces"}) {
        CAPTURE(name);
        CHECK(std::abs(run.last(name) - exact.last(name)) < 10 * tolerance * exact.largest(name));
      }
    }
  }
}

}  // namespace adaptive_test
