#include "base/dense.hpp"

#include <catch_amalgamated.hpp>
#include <cmath>
#include <random>

namespace porthos {
namespace {

MatX random(Eigen::Index rows, Eigen::Index columns, unsigned seed) {
  std::mt19937 generator(seed);
  MatX a(rows, columns);
  for (double& x : a.reshaped()) x = static_cast<double>(generator()) / 4294967296.0 - 0.5;
  return a;
}

}  // namespace

TEST_CASE("dense: inverses and products", "[base]") {
  for (const int n : {1, 2, 7, 40}) {
    const MatX a = random(n, n, 1), b = random(n, 3, 2);
    CHECK((a * inverse(a) - MatX::Identity(n, n)).norm() < 1e-10 * n);
    CHECK((product(a, b) - a * b).norm() < 1e-13 * n);
    CHECK((transpose_product(a, b) - a.transpose() * b).norm() < 1e-13 * n);
  }
}

TEST_CASE("dense: the orthogonal decomposition is the pseudoinverse", "[base]") {
  for (const int m : {1, 3, 8})
    for (const int n : {1, 4, 9})
      for (int rank = 0; rank <= std::min(m, n); ++rank) {
        INFO(m << " x " << n << " of rank " << rank);
        const MatX a = random(m, rank, 5) * random(rank, n, 6);
        const Orthogonal parts(a, 1e-10);
        REQUIRE(parts.rank() == rank);
        const MatX kernel = parts.kernel(), left = parts.left_kernel();
        REQUIRE(kernel.cols() == n - rank);
        REQUIRE(left.cols() == m - rank);
        CHECK((a * kernel).norm() < 1e-13);
        CHECK((left.transpose() * a).norm() < 1e-13);
        CHECK((kernel.transpose() * kernel - MatX::Identity(n - rank, n - rank)).norm() < 1e-13);
        CHECK((left.transpose() * left - MatX::Identity(m - rank, m - rank)).norm() < 1e-13);
        const VecX b = random(m, 1, 7), x = parts.solve(b);
        const double size = 1e-12 * (1 + x.norm());
        CHECK((a.transpose() * (a * x - b)).norm() < size);  // closest
        CHECK((kernel.transpose() * x).norm() < size);       // and shortest
      }
  CHECK(Orthogonal(MatX(0, 3)).kernel().cols() == 3);
  CHECK(Orthogonal(MatX(3, 0)).solve(VecX::Ones(3)).size() == 0);
  CHECK_FALSE(Orthogonal(MatX::Constant(2, 2, std::nan(""))).solve(VecX::Ones(2)).allFinite());
}

TEST_CASE("dense: eigenvalues ascend, eigenvectors are orthonormal", "[base]") {
  for (const int n : {0, 1, 2, 5, 24}) {
    const MatX half = random(n, n, 8), a = half + half.transpose();
    const SymmetricEigen eigen(a);
    CHECK((eigen.vectors * eigen.values.asDiagonal() * eigen.vectors.transpose() - a).norm() <=
          1e-13 * n);
    CHECK((eigen.vectors.transpose() * eigen.vectors - MatX::Identity(n, n)).norm() <= 1e-13 * n);
    for (int i = 1; i < n; ++i) CHECK(eigen.values[i - 1] <= eigen.values[i]);
  }
  const VecX widely{{1e-20, 0, 3e10}};
  const SymmetricEigen diagonal(MatX(widely.asDiagonal()));
  CHECK(diagonal.values == VecX{{0, 1e-20, 3e10}});
  const MatX semidefinite{{1, 1}, {1, 1}};
  CHECK(std::abs(SymmetricEigen(semidefinite).values[0]) < 1e-16);
}

}  // namespace porthos
