#pragma once

#include <cmath>
#include <utility>
#include <vector>

#include "random.hpp"
#include "rational.hpp"

// Dirac structures with small whole numbers, over the rational numbers, and the same in units of
// any size.

namespace porthos::structure {

inline std::size_t rank_of(const Rows& rows) {
  if (rows.empty() || rows[0].empty()) return 0;
  return rows[0].size() - kernel_of(rows, rows[0].size()).size();
}

/// Units of about a thousandth to a thousand, as powers of 2: products with them are exact.
inline VecX units(Random& random, std::size_t n) {
  VecX made(static_cast<Index>(n));
  for (double& one : made) one = std::exp2(std::round(10 * random.number()));
  return made;
}

/// Whole numbers from -2 to 2.
using Digits = std::vector<std::vector<int>>;

inline Digits digits(Random& random, std::size_t rows, std::size_t columns) {
  Digits made(rows, std::vector<int>(columns));
  for (auto& row : made)
    for (int& one : row) one = static_cast<int>(std::floor(2.5 * random.number() + 0.5));
  return made;
}

inline Digits skew_digits(Random& random, std::size_t n) {
  Digits made = digits(random, n, n);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j <= i; ++j) made[i][j] = i == j ? 0 : -made[j][i];
  return made;
}

/// diag(rows) A diag(columns)
inline MatX scaled(const Digits& A, const VecX& rows, const VecX& columns) {
  MatX made(rows.size(), columns.size());
  for (Index i = 0; i < made.rows(); ++i)
    for (Index j = 0; j < made.cols(); ++j)
      made(i, j) =
          rows(i) * columns(j) * A[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)];
  return made;
}

/// A subspace of pairs (f, e) of n ports: a basis, each vector of 2 n entries.
struct Exact {
  std::size_t n = 0;
  Rows pairs = {};

  Rows part(std::size_t first) const {
    Rows made;
    for (const Row& pair : pairs)
      made.emplace_back(pair.begin() + static_cast<std::ptrdiff_t>(first),
                        pair.begin() + static_cast<std::ptrdiff_t>(first + n));
    return made;
  }
  Rows flows() const { return part(0); }
  Rows efforts() const { return part(n); }
  bool is_isotropic() const {
    for (const Row& a : pairs)
      for (const Row& b : pairs) {
        Rational power;
        for (std::size_t i = 0; i < n; ++i)
          power = power - (Rational(0) - a[i] * b[n + i]) - (Rational(0) - b[i] * a[n + i]);
        if (!power.is_zero()) return false;
      }
    return true;
  }
  /// Flows times `unit`, efforts divided by it.
  VecX vector(const Row& pair, const VecX& unit) const {
    const auto count = static_cast<Index>(n);
    VecX made(2 * count);
    for (Index i = 0; i < count; ++i) {
      made(i) = pair[static_cast<std::size_t>(i)].value() * unit(i);
      made(i + count) = pair[static_cast<std::size_t>(i + count)].value() / unit(i);
    }
    return made;
  }
};

/// Independent ones of these vectors span the same space.
inline Rows independent(const Rows& vectors, std::size_t width) {
  return kernel_of(kernel_of(vectors, width), width);
}

inline Exact exact(std::size_t n, const Rows& vectors) { return {n, independent(vectors, 2 * n)}; }

/// Rows of unknowns that are combined with the pairs of some structures: one unknown for each pair.
class Unknowns {
 public:
  /// The first unknown of a part of `count` of them.
  std::size_t add(std::size_t count) { return std::exchange(count_, count_ + count); }
  std::size_t count() const { return count_; }
  /// sum over k of sign * pairs[k][entry] x[first + k]
  void put(Row& row, const Exact& of, std::size_t first, std::size_t entry, int sign = 1) const {
    row.resize(count_);
    for (std::size_t k = 0; k < of.pairs.size(); ++k)
      row[first + k] = row[first + k] - Rational(-sign) * of.pairs[k][entry];
  }

 private:
  std::size_t count_ = 0;
};

/// The vectors `result` x for all x with `equations` x = 0.
inline Exact solved(std::size_t n, const Rows& equations, const Rows& result,
                    std::size_t unknowns) {
  Rows vectors;
  for (const Row& x : kernel_of(equations, unknowns)) {
    Row vector;
    for (const Row& entry : result) {
      Rational sum;
      for (std::size_t k = 0; k < unknowns; ++k)
        if (!entry[k].is_zero() && !x[k].is_zero()) sum = sum - Rational(-1) * entry[k] * x[k];
      vector.push_back(sum);
    }
    vectors.push_back(vector);
  }
  return exact(n, vectors);
}

