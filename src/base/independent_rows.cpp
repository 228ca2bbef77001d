#include "base/independent_rows.hpp"

#include <algorithm>
#include <cmath>

#include "base/index.hpp"

namespace porthos {
namespace {

constexpr double kDependent = 1e-9;    // of a row of length one: rounding and its growth
constexpr double kIndependent = 1e-4;  // values between these two leave the rank unclear
constexpr std::size_t kMostWork = 100'000'000;

/// The remaining rows during elimination.
class Elimination {
 public:
  Elimination(const Sparse& matrix, const VecX& masses)
      : rows_(index(matrix.rows)),
        count_of_column_(index(matrix.columns)),
        place_(index(matrix.columns)) {
    for (int i = 0; i < matrix.rows; ++i) {
      double square = 0;
      auto& row = rows_[index(i)];
      for (int k = matrix.start[index(i)]; k < matrix.start[index(i) + 1]; ++k) {
        const int j = matrix.column[index(k)];
        const double value = matrix.value[index(k)] / std::sqrt(masses[j]);
        square += value * value;
        if (value != 0) row.push_back({j, value});
      }
      for (Item& item : row) {
        item.value /= std::sqrt(square);
        ++count_of_column_[index(item.column)];
      }
    }
  }

  bool is_too_dense() const { return work_ > kMostWork; }

  /// Eliminates with pivots of at least this size in these rows while there are any. Marks their
  /// rows.
  void take(double least, std::vector<int>& candidates, std::vector<char>& is_kept) {
    while (!is_too_dense()) {
      std::size_t best = candidates.size();
      for (std::size_t i = 0; i < candidates.size(); ++i) {
        const auto size = rows_[index(candidates[i])].size();
        if (best < candidates.size() && size >= rows_[index(candidates[best])].size()) continue;
        if (largest(candidates[i]) >= least) best = i;
      }
      work_ += candidates.size();
      if (best == candidates.size()) return;
      const int row = candidates[best];
      is_kept[index(row)] = 1;
      candidates.erase(candidates.begin() + static_cast<std::ptrdiff_t>(best));
      eliminate(row, is_kept);
    }
  }

  double largest(int row) const {
    double most = 0;
    for (const Item& item : rows_[index(row)]) most = std::max(most, std::abs(item.value));
    return most;
  }

 private:
  struct Item {
    int column;
    double value;
  };

  /// The column with the fewest entries in other rows, among those with an entry that is not small.
  int column_of(int row) const {
    constexpr double kShare = 0.5;
    const double least = kShare * largest(row);
    int best = -1;
    for (const Item& item : rows_[index(row)])
      if (std::abs(item.value) >= least &&
          (best < 0 || count_of_column_[index(item.column)] < count_of_column_[index(best)]))
        best = item.column;
    return best;
  }

  void eliminate(int pivot_row, const std::vector<char>& is_kept) {
    const int column = column_of(pivot_row);
    const auto& pivot = rows_[index(pivot_row)];
    double value = 0;
    for (const Item& item : pivot)
      if (item.column == column) value = item.value;
    for (int i = 0; i < static_cast<int>(rows_.size()); ++i) {
      auto& row = rows_[index(i)];
      if (is_kept[index(i)]) continue;
      const auto found = std::find_if(row.begin(), row.end(),
                                      [&](const Item& item) { return item.column == column; });
      if (found == row.end()) continue;
      const double factor = found->value / value;
      for (std::size_t k = 0; k < row.size(); ++k) place_[index(row[k].column)] = k + 1;
      for (const Item& item : pivot) {
        if (const std::size_t place = place_[index(item.column)]) {
          row[place - 1].value -= factor * item.value;
        } else {
          row.push_back({item.column, -factor * item.value});
          place_[index(item.column)] = row.size();
          ++count_of_column_[index(item.column)];
        }
      }
      work_ += row.size() + pivot.size();
      for (const Item& item : row) place_[index(item.column)] = 0;
      std::erase_if(row, [&](const Item& item) { return item.column == column; });
      --count_of_column_[index(column)];
    }
  }

  std::vector<std::vector<Item>> rows_;
  std::vector<int> count_of_column_;
  std::vector<std::size_t> place_;  // in the row being changed, from 1; 0: absent
  std::size_t work_ = 0;
};

}  // namespace

IndependentRows independent_rows(const Sparse& matrix, const VecX& masses,
                                 std::span<const int> turn) {
  IndependentRows found;
  found.is_kept.assign(index(matrix.rows), 0);
  Elimination rest(matrix, masses);
  found.is_clear = true;
  for (int now = 0; now <= (turn.empty() ? -1 : *std::ranges::max_element(turn)); ++now) {
    std::vector<int> candidates;
    for (int i = 0; i < matrix.rows; ++i)
      if (turn[index(i)] == now) candidates.push_back(i);
    for (double least = 0.3; least > 0.5 * kIndependent; least /= 3)
      rest.take(least, candidates, found.is_kept);
    const std::size_t open = candidates.size();
    for (double least = kIndependent; least > 0.5 * kDependent; least /= 10)
      rest.take(least, candidates, found.is_kept);
    if (candidates.size() < open) found.is_clear = false;
  }
  if (rest.is_too_dense()) found.is_clear = false;
  found.rank = static_cast<int>(std::ranges::count(found.is_kept, 1));
  return found;
}

}  // namespace porthos
