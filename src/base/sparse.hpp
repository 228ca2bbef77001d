#pragma once

#include <span>
#include <utility>
#include <vector>

#include "base/index.hpp"
#include "base/linear.hpp"

namespace porthos {

/// A place in a matrix.
struct Entry {
  int row, column;
};

/// Ascending, without duplicates; for few numbers, or almost sorted ones.
void sort_once(std::vector<int>& numbers);

/// A matrix with a fixed pattern, row by row.
struct Sparse {
  int rows = 0, columns = 0;
  std::vector<int> start{0};  // (rows + 1): start of each row
  std::vector<int> column;    // of each value, ascending in each row
  std::vector<double> value;

  Sparse();
  Sparse(const Sparse&);
  Sparse(Sparse&&) noexcept;
  Sparse& operator=(const Sparse&);
  Sparse& operator=(Sparse&&) noexcept;
  ~Sparse();
  /// A zero matrix with these places; duplicates are allowed.
  Sparse(int rows, int columns, std::span<const Entry> places);

  /// The nonzero entries of a dense matrix.
  static Sparse of(const MatX& dense);

  /// The unit vectors of some of n coordinates, as rows.
  static Sparse unit_rows(std::span<const int> chosen, int n);

  /// The index of the place in `value`; -1 if the place is not in the pattern.
  int find(Entry place) const;

  std::span<const double> values_of(int row) const {
    const auto first = static_cast<std::size_t>(start[index(row)]);
    return std::span(value).subspan(
        first, static_cast<std::size_t>(start[static_cast<std::size_t>(row) + 1]) - first);
  }

  void set_zero() { std::fill(value.begin(), value.end(), 0.0); }

  /// A x and A^T x.
  VecX times(const Eigen::Ref<const VecX>& x) const;
  void times(const Eigen::Ref<const VecX>& x, Eigen::Ref<VecX> y) const;  // into y
  /// A (a - b) into y; (columns), (columns), (rows).
  void times_difference(const double* a, const double* b, double* y) const;
  VecX transpose_times(const Eigen::Ref<const VecX>& x) const;
  void transpose_times(const Eigen::Ref<const VecX>& x, Eigen::Ref<VecX> y) const;
  double form(const Eigen::Ref<const VecX>& x) const;  // x^T A x

  MatX dense() const;
  /// Some rows, in this order.
  Sparse rows_of(std::span<const int> chosen) const;
  /// The first rows.
  Sparse top_rows(int count) const;
  std::vector<Entry> entries() const;
};

/// A above B; both have the same number of columns.
Sparse stacked(const Sparse& a, const Sparse& b);

}  // namespace porthos