/// f = J e + g x, g^T e = 0
inline Exact constrained(const Digits& J, const Digits& g) {
  const std::size_t n = J.size(), k = g.empty() ? 0 : g[0].size();
  Rows equations;
  for (std::size_t i = 0; i < n; ++i) {
    Row row(2 * n + k);
    row[i] = -1;
    for (std::size_t j = 0; j < n; ++j) row[n + j] = J[i][j];
    for (std::size_t j = 0; j < k; ++j) row[2 * n + j] = g[i][j];
    equations.push_back(row);
  }
  for (std::size_t j = 0; j < k; ++j) {
    Row row(2 * n + k);
    for (std::size_t i = 0; i < n; ++i) row[n + i] = g[i][j];
    equations.push_back(row);
  }
  Rows vectors = kernel_of(equations, 2 * n + k);
  for (Row& vector : vectors) vector.resize(2 * n);
  return exact(n, vectors);
}

/// The last port of `a` joined with the first of `b`: f_a = -f_b, e_a = e_b.
inline Exact composed(const Exact& a, const Exact& b) {
  Unknowns x;
  const std::size_t of_a = x.add(a.pairs.size()), of_b = x.add(b.pairs.size());
  const std::size_t n = a.n + b.n - 2;
  Row flows, efforts;
  x.put(flows, a, of_a, a.n - 1);
  x.put(flows, b, of_b, 0);
  x.put(efforts, a, of_a, 2 * a.n - 1);
  x.put(efforts, b, of_b, b.n, -1);
  Rows result(2 * n, Row(x.count()));
  for (const std::size_t part : {0, 1}) {
    for (std::size_t i = 0; i + 1 < a.n; ++i) x.put(result[part * n + i], a, of_a, part * a.n + i);
    for (std::size_t i = 1; i < b.n; ++i)
      x.put(result[part * n + a.n - 2 + i], b, of_b, part * b.n + i);
  }
  return solved(n, {flows, efforts}, result, x.count());
}

/// A common flow and the sum of the efforts.
inline Exact product(const Exact& a, const Exact& b) {
  Unknowns x;
  const std::size_t of_a = x.add(a.pairs.size()), of_b = x.add(b.pairs.size()), n = a.n;
  Rows equations(n, Row(x.count())), result(2 * n, Row(x.count()));
  for (std::size_t i = 0; i < n; ++i) {
    x.put(equations[i], a, of_a, i);
    x.put(equations[i], b, of_b, i, -1);
    x.put(result[i], a, of_a, i);
    x.put(result[n + i], a, of_a, n + i);
    x.put(result[n + i], b, of_b, n + i);
  }
  return solved(n, equations, result, x.count());
}

/// E e = 0, with flows E^T mu besides.
inline Exact with_rows(const Exact& a, const Digits& E) {
  Unknowns x;
  const std::size_t of_a = x.add(a.pairs.size()), mu = x.add(E.size()), n = a.n;
  Rows equations(E.size(), Row(x.count())), result(2 * n, Row(x.count()));
  for (std::size_t i = 0; i < n; ++i) {
    x.put(result[i], a, of_a, i);
    x.put(result[n + i], a, of_a, n + i);
    for (std::size_t j = 0; j < E.size(); ++j) {
      result[i][mu + j] = E[j][i];
      for (int copies = std::abs(E[j][i]); copies > 0; --copies)
        x.put(equations[j], a, of_a, n + i, E[j][i] > 0 ? 1 : -1);
    }
  }
  return solved(n, equations, result, x.count());
}

/// {(v, Phi^T e) : (Phi v, e) in a}
inline Exact pulled_back(const Exact& a, const Digits& Phi) {
  Unknowns x;
  const std::size_t m = Phi[0].size(), v = x.add(m), of_a = x.add(a.pairs.size());
  Rows equations(a.n, Row(x.count())), result(2 * m, Row(x.count()));
  for (std::size_t i = 0; i < a.n; ++i) {
    x.put(equations[i], a, of_a, i, -1);
    for (std::size_t j = 0; j < m; ++j) {
      equations[i][v + j] = Phi[i][j];
      for (int copies = std::abs(Phi[i][j]); copies > 0; --copies)
        x.put(result[m + j], a, of_a, a.n + i, Phi[i][j] > 0 ? 1 : -1);
    }
  }
  for (std::size_t j = 0; j < m; ++j) result[j][v + j] = 1;
  return solved(m, equations, result, x.count());
}

}  // namespace porthos::structure
