/// Whipple's bicycle compared with its published linearization, and with the same bicycle made of
/// elements.
#include <Eigen/Dense>
#include <algorithm>
#include <array>
#include <catch_amalgamated.hpp>
#include <cmath>
#include <complex>

#include "support/paper.hpp"
#include "support/run.hpp"

namespace bicycle_test {
using namespace porthos::test;
using Eigen::Matrix2d;
using Eigen::Matrix4cd;
using Eigen::Matrix4d;
using Eigen::Vector4cd;
using Eigen::Vector4d;

namespace {

// Lean, steer and their rates.
constexpr std::array<const char*, 4> kColumns{"lean", "delta", "omega.1", "steering"};

/// Meijaard, Papadopoulos, Ruina, Schwab (2007), Eqs. (5.3) and (A 3) for their benchmark:
/// M q'' + v C1 q' + (g K0 + v^2 K2) q = 0, q = (lean, steer); here as x' = A x, x = (q, q').
Matrix4d published(double v) {
  Matrix2d M, C1, K0, K2;
  M << 80.81722, 2.31941332208709, 2.31941332208709, 0.29784188199686;
  C1 << 0, 33.86641391492494, -0.85035641456978, 1.68540397397560;
  K0 << -80.95, -2.59951685249872, -2.59951685249872, -0.80329488458618;
  K2 << 0, 76.59734589573222, 0, 2.65431523794604;
  Matrix4d A = Matrix4d::Zero();
  A.topRightCorner<2, 2>().setIdentity();
  A.bottomLeftCorner<2, 2>() = -M.inverse() * (9.81 * K0 + v * v * K2);
  A.bottomRightCorner<2, 2>() = -M.inverse() * (v * C1);
  return A;
}

/// exp(A t)
Matrix4d flow(const Matrix4d& A, double t) {
  const Eigen::EigenSolver<Matrix4d> modes(A);
  const Vector4cd growth = (modes.eigenvalues() * t).array().exp();
  const Matrix4cd V = modes.eigenvectors();
  return (V * growth.asDiagonal() * V.inverse()).real();
}

Vector4d state(const Run& run, size_t row) {
  Vector4d x;
  for (int i = 0; i < 4; ++i) x[i] = run.at(kColumns[size_t(i)], row);
  return x;
}

/// The bicycle upright at the speed v, disturbed in one of the four by `size`.
Run ride(double v, int which, double size, const Options& options) {
  Json model = gallery("bicycle");
  model["parameters"]["v_0"].erase("min");
  model["parameters"]["push"]["value"] = which == 2 ? size : 0;
  if (which == 0) {
    model["positions"]["q"]["start"] = {std::cos(size / 2), std::sin(size / 2), 0, 0};
    model["positions"]["q"]["fixed"] = true;
  }
  if (which == 1) model["positions"]["delta"]["start"] = size;
  if (which == 3) model["velocities"]["steering"]["start"] = size;
  Options more = options;
  more.set = {{"v_0", v}};
  return simulate(model, more);
}

/// The propagation of small disturbances from the start to the end of a run.
Matrix4d carried(double v, double time) {
  const double size = 1e-4;
  Matrix4d before, after;
  for (int i = 0; i < 4; ++i) {
    const Options options{.until = time, .step = 0.005, .method = "gauss(4)"};
    const Run one = ride(v, i, size, options), other = ride(v, i, -size, options);
    before.col(i) = (state(one, 0) - state(other, 0)) / (2 * size);
    after.col(i) = (state(one, one.rows() - 1) - state(other, other.rows() - 1)) / (2 * size);
  }
  return after * before.inverse();
}

Vector4cd rates(const Matrix4d& map, double time) { return map.eigenvalues().array().log() / time; }

double distance_to(const Vector4cd& found, std::complex<double> expected) {
  return (found.array() - expected).abs().minCoeff();
}

}  // namespace

TEST_CASE("small disturbances of the bicycle grow and die out as the published eigenvalues say",
          "[oracle][steps]") {
  const double time = 0.2;
  // Table 2 there. The error consists of the cubic terms of disturbances of 1e-4, and rounding
  // divided by them.
  const Vector4cd fast = rates(carried(5, time), time);
  for (const std::complex<double> expected : {std::complex<double>(-0.77534188, 4.46486771),
                                              {-0.77534188, -4.46486771},
                                              {-0.32286642, 0},
                                              {-14.07838969, 0}}) {
    CAPTURE(expected, fast);
    oracle({"bicycle", "eigenvalues at 5 m/s"}, 1e-6, distance_to(fast, expected));
  }
  const Vector4cd still = rates(carried(0, time), time);
  for (const double expected :
       {3.13164324790656, -3.13164324790656, 5.53094371765393, -5.53094371765393}) {
    CAPTURE(expected, still);
    oracle({"bicycle", "eigenvalues at rest"}, 1e-6, distance_to(still, expected));
  }
}

TEST_CASE("the bicycle's linearisation is the published one at every speed", "[oracle]") {
  const double v = GENERATE(1., 3.5, 4.6, 8.), time = 0.2;
  CAPTURE(v);
  const Matrix4d found = carried(v, time), expected = flow(published(v), time);
  CAPTURE(found, expected);
  CHECK((found - expected).cwiseAbs().maxCoeff() < 1e-7 * expected.cwiseAbs().maxCoeff());
}

TEST_CASE("the bicycle that is pushed a little follows the linear solution", "[oracle]") {
  const double size = 1e-4;
  const Run run = ride(5, 2, size, {.until = 2, .step = 0.01, .method = "gauss(4)"});
  const Matrix4d A = published(5);
  double error = 0;
  for (size_t row = 0; row < run.rows(); ++row) {
    const Vector4d expected = flow(A, run.at("t", row)) * state(run, 0);
    error = std::max(error, (state(run, row) - expected).cwiseAbs().maxCoeff());
  }
  CHECK(error < 1e-5 * size);  // terms of third order
}

TEST_CASE("the bicycle rights itself between the published speeds only", "[oracle]") {
  // Weave 4.29238253634111 m/s, capsize 6.02426201538837 m/s (Table 2 there).
  const auto largest = [](double v) { return published(v).eigenvalues().real().maxCoeff(); };
  CHECK(std::abs(largest(4.29238253634111)) < 1e-9);
  CHECK(std::abs(largest(6.02426201538837)) < 1e-9);
  const auto end = [](double v) {
    const Run run = ride(v, 2, 0.02, {.until = 8});
    double lean = 0;
    for (size_t row = run.rows() - 100; row < run.rows(); ++row)
      lean = std::max(lean, std::abs(run.at("lean", row)));
    return lean / 0.02;
  };
  CHECK(end(3.9) > 1);   // it weaves, e^(0.3 t) and more
  CHECK(end(5) < 0.05);  // e^(-0.32 t)
  CHECK(end(8) > 0.15);  // it falls, slowly: e^(0.1 t)
}

TEST_CASE("the bicycle keeps its energy and its ground", "[oracle]") {
  const Run run = simulate(gallery("bicycle"));
  oracle({"bicycle", "energy"}, 1e-11, run.largest("energy.balance_error"));  // J of 1800 J
  CHECK(run.largest("gap.position") < 1e-13);                                 // m
  CHECK(run.largest("gap.velocity") < 1e-12);                                 // m/s
  // The ledger shows the dissipation of the headset's friction.
  const Run rubbed = simulate(gallery("bicycle"), {.set = {{"d", 0.5}}});
  CHECK(rubbed.last("energy.dissipated") > 0.01);
  CHECK(rubbed.largest("energy.balance_error") < 1e-11);
}

TEST_CASE("the bicycle made of bodies, hinges and rolling discs rides the same way",
          "[oracle][elements]") {
  // Each body in axes of the world at the start, with v_0 and the push; the rest is assembled.
  Json model = Json::parse(R"json({
    "porthos": 1,
    "parameters": { "c": { "formula": "cos(pi/10)" }, "s": { "formula": "sin(pi/10)" } },
    "components": {
      "R": { "use": "porthos:rigid-body", "parameters": { "m": 2, "I": [[0.0603, 0, 0], [0, 0.12, 0], [0, 0, 0.0603]] },
        "start": { "r": [0, 0, 0.3], "v": [4.6, -0.15, 0], "omega": [0.5, "4.6/0.3", 0] } },
      "B": { "use": "porthos:rigid-body", "parameters": { "m": 85, "I": [[9.2, 0, -2.4], [0, 11, 0], [-2.4, 0, 2.8]] },
        "start": { "r": [0.3, 0, 0.9], "v": [4.6, -0.45, 0], "omega": [0.5, 0, 0] } },
      "H": { "use": "porthos:rigid-body", "parameters": { "m": 4, "I": [[0.05892, 0, 0.00756], [0, 0.06, 0], [0.00756, 0, 0.00708]] },
        "start": { "r": [0.9, 0, 0.7], "v": [4.6, -0.35, 0], "omega": [0.5, 0, 0] } },
      "F": { "use": "porthos:rigid-body", "parameters": { "m": 3, "I": [[0.1405, 0, 0], [0, 0.28, 0], [0, 0, 0.1405]] },
        "start": { "r": [1.02, 0, 0.35], "v": [4.6, -0.175, 0], "omega": [0.5, "4.6/0.35", 0] } },
      "rear": { "use": "porthos:revolute", "between": { "a": "B", "b": "R" },
        "parameters": { "at_a": [-0.3, 0, -0.6], "axis": [0, 1, 0] } },
      "headset": { "use": "porthos:revolute", "between": { "a": "B", "b": "H" },
        "parameters": { "at_a": [0.8, 0, -0.9], "at_b": [0.2, 0, -0.7], "axis": ["s", 0, "-c"] } },
      "front": { "use": "porthos:revolute", "between": { "a": "H", "b": "F" },
        "parameters": { "at_a": [0.12, 0, -0.35], "axis": [0, 1, 0] } },
      "rear_contact": { "use": "porthos:rolling-disc", "between": { "a": "R" },
        "parameters": { "axis": [0, 1, 0], "radius": 0.3 } },
      "front_contact": { "use": "porthos:rolling-disc", "between": { "a": "F" },
        "parameters": { "axis": [0, 1, 0], "radius": 0.35 } }
    } })json");
  const Options options{.until = 3, .step = 0.005, .method = "gauss(4)"};
  const Run parts = simulate(model, options), whole = simulate(gallery("bicycle"), options);
  // Steps in which a wheel turns by 0.08 rad have an error of 1e-15; the rest is rounding of the
  // gaps in either form.
  oracle({"bicycle", "of elements"}, 1e-9, difference(parts, whole, "headset.angle", "delta"));
  CHECK(difference(parts, whole, "R.r.1", "r.1") < 1e-9);
  CHECK(difference(parts, whole, "R.r.2", "r.2") < 1e-9);
  CHECK(difference(parts, whole, "front.angle", "theta_F") < 1e-9);
  CHECK(difference(parts, whole, "multiplier.rear_contact.height", "multiplier.rear_height") <
        1e-6);
  CHECK(parts.largest("energy.balance_error") < 1e-11);
}

TEST_CASE("a torque on the handlebar to the right leans the bicycle to the left", "[oracle]") {
  Json model = gallery("bicycle");
  const Run run =
      simulate(model, {.until = 1, .set = {{"push", 0}, {"v_0", 5}}, .inputs = {{"hands", "1"}}});
  double steered = 0;
  for (const double delta : run.column("delta")) steered = std::max(steered, delta);
  CHECK(steered > 0.03);
  CHECK(run.last("lean") < -0.3);
  CHECK(run.last("delta") < 0);
  CHECK(run.largest("energy.balance_error") < 1e-11);
}

}  // namespace bicycle_test
