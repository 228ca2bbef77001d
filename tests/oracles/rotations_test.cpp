// T-29: invariants of rotation matrices and quaternions, and the relations between them.

#include <Eigen/Geometry>
#include <array>
#include <cmath>

#include "inspect/inspected_model.hpp"
#include "support/run.hpp"

namespace porthos::test::rotations_test {
namespace {

using Rotation = Eigen::Matrix3d;

Rotation of_matrix(const Run& run, std::size_t row) {
  Rotation R;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      R(i, j) = run.at("R" + std::to_string(i + 1) + std::to_string(j + 1), row);
  return R;
}

Eigen::Quaterniond of_quaternion(const Run& run, std::size_t row) {
  return {run.at("q0", row), run.at("q1", row), run.at("q2", row), run.at("q3", row)};
}

/// R = Rz(gamma) Ry(beta) Rx(alpha), [001] 7.2.
Rotation of_angles(double alpha, double beta, double gamma) {
  using Eigen::AngleAxisd, Eigen::Vector3d;
  return (AngleAxisd(gamma, Vector3d::UnitZ()) * AngleAxisd(beta, Vector3d::UnitY()) *
          AngleAxisd(alpha, Vector3d::UnitX()))
      .toRotationMatrix();
}

const Options kOptions{.until = 3, .step = 0.0025, .method = "gauss(3)"};

}  // namespace

TEST_CASE("a rotation matrix stays one", "[oracle][T-29]") {
  const Run run = test::simulate(gallery("gyroscope-matrix"), kOptions);
  double off = 0, turned = 0;
  for (std::size_t row = 0; row < run.rows(); ++row) {
    const Rotation R = of_matrix(run, row);
    off = std::max(off, (R.transpose() * R - Rotation::Identity()).cwiseAbs().maxCoeff());
    turned = std::max(turned, std::abs(R.determinant() - 1));
  }
  // Quadratic invariants are kept by Gauss methods but for the rounding of 1200 steps.
  CHECK(off < 1e-13);
  CHECK(turned < 1e-13);
}

TEST_CASE("a unit quaternion stays one", "[oracle][T-29]") {
  const Run run = test::simulate(gallery("gyroscope-quaternion"), kOptions);
  double off = 0;
  for (std::size_t row = 0; row < run.rows(); ++row)
    off = std::max(off, std::abs(of_quaternion(run, row).norm() - 1));
  CHECK(off < 1e-13);
}

TEST_CASE("matrix, quaternion and Euler angles of one motion are one rotation", "[oracle][T-29]") {
  const Run matrix = test::simulate(gallery("gyroscope-matrix"), kOptions),
            quaternion = test::simulate(gallery("gyroscope-quaternion"), kOptions),
            euler = test::simulate(gallery("gyroscope-euler"), kOptions);
  double by_quaternion = 0, by_angles = 0, back = 0;
  for (std::size_t row = 0; row < matrix.rows(); ++row) {
    const Rotation R = of_matrix(matrix, row);
    const double beta = euler.at("beta", row);
    REQUIRE(std::abs(beta) < 1.5);
    by_quaternion =
        std::max(by_quaternion,
                 (of_quaternion(quaternion, row).toRotationMatrix() - R).cwiseAbs().maxCoeff());
    by_angles =
        std::max(by_angles, (of_angles(euler.at("alpha", row), beta, euler.at("gamma", row)) - R)
                                .cwiseAbs()
                                .maxCoeff());
    // From the matrix back to the angles, as the model's outputs say.
    for (const char* angle : {"alpha", "beta", "gamma"})
      back = std::max(back, std::abs(std::remainder(matrix.at(angle, row) - euler.at(angle, row),
                                                    2 * 3.14159265358979323846)));
  }
  // Three descriptions, three errors of h^6.
  CHECK(by_quaternion < 1e-8);
  CHECK(by_angles < 1e-8);
  CHECK(back < 1e-8);
}

TEST_CASE("kinematics keep the constraints of a rotation by themselves: c' Z = 0",
          "[oracle][T-29]") {
  for (const char* name :
       {"gyroscope-matrix", "gyroscope-quaternion", "heavy-top", "dzhanibekov"}) {
    CAPTURE(name);
    Session session = open_session(gallery(name));
    const inspect::InspectedModel inspected(session, "{}", 6, false);
    const inspect::Subject& subject = inspected.subject();
    const int z = subject.matrices.z(), n = subject.matrices.n(), c = subject.matrices.c();
    REQUIRE(c > 0);
    REQUIRE(subject.at.size() > 3);
    for (const inspect::StructureAt& at : subject.at) {
      const MatX rates =
          inspect::dense(at.c_prime, c, z) * inspect::dense(at.J, n, n).topRightCorner(z, n - z);
      CHECK(rates.cwiseAbs().maxCoeff() < 1e-14);
    }
  }
}

}  // namespace porthos::test::rotations_test
