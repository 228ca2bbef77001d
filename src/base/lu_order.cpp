#include "base/complex.hpp"
#include "base/index.hpp"
#include "base/sparse_lu.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

namespace porthos {
namespace {

using Complex = std::complex<double>;

/// Factors of the columns with which, beside factors of the rows, the largest entries of all rows
/// and columns come near 1 (Ruiz 2001). Each pass halves the logarithms.
std::vector<double> equilibrated(const Sparse& pattern, std::span<const Complex> values) {
  constexpr int kPasses = 8;  // from 1e+-30 to a factor of 2
  std::vector<double> of_row(index(pattern.rows), 1), of_column = of_row;
  for (int pass = 0; pass < kPasses; ++pass) {
    std::vector<double> row(of_row.size(), 0), column = row;
    for (int i = 0; i < pattern.rows; ++i)
      for (int k = pattern.start[index(i)]; k < pattern.start[index(i + 1)]; ++k) {
        const auto j = index(pattern.column[index(k)]);
        const double size = of_row[index(i)] * size_of(values[index(k)]) * of_column[j];
        row[index(i)] = std::max(row[index(i)], size);
        column[j] = std::max(column[j], size);
      }
    const auto divide = [](std::vector<double>& factors, const std::vector<double>& sizes) {
      for (std::size_t i = 0; i < factors.size(); ++i)
        if (const double made = factors[i] / std::sqrt(sizes[i]); made > 0 && std::isfinite(made))
          factors[i] = made;
    };
    divide(of_row, row);
    divide(of_column, column);
  }
  return of_column;
}

/// The remaining matrix during elimination.
struct Remainder {
  struct Item {
    int column;
    Complex value;
  };
  std::span<const double> weight;
  std::vector<std::vector<Item>> rows;
  std::vector<std::vector<int>> rows_of_column;  // may contain rows that no longer have the column
  std::vector<int> count_of_column;
  std::vector<std::vector<int>> rows_of_count;  // may contain rows that have another count by now
  std::vector<std::size_t> passed_of_count;     // the number of them that need no further check
  std::vector<char> is_left;                    // (rows)
  std::vector<std::size_t> place_of_column;     // in the row being changed, from 1; 0: absent
  std::size_t work = 0;                         // entries visited so far

  Remainder(const Sparse& pattern, std::span<const Complex> values, std::span<const double> weights)
      : weight(weights),
        rows(index(pattern.rows)),
        rows_of_column(index(pattern.rows)),
        count_of_column(index(pattern.rows)),
        rows_of_count(index(pattern.rows) + 1),
        passed_of_count(index(pattern.rows) + 1),
        is_left(index(pattern.rows), 1),
        place_of_column(index(pattern.rows)) {
    for (int i = 0; i < pattern.rows; ++i) {
      for (int k = pattern.start[index(i)]; k < pattern.start[index(i) + 1]; ++k) {
        const int j = pattern.column[index(k)];
        rows[index(i)].push_back({j, values[index(k)]});
        rows_of_column[index(j)].push_back(i);
        ++count_of_column[index(j)];
      }
      rows_of_count[rows[index(i)].size()].push_back(i);
    }
  }

  double weighted(const Item& item) const {
    return size_of(item.value) * weight[index(item.column)];
  }

  /// The cheapest pivot in the rows with the fewest entries; (-1, -1) if there is none.
  Entry choose() {
    constexpr int kRows = 4;            // more rows hardly ever contain a better one
    constexpr double kThreshold = 0.1;  // growth of at most 11 per step, in practice hardly any
    Entry best{-1, -1};
    double least = std::numeric_limits<double>::infinity();
    int seen = 0;
    for (std::size_t count = 1; count < rows_of_count.size(); ++count) {
      const auto& candidates = rows_of_count[count];
      for (std::size_t i = passed_of_count[count]; i < candidates.size(); ++i) {
        const int row = candidates[i];
        if (!is_left[index(row)] || rows[index(row)].size() != count) {
          if (i == passed_of_count[count]) ++passed_of_count[count];
          continue;
        }
        double largest = 0;
        for (const Item& item : rows[index(row)]) largest = std::max(largest, weighted(item));
        if (!(largest > 0)) continue;
        for (const Item& item : rows[index(row)]) {
          const double size = weighted(item);
          if (size < kThreshold * largest) continue;
          const double cost =
              static_cast<double>(count - 1) * (count_of_column[index(item.column)] - 1);
          // Among equal costs the largest entry wins.
          const double rank = cost + 0.5 * (1 - size / largest);
          if (rank < least) least = rank, best = {row, item.column};
        }
        if (least < 1 || ++seen == kRows) return best;
      }
    }
    return best;
  }

