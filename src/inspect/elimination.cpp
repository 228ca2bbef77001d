#include "inspect/elimination.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

namespace porthos::inspect {
namespace {

/// Factors that give rows and columns a similar size, whatever their units.
struct Balanced {
  std::vector<double> rows, columns;

  Balanced(const JetMatrix& matrix, std::size_t width) : rows(matrix.size(), 1), columns(width, 1) {
    for (int pass = 0; pass < 3; ++pass) {
      balance(matrix, true);
      balance(matrix, false);
    }
  }

 private:
  void balance(const JetMatrix& matrix, bool is_row) {
    std::vector<double>& to = is_row ? rows : columns;
    std::vector<double> largest(to.size(), 0);
    for (std::size_t i = 0; i < matrix.size(); ++i)
      for (std::size_t j = 0; j < columns.size(); ++j) {
        const double size = std::abs(matrix[i][j].constant().value) * rows[i] * columns[j];
        double& most = largest[is_row ? i : j];
        most = std::max(most, size);
      }
    for (std::size_t k = 0; k < to.size(); ++k)
      if (largest[k] > 0 && std::isfinite(largest[k])) to[k] /= std::sqrt(largest[k]);
  }
};

}  // namespace

bool IndependentVectors::add(std::vector<Tracked> vector) {
  for (std::size_t k = 0; k < rows_.size(); ++k) {
    const std::size_t pivot = pivots_[k];
    if (vector[pivot].value == 0 && vector[pivot].error == 0) continue;
    const Tracked factor = quotient(vector[pivot], rows_[k][pivot]);
    for (std::size_t i = 0; i < vector.size(); ++i)
      if (rows_[k][i].value != 0 || rows_[k][i].error != 0)
        vector[i] = sum(vector[i], product(factor, rows_[k][i]), -1);
    vector[pivot] = {};
  }
  std::optional<std::size_t> best;
  bool has_unclear = false;
  for (std::size_t i = 0; i < vector.size(); ++i) {
    const Size size = size_of(vector[i]);
    has_unclear = has_unclear || size == Size::kUnclear;
    if (size == Size::kNonzero && (!best || std::abs(vector[i].value) * scales_[*best] >
                                                std::abs(vector[*best].value) * scales_[i]))
      best = i;
  }
  if (!best) {
    is_clear_ = is_clear_ && !has_unclear;
    for (const Tracked& entry : vector)
      if (entry.error > 0) dropped_ = std::max(dropped_, std::abs(entry.value) / entry.error);
    return false;
  }
  pivots_.push_back(*best);
  rows_.push_back(std::move(vector));
  return true;
}

Eliminated eliminate(const JetSpace& space, JetMatrix rows, std::size_t columns) {
  Eliminated made;
  const Balanced scale(rows, columns);
  std::vector<char> is_done(rows.size(), 0);
  while (true) {
    std::optional<std::pair<std::size_t, std::size_t>> best;
    double largest = 0;
    bool has_unclear = false;
    for (std::size_t i = 0; i < rows.size(); ++i)
      for (std::size_t j = 0; j < columns && !is_done[i]; ++j) {
        const Tracked at = rows[i][j].constant();
        const Size kind = size_of(at);
        has_unclear = has_unclear || kind == Size::kUnclear;
        const double size = std::abs(at.value) * scale.rows[i] * scale.columns[j];
        if (kind == Size::kNonzero && size > largest) largest = size, best = {i, j};
      }
    if (!best) {
      made.is_clear = !has_unclear;
      break;
    }
    const auto [row, pivot] = *best;
    const Jet factor = space.reciprocal(rows[row][pivot]);
    for (Jet& entry : rows[row]) entry = space.product(entry, factor);
    rows[row][pivot] = space.constant(1);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (i == row || rows[i][pivot].terms.empty()) continue;
      const Jet share = rows[i][pivot];
      for (std::size_t j = 0; j < rows[i].size(); ++j)
        if (!rows[row][j].terms.empty())
          rows[i][j] = space.sum(rows[i][j], space.product(share, rows[row][j]), -1);
      rows[i][pivot] = space.constant(0);
    }
    is_done[row] = 1;
    made.pivots.emplace_back(static_cast<int>(row), static_cast<int>(pivot));
  }
  for (const auto& [row, pivot] : made.pivots)
    made.rows.push_back(std::move(rows[static_cast<std::size_t>(row)]));
  return made;
}

}  // namespace porthos::inspect
