/// The slider-crank, put together from two systems, against its one degree of freedom by
/// quadrature.
///
///   sin phi2 = (l1/l2) sin phi1    cos phi2 = -sqrt(1 - sin^2 phi2)    ' = d/dphi1
///   J(phi1) = I_1A + m2 x_B'^2 - 2 m2 r2 x_B' sin phi2 phi2' + I_2B phi2'^2     1/2 J omega1^2 = E
#include <catch_amalgamated.hpp>
#include <cmath>
#include <numbers>

#include "support/paper.hpp"
#include "support/quadrature.hpp"

namespace slider_crank_test {
using namespace porthos::test;
using Catch::Matchers::WithinAbs;

namespace {

constexpr double kPi = std::numbers::pi;
constexpr double l1 = 0.2, I_1A = 0.05, l2 = 0.5, m_rod = 0.4, m_slider = 0.6;
constexpr double m2 = m_rod + m_slider, r2 = m_rod * l2 / 2 / m2, I_2B = m_rod * l2 * l2 / 3;

struct Pose {
  double s2, c2, phi2_rate, x_B, x_B_rate;  // rates per radian of phi1
  explicit Pose(double phi1) {
    s2 = l1 / l2 * std::sin(phi1);
    c2 = -std::sqrt(1 - s2 * s2);
    phi2_rate = l1 * std::cos(phi1) / (l2 * c2);
    x_B = l1 * std::cos(phi1) - l2 * c2;
    x_B_rate = -l1 * std::sin(phi1) + l2 * s2 * phi2_rate;
  }
  double J() const {
    return I_1A + m2 * x_B_rate * x_B_rate - 2 * m2 * r2 * x_B_rate * s2 * phi2_rate +
           I_2B * phi2_rate * phi2_rate;
  }
};
double J(double phi1) { return Pose(phi1).J(); }
double energy(double phi1, double omega1) { return J(phi1) * omega1 * omega1 / 2; }

const Json kFree = {{"M_0", 0}, {"F_0", 0}};

/// The same mechanism as one system: the matrices of the components stacked, the loop as
/// constraints.
Json monolithic() {
  return Json::parse(R"json({
    "porthos": 1, "name": "Slider-crank in one piece",
    "parameters": { "l1": 0.2, "I_1A": 0.05, "l2": 0.5, "m2": 1, "r2": 0.1, "I_2B": { "formula": "0.4*l2^2/3" } },
    "positions": { "phi1": { "start": 0.5, "fixed": true }, "x_B": 0.7, "y_B": 0, "phi2": 3.14 },
    "velocities": { "omega1": { "start": 7, "fixed": true }, "v_x": 0, "v_y": 0, "omega2": 0 },
    "kinematics": { "phi1": "omega1", "x_B": "cos(phi2)*v_x - sin(phi2)*v_y", "y_B": "sin(phi2)*v_x + cos(phi2)*v_y",
                    "phi2": "omega2" },
    "kinetic_energy": "I_1A/2*omega1^2 + m2/2*(v_x^2 + v_y^2) + m2*r2*v_y*omega2 + I_2B/2*omega2^2",
    "gyroscopic": [[0, 0, 0, 0], [0, 0, 0, "-momentum(v_y)"], [0, 0, 0, "momentum(v_x)"],
                   [0, "momentum(v_y)", "-momentum(v_x)", 0]],
    "position_constraints": { "rail": "y_B", "C_x": "l1*cos(phi1) - x_B - l2*cos(phi2)",
                              "C_y": "l1*sin(phi1) - y_B - l2*sin(phi2)" },
    "ports": { "M_ext": { "flow": "omega1" }, "F_ext": { "flow": "cos(phi2)*v_x - sin(phi2)*v_y" } },
    "inputs": { "M_ext": "0.1*sin(t)", "F_ext": "0.5*cos(2*t)" },
    "simulation": {
  "until" : 5, "step" : 0.005, "method" : "gauss(3)" } })json");
}

}  // namespace

