/// Vectors and matrices in formulas, compared with Eigen's numbers.
#include "expr/tensor.hpp"

#include <Eigen/Dense>
#include <catch_amalgamated.hpp>
#include <map>
#include <random>

#include "expr/evaluate.hpp"
#include "expr/parse.hpp"

namespace tensor_test {
using namespace porthos::expr;
using Catch::Matchers::WithinAbs;

namespace {

using Vector3 = Eigen::Vector3d;
using Matrix3 = Eigen::Matrix3d;

/// Names whose entries are symbols with random values.
struct Names {
  Graph graph;
  Scope scope;
  std::map<std::string, Tensor> tensors;
  std::map<std::string, double> values;
  std::mt19937 random{42};

  Names() {
    scope.variable = [this](std::string_view name) -> std::optional<Tensor> {
      const auto found = tensors.find(std::string(name));
      if (found != tensors.end()) return found->second;
      if (values.count(std::string(name)) == 0) return std::nullopt;
      return graph.symbol(name);
    };
  }
  Eigen::MatrixXd add(const std::string& name, const Shape& shape) {
    Eigen::MatrixXd drawn(shape.rows, shape.columns);
    std::vector<Expr> entries;
    for (int i = 0; i < shape.size(); ++i) {
      const std::string entry = name + entry_suffix(shape, i);
      values[entry] = std::uniform_real_distribution<>(-1, 1)(random);
      drawn(i / shape.columns, i % shape.columns) = values[entry];
      entries.push_back(graph.symbol(entry));
    }
    tensors.insert_or_assign(name, Tensor(shape, entries));
    return drawn;
  }
  Eigen::MatrixXd value(const std::string& text) {
    CAPTURE(text);
    const auto parsed = parse_tensor(text, graph, scope);
    REQUIRE(std::holds_alternative<Tensor>(parsed));
    const Tensor& tensor = std::get<Tensor>(parsed);
    Eigen::MatrixXd made(tensor.shape.rows, tensor.shape.columns);
    for (int i = 0; i < tensor.shape.size(); ++i)
      made(i / tensor.shape.columns, i % tensor.shape.columns) =
          evaluate(tensor.entries[static_cast<std::size_t>(i)],
                   [&](Expr symbol) { return values.at(graph.name(symbol)); });
    return made;
  }
  std::vector<ParseError> errors(const std::string& text) {
    const auto parsed = parse_tensor(text, graph, scope);
    const auto* errors = std::get_if<std::vector<ParseError>>(&parsed);
    return errors ? *errors : std::vector<ParseError>{};
  }
};

/// Some roundings of numbers of size 1.
void check(const Eigen::MatrixXd& found, const Eigen::MatrixXd& expected) {
  REQUIRE(found.rows() == expected.rows());
  REQUIRE(found.cols() == expected.cols());
  CHECK((found - expected).cwiseAbs().maxCoeff() < 1e-14 * (1 + expected.cwiseAbs().maxCoeff()));
}

}  // namespace

TEST_CASE("vectors and matrices: operators and functions agree with Eigen", "[expr][tensor]") {
  Names names;
  const Vector3 a = names.add("a", vector_of(3)), b = names.add("b", vector_of(3));
  const Matrix3 A = names.add("A", matrix_of(3, 3)), B = names.add("B", matrix_of(3, 3));
  const Eigen::MatrixXd C = names.add("C", matrix_of(2, 3));
  const Eigen::Vector2d p = names.add("p", vector_of(2)), s = names.add("s", vector_of(2));
  const double x = names.add("x", kScalar)(0, 0);
  const Eigen::MatrixXd F = names.add("F", matrix_of(4, 4));

  check(names.value("a + 2*b - b/x"), a + 2 * b - b / x);
  check(names.value("-A*B*a"), -A * B * a);
  check(names.value("C*a"), C * a);
  check(names.value("(A - B)*x"), (A - B) * x);
  check(names.value("[a.1, x, b.3]"), Vector3(a[0], x, b[2]));
  check(names.value("[a, b]"), (Eigen::MatrixXd(2, 3) << a.transpose(), b.transpose()).finished());
  check(names.value("[[1, 2], [3, x]]"), (Eigen::Matrix2d() << 1, 2, 3, x).finished());
  check(names.value("dot(a, b)"), Eigen::MatrixXd::Constant(1, 1, a.dot(b)));
  check(names.value("cross(a, b)"), a.cross(b));
  check(names.value("cross(p, s)"), Eigen::MatrixXd::Constant(1, 1, p[0] * s[1] - p[1] * s[0]));
  check(names.value("cross(x, p)"), Eigen::Vector2d(-x * p[1], x * p[0]));
  check(names.value("norm(a)"), Eigen::MatrixXd::Constant(1, 1, a.norm()));
  check(names.value("transpose(C)"), C.transpose());
  check(names.value("transpose(a)*A*b"), a.transpose() * A * b);
  check(names.value("skew(a)*b"), a.cross(b));
  check(names.value("outer(a, b)"), a * b.transpose());
  check(names.value("trace(A)"), Eigen::MatrixXd::Constant(1, 1, A.trace()));
  check(names.value("det(A)"), Eigen::MatrixXd::Constant(1, 1, A.determinant()));
  check(names.value("det(F)"), Eigen::MatrixXd::Constant(1, 1, F.determinant()));
  check(names.value("inverse(A)*A"), Matrix3::Identity());
  check(names.value("inverse(F)*F"), Eigen::Matrix4d::Identity());
  check(names.value("diag(a)"), a.asDiagonal().toDenseMatrix());
  check(names.value("x*identity(3)"), x * Matrix3::Identity());
  check(names.value("if(x > 2, a, b)"), b);
  const Vector3 axis = a.normalized();
  const Eigen::MatrixXd basis = names.value("perpendicular(a)");
  check(basis.transpose() * basis, Eigen::Matrix2d::Identity());
  check(Vector3(basis.col(0)).cross(Vector3(basis.col(1))), axis);
}

TEST_CASE("vectors and matrices: rotations agree with Eigen", "[expr][tensor]") {
  Names names;
  const Vector3 axis = names.add("axis", vector_of(3)), w = names.add("w", vector_of(3));
  const double angle = names.add("angle", kScalar)(0, 0);
  const Eigen::Vector4d q = names.add("q", vector_of(4));
  const Eigen::Quaterniond unit = Eigen::Quaterniond(q[0], q[1], q[2], q[3]).normalized();
  const Matrix3 R = unit.toRotationMatrix();
  const auto about = [](double turn, const Vector3& n) {
    return Eigen::AngleAxisd(turn, n).toRotationMatrix();
  };
  check(names.value("rotation(q)"), R);
  check(names.value("rotation(axis, angle)"), about(angle, axis.normalized()));
  check(names.value("rotation_x(angle)"), about(angle, Vector3::UnitX()));
  check(names.value("rotation_y(angle)"), about(angle, Vector3::UnitY()));
  check(names.value("rotation_z(angle)"), about(angle, Vector3::UnitZ()));
  const Eigen::Quaterniond rate =
      Eigen::Quaterniond(q[0], q[1], q[2], q[3]) * Eigen::Quaterniond(0, w[0], w[1], w[2]);
  check(names.value("quaternion_rate(q, w)"),
        Eigen::Vector4d(rate.w(), rate.x(), rate.y(), rate.z()) / 2);
  const Eigen::MatrixXd e = names.value("euler_zyx(rotation(q))");
  check(
      about(e(2), Vector3::UnitZ()) * about(e(1), Vector3::UnitY()) * about(e(0), Vector3::UnitX()),
      R);
  const Eigen::MatrixXd turn = names.value("axis_angle(rotation(q))");
  check(about(turn(3), Vector3(turn(0), turn(1), turn(2))), R);
  check(names.value("log_rotation(rotation(q))"), turn.topRows(3) * turn(3));
  check(names.value("log_rotation(identity(3))"), Vector3::Zero());
}

TEST_CASE("vectors and matrices: what does not fit names both shapes and the place",
          "[expr][tensor]") {
  Names names;
  names.add("a", vector_of(3));
  names.add("p", vector_of(2));
  names.add("A", matrix_of(3, 3));
  names.add("x", kScalar);
  struct Case {
    const char* text;
    std::size_t position;
    const char* found;
    const char* expected;
  };
  const std::vector<Case> cases{
      {"cross(a, p)", 0, "cross() of a vector of 3 and a vector of 2",
       "two vectors of 3, two of 2, or a number and a vector of 2"},
      {"x*(a + p)", 5, "a vector of 3 + a vector of 2", "two of one shape"},
      {"a*a", 1, "a vector of 3 * a vector of 3",
       "a number times anything, or a matrix times a matrix or vector that fits"},
      {"A*p", 1, "a 3 x 3 matrix * a vector of 2",
       "a number times anything, or a matrix times a matrix or vector that fits"},
      {"x/a", 1, "a number / a vector of 3", "a divisor that is a number"},
      {"sin(a)", 4, "sin() of a vector of 3", "a number"},
      {"a^2", 0, "a vector of 3", "a number"},
      {"if(x > 0, a, p)", 0, "if() of a vector of 3 and a vector of 2", "two of one shape"},
      {"[x, a]", 0, "[ ] of a number and a vector of 3", "numbers, or rows of one length"},
      {"inverse(a)", 0, "inverse() of a vector of 3", "a square matrix of at most 4 x 4"},
      {"identity(x)", 0, "identity() of a number", "a whole number from 1 to 100"},
  };
  for (const Case& c : cases) {
    CAPTURE(c.text);
    const auto errors = names.errors(c.text);
    REQUIRE(errors.size() == 1);
    CHECK(errors[0].is_shape);
    CHECK(errors[0].position == c.position);
    CHECK(errors[0].found == c.found);
    CHECK(errors[0].expected == c.expected);
  }
  CHECK(names.errors("dot(a)")[0].found == "\"dot\" with 1 argument");
  CHECK(names.errors("rotation(a, a, a)")[0].expected == "1 or 2 arguments");
  CHECK(names.errors("[1, 2")[0].expected == "an operator or \"]\"");
  CHECK(names.errors("crosss(a, a)")[0].hint == "did you mean \"cross\"?");
}

}  // namespace tensor_test
