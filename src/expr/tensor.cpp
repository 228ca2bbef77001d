#include "expr/tensor.hpp"

#include "expr/functions.hpp"

namespace porthos::expr {
namespace {

std::optional<Tensor> entrywise(const Tensor& a, const Tensor& b,
                                Expr (*op)(const Expr&, const Expr&)) {
  if (!(a.shape == b.shape)) return std::nullopt;
  Tensor result = a;
  for (std::size_t i = 0; i < a.entries.size(); ++i)
    result.entries[i] = op(a.entries[i], b.entries[i]);
  return result;
}

Tensor scaled(const Expr& factor, Tensor a) {
  for (Expr& entry : a.entries) entry = factor * entry;
  return a;
}

}  // namespace

std::string describe(const Shape& shape) {
  if (shape.rank == 0) return "a number";
  if (shape.rank == 1) return "a vector of " + std::to_string(shape.rows);
  return "a " + std::to_string(shape.rows) + " x " + std::to_string(shape.columns) + " matrix";
}

std::string entry_suffix(const Shape& shape, int entry) {
  if (shape.rank == 0) return "";
  if (shape.rank == 1) return "." + std::to_string(entry + 1);
  return "." + std::to_string(entry / shape.columns + 1) + "." +
         std::to_string(entry % shape.columns + 1);
}

std::optional<Tensor> add(const Tensor& a, const Tensor& b) {
  return entrywise(a, b, [](const Expr& x, const Expr& y) { return x + y; });
}

std::optional<Tensor> subtract(const Tensor& a, const Tensor& b) {
  return entrywise(a, b, [](const Expr& x, const Expr& y) { return x - y; });
}

constexpr int kMostEntries = 40'000;  // of a product

std::optional<Tensor> multiply(const Tensor& a, const Tensor& b) {
  if (a.is_scalar()) return scaled(a.scalar(), b);
  if (b.is_scalar()) return scaled(b.scalar(), a);
  if (a.shape.rank != 2 || a.shape.columns != b.shape.rows ||
      a.shape.rows > kMostEntries / b.shape.columns)
    return std::nullopt;
  std::vector<Expr> entries;
  for (int i = 0; i < a.shape.rows; ++i)
    for (int j = 0; j < b.shape.columns; ++j) {
      Expr sum(0.0);
      for (int k = 0; k < a.shape.columns; ++k) {
        const Expr product = a.at(i, k) * b.at(k, j);
        sum += product;
      }
      entries.push_back(sum);
    }
  if (b.shape.rank == 2)
    return Tensor(matrix_of(a.shape.rows, b.shape.columns), std::move(entries));
  if (a.shape.rows == 1) return entries[0];
  return Tensor(vector_of(a.shape.rows), std::move(entries));
}

std::optional<Tensor> divide(const Tensor& a, const Tensor& b) {
  if (!b.is_scalar()) return std::nullopt;
  Tensor result = a;
  for (Expr& entry : result.entries) entry = entry / b.scalar();
  return result;
}

Tensor negate(const Tensor& a) {
  Tensor result = a;
  for (Expr& entry : result.entries) entry = -entry;
  return result;
}

std::optional<Tensor> stack(std::span<const Tensor> parts) {
  if (parts.empty() || parts[0].shape.rank > 1) return std::nullopt;
  const Shape row = parts[0].shape;
  std::vector<Expr> entries;
  for (const Tensor& part : parts) {
    if (!(part.shape == row)) return std::nullopt;
    entries.insert(entries.end(), part.entries.begin(), part.entries.end());
  }
  const int count = static_cast<int>(parts.size());
  return Tensor(row.rank == 0 ? vector_of(count) : matrix_of(count, row.rows), std::move(entries));
}

std::optional<Tensor> choose(const Expr& condition, const Tensor& then, const Tensor& otherwise) {
  if (!(then.shape == otherwise.shape)) return std::nullopt;
  Tensor result = then;
  for (std::size_t i = 0; i < then.entries.size(); ++i)
    result.entries[i] = if_(condition, then.entries[i], otherwise.entries[i]);
  return result;
}

}  // namespace porthos::expr
