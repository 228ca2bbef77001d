#include "integrate/tableau.hpp"

#include <catch_amalgamated.hpp>

namespace porthos::integrate::tableau_test {

TEST_CASE("Gauss tableaus keep quadratic invariants and integrate to their order",
          "[integrate][law]") {
  for (const int s : {1, 2, 3, 4}) {
    const Tableau table = gauss_tableau(s);
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
    CHECK((table.a * table.inverse - MatX::Identity(s, s)).norm() < 1e-14);
    Eigen::Index count = 0;
    for (const std::complex<double>& x : table.eigenvalues) {
      count += x.imag() == 0 ? 1 : 2;
      const Eigen::MatrixXcd shifted = MatX(table.a.inverse()) - x * MatX::Identity(s, s);
      CHECK(std::abs(shifted.determinant()) < 1e-11);  // the entries are below 10
    }
    CHECK(count == s);
    // y_1 - y_0 = sum d_i (Y_i - y_0) reproduces b for any slopes.
    const VecX slopes = VecX::Random(s);
    CHECK(std::abs(table.increments().dot(table.a * slopes) - table.b.dot(slopes)) < 1e-14);
  }
}

TEST_CASE("the Radau tableau has order 5 and forgets what is stiff", "[integrate][law]") {
  const Tableau table = radau_tableau();
  CHECK(table.c[2] == 1);
  CHECK((table.a.row(2).transpose() - table.b).norm() < 1e-15);  // so R(infinity) = 0
  for (int k = 0; k < 5; ++k)
    CHECK(std::abs(table.b.dot(table.c.array().pow(k).matrix()) - 1.0 / (k + 1)) < 1e-15);
  CHECK((table.a * table.inverse - MatX::Identity(3, 3)).norm() < 1e-14);
  for (const std::complex<double>& x : table.eigenvalues) {
    const Eigen::MatrixXcd shifted = MatX(table.a.inverse()) - x * MatX::Identity(3, 3);
    CHECK(std::abs(shifted.determinant()) < 1e-11);  // the entries are below 10
  }
  CHECK((table.increments() - VecX::Unit(3, 2)).norm() < 1e-14);
}

}  // namespace porthos::integrate::tableau_test
