// Lemke's method against all bases of small problems, and where there is no solution.
#include "base/complementarity.hpp"

#include <catch_amalgamated.hpp>
#include <random>

namespace porthos::complementarity_test {
namespace {

MatX random_matrix(std::mt19937& random, int rows, int columns) {
  std::uniform_real_distribution<double> number(-1, 1);
  return MatX::NullaryExpr(rows, columns, [&] { return number(random); });
}

/// True if 0 <= z, 0 <= w = M z + q, z.w = 0 to rounding.
bool solves(const MatX& M, const VecX& q, const VecX& z) {
  const VecX w = M * z + q;
  const double rounding = 1e-10 * (1 + z.lpNorm<Eigen::Infinity>());
  return z.minCoeff() >= 0 && w.minCoeff() >= -rounding &&
         z.cwiseProduct(w).cwiseAbs().maxCoeff() <= rounding * (1 + z.maxCoeff());
}

/// True if some set of positive z solves the problem, by trying all of them.
bool has_solution(const MatX& M, const VecX& q) {
  const int n = static_cast<int>(q.size());
  for (int set = 0; set < 1 << n; ++set) {
    MatX matrix = MatX::Identity(n, n);
    VecX right = VecX::Zero(n);
    for (int i = 0; i < n; ++i)
      if ((set >> i & 1) != 0) {
        matrix.row(i) = M.row(i);
        right[i] = -q[i];
      }
    const VecX z = matrix.fullPivLu().solve(right);
    if ((matrix * z - right).norm() < 1e-9 && solves(M, q, z.cwiseMax(0))) return true;
  }
  return false;
}

}  // namespace

TEST_CASE("Lemke's method solves problems with positive definite matrices", "[base]") {
  std::mt19937 random(7);
  for (int run = 0; run < 300; ++run) {
    const int n = 1 + run % 7;
    const MatX root = random_matrix(random, n, n), skew = random_matrix(random, n, n);
    const MatX M = root * root.transpose() + 0.1 * MatX::Identity(n, n) + skew - skew.transpose();
    const VecX q = random_matrix(random, n, 1);
    const auto z = solve_complementarity(M, q);
    REQUIRE(z);
    CHECK(solves(M, q, *z));
  }
}

TEST_CASE("Lemke's method solves redundant problems, as of a table on many legs", "[base]") {
  std::mt19937 random(8);
  for (int run = 0; run < 300; ++run) {
    const int n = 2 + run % 6;
    const MatX legs = random_matrix(random, n, 2);  // of rank 2
    const MatX M = legs * legs.transpose();
    const VecX q = M * random_matrix(random, n, 1).cwiseAbs() * (run % 2 == 0 ? -1 : 1);
    const auto z = solve_complementarity(M, q);
    REQUIRE(z);
    CHECK(solves(M, q, *z));
  }
}

TEST_CASE("Lemke's method tells that a problem without a solution has none", "[base]") {
  CHECK_FALSE(solve_complementarity(MatX::Constant(1, 1, -1), VecX::Constant(1, -1)));
  // A contact whose force accelerates it downwards (Painleve), and its free motion does so too.
  std::mt19937 random(9);
  int without = 0;
  for (int run = 0; run < 400; ++run) {
    const int n = 1 + run % 4;
    const MatX M = random_matrix(random, n, n);
    const VecX q = random_matrix(random, n, 1);
    const bool has_one = has_solution(M, q);
    const auto z = solve_complementarity(M, q);
    if (z) CHECK(solves(M, q, *z));
    if (!has_one) {
      CHECK_FALSE(z);
      ++without;
    }
  }
  CHECK(without > 20);
}

}  // namespace porthos::complementarity_test
