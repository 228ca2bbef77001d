#include "base/sparse_lu.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

namespace porthos {
namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

// Sizes of numbers up to a factor of 1.4: a complex modulus would cost a root each.
double size_of(double x) { return std::abs(x); }
double size_of(const std::complex<double>& x) { return std::abs(x.real()) + std::abs(x.imag()); }

// Of complex numbers the language's own look for infinities first.
double product(double a, double b) { return a * b; }
std::complex<double> product(const std::complex<double>& a, const std::complex<double>& b) {
  return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}
double inverse_of(double x) { return 1 / x; }
std::complex<double> inverse_of(const std::complex<double>& x) {
  const double square = x.real() * x.real() + x.imag() * x.imag();
  return {x.real() / square, -x.imag() / square};
}

/// The matrix that is left while pivots are taken out of it.
template <typename T>
struct Remainder {
  struct Item {
    int column;
    T value;
  };
  std::vector<std::vector<Item>> rows;
  std::vector<std::vector<int>> rows_of_column;  // may name rows that no longer have the column
  std::vector<int> count_of_column;
  std::set<std::pair<std::size_t, int>> by_count;  // (entries, row) of the rows that are left

  Remainder(const Sparse& pattern, std::span<const T> values)
      : rows(at(pattern.rows)),
        rows_of_column(at(pattern.rows)),
        count_of_column(at(pattern.rows)) {
    for (int i = 0; i < pattern.rows; ++i) {
      for (int k = pattern.start[at(i)]; k < pattern.start[at(i) + 1]; ++k) {
        const int j = pattern.column[at(k)];
        rows[at(i)].push_back({j, values[at(k)]});
        rows_of_column[at(j)].push_back(i);
        ++count_of_column[at(j)];
      }
      by_count.emplace(rows[at(i)].size(), i);
    }
  }

  /// The cheapest pivot of the rows with the fewest entries; (-1, -1) if there is none.
  Entry choose() const {
    constexpr int kRows = 4;            // more hardly ever find a better one
    constexpr double kThreshold = 0.1;  // growth by at most 11 a step, in practice hardly any
    Entry best{-1, -1};
    double least = std::numeric_limits<double>::infinity();
    int seen = 0;
    for (const auto& [count, row] : by_count) {
      double largest = 0;
      for (const Item& item : rows[at(row)]) largest = std::max(largest, size_of(item.value));
      if (!(largest > 0)) continue;
      for (const Item& item : rows[at(row)]) {
        const double size = size_of(item.value);
        if (size < kThreshold * largest) continue;
        const double cost = static_cast<double>(count - 1) * (count_of_column[at(item.column)] - 1);
        // Of equal cost the largest: it divides the row best.
        const double rank = cost + 0.5 * (1 - size / largest);
        if (rank < least) least = rank, best = {row, item.column};
      }
      if (least < 1 || ++seen == kRows) break;
    }
    return best;
  }

  void take(Entry pivot) {
    std::vector<Item> row = std::move(rows[at(pivot.row)]);
    by_count.erase({row.size(), pivot.row});
    T inverse = 0;
    for (const Item& item : row) {
      --count_of_column[at(item.column)];
      if (item.column == pivot.column) inverse = inverse_of(item.value);
    }
    std::erase_if(row, [&](const Item& item) { return item.column == pivot.column; });
    std::vector<int> others = std::move(rows_of_column[at(pivot.column)]);
    std::sort(others.begin(), others.end());
    others.erase(std::unique(others.begin(), others.end()), others.end());
    for (const int i : others) {
      auto& own = rows[at(i)];
      const auto found = std::find_if(
          own.begin(), own.end(), [&](const Item& item) { return item.column == pivot.column; });
      if (i == pivot.row || found == own.end()) continue;
      const T factor = product(found->value, inverse);
      by_count.erase({own.size(), i});
      *found = own.back();
      own.pop_back();
      for (const Item& item : row) {
        const auto same = std::find_if(
            own.begin(), own.end(), [&](const Item& other) { return other.column == item.column; });
        if (same != own.end()) {
          same->value -= product(factor, item.value);
        } else {
          own.push_back({item.column, -product(factor, item.value)});
          rows_of_column[at(item.column)].push_back(i);
          ++count_of_column[at(item.column)];
        }
      }
      by_count.emplace(own.size(), i);
    }
  }
};

}  // namespace

template <typename T>
SparseLu<T>::SparseLu(int size, std::span<const Entry> places)
    : size_(size), pattern_(size, size, places), work_(at(size)) {}

template <typename T>
bool SparseLu<T>::factorise(std::span<const T> values) {
  if (!row_at_.empty() && refactorise(values)) return true;
  if (!find_order(values)) {
    row_at_.clear();
    return false;
  }
  set_pattern();
  return refactorise(values);
}

template <typename T>
bool SparseLu<T>::find_order(std::span<const T> values) {
  for (const T& value : values)
    if (!std::isfinite(size_of(value))) return false;
  Remainder<T> rest(pattern_, values);
  row_at_.clear();
  column_at_.clear();
  for (int k = 0; k < size_; ++k) {
    const Entry pivot = rest.choose();
    if (pivot.row < 0) return false;
    row_at_.push_back(pivot.row);
    column_at_.push_back(pivot.column);
    rest.take(pivot);
  }
  return true;
}

