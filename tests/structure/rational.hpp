#pragma once

#include <catch_amalgamated.hpp>
#include <cstdint>
#include <numeric>
#include <vector>

// Subspaces over the rational numbers: no rounding, no tolerance, no code of the engine.

namespace porthos::structure {

/// A fraction in lowest terms. An overflow fails the test.
class Rational {
 public:
  Rational(std::int64_t number = 0) : p_(number) {}
  Rational(std::int64_t p, std::int64_t q) : p_(p), q_(q) {
    REQUIRE(q != 0);
    const std::int64_t common = std::gcd(p_, q_) * (q_ < 0 ? -1 : 1);
    p_ /= common;
    q_ /= common;
  }

  bool is_zero() const { return p_ == 0; }
  double value() const { return static_cast<double>(p_) / static_cast<double>(q_); }

  friend Rational operator*(const Rational& a, const Rational& b) {
    const Rational first(a.p_, b.q_), second(b.p_, a.q_);  // no common factors are left
    return {times(first.p_, second.p_), times(first.q_, second.q_)};
  }
  friend Rational operator/(const Rational& a, const Rational& b) {
    return a * Rational(b.q_, b.p_);
  }
  friend Rational operator-(const Rational& a, const Rational& b) {
    std::int64_t difference = 0;
    REQUIRE_FALSE(__builtin_sub_overflow(times(a.p_, b.q_), times(b.p_, a.q_), &difference));
    return {difference, times(a.q_, b.q_)};
  }

 private:
  static std::int64_t times(std::int64_t a, std::int64_t b) {
    std::int64_t product = 0;
    REQUIRE_FALSE(__builtin_mul_overflow(a, b, &product));
    return product;
  }

  std::int64_t p_ = 0, q_ = 1;
};

using Row = std::vector<Rational>;
using Rows = std::vector<Row>;

/// A basis of the solutions of rows x = 0, x of `width` entries.
inline Rows kernel_of(Rows rows, std::size_t width) {
  std::vector<std::size_t> pivots;
  for (std::size_t column = 0; column < width && pivots.size() < rows.size(); ++column) {
    std::size_t at = pivots.size();
    while (at < rows.size() && rows[at][column].is_zero()) ++at;
    if (at == rows.size()) continue;
    std::swap(rows[at], rows[pivots.size()]);
    Row& pivot = rows[pivots.size()];
    const Rational by = pivot[column];
    for (Rational& entry : pivot) entry = entry / by;
    for (std::size_t other = 0; other < rows.size(); ++other) {
      if (other == pivots.size()) continue;
      const Rational factor = rows[other][column];
      if (factor.is_zero()) continue;
      for (std::size_t k = 0; k < width; ++k) rows[other][k] = rows[other][k] - factor * pivot[k];
    }
    pivots.push_back(column);
  }
  Rows kernel;
  for (std::size_t free = 0; free < width; ++free) {
    if (std::find(pivots.begin(), pivots.end(), free) != pivots.end()) continue;
    Row x(width);
    x[free] = 1;
    for (std::size_t k = 0; k < pivots.size(); ++k) x[pivots[k]] = Rational(0) - rows[k][free];
    kernel.push_back(x);
  }
  return kernel;
}

}  // namespace porthos::structure
