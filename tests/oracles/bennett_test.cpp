// Bennett's linkage: four links on four skew axes. It moves although the count 24 - 6 - 3 of its
// constraints forbids it. Bennett: A new mechanism (1903); Denavit and Hartenberg's parameters.
#include <Eigen/Geometry>
#include <array>
#include <catch_amalgamated.hpp>
#include <cmath>

#include "support/run.hpp"

namespace porthos::test::bennett_test {
namespace {

using Matrix = Eigen::Matrix3d;
using Vector = Eigen::Vector3d;

/// The axes of a link are its length a apart and twisted by alpha.
struct Link {
  double a, alpha;
};

// Opposite links are equal, and sin(alpha)/a = sin(beta)/b.
const Link kCrank{1, 0.6}, kCoupler{1.4, std::asin(1.4 * std::sin(0.6))};

/// tan(theta_1/2) tan(theta_2/2), for any pose.
const double kProduct =
    std::sin((kCoupler.alpha + kCrank.alpha) / 2) / std::sin((kCoupler.alpha - kCrank.alpha) / 2);

Matrix twist(double alpha) { return Eigen::AngleAxisd(alpha, Vector::UnitX()).toRotationMatrix(); }
Matrix turn(double theta) { return Eigen::AngleAxisd(theta, Vector::UnitZ()).toRotationMatrix(); }

/// A body of 1 kg whose frame is in the middle of a link, x along it and z along its first axis.
/// Its ports are the axes: a point and a direction each; one of these six rows is redundant.
Json body(const Link& link) {
  Json made = Json::parse(R"json({
    "porthos": 1, "parameters": { "a": 1, "alpha": 0, "x_0": 0, "y_0": 0, "z_0": 0,
                                  "p_0": 1, "p_1": 0, "p_2": 0, "p_3": 0 },
    "positions": { "x": { "start": "x_0", "unit": "m" }, "y": { "start": "y_0", "unit": "m" },
                   "z": { "start": "z_0", "unit": "m" },
                   "q0": "p_0", "q1": "p_1", "q2": "p_2", "q3": "p_3" },
    "velocities": { "v_x": 0, "v_y": 0, "v_z": 0, "omega_x": 0, "omega_y": 0, "omega_z": 0 },
    "kinematics": { "x": "v_x", "y": "v_y", "z": "v_z",
                    "q0": "(-q1*omega_x - q2*omega_y - q3*omega_z)/2",
                    "q1": "(q0*omega_x - q3*omega_y + q2*omega_z)/2",
                    "q2": "(q3*omega_x + q0*omega_y - q1*omega_z)/2",
                    "q3": "(-q2*omega_x + q1*omega_y + q0*omega_z)/2" },
    "kinetic_energy": "(v_x^2 + v_y^2 + v_z^2)/2 + (0.02*omega_x^2 + 0.1*omega_y^2 + 0.11*omega_z^2)/2",
    "velocity_group": [{ "group": "SO(3)", "velocities": ["omega_x", "omega_y", "omega_z"] }],
    "potential_energy": "9.81*y",
    "position_constraints": { "unit": "q0^2 + q1^2 + q2^2 + q3^2 - 1" },
    "definitions": { "X_x": "1 - 2*(q2^2 + q3^2)", "X_y": "2*(q1*q2 + q0*q3)", "X_z": "2*(q1*q3 - q0*q2)",
                     "Y_x": "2*(q1*q2 - q0*q3)", "Y_y": "1 - 2*(q1^2 + q3^2)", "Y_z": "2*(q2*q3 + q0*q1)",
                     "Z_x": "2*(q1*q3 + q0*q2)", "Z_y": "2*(q2*q3 - q0*q1)", "Z_z": "1 - 2*(q1^2 + q2^2)" },
    "ports": {
      "near": { "position": ["x - X_x*a/2", "y - X_y*a/2", "z - X_z*a/2", "Z_x", "Z_y", "Z_z"] },
      "far": { "position": ["x + X_x*a/2", "y + X_y*a/2", "z + X_z*a/2", "cos(alpha)*Z_x - sin(alpha)*Y_x",
                            "cos(alpha)*Z_y - sin(alpha)*Y_y", "cos(alpha)*Z_z - sin(alpha)*Y_z"] } }
  })json");
  made["parameters"]["a"] = link.a;
  made["parameters"]["alpha"] = link.alpha;
  return made;
}

/// The same with an axis that does not move.
Json held(const Link& link, const std::string& port, const Vector& point, const Vector& axis) {
  Json made = body(link);
  const Json all = made["ports"][port]["position"];
  made["ports"].erase(port);
  Json rows = Json::array();
  for (int i = 0; i < 6; ++i)
    rows.push_back(all[static_cast<std::size_t>(i)].get<std::string>() + " - (" +
                   Json(i < 3 ? point[i] : axis[i - 3]).dump() + ")");
  made["position_constraints"]["hinge"] = {{"formula", rows}};
  return made;
}

Session bennett(double theta_1) {
  const double theta_2 = 2 * std::atan(kProduct / std::tan(theta_1 / 2));
  const std::array<Link, 3> links{kCrank, kCoupler, kCrank};
  const std::array<double, 3> angles{theta_1, theta_2, -theta_1};
  Json components;
  Matrix frame = Matrix::Identity();
  Vector joint = Vector::Zero();
  for (std::size_t i = 0; i < links.size(); ++i) {
    frame = frame * turn(angles[i]);
    const Vector middle = joint + links[i].a / 2 * frame.col(0);
    const Eigen::Quaterniond q(frame);
    components["link" + std::to_string(i + 1)] = {{"use", "link" + std::to_string(i + 1)},
                                                  {"parameters",
                                                   {{"x_0", middle[0]},
                                                    {"y_0", middle[1]},
                                                    {"z_0", middle[2]},
                                                    {"p_0", q.w()},
                                                    {"p_1", q.x()},
                                                    {"p_2", q.y()},
                                                    {"p_3", q.z()}}}};
    joint += links[i].a * frame.col(0);
    frame = frame * twist(links[i].alpha);
  }
  const double beta = kCoupler.alpha;
  const Vector last(-kCoupler.a, 0, 0), axis(0, std::sin(beta), std::cos(beta));
  REQUIRE((joint - last).norm() < 1e-12);  // it closes
  REQUIRE((frame.col(2) - axis).norm() < 1e-12);
  const Json model{
      {"porthos", 1},
      {"components", components},
      {"connections",
       {{"second", {"link1.far", "link2.near"}}, {"third", {"link2.far", "link3.near"}}}}};
  const Json files{{"link1", held(kCrank, "near", Vector::Zero(), Vector::UnitZ()).dump()},
                   {"link2", body(kCoupler).dump()},
                   {"link3", held(kCrank, "far", last, axis).dump()}};
  return Session(model.dump(), files.dump());
}

}  // namespace