/// The patterns of L and U that the order gives, whatever the values.
template <typename T>
void SparseLu<T>::set_pattern() {
  position_.resize(at(size_));
  for (int k = 0; k < size_; ++k) position_[at(column_at_[at(k)])] = k;
  lower_start_.assign(1, 0);
  upper_start_.assign(1, 0);
  lower_.clear();
  upper_.clear();
  std::vector<int> mark(at(size_), -1);
  for (int k = 0; k < size_; ++k) {
    std::set<int> left;  // columns before k that are still to be eliminated
    std::vector<int> right;
    const auto meet = [&](int j) {
      if (j == k || mark[at(j)] == k) return;
      mark[at(j)] = k;
      if (j < k)
        left.insert(j);
      else
        right.push_back(j);
    };
    const int row = row_at_[at(k)];
    for (int i = pattern_.start[at(row)]; i < pattern_.start[at(row) + 1]; ++i)
      meet(position_[at(pattern_.column[at(i)])]);
    while (!left.empty()) {
      const int j = *left.begin();
      left.erase(left.begin());
      lower_.push_back(j);
      for (int i = upper_start_[at(j)]; i < upper_start_[at(j) + 1]; ++i) meet(upper_[at(i)]);
    }
    std::sort(right.begin(), right.end());
    upper_.insert(upper_.end(), right.begin(), right.end());
    lower_start_.push_back(static_cast<int>(lower_.size()));
    upper_start_.push_back(static_cast<int>(upper_.size()));
  }
  l_.resize(lower_.size());
  u_.resize(upper_.size());
  inverse_pivot_.resize(at(size_));
}

template <typename T>
bool SparseLu<T>::refactorise(std::span<const T> values) {
  // A pivot so much smaller than its row would cost this share of the digits: a new order then.
  constexpr double kWeakest = 1e-4;
  T* const x = work_.data();
  for (int k = 0; k < size_; ++k) {
    for (int i = lower_start_[at(k)]; i < lower_start_[at(k) + 1]; ++i) x[lower_[at(i)]] = 0;
    for (int i = upper_start_[at(k)]; i < upper_start_[at(k) + 1]; ++i) x[upper_[at(i)]] = 0;
    x[k] = 0;
    const int row = row_at_[at(k)];
    for (int i = pattern_.start[at(row)]; i < pattern_.start[at(row) + 1]; ++i)
      x[position_[at(pattern_.column[at(i)])]] = values[at(i)];
    for (int i = lower_start_[at(k)]; i < lower_start_[at(k) + 1]; ++i) {
      const int j = lower_[at(i)];
      const T factor = x[j];
      l_[at(i)] = factor;
      if (factor == T(0)) continue;
      for (int m = upper_start_[at(j)]; m < upper_start_[at(j) + 1]; ++m)
        x[upper_[at(m)]] -= product(factor, u_[at(m)]);
    }
    const T inverse = inverse_of(x[k]);
    const double pivot = size_of(x[k]);
    double largest = 0;
    for (int i = upper_start_[at(k)]; i < upper_start_[at(k) + 1]; ++i) {
      const T value = x[upper_[at(i)]];
      largest = std::max(largest, size_of(value));
      u_[at(i)] = product(value, inverse);
    }
    if (!(pivot > kWeakest * largest) || !std::isfinite(pivot)) return false;
    inverse_pivot_[at(k)] = inverse;
  }
  return true;
}

template <typename T>
auto SparseLu<T>::times(std::span<const T> values, const Vector& x) const -> Vector {
  Vector y(size_);
  for (int i = 0; i < size_; ++i) {
    T sum = 0;
    for (int k = pattern_.start[at(i)]; k < pattern_.start[at(i) + 1]; ++k)
      sum += product(values[at(k)], x[pattern_.column[at(k)]]);
    y[i] = sum;
  }
  return y;
}

template <typename T>
void SparseLu<T>::solve(Vector& b) const {
  Vector x(size_);
  for (int k = 0; k < size_; ++k) {
    T sum = b[row_at_[at(k)]];
    for (int i = lower_start_[at(k)]; i < lower_start_[at(k) + 1]; ++i)
      sum -= product(l_[at(i)], x[lower_[at(i)]]);
    x[k] = product(sum, inverse_pivot_[at(k)]);
  }
  for (int k = size_ - 1; k >= 0; --k) {
    T sum = x[k];
    for (int i = upper_start_[at(k)]; i < upper_start_[at(k) + 1]; ++i)
      sum -= product(u_[at(i)], x[upper_[at(i)]]);
    x[k] = sum;
    b[column_at_[at(k)]] = sum;
  }
}

template <typename T>
std::vector<double> SparseLu<T>::order() const {
  std::vector<double> numbers(row_at_.begin(), row_at_.end());
  numbers.insert(numbers.end(), column_at_.begin(), column_at_.end());
  return numbers;
}

template <typename T>
bool SparseLu<T>::set_order(std::span<const double> numbers) {
  if (numbers.empty()) {
    row_at_.clear();
    return true;
  }
  if (numbers.size() != 2 * at(size_)) return false;
  std::vector<std::vector<char>> seen(2, std::vector<char>(at(size_)));
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const double number = numbers[i];
    if (!(number >= 0 && number < size_ && number == std::floor(number))) return false;
    char& taken = seen[i / at(size_)][static_cast<std::size_t>(number)];
    if (taken) return false;
    taken = 1;
  }
  row_at_.assign(numbers.begin(), numbers.begin() + size_);
  column_at_.assign(numbers.begin() + size_, numbers.end());
  set_pattern();
  return true;
}

template class SparseLu<double>;
template class SparseLu<std::complex<double>>;

}  // namespace porthos