  void take(Entry pivot) {
    std::vector<Item> row = std::move(rows[index(pivot.row)]);
    is_left[index(pivot.row)] = 0;
    Complex inverse = 0;
    for (const Item& item : row) {
      --count_of_column[index(item.column)];
      if (item.column == pivot.column) inverse = inverse_of(item.value);
    }
    std::erase_if(row, [&](const Item& item) { return item.column == pivot.column; });
    std::vector<int> others = std::move(rows_of_column[index(pivot.column)]);
    sort_once(others);
    for (const int i : others) {
      auto& own = rows[index(i)];
      const auto found = std::find_if(
          own.begin(), own.end(), [&](const Item& item) { return item.column == pivot.column; });
      if (i == pivot.row || found == own.end()) continue;
      const Complex factor = product(found->value, inverse);
      *found = own.back();
      own.pop_back();
      work += own.size() + row.size();
      for (std::size_t k = 0; k < own.size(); ++k) place_of_column[index(own[k].column)] = k + 1;
      for (const Item& item : row) {
        if (const std::size_t place = place_of_column[index(item.column)]) {
          own[place - 1].value -= product(factor, item.value);
        } else {
          own.push_back({item.column, -product(factor, item.value)});
          rows_of_column[index(item.column)].push_back(i);
          ++count_of_column[index(item.column)];
        }
      }
      for (const Item& item : own) place_of_column[index(item.column)] = 0;
      rows_of_count[own.size()].push_back(i);
    }
  }
};

}  // namespace

bool LuOrder::find(std::span<const Complex> values, bool is_equilibrated) {
  row_at.clear();
  column_at.clear();
  if (is_too_dense) return false;
  for (const Complex& value : values)
    if (!std::isfinite(size_of(value))) return false;
  weight =
      is_equilibrated ? equilibrated(pattern, values) : std::vector<double>(index(pattern.rows), 1);
  Remainder rest(pattern, values, weight);
  for (int k = 0; k < pattern.rows; ++k) {
    const Entry pivot = rest.choose();
    if (pivot.row < 0) {
      row_at.clear();
      return false;
    }
    row_at.push_back(pivot.row);
    column_at.push_back(pivot.column);
    rest.take(pivot);
    if (rest.work > kMostWork) {
      is_too_dense = true;
      row_at.clear();
      return false;
    }
  }
  set_patterns();
  make_local();
  return true;
}

void LuOrder::make_local() {
  const int size = pattern.rows;
  std::vector<std::vector<int>> before(index(size));  // the pivots to eliminate before k
  for (int k = 0; k < size; ++k) {
    for (int i = lower_start[index(k)]; i < lower_start[index(k) + 1]; ++i)
      before[index(k)].push_back(lower[index(i)]);
    for (int i = upper_start[index(k)]; i < upper_start[index(k) + 1]; ++i)
      before[index(upper[index(i)])].push_back(k);
  }
  std::vector<int> order, path;
  std::vector<char> is_met(index(size));
  const auto meet = [&](int k) {
    if (is_met[index(k)]) return;
    is_met[index(k)] = 1;
    sort_once(before[index(k)]);
    path.push_back(k);
  };
  for (int last = size - 1; last >= 0; --last) {
    meet(last);
    while (!path.empty()) {  // depth first, without recursion
      auto& rest = before[index(path.back())];
      if (rest.empty()) {
        order.push_back(path.back());
        path.pop_back();
      } else {
        const int next = rest.back();
        rest.pop_back();
        meet(next);
      }
    }
  }
  const std::vector<int> rows = row_at, columns = column_at;
  for (int k = 0; k < size; ++k) {
    row_at[index(k)] = rows[index(order[index(k)])];
    column_at[index(k)] = columns[index(order[index(k)])];
  }
  set_patterns();
}

void LuOrder::set_patterns() {
  numbers.assign(row_at.begin(), row_at.end());
  numbers.insert(numbers.end(), column_at.begin(), column_at.end());
  numbers.insert(numbers.end(), weight.begin(), weight.end());
  const int size = pattern.rows;
  position.resize(index(size));
  pivot_weight.resize(index(size));
  for (int k = 0; k < size; ++k) {
    const auto column = index(column_at[index(k)]);
    position[column] = k;
    pivot_weight[index(k)] = weight[column];
  }
  lower_start.assign(1, 0);
  upper_start.assign(1, 0);
  lower.clear();
  upper.clear();
  std::vector<int> mark(index(size), -1);
  for (int k = 0; k < size; ++k) {
    std::vector<int> left,
        right;  // left: a heap of columns before k that are still to be eliminated
    const auto meet = [&](int j) {
      if (j == k || mark[index(j)] == k) return;
      mark[index(j)] = k;
      (j < k ? left : right).push_back(j);
      if (j < k) std::push_heap(left.begin(), left.end(), std::greater<>());
    };
    const int row = row_at[index(k)];
    for (int i = pattern.start[index(row)]; i < pattern.start[index(row) + 1]; ++i)
      meet(position[index(pattern.column[index(i)])]);
    while (!left.empty()) {
      std::pop_heap(left.begin(), left.end(), std::greater<>());
      const int j = left.back();
      left.pop_back();
      lower.push_back(j);
      for (int i = upper_start[index(j)]; i < upper_start[index(j) + 1]; ++i) meet(upper[index(i)]);
    }
    sort_once(right);
    upper.insert(upper.end(), right.begin(), right.end());
    lower_start.push_back(static_cast<int>(lower.size()));
    upper_start.push_back(static_cast<int>(upper.size()));
  }
}

void LuOrder::describe(Archive& archive) {
  if (archive.is_reading())
    archive.require(set(archive.read_list()));
  else
    archive.write_list(row_at.empty() ? std::span<const double>() : numbers);
}

bool LuOrder::set(std::span<const double> order) {
  if (order.empty()) {
    row_at.clear();
    column_at.clear();
    return true;
  }
  const std::size_t size = index(pattern.rows);
  if (order.size() != 3 * size) return false;
  const std::span<const double> weights = order.subspan(2 * size);
  if (!std::ranges::all_of(weights, [](double one) { return one > 0 && std::isfinite(one); }))
    return false;
  std::vector<std::vector<char>> seen(2, std::vector<char>(size));
  for (std::size_t i = 0; i < 2 * size; ++i) {
    const double number = order[i];
    if (!(number >= 0 && number < pattern.rows && number == std::floor(number))) return false;
    char& taken = seen[i / size][static_cast<std::size_t>(number)];
    if (taken) return false;
    taken = 1;
  }
  row_at.assign(order.begin(), order.begin() + pattern.rows);
  column_at.assign(order.begin() + pattern.rows, order.begin() + 2 * pattern.rows);
  weight.assign(weights.begin(), weights.end());
  set_patterns();
  return true;
}

}  // namespace porthos
