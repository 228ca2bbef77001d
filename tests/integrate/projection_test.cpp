#include "integrate/projection.hpp"

#include <catch_amalgamated.hpp>

#include "integrate/gauss_tableau.hpp"

namespace porthos::integrate {

TEST_CASE("Gauss tableaus keep quadratic invariants and integrate to their order",
          "[integrate][law]") {
  for (const int s : {1, 2, 3, 4}) {
    const GaussTableau table(s);
    INFO(s << " stages");
    for (int i = 0; i < s; ++i) {
      CHECK(std::abs(table.a.row(i).sum() - table.c[i]) <
            1e-15);  // some roundings of numbers below 1
      for (int j = 0; j < s; ++j)
        CHECK(std::abs(table.b[i] * table.a(i, j) + table.b[j] * table.a(j, i) -
                       table.b[i] * table.b[j]) < 1e-16);
    }
    for (int k = 0; k < 2 * s; ++k)  // sum b c^k = 1/(k+1) up to degree 2s - 1
      CHECK(std::abs(table.b.dot(table.c.array().pow(k).matrix()) - 1.0 / (k + 1)) < 1e-15);
    CHECK(std::abs(table.b.dot(table.c.array().pow(2 * s).matrix()) - 1.0 / (2 * s + 1)) > 1e-6);
    // y_1 - y_0 = sum d_i (Y_i - y_0) reproduces b for any slopes.
    const VecX slopes = VecX::Random(s);
    CHECK(std::abs(table.increments().dot(table.a * slopes) - table.b.dot(slopes)) < 1e-14);
  }
}

TEST_CASE(
    "the correction of least kinetic energy meets its equations and is M-orthogonal to the rest",
    "[integrate][law]") {
  for (int trial = 0; trial < 20; ++trial) {
    const MatX root = MatX::Random(6, 6);
    const MatX mass = root * root.transpose() + MatX::Identity(6, 6);
    const MatX K = MatX::Random(3, 6);
    const VecX r = VecX::Random(3);
    const Metric metric(mass);
    const VecX d = metric.least_change(K, r);
    CHECK((K * d - r).norm() < 1e-12);
    const MatX free = K.fullPivLu().kernel();
    CHECK((free.transpose() * mass * d).norm() < 1e-11);
  }
}

TEST_CASE("dependent rows share their force by least norm", "[integrate][law]") {
  MatX K(3, 2);
  K << 1, 0, 2, 0, 0, 1;
  VecX r(3);
  r << 1, 2, 3;
  const Metric metric(MatX::Identity(2, 2));
  CHECK((metric.least_change(K, r) - Eigen::Vector2d(1, 3)).norm() < 1e-14);
  const VecX x = metric.multipliers(K, r);
  CHECK((x - Eigen::Vector3d(0.2, 0.4, 3)).norm() < 1e-14);  // K^T x = (1, 3), x along (1, 2)
  r << 1, 0, 3;  // contradictory: least squares, (1*1 + 2*0)/(1 + 4)
  CHECK((metric.least_change(K, r) - Eigen::Vector2d(0.2, 3)).norm() < 1e-14);
}

TEST_CASE("a massless direction takes up a correction before a massive one", "[integrate]") {
  MatX mass = MatX::Zero(2, 2);
  mass(0, 0) = 3;
  const Metric metric(mass);
  const VecX d = metric.least_change(MatX::Ones(1, 2), VecX::Ones(1));
  CHECK(std::abs(d[0]) < 1e-7);  // the massless direction weighs 1e-8 of the mean
  CHECK(std::abs(d.sum() - 1) < 1e-14);
}

}  // namespace porthos::integrate
