#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/index.hpp"
#include "expr/graph.hpp"

namespace porthos::expr {

/// The number of indices of an entry, and their ranges.
struct Shape {
  int rank = 0;  // 0 a number, 1 a vector (a column), 2 a matrix
  int rows = 1, columns = 1;

  int size() const { return rows * columns; }
  friend bool operator==(const Shape&, const Shape&) = default;
};

inline constexpr Shape kScalar{};
constexpr Shape vector_of(int n) { return {1, n, 1}; }
constexpr Shape matrix_of(int rows, int columns) { return {2, rows, columns}; }

/// "a number", "a vector of 3", "a 2 x 3 matrix".
std::string describe(const Shape& shape);

/// ".1", ".2", ... of a vector, ".1.1", ".1.2", ... of a matrix by rows; "" of a number.
std::string entry_suffix(const Shape& shape, int entry);

/// A number, a vector or a matrix of formulas. Only the parser knows tensors: all computations are
/// over their entries.
struct Tensor {
  Shape shape;
  std::vector<Expr> entries;  // row by row

  Tensor(double value = 0) : entries{Expr(value)} {}
  Tensor(const Expr& value) : entries{value} {}
  Tensor(Shape of, std::vector<Expr> values) : shape(of), entries(std::move(values)) {}

  bool is_scalar() const { return shape.rank == 0; }
  const Expr& scalar() const { return entries[0]; }
  const Expr& at(int row, int column = 0) const {
    return entries[index(row * shape.columns + column)];
  }
};

/// a + b and a - b of one shape; nullopt where the shapes do not fit.
std::optional<Tensor> add(const Tensor& a, const Tensor& b);
std::optional<Tensor> subtract(const Tensor& a, const Tensor& b);
/// A number times anything, a matrix times a matrix or a vector. One row times a vector is a
/// number.
std::optional<Tensor> multiply(const Tensor& a, const Tensor& b);
/// Anything over a number.
std::optional<Tensor> divide(const Tensor& a, const Tensor& b);
Tensor negate(const Tensor& a);

/// [a, b, ...]: a vector of numbers, a matrix of rows.
std::optional<Tensor> stack(std::span<const Tensor> parts);

/// Anything entry by entry.
std::optional<Tensor> choose(const Expr& condition, const Tensor& then, const Tensor& otherwise);

/// A function of vectors and matrices.
///
/// apply  its value; nullopt if the shapes of the arguments (as many as `fewest` to `most`) are
///        not those that `expected` says
/// increasing  the argument whose entries must increase, or -1
struct TensorFunction {
  std::string_view name;
  int fewest, most;
  std::string_view usage;
  std::string_view expected;
  std::optional<Tensor> (*apply)(std::span<const Tensor> arguments);
  int increasing = -1;
};

/// One row for each function.
std::span<const TensorFunction> tensor_functions();

}  // namespace porthos::expr