TEST_CASE("Bennett's linkage moves as its angles must, in the order of the method",
          "[oracle][order][long]") {
  Session session = bennett(0.9);
  const Json start = Json::parse(session.start("{}"));
  INFO(start.dump());
  CHECK(start["start"]["degreesOfFreedom"] == 1);

  const auto run = [&](const std::string& method, int steps) {
    session.start(
        Json{{"method", method}, {"until", 1.5}, {"step", 1.5 / steps}, {"outputEvery", steps}}
            .dump());
    while (!Json::parse(session.advance(1000))["done"].get<bool>()) session.take_rows();
    Json summary = Json::parse(session.summary());
    INFO(summary["outcome"] << " " << summary.value("message", ""));
    REQUIRE(summary["outcome"] == "finished");
    // Relative to the energy of 1 kg that falls by 1 m. radau(3) does not promise it.
    if (method != "radau(3)") CHECK(summary["ledger"]["balanceError"].get<double>() < 1e-12 * 9.81);
    CHECK(summary["gaps"]["position"].get<double>() < 1e-13);
    const auto orientation = [&](const std::string& link) {
      const auto q = [&](const char* name) {
        return summary["final"][link + "." + name].get<double>();
      };
      return Eigen::Quaterniond(q("q0"), q("q1"), q("q2"), q("q3")).toRotationMatrix();
    };
    const Matrix first = orientation("link1"),
                 second = twist(-kCrank.alpha) * first.transpose() * orientation("link2");
    const double theta_1 = std::atan2(first(1, 0), first(0, 0)),
                 theta_2 = std::atan2(second(1, 0), second(0, 0));
    CHECK(std::abs(std::tan(theta_1 / 2) * std::tan(theta_2 / 2) - kProduct) < 1e-11);
    return theta_1;
  };
  const double exact = run("gauss(4)", 600);
  CHECK(std::abs(exact - 0.9) > 0.5);
  for (const auto& [method, order, steps] : {std::tuple{"discrete-gradient", 2, 300},
                                             {"gauss(1)", 2, 300},
                                             {"gauss(2)", 4, 75},
                                             {"gauss(3)", 6, 40}}) {
    const double coarse = std::abs(run(method, steps) - exact),
                 fine = std::abs(run(method, 2 * steps) - exact);
    CAPTURE(method, coarse, fine);
    CHECK(std::abs(std::log2(coarse / fine) - order) < 0.3);
  }
  for (const char* method : {"adaptive-gauss(3)", "radau(3)", "dop853"}) {
    CAPTURE(method);
    CHECK(std::abs(run(method, 30) - exact) < 1e-8);  // of tolerance 1e-9
  }
}

}  // namespace porthos::test::bennett_test
