#include "expr/eigen.hpp"

#include <Eigen/Dense>
#include <catch_amalgamated.hpp>

#include "expr/derivative.hpp"
#include "expr/evaluate.hpp"
#include "expr/formulas.hpp"
#include "expr/tape.hpp"

namespace eigen_test {
using namespace porthos::expr;

namespace {

template <int kRows, int kCols = 1>
using Mat = Eigen::Matrix<Expr, kRows, kCols>;
using MatX = Eigen::Matrix<Expr, Eigen::Dynamic, Eigen::Dynamic>;

/// Matrices of symbols and of their values.
struct Model {
  Graph graph;
  std::mt19937 random{3};
  std::vector<double> values;

  template <int kRows, int kCols>
  void fill(Mat<kRows, kCols>& symbols, Eigen::Matrix<double, kRows, kCols>& numbers) {
    for (Eigen::Index j = 0; j < symbols.cols(); ++j) {
      for (Eigen::Index i = 0; i < symbols.rows(); ++i) {
        symbols(i, j) = graph.symbol("s" + std::to_string(values.size()));
        values.push_back(numbers(i, j) = testing::uniform(random, -1, 1));
      }
    }
  }

  double value(Expr f) const {
    return evaluate(f, [&](Expr s) { return values[std::stoul(graph.name(s).substr(1))]; });
  }

  template <typename A, typename B>
  void check_equal(const Eigen::MatrixBase<A>& formulas, const Eigen::MatrixBase<B>& numbers) {
    REQUIRE(formulas.rows() == numbers.rows());
    REQUIRE(formulas.cols() == numbers.cols());
    for (Eigen::Index i = 0; i < formulas.rows(); ++i) {
      for (Eigen::Index j = 0; j < formulas.cols(); ++j) {
        CHECK(value(formulas(i, j)) == Catch::Approx(numbers(i, j)).margin(1e-14).epsilon(1e-13));
      }
    }
  }
};

}  // namespace

TEST_CASE("eigen: vectors and matrices of formulas compute as those of numbers", "[expr][law]") {
  Model m;
  Mat<3> a, b;
  Mat<3, 3> A, B;
  Eigen::Vector3d an, bn;
  Eigen::Matrix3d An, Bn;
  m.fill(a, an);
  m.fill(b, bn);
  m.fill(A, An);
  m.fill(B, Bn);

  m.check_equal(Mat<3>(a + b - 2 * a), an + bn - 2 * an);
  m.check_equal(Mat<3>(a.cross(b)), an.cross(bn));
  m.check_equal(Mat<3, 3>(A * B), An * Bn);
  m.check_equal(Mat<3>(A * (B.transpose() * a)), An * (Bn.transpose() * an));
  m.check_equal(Mat<3, 3>(a * b.transpose()), an * bn.transpose());
  m.check_equal(Mat<3, 3>(A.inverse()), An.inverse());
  m.check_equal(Mat<3>(a / a.norm()), an.normalized());
  m.check_equal(Mat<3>(a.cwiseProduct(b)), an.cwiseProduct(bn));
  CHECK(m.value(a.dot(b)) == Catch::Approx(an.dot(bn)));
  CHECK(m.value(A.determinant()) == Catch::Approx(An.determinant()));
  CHECK(m.value(A.trace()) == Catch::Approx(An.trace()));
  CHECK(m.value((A * a).squaredNorm()) == Catch::Approx((An * an).squaredNorm()));
  CHECK(m.value(a.sum()) == Catch::Approx(an.sum()));

  Mat<6, 6> blocks = Mat<6, 6>::Zero();
  blocks.topLeftCorner<3, 3>() = A;
  blocks.bottomRightCorner<3, 3>().setIdentity();
  CHECK(is_zero(blocks(0, 5)));
  CHECK(constant(blocks(4, 4)) == 1.0);
}

TEST_CASE("eigen: numbers mix with formulas", "[expr]") {
  Model m;
  Mat<3> a;
  Eigen::Vector3d an;
  m.fill(a, an);
  const Eigen::Vector3d n(1, -2, 0.5);
  m.check_equal(Mat<3>(a + n), an + n);
  m.check_equal(Mat<3>(2.0 * a), 2 * an);
  m.check_equal(Mat<3>(a * 2.0 / 3.0), an * 2 / 3);
  m.check_equal(Mat<3>(m.graph.symbol("s0") * n), an[0] * n);
  CHECK(m.value(a.dot(n.cast<Expr>())) == Catch::Approx(an.dot(n)));
  const Eigen::Matrix3d N = Eigen::Matrix3d::Constant(2);
  m.check_equal(Mat<3>(N.cast<Expr>() * a), N * an);
}

TEST_CASE("eigen: large products of any size", "[expr][law]") {
  Model m;
  MatX A(24, 17), B(17, 31);
  Eigen::MatrixXd An(24, 17), Bn(17, 31);
  m.fill(A, An);
  m.fill(B, Bn);
  m.check_equal(MatX(A * B), An * Bn);
  m.check_equal(MatX(A.transpose() * A), An.transpose() * An);
  MatX sum = MatX::Zero(24, 31);
  sum.noalias() += A * B;
  m.check_equal(sum, An * Bn);
  m.check_equal(MatX(A * B.col(3)), An * Bn.col(3));
}

TEST_CASE("eigen: a product with a sparse matrix of numbers keeps its zeros", "[expr]") {
  Model m;
  Mat<3> a;
  Eigen::Vector3d an;
  m.fill(a, an);
  const Mat<3, 3> e = Mat<3, 3>::Identity();
  const Mat<3> same = e * a;
  CHECK((same == a));
  CHECK(is_zero((e * a - a).norm()));
  const MatX big = MatX::Identity(30, 30);
  MatX column = MatX::Zero(30, 1);
  column(7, 0) = a[0];
  const MatX product = big * column;
  CHECK((product == column));
}

TEST_CASE("eigen: a rotation keeps lengths, and its derivative is a rate", "[expr][law]") {
  Graph graph;
  const std::vector q = testing::symbols(graph, "q", 4);
  const Expr w = q[0], x = q[1], y = q[2], z = q[3];
  Mat<3, 3> R;
  R << 1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y),  //
      2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x),   //
      2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y);
  const Mat<3, 3> gram = R.transpose() * R;
  std::vector<Expr> outputs(gram.data(), gram.data() + 9);
  const Tape tape(outputs, q, {});
  std::vector<double> hoisted(tape.hoisted_count()), scratch, values(9);
  tape.bind({}, hoisted);
  std::mt19937 random(9);
  for (int trial = 0; trial < 10; ++trial) {
    Eigen::Vector4d unit(testing::random_values(random, 4).data());
    unit.normalize();
    tape.evaluate(unit.data(), hoisted.data(), values.data(), scratch);
    const Eigen::Map<const Eigen::Matrix3d> G(values.data());
    CHECK((G - Eigen::Matrix3d::Identity()).norm() < 1e-14);
  }
}

}  // namespace eigen_test
