/// The six-axis arm compared with Newton and Euler's recursion, and with the same arm made of
/// elements.
#include <Eigen/Dense>
#include <array>
#include <catch_amalgamated.hpp>
#include <cmath>

#include "support/paper.hpp"
#include "support/run.hpp"

namespace arm_test {
using namespace porthos::test;
using Eigen::Matrix3d;
using Eigen::Vector3d;
using Vector6d = Eigen::Matrix<double, 6, 1>;

namespace {

constexpr double pi = 3.14159265358979323846;

/// Armstrong, Khatib, Burdick (1986), in the frames of Denavit and Hartenberg: a body has its frame
/// at its far end, `to` from that of the body before, and a joint turns about z of the frame
/// before.
struct Body {
  double mass, twist, motor;
  Vector3d to, center, inertia;
};

const std::array<Body, 6> kBodies{{
    {0, pi / 2, 0.784, {0, 0, 0}, {0, 0, 0}, {0, 0.35, 0}},
    {17.4, 0, 2.32, {0.4318, 0, 0}, {-0.3638, 0.006, 0.2275}, {0.13, 0.524, 0.539}},
    {4.8, -pi / 2, 0.577, {0.0203, -0.15005, 0}, {-0.0203, -0.0141, 0.07}, {0.066, 0.086, 0.0125}},
    {0.82, pi / 2, 0.191, {0, 0.4318, 0}, {0, 0.019, 0}, {0.0018, 0.0013, 0.0018}},
    {0.34, -pi / 2, 0.171, {0, 0, 0}, {0, 0, 0}, {0.0003, 0.0004, 0.0003}},
    {0.09, 0, 0.194, {0, 0, 0}, {0, 0, 0.032}, {0.00015, 0.00015, 0.00004}},
}};
const double kLoad = 0.5;
const Vector3d kGrip(0, 0, 0.1);

Matrix3d turn(const Body& body, double angle) {
  return (Eigen::AngleAxisd(angle, Vector3d::UnitZ()) *
          Eigen::AngleAxisd(body.twist, Vector3d::UnitX()))
      .toRotationMatrix();
}

/// The joint torques for this motion: accelerations outwards along the arm, forces inwards (Luh,
/// Walker, Paul 1980).
Vector6d torques(const Vector6d& q, const Vector6d& w, const Vector6d& a, double g) {
  std::array<Matrix3d, 6> R;
  std::array<Vector3d, 6> force, moment;
  Vector3d omega = Vector3d::Zero(), alpha = Vector3d::Zero(), lift(0, 0, g);
  const Vector3d z = Vector3d::UnitZ();
  for (int i = 0; i < 6; ++i) {
    const Body& body = kBodies[size_t(i)];
    R[size_t(i)] = turn(body, q[i]);
    const Matrix3d back = R[size_t(i)].transpose();
    alpha = back * (alpha + a[i] * z + omega.cross(w[i] * z));
    omega = back * (omega + w[i] * z);
    const auto at = [&](const Vector3d& arm) -> Vector3d {
      return lift + alpha.cross(arm) + omega.cross(omega.cross(arm));
    };
    lift = back * lift;
    lift = at(body.to);
    force[size_t(i)] = body.mass * at(body.center);
    moment[size_t(i)] = body.center.cross(force[size_t(i)]) + body.inertia.cwiseProduct(alpha) +
                        omega.cross(body.inertia.cwiseProduct(omega));
    if (i == 5) {
      force[5] += kLoad * at(kGrip);
      moment[5] += kGrip.cross(kLoad * at(kGrip));
    }
  }
  Vector6d result;
  Vector3d f = Vector3d::Zero(), n = Vector3d::Zero();  // of the bodies outside, in this frame
  for (int i = 5; i >= 0; --i) {
    const Body& body = kBodies[size_t(i)];
    f += force[size_t(i)];
    n += moment[size_t(i)];
    // About the joint, in the frame before it.
    n = R[size_t(i)] * (n + body.to.cross(f));
    f = R[size_t(i)] * f;
    result[i] = n[2] + body.motor * a[i];
  }
  return result;
}

Vector6d row_of(const Run& run, const std::string& name, size_t row) {
  Vector6d x;
  for (int i = 0; i < 6; ++i) x[i] = run.at(name + "." + std::to_string(i + 1), row);
  return x;
}

Json array_of(const Vector3d& v) { return Json::array({v[0], v[1], v[2]}); }

}  // namespace

TEST_CASE("the arm's accelerations are those of Newton and Euler's recursion", "[oracle]") {
  const Run run = simulate(gallery("six-axis-arm"), {.until = 5});
  const Vector6d friction{{0.2, 0.2, 0.2, 0.01, 0.01, 0.01}};
  double error = 0, most = 0;
  for (size_t row = 0; row < run.rows(); ++row) {
    const Vector6d w = row_of(run, "w", row);
    const Vector6d needed =
        torques(row_of(run, "q", row), w, row_of(run, "acceleration", row), 9.81);
    error = std::max(error, (needed + friction.cwiseProduct(w)).cwiseAbs().maxCoeff());
    most = std::max(most, needed.cwiseAbs().maxCoeff());
  }
  CHECK(most > 0.1);
  oracle({"six-axis-arm", "Newton and Euler"}, 1e-11, error);  // N m, of weights up to 70 N m
}

TEST_CASE("the arm made of bodies and hinges swings the same way", "[oracle][elements][steps]") {
  Json model = Json::parse(R"json({ "porthos": 1, "components": {}, "kinetic_energy": 0 })json");
  model.erase("kinetic_energy");
  const Vector6d q{{0.6, 0.9, -1.2, 0.5, 0.8, 0}};
  Matrix3d R = Matrix3d::Identity();
  Vector3d origin = Vector3d::Zero();
  std::string before = "ground";
  Json& parts = model["components"];
  for (int i = 0; i < 6; ++i) {
    Body body = kBodies[size_t(i)];
    Matrix3d inertia = body.inertia.asDiagonal();
    if (i == 0) {  // rotates about one axis only; the other inertias have no effect
      body.mass = 1;
      inertia.diagonal() << 0.35, 0.35, 0.35;
    }
    if (i == 5) {  // with its load
      const double mass = body.mass + kLoad;
      const Vector3d center = (body.mass * body.center + kLoad * kGrip) / mass;
      const auto add = [&](double part, const Vector3d& arm) {
        inertia += part * (arm.squaredNorm() * Matrix3d::Identity() - arm * arm.transpose());
      };
      add(body.mass, body.center - center);
      add(kLoad, kGrip - center);
      body.mass = mass;
      body.center = center;
    }
    R = R * turn(body, q[i]);
    origin += R * body.to;
    const Vector3d place = origin + R * body.center;
    const Eigen::Quaterniond pose(R);
    const std::string name = "body_" + std::to_string(i + 1);
    Json I = Json::array();
    for (int k = 0; k < 3; ++k) I.push_back(array_of(inertia.row(k).transpose()));
    parts[name] = {
        {"use", "porthos:rigid-body"},
        {"parameters", {{"m", body.mass}, {"I", I}}},
        {"start",
         {{"r", array_of(place)}, {"q", Json::array({pose.w(), pose.x(), pose.y(), pose.z()})}}}};
    // The axis z of the previous frame is R^T z in the body; the hinge is at the origin of that
    // frame.
    const Matrix3d Q = turn(kBodies[size_t(i)], q[i]);
    const Vector3d before_center = i == 0 ? Vector3d(0, 0, 0) : kBodies[size_t(i - 1)].center;
    const std::string joint = "joint_" + std::to_string(i + 1);
    parts[joint] = {{"use", "porthos:revolute"},
                    {"between", {{"a", before}, {"b", name}}},
                    {"parameters",
                     {{"at_a", array_of(-before_center)},
                      {"at_b", array_of(-body.to - body.center)},
                      {"axis", array_of(Vector3d::UnitZ())},
                      {"axis_b", array_of(Q.transpose() * Vector3d::UnitZ())}}},
                    {"start", {{"speed", {{"value", i == 0 ? 1. : 0.}, {"fixed", true}}}}}};
    before = name;
  }
  // The motors' inertia acts on the rate of a joint against the body before it.
  for (int i = 0; i < 6; ++i) {
    const std::string joint = "joint_" + std::to_string(i + 1);
    const std::string rotor = "motor_" + std::to_string(i + 1);
    parts[rotor] = {{"use", "porthos:rotor"}, {"parameters", {{"I", kBodies[size_t(i)].motor}}}};
    parts["gear_" + std::to_string(i + 1)] = {{"use", "porthos:gear"},
                                              {"between", {{"a", rotor}, {"b", joint}}},
                                              {"parameters", {{"n", 1}}}};
  }
  const Options options{.until = 2, .step = 0.0025, .method = "gauss(4)"};
  Options free = options;
  free.set = {{"d", 0}};
  const Run whole = simulate(gallery("six-axis-arm"), free), bodies = simulate(model, options);
  for (int i = 1; i <= 6; ++i) {
    const std::string n = std::to_string(i);
    CAPTURE(i);
    double error = 0;  // a hinge counts from the pose of the text, and up to whole turns
    const double shift = bodies.first("joint_" + n + ".angle") - whole.first("q." + n);
    for (size_t row = 0; row < whole.rows(); ++row)
      error = std::max(error, std::abs(bodies.at("joint_" + n + ".angle", row) - shift -
                                       whole.at("q." + n, row)));
    oracle({"six-axis-arm", "of bodies and hinges"}, 1e-9,
           error);  // h^8 of rates up to 20/s, and rounding
  }
  CHECK(bodies.largest("energy.balance_error") < 1e-11);
}

TEST_CASE("the arm keeps its energy, and without weight its momentum about the waist",
          "[oracle][steps]") {
  const Run run = simulate(gallery("six-axis-arm"));
  CHECK(run.last("energy.dissipated") > 1);
  CHECK(run.largest("energy.balance_error") < 1e-11);  // J of 50
  const Run floating =
      simulate(gallery("six-axis-arm"), {.set = {{"g", 0}, {"d", 0}, {"spin", 3}}});
  CHECK(floating.drift("energy.stored") < 1e-12);
  CHECK(floating.first("momentum_1") > 5);
  oracle({"six-axis-arm", "momentum about the waist"}, 1e-10, floating.drift("momentum_1"));
}

}  // namespace arm_test
