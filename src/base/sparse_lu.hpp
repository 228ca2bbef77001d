#pragma once

#include <complex>
#include <span>
#include <vector>

#include "base/numbers.hpp"
#include "base/sparse.hpp"

namespace porthos {

/// The order in which a square matrix with a fixed pattern is factorised, P A Q = L U with ones on
/// the diagonal of U, and the patterns of L and U in it.
///
/// Each pivot is sought in a row with few entries, is not much smaller than the largest there, and
/// has few entries in its column (Markowitz 1957, with a threshold). On the graph of a tree or
/// chain of bodies hardly anything fills in: n bodies cost O(n).
///
/// Our own, since Eigen's SparseLU seeks its pivots anew with every factorisation and from the
/// columns alone: here the order is kept from step to step as long as its pivots hold out, goes
/// into snapshots, and serves real and complex matrices alike.
struct LuOrder {
  Sparse pattern;                      // its values are not used
  std::vector<int> row_at, column_at;  // (size): the row and column of each pivot
  std::vector<int> position;           // (size): the pivot of each column
  // Row k of L and U in the order of the pivots; the columns ascend.
  std::vector<int> lower_start, lower, upper_start, upper;
  /// The search was given up: what is left couples so densely that a step would take seconds.
  bool is_too_dense = false;
  std::vector<double> numbers;  // row_at and column_at, as they are written down

  /// Numbers that the search may change: those of a full matrix of 600 rows.
  static constexpr std::size_t kMostWork = 100'000'000;

  /// The order for these values at the places of the pattern; false if they are singular or not
  /// finite.
  bool find(std::span<const std::complex<double>> values);
  /// The patterns of L and U that the order gives, whatever the values.
  void set_patterns();

  /// The same elimination with each pivot right after those that it needs, instead of all cheap
  /// ones first: the rows that it works on are then still in the cache. Nothing else fills in.
  void make_local();

  /// The order of the pivots as a list of numbers, and back; false if they are not such an order.
  void write(NumberWriter& to) const;
  bool set(std::span<const double> order);
};

/// The factorisation in such an order, which is sought once: later matrices are factorised in the
/// same order, row by row, as long as their pivots hold out. T is double or std::complex<double>.
template <typename T>
class SparseLu {
 public:
  using Vector = Eigen::Matrix<T, Eigen::Dynamic, 1>;

  SparseLu() = default;
  /// is_corrected: whoever solves corrects the solution until it fits, so that an order is kept
  /// although it costs some digits.
  SparseLu(int size, std::span<const Entry> places, bool is_corrected = false);

  int size() const { return order_.pattern.rows; }
  /// Where in the values the place is, which the pattern must have.
  int find(Entry place) const { return order_.pattern.find(place); }
  std::vector<Entry> entries() const { return order_.pattern.entries(); }
  std::size_t value_count() const { return order_.pattern.column.size(); }

  /// Of the matrix with these values at the places of the pattern. False if it is singular to
  /// rounding or not finite.
  bool factorise(std::span<const T> values);

  /// A x of the matrix with these values, into y.
  void times(std::span<const T> values, const Vector& x, Vector& y) const;

  /// A^-1 b, in place. Numbers below 1e-150 become zero. Not a number where there has never been a
  /// factorisation, as after a snapshot of a matrix that has none.
  void solve(Vector& b) const;

  /// See LuOrder::is_too_dense.
  bool is_too_dense() const { return order_.is_too_dense; }

  /// Entries of L and U.
  std::size_t fill() const { return order_.lower.size() + order_.upper.size(); }

  /// The order of the pivots as a list of numbers, and back: what a later factorisation depends on.
  void write_order(NumberWriter& to) const { order_.write(to); }
  bool set_order(std::span<const double> numbers) {
    const bool is_good = order_.set(numbers);
    resize();
    return is_good;
  }

 private:
  void resize();
  bool refactorise(std::span<const T> values);

  LuOrder order_;
  bool is_corrected_ = false;
  std::vector<T> l_, u_, inverse_pivot_, work_;
  std::vector<double> kept_;         // what its weak pivots and those before it leave of 1
  mutable std::vector<T> solution_;  // in the order of the pivots
};

extern template class SparseLu<double>;
extern template class SparseLu<std::complex<double>>;

}  // namespace porthos
