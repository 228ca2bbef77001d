#include "base/dense.hpp"

#include <catch_amalgamated.hpp>
#include <cmath>
#include <random>

namespace porthos::dense_test {
namespace {

MatX random(Eigen::Index rows, Eigen::Index columns, unsigned seed) {
  std::mt19937 generator(seed);
  MatX a(rows, columns);
  for (double& x : a.reshaped()) x = static_cast<double>(generator()) / 4294967296.0 - 0.5;
  return a;
}

}  // namespace

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

}  // namespace porthos::dense_test
