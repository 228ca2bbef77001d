#pragma once

#include <complex>
#include <span>
#include <vector>

#include "base/archive.hpp"
#include "base/sparse.hpp"

namespace porthos {

/// The order of elimination of a square matrix with a fixed pattern, P A Q = L U with ones on the
/// diagonal of U, and the patterns of L and U.
///
/// Each pivot is in a row with few entries, is not much smaller than the largest entry of the row,
/// and has few entries in its column (Markowitz 1957, with a threshold). Where such pivots fail,
/// entries are compared after equilibration of the columns, so that units do not matter: in a
/// redundant row, rounding in one column may exceed the regularisation in another. The graph of a
/// tree or chain of bodies has hardly any fill-in: n bodies cost O(n).
///
/// Eigen's SparseLU chooses new pivots in each factorisation, from the columns alone. This order is
/// kept from step to step while its pivots are large enough, is part of snapshots, and serves real
/// and complex matrices alike.
struct LuOrder {
  Sparse pattern;                      // its values are not used
  std::vector<int> row_at, column_at;  // (size): the row and column of each pivot
  std::vector<int> position;           // (size): the pivot of each column
  std::vector<double> weight;        // (size): the factor of each column in comparisons of entries
  std::vector<double> pivot_weight;  // (size): the same in the order of the pivots
  // Row k of L and U in the order of the pivots; the columns ascend.
  std::vector<int> lower_start, lower, upper_start, upper;
  /// The search was abandoned: the remaining matrix is so dense that a step would take seconds.
  bool is_too_dense = false;
  std::vector<double> numbers;  // row_at, column_at and weight in serialized form

  /// Limit on the numbers that the search may change: those of a full matrix of 600 rows.
  static constexpr std::size_t kMostWork = 100'000'000;

  /// Computes the order for these values; false if they are singular or not finite.
  bool find(std::span<const std::complex<double>> values, bool is_equilibrated);
  /// The patterns of L and U for this order, whatever the values.
  void set_patterns();

  /// The same elimination with each pivot directly after the pivots that it needs, instead of all
  /// cheap ones first. The rows in use then stay in the cache. There is no additional fill-in.
  void make_local();

  /// The order of the pivots and the weights.
  void describe(Archive& archive);
  /// False if the numbers are not such an order with weights.
  bool set(std::span<const double> order);
};

/// A factorisation with a fixed order: later matrices use the same order, row by row, while their
/// pivots are large enough. T is double or std::complex<double>.
template <typename T>
class SparseLu {
 public:
  using Vector = Eigen::Matrix<T, Eigen::Dynamic, 1>;

  SparseLu() = default;
  /// is_corrected: the caller corrects the solution iteratively, so an order is kept although it
  /// costs some digits.
  SparseLu(int size, std::span<const Entry> places, bool is_corrected = false);

  int size() const { return order_.pattern.rows; }
  /// The index of the place among the values; the pattern must contain it.
  int find(Entry place) const { return order_.pattern.find(place); }
  std::vector<Entry> entries() const { return order_.pattern.entries(); }
  std::size_t value_count() const { return order_.pattern.column.size(); }

  /// Factorises the matrix with these values. False if it is singular to rounding or not finite.
  bool factorise(std::span<const T> values);

  /// y = A x for the matrix with these values.
  void times(std::span<const T> values, const Vector& x, Vector& y) const;

  /// A^-1 b, in place. Numbers below 1e-150 become zero. NaN if there was no factorisation yet, as
  /// after restoring a snapshot without one.
  void solve(Vector& b) const;

  /// See LuOrder::is_too_dense.
  bool is_too_dense() const { return order_.is_too_dense; }

  /// Number of entries of L and U.
  std::size_t fill() const { return order_.lower.size() + order_.upper.size(); }

  /// The order of the pivots, on which later factorisations depend.
  void describe(Archive& archive) {
    archive(order_);
    if (archive.is_reading()) resize();
  }

 private:
  void resize();
  bool refactorise(std::span<const T> values);

  LuOrder order_;
  bool is_corrected_ = false;
  std::vector<T> l_, u_, inverse_pivot_, work_;
  std::vector<double> kept_;         // digits that remain after weak pivots, as a factor
  mutable std::vector<T> solution_;  // in the order of the pivots
};

extern template class SparseLu<double>;
extern template class SparseLu<std::complex<double>>;

}  // namespace porthos