TEST_CASE(
    "the inertia of the slider-crank has its closed form at the dead centre and at a right angle",
    "[oracle]") {
  CHECK_THAT(J(kPi / 2), WithinAbs(I_1A + m2 * l1 * l1, 1e-15));
  CHECK_THAT(J(0), WithinAbs(I_1A + I_2B * l1 * l1 / (l2 * l2), 1e-15));
}

TEST_CASE("the free slider-crank has turned once after the period of the quadrature", "[oracle]") {
  const double E = energy(0.5, 7);
  const double T =
      integral_over_period([&](double phi) { return std::sqrt(J(phi) / (2 * E)); }, 2 * kPi);
  const Run run = simulate(gallery("slider-crank"),
                           {.until = T, .step = T / 1000, .method = "gauss(3)", .set = kFree});
  // 1000 steps, h^6 = 1e-14
  oracle({"slider-crank", "period"}, 1e-9,
         run.last("crank.phi1") - run.first("crank.phi1") - 2 * kPi);
  oracle({"slider-crank", "period"}, 1e-9, run.last("crank.omega1") - 7);
}

TEST_CASE("the free slider-crank is at every time where the quadrature says", "[oracle]") {
  const double E = energy(0.5, 7);
  const Run run = simulate(gallery("slider-crank"),
                           {.until = 10, .step = 0.002, .method = "gauss(3)", .set = kFree});
  const auto speed = [&](double phi) { return std::sqrt(2 * E / J(phi)); };
  // rad; h^6 and 5000 roundings of 1e-15 each, which add up with the time
  double time = 0, before = 0.5;
  oracle(run, {"slider-crank", "angle"}, 1e-9, at(run, [&](const Reader& n) {
           const double phi = n("crank.phi1");
           time += integral([&](double p) { return 1 / speed(p); }, before, phi);
           before = phi;
           return speed(phi) * (time - n("t"));
         }));
  // rad/s; the energy is kept, so the speed follows from the pose
  oracle(run, {"slider-crank", "speed"}, 1e-11,
         at(run, [&](const Reader& n) { return n("crank.omega1") - speed(n("crank.phi1")); }));
  // m; the loop is closed at every row
  oracle(run, {"slider-crank", "pose"}, 1e-12,
         at(run, [](const Reader& n) { return n("rod.x_B") - Pose(n("crank.phi1")).x_B; }));
}

TEST_CASE("the loop of the slider-crank stays closed", "[oracle][steps]") {
  const double step = GENERATE(0.001, 1. / 60);
  CAPTURE(step);
  const Run run = simulate(gallery("slider-crank"), {.until = 30, .step = step});
  // m; rounding of lengths below 1 m
  oracle(
      run, {"slider-crank", "loop"}, 1e-14, at(run, [](const Reader& n) {
        const double phi1 = n("crank.phi1"), phi2 = n("rod.phi2"), y_B = n("rod.y_B");
        return std::max({std::abs(l1 * std::cos(phi1) - n("rod.x_B") - l2 * std::cos(phi2)),
                         std::abs(l1 * std::sin(phi1) - y_B - l2 * std::sin(phi2)), std::abs(y_B)});
      }));
  // m/s; rounding of speeds of 2 m/s
  oracle(run, {"slider-crank", "loop's rate"}, 1e-13, at(run, [](const Reader& n) {
           const double phi1 = n("crank.phi1"), omega1 = n("crank.omega1");
           const double c = std::cos(n("rod.phi2")), s = std::sin(n("rod.phi2"));
           const double v_x = n("rod.v_x"), v_y = n("rod.v_y"), omega2 = n("rod.omega2");
           return std::max(
               std::abs(-l1 * std::sin(phi1) * omega1 - c * v_x + s * v_y + l2 * s * omega2),
               std::abs(l1 * std::cos(phi1) * omega1 - s * v_x - c * v_y - l2 * c * omega2));
         }));
}

