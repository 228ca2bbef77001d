#include "base/saddle.hpp"

#include <catch_amalgamated.hpp>
#include <cmath>
#include <random>

namespace porthos::saddle_test {
namespace {

Sparse sparse(const MatX& dense) {
  std::vector<Entry> places;
  for (int i = 0; i < dense.rows(); ++i)
    for (int j = 0; j < dense.cols(); ++j) places.push_back({i, j});
  Sparse made(static_cast<int>(dense.rows()), static_cast<int>(dense.cols()), places);
  for (const auto& [i, j] : places)
    made.value[static_cast<std::size_t>(made.find({i, j}))] = dense(i, j);
  return made;
}

Saddle::Correction correct(const MatX& mass, const MatX& K, const VecX& r, const VecX& sizes = {}) {
  Saddle saddle(Metric(sparse(mass)), sparse(K), sizes);
  saddle.factorise(sparse(K).value);
  return saddle.correct(r);
}

}  // namespace

TEST_CASE(
    "the correction of least kinetic energy meets its equations and is M-orthogonal to the rest",
    "[base][law]") {
  for (int trial = 0; trial < 20; ++trial) {
    const MatX root = MatX::Random(6, 6);
    const MatX mass = root * root.transpose() + MatX::Identity(6, 6);
    const MatX K = MatX::Random(3, 6);
    const VecX r = VecX::Random(3);
    const auto [d, x] = correct(mass, K, r);
    CHECK((K * d - r).norm() < 1e-10);  // rho leaves 1e-12 of the multipliers
    const MatX free = K.fullPivLu().kernel();
    CHECK((free.transpose() * mass * d).norm() < 1e-11);
    CHECK((mass * d - K.transpose() * x).norm() < 1e-11);
  }
}

TEST_CASE("rows are met whatever the sizes of others", "[base]") {
  const MatX one = MatX::Identity(4, 4);
  MatX K(2, 4);
  K << 1e4, 2e4, 0, 0, 0, 0, 3, 1;
  const VecX r = Eigen::Vector2d(1e4, 5);
  const auto [d, x] = correct(one, K, r);
  CHECK(std::abs((K.row(0) * d - r.row(0))(0)) < 1e-7);
  CHECK(std::abs((K.row(1) * d - r.row(1))(0)) < 1e-7);
}

TEST_CASE("a correction under redundant rows does not depend on units", "[base]") {
  // Rounding in the columns of velocities must not count for more than rho in those of multipliers.
  std::mt19937 random(3);
  const auto unit = [&] {
    return std::pow(10.0, static_cast<int>(random() % 17) - 8);  // 1e-8 to 1e8
  };
  for (int trial = 0; trial < 200; ++trial) {
    const MatX root = MatX::Random(4, 4);
    const MatX mass = root * root.transpose() + MatX::Identity(4, 4);
    MatX K(3, 4);
    K.topRows(2) = MatX::Random(2, 4);
    K.row(2) = -3.0 / 7 * K.row(1);
    const VecX d = VecX::Random(4);
    VecX of_velocities(4), of_rows(3);
    for (double& one : of_velocities) one = unit();
    for (double& one : of_rows) one = unit();
    const MatX V = of_velocities.asDiagonal(), E = of_rows.asDiagonal();
    const VecX sizes = (K * mass.diagonal().cwiseInverse().asDiagonal() * K.transpose()).diagonal();
    const auto plain = correct(mass, K, K * d, sizes);
    const auto scaled = correct(V * mass * V, E * K * V, E * K * d, E * E * sizes);
    CHECK((V * scaled.change - plain.change).norm() < 1e-3);  // the plain pivots lose up to 4e-4
  }
}

TEST_CASE("a row of a known size is met beside rows of any other size", "[base]") {
  const MatX one = MatX::Identity(4, 4);
  for (const double unit : {1e-12, 1e-6, 1.0, 1e6, 1e12}) {
    CAPTURE(unit);
    MatX K(3, 4);
    K << unit, 2 * unit, 0, 0, 0, 0, 3, 1, 0, 0, -6, -2;  // the last row is redundant
    const VecX r = VecX{{5 * unit, 5, -10}};
    const auto meets = [&](const VecX& sizes) {
      Saddle saddle(Metric(sparse(one)), sparse(K), sizes);
      saddle.factorise(sparse(K).value);
      const VecX rest = K * saddle.correct(r).change - r;
      return std::abs(rest[0]) < 1e-8 * unit && rest.tail(2).norm() < 1e-8;
    };
    CHECK(meets(VecX{{5 * unit * unit, 10, 40}}));
    // Without its size the smallest row counts as one that vanishes in this pose.
    if (unit == 1e-12) CHECK_FALSE(meets({}));
  }
}

TEST_CASE("dependent rows share their force by least norm", "[base][law]") {
  MatX K(3, 2);
  K << 1, 0, 2, 0, 0, 1;
  VecX r(3);
  r << 1, 2, 3;
  const MatX one = MatX::Identity(2, 2);
  auto [d, x] = correct(one, K, r);
  CHECK((d - Eigen::Vector2d(1, 3)).norm() < 1e-11);
  CHECK((x - Eigen::Vector3d(0.2, 0.4, 3)).norm() < 1e-4);  // K^T x = (1, 3), x along (1, 2)
  r << 1, 0, 3;  // contradictory: least squares, (1*1 + 2*0)/(1 + 4)
  const auto least = correct(one, K, r);
  CHECK((least.change - Eigen::Vector2d(0.2, 3)).norm() < 1e-9);
  CHECK(least.multipliers.norm() < 4);
}

TEST_CASE("rows that depend on each other are told from rows that all but do", "[base]") {
  const auto has_dependent_rows = [](const MatX& K) {
    Saddle saddle(Metric::identity(static_cast<int>(K.cols())), sparse(K));
    saddle.factorise(sparse(K).value);
    return saddle.has_dependent_rows();
  };
  MatX K = MatX::Random(4, 6);
  CHECK_FALSE(has_dependent_rows(K));
  K.row(3) = K.row(0) - 2 * K.row(1);
  CHECK(has_dependent_rows(K));
  // Differences of neighbours: the smallest singular value is about 1/n, of K^T K 1e-3.
  const int n = 40;
  MatX chain = MatX::Zero(n, n);
  for (int i = 0; i < n; ++i) {
    chain(i, i) = 1;
    if (i > 0) chain(i, i - 1) = -1;
  }
  CHECK_FALSE(has_dependent_rows(chain));
  chain(0, 0) = 1e-4;
  CHECK_FALSE(has_dependent_rows(chain));
}

TEST_CASE("a massless direction takes up a correction before a massive one", "[base]") {
  MatX mass = MatX::Zero(2, 2);
  mass(0, 0) = 3;
  const auto [d, x] = correct(mass, MatX::Ones(1, 2), VecX::Ones(1));
  CHECK(std::abs(d[0]) < 1e-7);  // the massless direction weighs 1e-8 of the mean
  CHECK(std::abs(d.sum() - 1) < 1e-11);
  const Metric metric(sparse(mass));
  CHECK(metric.has_massless());
  VecX part;
  metric.put_massless_part(Eigen::Vector2d(2, 5), part);
  CHECK(part == Eigen::Vector2d(0, 5));
  CHECK_FALSE(Metric(sparse(MatX::Identity(2, 2))).has_massless());
}

}  // namespace porthos::saddle_test
