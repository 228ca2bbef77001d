#pragma once

#include <complex>
#include <span>
#include <vector>

#include "base/sparse.hpp"

namespace porthos {

/// P A Q = L U of a square matrix with a fixed pattern, U with ones on its diagonal.
///
/// The order of the pivots is sought once: each in a row with few entries, not much smaller than
/// the largest there, with few entries in its column (Markowitz 1957 with a threshold). Later
/// matrices are factorised in the same order, row by row, as long as their pivots hold out. On the
/// graph of a tree or chain of bodies hardly anything fills in: n bodies cost O(n).
///
/// T is double or std::complex<double>.
template <typename T>
class SparseLu {
 public:
  using Vector = Eigen::Matrix<T, Eigen::Dynamic, 1>;

  SparseLu() = default;
  SparseLu(int size, std::span<const Entry> places);

  int size() const { return size_; }
  /// Where in the values the place is, which the pattern must have.
  int find(Entry place) const { return pattern_.find(place); }
  std::size_t value_count() const { return pattern_.column.size(); }

  /// Of the matrix with these values at the places of the pattern. False if it is singular to
  /// rounding or not finite.
  bool factorise(std::span<const T> values);

  /// A x of the matrix with these values.
  Vector times(std::span<const T> values, const Vector& x) const;

  /// A^-1 b, in place.
  void solve(Vector& b) const;

  /// Entries of L and U.
  std::size_t fill() const { return lower_.size() + upper_.size(); }

  /// The order of the pivots as numbers, and back: what a later factorisation depends on.
  std::vector<double> order() const;
  bool set_order(std::span<const double> numbers);

 private:
  bool find_order(std::span<const T> values);
  void set_pattern();
  bool refactorise(std::span<const T> values);

  int size_ = 0;
  Sparse pattern_;                       // its values are not used
  std::vector<int> row_at_, column_at_;  // (size): the row and column of each pivot
  std::vector<int> position_;            // (size): the pivot of each column
  // Row k of L and U in the order of the pivots. Columns of L ascend; so do those of U.
  std::vector<int> lower_start_, lower_, upper_start_, upper_;
  std::vector<T> l_, u_, inverse_pivot_;
  std::vector<T> work_;
};

extern template class SparseLu<double>;
extern template class SparseLu<std::complex<double>>;

}  // namespace porthos