TEST_CASE("the slider-crank of two components and the one in one piece move alike", "[oracle]") {
  const Json drive = {{"M_ext", "0.1*sin(t)"}, {"F_ext", "0.5*cos(2*t)"}};
  const Run one = simulate(monolithic());
  const Run two = simulate(gallery("slider-crank"),
                           {.until = 5, .step = 0.005, .method = "gauss(3)", .inputs = drive});
  const std::pair<const char*, const char*> pairs[] = {
      {"phi1", "crank.phi1"},  {"omega1", "crank.omega1"}, {"x_B", "rod.x_B"},
      {"phi2", "rod.phi2"},    {"v_x", "rod.v_x"},         {"v_y", "rod.v_y"},
      {"omega2", "rod.omega2"}};
  for (const auto& [a, b] : pairs) {
    CAPTURE(a);  // the same equations in another order: rounding, grown over 1000 steps
    oracle({"slider-crank", "in one piece"}, 1e-11, difference(one, two, a, b));
  }
  oracle({"slider-crank", "in one piece"}, 1e-11, difference(one, two, "energy.stored"));
}

TEST_CASE("a port that a mechanism shows has the mechanism's name for it and the flow of its part",
          "[oracle]") {
  const Run run = simulate(gallery("slider-crank"), {.until = 1, .step = 0.005});
  // rad/s, m/s: rounding of a closed loop
  oracle(run, {"slider-crank", "flows of its ports"}, 1e-12, at(run, [](const Reader& n) {
           const double omega = n("crank.omega1");
           return std::max(std::abs(n("M_ext.flow") - omega),
                           std::abs(n("F_ext.flow") - Pose(n("crank.phi1")).x_B_rate * omega));
         }));
  CHECK_THAT(run.last("energy.supplied.M_ext") + run.last("energy.supplied.F_ext"),
             WithinAbs(run.last("energy.supplied"), 1e-13));

  const Json outer = Json::parse(R"json({
    "porthos": 1, "components": { "machine": { "use": "slider-crank.porthos.json" } },
    "ports": { "M": "machine.M_ext" }, "inputs": { "M": "0.2" }, "simulation": { "until": 1, "step": 0.005 } })json");
  const Run inside = simulate(outer);
  CHECK(inside.last("M.flow") == inside.last("machine.crank.omega1"));
}

TEST_CASE("a joint that knows only velocities keeps the gap it starts with", "[oracle]") {
  // Remark 4 of the paper: without declared positions the coupling is on velocity level.
  Json crank = gallery("crank"), rod = gallery("rod-slider");
  crank["ports"]["F_1C"].erase("position");
  crank["ports"]["F_1C"].erase("position_unit");
  rod["ports"]["F_2C"].erase("position");
  rod["ports"]["F_2C"].erase("position_unit");
  Json model = gallery("slider-crank");
  for (const auto& [name, inner] : {std::pair("crank", crank), std::pair("rod", rod)}) {
    model["components"][name].erase("use");
    model["components"][name]["model"] = inner;
  }
  const Run run = simulate(model, {.until = 2, .step = 0.002, .method = "gauss(3)"});
  double gap_x = 0, gap_y = 0;
  for (size_t row = 0; row < run.rows(); ++row) {
    const double phi1 = run.at("crank.phi1", row), phi2 = run.at("rod.phi2", row);
    const double x = run.at("rod.x_B", row) + l2 * std::cos(phi2) - l1 * std::cos(phi1);
    const double y = run.at("rod.y_B", row) + l2 * std::sin(phi2) - l1 * std::sin(phi1);
    if (row == 0) gap_x = x, gap_y = y;
    CHECK_THAT(x, WithinAbs(gap_x, 1e-10));  // h^6 of the integrated velocities
    CHECK_THAT(y, WithinAbs(gap_y, 1e-10));
  }
  CHECK(std::hypot(gap_x, gap_y) > 0.01);  // the start of the components does not close the loop
}

