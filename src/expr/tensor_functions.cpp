#include <array>
#include <cmath>

#include "base/index.hpp"
#include "expr/functions.hpp"
#include "expr/interpolation.hpp"
#include "expr/tensor.hpp"

namespace porthos::expr {
namespace {

using Arguments = std::span<const Tensor>;
using Result = std::optional<Tensor>;

Tensor vector(std::vector<Expr> entries) {
  const int n = static_cast<int>(entries.size());
  return {vector_of(n), std::move(entries)};
}

Tensor matrix(int rows, int columns, std::vector<Expr> entries) {
  return {matrix_of(rows, columns), std::move(entries)};
}

template <int n>
bool is_vector(const Tensor& a) {
  return a.shape == vector_of(n);
}
bool is_list(const Tensor& a) { return a.shape.rank == 1; }
bool is_short_list(const Tensor& a) { return is_list(a) && a.shape.size() <= 200; }
bool is_array(const Tensor& a) { return !a.is_scalar(); }
bool is_angle(const Tensor& a) { return a.is_scalar(); }
bool is_3_by_3(const Tensor& a) { return a.shape == matrix_of(3, 3); }
bool is_square(const Tensor& a) { return a.shape.rank == 2 && a.shape.rows == a.shape.columns; }
bool is_small_square(const Tensor& a) { return is_square(a) && a.shape.rows <= 4; }

Tensor multiple(const Expr& factor, const Tensor& a) { return *multiply(factor, a); }

Expr dot(const Tensor& a, const Tensor& b) {
  Expr sum(0.0);
  for (std::size_t i = 0; i < a.entries.size(); ++i) {
    const Expr product = a.entries[i] * b.entries[i];
    sum += product;
  }
  return sum;
}

Expr norm(const Tensor& a) { return sqrt(dot(a, a)); }

Tensor cross(const Tensor& a, const Tensor& b) {
  const auto entry = [&](int i, int j) {
    const Expr first = a.at(i) * b.at(j), second = a.at(j) * b.at(i);
    return first - second;
  };
  return vector({entry(1, 2), entry(2, 0), entry(0, 1)});
}

Tensor transpose(const Tensor& a) {
  std::vector<Expr> entries;
  for (int j = 0; j < a.shape.columns; ++j)
    for (int i = 0; i < a.shape.rows; ++i) entries.push_back(a.at(i, j));
  return matrix(a.shape.columns, a.shape.rows, std::move(entries));
}

Tensor identity(int n) {
  Tensor one = matrix(n, n, std::vector<Expr>(static_cast<std::size_t>(n * n)));
  for (int i = 0; i < n; ++i) one.entries[index(i * (n + 1))] = Expr(1.0);
  return one;
}

Tensor diagonal_matrix(const Tensor& a) {
  Tensor made = identity(a.shape.rows);
  for (int i = 0; i < a.shape.rows; ++i) made.entries[index(i * (a.shape.rows + 1))] = a.at(i);
  return made;
}

Expr trace(const Tensor& a) {
  Expr sum(0.0);
  for (int i = 0; i < a.shape.rows; ++i) sum += a.at(i, i);
  return sum;
}

/// The matrix without one row and one column.
Tensor minor_of(const Tensor& a, int row, int column) {
  const int n = a.shape.rows - 1;
  std::vector<Expr> entries;
  for (int i = 0; i <= n; ++i)
    for (int j = 0; j <= n; ++j)
      if (i != row && j != column) entries.push_back(a.at(i, j));
  return matrix(n, n, std::move(entries));
}

/// Laplace's expansion along the first row, for the matrix sizes of mechanics.
Expr determinant(const Tensor& a) {
  if (a.shape.rows == 1) return a.at(0);
  Expr sum(0.0);
  for (int j = 0; j < a.shape.columns; ++j) {
    const Expr term = a.at(0, j) * determinant(minor_of(a, 0, j));
    sum = j % 2 == 0 ? sum + term : sum - term;
  }
  return sum;
}

Tensor inverse(const Tensor& a) {
  const int n = a.shape.rows;
  const Expr det = determinant(a);
  std::vector<Expr> entries;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      const Expr cofactor = n == 1 ? Expr(1.0) : determinant(minor_of(a, j, i));
      entries.push_back(((i + j) % 2 == 0 ? cofactor : -cofactor) / det);
    }
  return matrix(n, n, std::move(entries));
}

Tensor skew(const Tensor& a) {
  const Expr zero(0.0);
  return matrix(3, 3, {zero, -a.at(2), a.at(1), a.at(2), zero, -a.at(0), -a.at(1), a.at(0), zero});
}

/// The rotation matrix of the quaternion (w, x, y, z) of any nonzero length.
Tensor rotation_of_quaternion(const Tensor& q) {
  const Expr &w = q.at(0), &x = q.at(1), &y = q.at(2), &z = q.at(3);
  const Expr s = 2.0 / dot(q, q);
  return matrix(3, 3,
                {1.0 - s * (y * y + z * z), s * (x * y - w * z), s * (x * z + w * y),
                 s * (x * y + w * z), 1.0 - s * (x * x + z * z), s * (y * z - w * x),
                 s * (x * z - w * y), s * (y * z + w * x), 1.0 - s * (x * x + y * y)});
}

/// Rodrigues: R = 1 + sin(angle) K + (1 - cos(angle)) K^2, K = skew(axis/|axis|).
Tensor rotation_about(const Tensor& axis, const Expr& angle) {
  const Tensor K = skew(multiple(1.0 / norm(axis), axis));
  const Tensor first = *add(identity(3), multiple(sin(angle), K));
  return *add(first, multiple(1.0 - cos(angle), *multiply(K, K)));
}

/// The rotation about the axis 0 (x), 1 (y) or 2 (z).
template <int kAxis>
Tensor elementary_rotation(const Tensor& angle) {
  Tensor R = identity(3);
  constexpr int i = (kAxis + 1) % 3, j = (kAxis + 2) % 3;
  const auto entry = [&](int row, int column) -> Expr& {
    return R.entries[index(3 * row + column)];
  };
  entry(i, i) = entry(j, j) = cos(angle.scalar());
  entry(j, i) = sin(angle.scalar());
  entry(i, j) = -entry(j, i);
  return R;
}

/// (0, omega) is body-fixed: q' = q o (0, omega)/2.                                  theory 6
Tensor quaternion_rate(const Tensor& q, const Tensor& omega) {
  const Expr &w = q.at(0), &x = q.at(1), &y = q.at(2), &z = q.at(3);
  const Expr &a = omega.at(0), &b = omega.at(1), &c = omega.at(2);
  return multiple(0.5, vector({-(x * a) - y * b - z * c, w * a + y * c - z * b,
                               w * b + z * a - x * c, w * c + x * b - y * a}));
}

/// 2 sin(angle) times the axis, from the skew part of R.
Tensor twice_axial(const Tensor& R) {
  return vector({R.at(2, 1) - R.at(1, 2), R.at(0, 2) - R.at(2, 0), R.at(1, 0) - R.at(0, 1)});
}

/// In [0, pi]: sin and cos of the angle to the factor of 2.
Expr angle_of(const Tensor& R, const Expr& twice_sine) {
  return atan2(twice_sine, R.at(0, 0) + R.at(1, 1) + R.at(2, 2) - 1.0);
}

/// The rotation vector, angle times axis; the limit of angle/sin(angle) where R is the identity.
Tensor log_rotation(const Tensor& R) {
  const Tensor axial = twice_axial(R);
  const Expr s = norm(axial);
  return multiple(if_(less(s, 1e-12), 0.5, angle_of(R, s) / s), axial);
}

/// Axis and angle, a vector of 4; the axis z where R is the identity.
Tensor axis_angle(const Tensor& R) {
  const Tensor axial = twice_axial(R);
  const Expr s = norm(axial);
  const Expr is_rest = less(s, 1e-12);
  return vector({if_(is_rest, 0.0, axial.at(0) / s), if_(is_rest, 0.0, axial.at(1) / s),
                 if_(is_rest, 1.0, axial.at(2) / s), angle_of(R, s)});
}

/// (alpha, beta, gamma) with R = Rz(gamma) Ry(beta) Rx(alpha).                       theory 6
Tensor euler_zyx(const Tensor& R) {
  return vector({atan2(R.at(2, 1), R.at(2, 2)), atan2(-R.at(2, 0), hypot(R.at(0, 0), R.at(1, 0))),
                 atan2(R.at(1, 0), R.at(0, 0))});
}

/// Two columns that make a right-handed orthonormal basis with n/|n|, without a singular direction:
/// Duff et al., Building an orthonormal basis, revisited, JCGT 6 (2017), listing 3.
Tensor perpendicular(const Tensor& direction) {
  const Tensor n = multiple(1.0 / norm(direction), direction);
  const Expr &x = n.at(0), &y = n.at(1), &z = n.at(2);
  const Expr sign = if_(less(z, 0.0), -1.0, 1.0);
  const Expr a = -sign / (1.0 + sign * z);  // a divisor that is never zero
  const Expr b = x * y * a;
  return matrix(3, 2, {1.0 + sign * x * x * a, b, sign * b, sign + y * y * a, -(sign * x), -y});
}

/// a x b. In the plane it is a number, and a number (a turn about z) turns a vector.
Result any_cross(Arguments a) {
  if (is_vector<3>(a[0]) && is_vector<3>(a[1])) return cross(a[0], a[1]);
  if (is_vector<2>(a[0]) && is_vector<2>(a[1]))
    return a[0].at(0) * a[1].at(1) - a[0].at(1) * a[1].at(0);
  if (a[0].is_scalar() && is_vector<2>(a[1]))
    return vector({-(a[0].scalar() * a[1].at(1)), a[0].scalar() * a[1].at(0)});
  return std::nullopt;
}

Result any_rotation(Arguments a) {
  if (a.size() == 1 && is_vector<4>(a[0])) return rotation_of_quaternion(a[0]);
  if (a.size() == 2 && is_vector<3>(a[0]) && a[1].is_scalar())
    return rotation_about(a[0], a[1].scalar());
  return std::nullopt;
}

Result outer(Arguments a) {
  if (!is_list(a[0]) || !is_list(a[1])) return std::nullopt;
  return multiply(matrix(a[0].shape.rows, 1, a[0].entries),
                  matrix(1, a[1].shape.rows, a[1].entries));
}

Result identity_of(Arguments a) {
  const auto n = constant(a[0].scalar());
  if (!a[0].is_scalar() || !n || *n < 1 || *n > 100 || *n != std::floor(*n)) return std::nullopt;
  return identity(static_cast<int>(*n));
}

/// The value of a function of one argument, if the argument fits.
template <bool (*kFits)(const Tensor&), auto kFunction>
Result value_if(Arguments a) {
  return kFits(a[0]) ? Result(kFunction(a[0])) : std::nullopt;
}

/// A number and the points of a table: two vectors of one length, of which the first increases as
/// far as its entries are known.
bool is_table(Arguments a) {
  constexpr int kMost = 2000;
  if (!a[0].is_scalar() || !is_list(a[1]) || a[1].shape != a[2].shape) return false;
  const int n = a[1].shape.rows;
  if (n < 2 || n > kMost) return false;
  for (int k = 0; k + 1 < n; ++k) {
    const auto from = constant(a[1].at(k)), to = constant(a[1].at(k + 1));
    if (from && to && !(*from < *to)) return false;
  }
  return true;
}

template <Between between>
Result table(Arguments a) {
  if (!is_table(a)) return std::nullopt;
  return Tensor(interpolated(between, a[0].scalar(), a[1].entries, a[2].entries));
}

Result slope_of_table(Arguments a) {
  if (!is_table(a)) return std::nullopt;
  return Tensor(slope_of_cubic(a[0].scalar(), a[1].entries, a[2].entries));
}

constexpr const char* kTable =
    "a number and two vectors of one length, of 2 to 2000, of which the first increases";

constexpr TensorFunction kFunctions[] = {
    {"dot", 2, 2, "dot(a, b)", "two vectors of one length",
     [](Arguments a) {
       return is_list(a[0]) && a[0].shape == a[1].shape ? Result(dot(a[0], a[1])) : std::nullopt;
     }},
    {"cross", 2, 2, "cross(a, b)", "two vectors of 3, two of 2, or a number and a vector of 2",
     any_cross},
    {"norm", 1, 1, "norm(v)", "a vector", value_if<is_list, norm>},
    {"transpose", 1, 1, "transpose(A)", "a matrix or a vector", value_if<is_array, transpose>},
    {"skew", 1, 1, "skew(v)", "a vector of 3", value_if<is_vector<3>, skew>},
    {"outer", 2, 2, "outer(a, b)", "two vectors, and at most 40,000 entries", outer},
    {"trace", 1, 1, "trace(A)", "a square matrix", value_if<is_square, trace>},
    {"det", 1, 1, "det(A)", "a square matrix of at most 4 x 4",
     value_if<is_small_square, determinant>},
    {"inverse", 1, 1, "inverse(A)", "a square matrix of at most 4 x 4",
     value_if<is_small_square, inverse>},
    {"diag", 1, 1, "diag(v)", "a vector of at most 200", value_if<is_short_list, diagonal_matrix>},
    {"identity", 1, 1, "identity(3)", "a whole number from 1 to 100", identity_of},
    {"rotation", 1, 2, "rotation(q) or rotation(axis, angle)",
     "a quaternion (a vector of 4), or an axis (a vector of 3) and an angle", any_rotation},
    {"rotation_x", 1, 1, "rotation_x(angle)", "an angle",
     value_if<is_angle, elementary_rotation<0>>},
    {"rotation_y", 1, 1, "rotation_y(angle)", "an angle",
     value_if<is_angle, elementary_rotation<1>>},
    {"rotation_z", 1, 1, "rotation_z(angle)", "an angle",
     value_if<is_angle, elementary_rotation<2>>},
    {"quaternion_rate", 2, 2, "quaternion_rate(q, omega)",
     "a quaternion (a vector of 4) and an angular velocity (a vector of 3)",
     [](Arguments a) {
       const bool fits = is_vector<4>(a[0]) && is_vector<3>(a[1]);
       return fits ? Result(quaternion_rate(a[0], a[1])) : std::nullopt;
     }},
    {"euler_zyx", 1, 1, "euler_zyx(R)", "a 3 x 3 matrix", value_if<is_3_by_3, euler_zyx>},
    {"log_rotation", 1, 1, "log_rotation(R)", "a 3 x 3 matrix", value_if<is_3_by_3, log_rotation>},
    {"axis_angle", 1, 1, "axis_angle(R)", "a 3 x 3 matrix", value_if<is_3_by_3, axis_angle>},
    {"perpendicular", 1, 1, "perpendicular(axis)", "a vector of 3",
     value_if<is_vector<3>, perpendicular>},
    {"table", 3, 3, "table(x, xs, ys)", kTable, table<Between::kLinear>, 1},
    {"table_hold", 3, 3, "table_hold(x, xs, ys)", kTable, table<Between::kHold>, 1},
    {"table_cubic", 3, 3, "table_cubic(x, xs, ys)", kTable, table<Between::kCubic>, 1},
    {"table_monotone", 3, 3, "table_monotone(x, xs, ys)", kTable, table<Between::kMonotone>, 1},
    {"table_cubic_slope", 3, 3, "table_cubic_slope(x, xs, ys)", kTable, slope_of_table, 1},
};

}  // namespace

std::span<const TensorFunction> tensor_functions() { return kFunctions; }

}  // namespace porthos::expr
