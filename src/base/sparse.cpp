#include "base/sparse.hpp"
#include "base/index.hpp"

#include <algorithm>

namespace porthos {

void sort_once(std::vector<int>& numbers) {
  // Insertion is faster for most lists, which are short or nearly sorted.
  constexpr std::size_t kLong = 64;
  if (numbers.size() > kLong) {
    std::sort(numbers.begin(), numbers.end());
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
    return;
  }
  std::size_t count = 0;
  for (const int number : numbers) {
    std::size_t i = count;
    while (i > 0 && numbers[i - 1] > number) --i;
    if (i > 0 && numbers[i - 1] == number) continue;
    for (std::size_t k = count++; k > i; --k) numbers[k] = numbers[k - 1];
    numbers[i] = number;
  }
  numbers.resize(count);
}

// Out of line: there are many of these calls, and none is in a loop.
Sparse::Sparse() = default;
Sparse::Sparse(const Sparse&) = default;
Sparse::Sparse(Sparse&&) noexcept = default;
Sparse& Sparse::operator=(const Sparse&) = default;
Sparse& Sparse::operator=(Sparse&&) noexcept = default;
Sparse::~Sparse() = default;

Sparse::Sparse(int row_count, int column_count, std::span<const Entry> places)
    : rows(row_count), columns(column_count) {
  std::vector<int> end(static_cast<std::size_t>(rows) +
                       1);  // number of each row; then the next free place
  for (const auto& [i, j] : places) ++end[static_cast<std::size_t>(i) + 1];
  for (std::size_t i = 1; i < end.size(); ++i) end[i] += end[i - 1];
  std::vector<int> all(places.size()), row;
  for (const auto& [i, j] : places) all[index(end[index(i)]++)] = j;
  column.reserve(all.size());
  start.reserve(end.size());
  for (std::size_t i = 0; i + 1 < end.size(); ++i) {
    row.assign(all.begin() + (i > 0 ? end[i - 1] : 0), all.begin() + end[i]);
    sort_once(row);
    column.insert(column.end(), row.begin(), row.end());
    start.push_back(static_cast<int>(column.size()));
  }
  value.resize(column.size());
}

Sparse Sparse::of(const MatX& dense) {
  Sparse made;
  made.rows = static_cast<int>(dense.rows());
  made.columns = static_cast<int>(dense.cols());
  for (int i = 0; i < made.rows; ++i) {
    for (int j = 0; j < made.columns; ++j) {
      if (dense(i, j) == 0) continue;
      made.column.push_back(j);
      made.value.push_back(dense(i, j));
    }
    made.start.push_back(static_cast<int>(made.column.size()));
  }
  return made;
}

Sparse Sparse::unit_rows(std::span<const int> chosen, int n) {
  Sparse made;
  made.rows = static_cast<int>(chosen.size());
  made.columns = n;
  made.column.assign(chosen.begin(), chosen.end());
  made.value.assign(chosen.size(), 1.0);
  for (int i = 1; i <= made.rows; ++i) made.start.push_back(i);
  return made;
}

int Sparse::find(Entry place) const {
  const auto first = column.begin() + start[index(place.row)];
  const auto last = column.begin() + start[static_cast<std::size_t>(place.row) + 1];
  const auto found = std::lower_bound(first, last, place.column);
  return found != last && *found == place.column ? static_cast<int>(found - column.begin()) : -1;
}

VecX Sparse::times(const Eigen::Ref<const VecX>& x) const {
  VecX y(rows);
  times(x, y);
  return y;
}

void Sparse::times(const Eigen::Ref<const VecX>& x, Eigen::Ref<VecX> y) const {
  const int* const begin = start.data();
  for (int i = 0; i < rows; ++i) {
    double sum = 0;
    for (int k = begin[i]; k < begin[i + 1]; ++k) sum += value[index(k)] * x[column[index(k)]];
    y[i] = sum;
  }
}

void Sparse::times_difference(const double* a, const double* b, double* y) const {
  const int* const begin = start.data();
  for (int i = 0; i < rows; ++i) {
    double sum = 0;
    for (int k = begin[i]; k < begin[i + 1]; ++k) {
      const int j = column[index(k)];
      sum += value[index(k)] * (a[j] - b[j]);
    }
    y[i] = sum;
  }
}

double Sparse::form(const Eigen::Ref<const VecX>& x) const {
  const int* const begin = start.data();
  double total = 0;
  for (int i = 0; i < rows; ++i) {
    double sum = 0;
    for (int k = begin[i]; k < begin[i + 1]; ++k) sum += value[index(k)] * x[column[index(k)]];
    total += x[i] * sum;
  }
  return total;
}

VecX Sparse::transpose_times(const Eigen::Ref<const VecX>& x) const {
  VecX y(columns);
  transpose_times(x, y);
  return y;
}

void Sparse::transpose_times(const Eigen::Ref<const VecX>& x, Eigen::Ref<VecX> y) const {
  y.setZero();
  const int* const begin = start.data();
  for (int i = 0; i < rows; ++i)
    for (int k = begin[i]; k < begin[i + 1]; ++k) y[column[index(k)]] += value[index(k)] * x[i];
}

MatX Sparse::dense() const {
  MatX made = MatX::Zero(rows, columns);
  for (int i = 0; i < rows; ++i)
    for (int k = start[index(i)]; k < start[static_cast<std::size_t>(i) + 1]; ++k)
      made(i, column[index(k)]) = value[index(k)];
  return made;
}

Sparse Sparse::rows_of(std::span<const int> chosen) const {
  Sparse made;
  made.rows = static_cast<int>(chosen.size());
  made.columns = columns;
  for (const int i : chosen) {
    const auto first = start[index(i)];
    const auto last = start[static_cast<std::size_t>(i) + 1];
    made.column.insert(made.column.end(), column.begin() + first, column.begin() + last);
    made.value.insert(made.value.end(), value.begin() + first, value.begin() + last);
    made.start.push_back(static_cast<int>(made.column.size()));
  }
  return made;
}

Sparse Sparse::top_rows(int count) const {
  Sparse made;
  made.rows = count;
  made.columns = columns;
  made.start.assign(start.begin(), start.begin() + count + 1);
  made.column.assign(column.begin(), column.begin() + made.start.back());
  made.value.assign(value.begin(), value.begin() + made.start.back());
  return made;
}

std::vector<Entry> Sparse::entries() const {
  std::vector<Entry> made;
  for (int i = 0; i < rows; ++i)
    for (int k = start[index(i)]; k < start[static_cast<std::size_t>(i) + 1]; ++k)
      made.push_back({i, column[index(k)]});
  return made;
}

Sparse stacked(const Sparse& a, const Sparse& b) {
  Sparse made = a;
  made.rows += b.rows;
  made.column.insert(made.column.end(), b.column.begin(), b.column.end());
  made.value.insert(made.value.end(), b.value.begin(), b.value.end());
  for (std::size_t i = 1; i < b.start.size(); ++i)
    made.start.push_back(static_cast<int>(a.column.size()) + b.start[i]);
  return made;
}

}  // namespace porthos
