#include "dae/dependent_rows.hpp"

#include <catch_amalgamated.hpp>
#include <random>

#include "base/dense.hpp"

namespace porthos::dependent_rows_test {

namespace {

/// Rows of length about one with five numbers each; the last `dependent` rows are sums of others.
MatX rows_with(int count, int columns, int dependent, std::mt19937& random) {
  std::uniform_real_distribution<double> number(-1, 1);
  MatX a = MatX::Zero(count, columns);
  const int free = count - dependent;
  for (int i = 0; i < free; ++i) {
    a(i, i) = 1;
    for (int k = 0; k < 4; ++k) a(i, static_cast<int>(random() % columns)) += 0.5 * number(random);
  }
  for (int i = free; i < count; ++i)
    for (int k = 0; k < 3; ++k)
      a.row(i) += number(random) * a.row(static_cast<int>(random() % free));
  return a;
}

}  // namespace

TEST_CASE("the left null space of few rows and of many is found", "[dae][rows]") {
  std::mt19937 random(3);
  const auto [count, dependent] = GENERATE(std::pair{40, 0}, std::pair{40, 4}, std::pair{400, 0},
                                           std::pair{400, 7}, std::pair{350, 200});
  const MatX a = rows_with(count, count, dependent, random);
  const MatX null = dae::left_kernel(Sparse::of(a), 1e-10);
  CAPTURE(count, dependent);
  REQUIRE(null.cols() == dependent);
  // Rounding, of as many sums as there are rows.
  CHECK((null.transpose() * a).norm() <= 1e-11);
  CHECK((null.transpose() * null - MatX::Identity(dependent, dependent)).norm() <= 1e-12);
}

TEST_CASE("rows without columns depend on nothing but themselves", "[dae][rows]") {
  CHECK(dae::left_kernel(Sparse::of(MatX(3, 0)), 1e-10) == MatX::Identity(3, 3));
}

TEST_CASE("a sparse matrix has the numbers of the full one", "[base]") {
  MatX a(2, 3);
  a << 0, 2, 0, -1, 0, 3;
  const Sparse made = Sparse::of(a);
  CHECK(made.dense() == a);
  CHECK(made.value.size() == 3);
}

}  // namespace porthos::dependent_rows_test