TEST_CASE("a mechanism inside another model moves as by itself", "[oracle]") {
  const Json outer = Json::parse(R"json({
    "porthos": 1, "components": { "machine": { "use": "slider-crank.porthos.json", "parameters": { "omega_0": 5 } } },
    "ports": { "M": "machine.M_ext", "F": "machine.F_ext" }, "inputs": { "M": "0.2", "F": "cos(t)" },
    "simulation": { "until": 3, "step": 0.005 } })json");
  const Run inside = simulate(outer);
  const Run alone =
      simulate(gallery("slider-crank"), {.until = 3,
                                         .step = 0.005,
                                         .set = {{"omega_0", 5}},
                                         .inputs = {{"M_ext", "0.2"}, {"F_ext", "cos(t)"}}});
  CHECK(difference(inside, alone, "machine.crank.phi1", "crank.phi1") <
        1e-12);  // the same equations
  CHECK(difference(inside, alone, "machine.rod.x_B", "rod.x_B") < 1e-12);
}

TEST_CASE("the driven slider-crank obeys the equation of its one degree of freedom", "[oracle]") {
  // J phi'' + J_phi phi'^2/2 = M_ext + F_ext x_B', by a small Runge-Kutta of its own.
  const auto acceleration = [](double t, double phi, double omega) {
    const double d = 1e-3;  // five-point derivative of J: its error d^4 J^(5)/30 = 1e-13
    const double J_phi =
        (8 * (J(phi + d) - J(phi - d)) - (J(phi + 2 * d) - J(phi - 2 * d))) / (12 * d);
    const double load = 0.1 * std::sin(t) + 0.5 * std::cos(2 * t) * Pose(phi).x_B_rate;
    return (load - J_phi * omega * omega / 2) / J(phi);
  };
  double phi = 0.5, omega = 7;
  const double h = 2.5e-4;  // RK4: (h omega)^4 = 1e-11 per radian
  for (int n = 0; n < 20000; ++n) {
    const double t = n * h;
    const double a1 = acceleration(t, phi, omega);
    const double a2 = acceleration(t + h / 2, phi + h / 2 * omega, omega + h / 2 * a1);
    const double a3 =
        acceleration(t + h / 2, phi + h / 2 * (omega + h / 2 * a1), omega + h / 2 * a2);
    const double a4 = acceleration(t + h, phi + h * (omega + h / 2 * a2), omega + h * a3);
    phi += h * omega + h * h / 6 * (a1 + a2 + a3);
    omega += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
  }
  const Run run = simulate(gallery("slider-crank"),
                           {.until = 5,
                            .step = 0.0025,
                            .method = "gauss(3)",
                            .inputs = {{"M_ext", "0.1*sin(t)"}, {"F_ext", "0.5*cos(2*t)"}}});
  // the Runge-Kutta's own error over 35 rad
  oracle({"slider-crank", "driven"}, 1e-8, run.last("crank.phi1") - phi);
  oracle({"slider-crank", "driven"}, 1e-8, run.last("crank.omega1") - omega);
}

TEST_CASE("the rod with slider alone keeps its momentum along the rail", "[oracle]") {
  const Run run =
      simulate(gallery("rod-slider"), {.until = 12, .step = 0.01, .method = "gauss(3)"});
  // kg m/s of 0.3: the method's h^6
  oracle({"rod-slider", "momentum"}, 1e-11, run.drift("p_X"));
  oracle({"rod-slider", "energy"}, 1e-15, run.drift("energy.stored"));
}

TEST_CASE("the rail pushes on the slider with the force that its motion needs", "[oracle]") {
  // Newton for the centre of mass across the rail: rail_force = m2 d^2/dt^2 (r2 sin phi2). The free
  // rod has p_X = 0, so 1/2 K(phi2) omega2^2 = E with K = I_2B - m2 r2^2 sin^2 phi2.
  const Run run = simulate(gallery("rod-slider"), {.until = 6, .step = 0.01, .method = "gauss(3)"});
  // N of 1 N
  oracle(run, {"rod-slider", "force of the rail"}, 1e-10, at(run, [](const Reader& n) {
           const double s = std::sin(n("phi2")), c = std::cos(n("phi2")), omega2 = n("omega2");
           const double K = I_2B - m2 * r2 * r2 * s * s;
           const double omega2_rate = m2 * r2 * r2 * s * c * omega2 * omega2 / K;
           return n("rail_force") - m2 * r2 * (c * omega2_rate - s * omega2 * omega2);
         }));
}

}  // namespace slider_crank_test
