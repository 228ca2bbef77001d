#include "base/block_lu.hpp"

#include <Eigen/OrderingMethods>
#include <Eigen/SparseCore>
#include <algorithm>
#include <cmath>
#include <utility>

#include "base/index.hpp"

namespace porthos {
namespace {

/// c -= a b, of square blocks.
void subtract_product(int size, const double* a, const double* b, double* c) {
  for (int i = 0; i < size; ++i)
    for (int k = 0; k < size; ++k) {
      const double factor = a[i * size + k];
      for (int j = 0; j < size; ++j) c[i * size + j] -= factor * b[k * size + j];
    }
}

/// y -= a x
void subtract_image(int size, const double* a, const double* x, double* y) {
  for (int i = 0; i < size; ++i)
    for (int k = 0; k < size; ++k) y[i] -= a[i * size + k] * x[k];
}

/// Inverts a block by Gauss and Jordan with row exchanges. False if it is singular.
bool invert(int size, double* a, std::vector<double>& work) {
  work.assign(a, a + size * size);
  std::fill(a, a + size * size, 0.0);
  for (int i = 0; i < size; ++i) a[i * size + i] = 1;
  double* const rest = work.data();
  for (int k = 0; k < size; ++k) {
    int pivot = k;
    for (int i = k + 1; i < size; ++i)
      if (std::abs(rest[i * size + k]) > std::abs(rest[pivot * size + k])) pivot = i;
    const double value = rest[pivot * size + k];
    if (!(std::abs(value) > 0) || !std::isfinite(value)) return false;
    for (int j = 0; j < size; ++j) {
      std::swap(rest[k * size + j], rest[pivot * size + j]);
      std::swap(a[k * size + j], a[pivot * size + j]);
    }
    for (int j = 0; j < size; ++j) {
      rest[k * size + j] /= value;
      a[k * size + j] /= value;
    }
    for (int i = 0; i < size; ++i) {
      const double factor = rest[i * size + k];
      if (i == k || factor == 0) continue;
      for (int j = 0; j < size; ++j) {
        rest[i * size + j] -= factor * rest[k * size + j];
        a[i * size + j] -= factor * a[k * size + j];
      }
    }
  }
  return true;
}

}  // namespace

bool BlockLu::set_pattern(int block_size, const std::vector<int>& start,
                          const std::vector<int>& columns, std::size_t most_pairs) {
  const bool is_known = block_ == block_size && start == start_ && columns == columns_;
  if (!is_known) {
    block_ = block_size;
    find_order(start, columns);
    if (!find_fill(start, columns, most_pairs)) {
      start_.clear();
      columns_.clear();
      order_.clear();
      return false;
    }
    start_ = start;
    columns_ = columns;
  }
  set_zero();
  return true;
}

void BlockLu::set_zero() {
  const std::size_t entries = index(block_) * index(block_);
  diagonal_.assign(order_.size() * entries, 0);
  upper_.assign(later_.size() * entries, 0);
  lower_.assign(later_.size() * entries, 0);
}

void BlockLu::find_order(const std::vector<int>& start, const std::vector<int>& columns) {
  const int count = static_cast<int>(start.size()) - 1;
  std::vector<Eigen::Triplet<double>> places;
  for (int i = 0; i < count; ++i)
    for (int e = start[index(i)]; e < start[index(i) + 1]; ++e)
      places.emplace_back(i, columns[index(e)], 1.0);
  Eigen::SparseMatrix<double> graph(count, count);
  graph.setFromTriplets(places.begin(), places.end());
  Eigen::PermutationMatrix<Eigen::Dynamic, Eigen::Dynamic, int> found(count);
  if (count > 0) Eigen::AMDOrdering<int>()(graph, found);  // adds the transpose by itself
  order_.resize(index(count));
  position_.resize(index(count));
  for (int k = 0; k < count; ++k) {
    order_[index(k)] = found.indices()[k];
    position_[index(found.indices()[k])] = k;
  }
}

/// The later pivots that each pivot meets: its own neighbours, and what remains of those pivots
/// whose first later pivot it is.
bool BlockLu::find_fill(const std::vector<int>& start, const std::vector<int>& columns,
                        std::size_t most_pairs) {
  const std::size_t count = order_.size();
  std::vector<std::vector<int>> met(count);
  for (std::size_t i = 0; i < count; ++i)
    for (int e = start[i]; e < start[i + 1]; ++e) {
      const int a = position_[i], b = position_[index(columns[index(e)])];
      if (a != b) met[index(std::min(a, b))].push_back(std::max(a, b));
    }
  later_start_.assign(1, 0);
  later_.clear();
  std::size_t pairs = 0;
  for (std::size_t k = 0; k < count; ++k) {
    auto& own = met[k];
    std::ranges::sort(own);
    own.erase(std::ranges::unique(own).begin(), own.end());
    pairs += own.size() * own.size();
    if (pairs > most_pairs) return false;
    if (own.size() > 1) {
      auto& next = met[index(own.front())];
      next.insert(next.end(), own.begin() + 1, own.end());
    }
    later_.insert(later_.end(), own.begin(), own.end());
    later_start_.push_back(static_cast<int>(later_.size()));
  }
  target_.clear();
  for (std::size_t k = 0; k < count; ++k)
    for (const int i : met[k])
      for (const int j : met[k])
        target_.push_back(i == j ? index(i) : place_of(std::min(i, j), std::max(i, j)));
  return true;
}

std::size_t BlockLu::place_of(int pivot, int later) const {
  const auto first = later_.begin() + later_start_[index(pivot)];
  const auto last = later_.begin() + later_start_[index(pivot) + 1];
  return static_cast<std::size_t>(std::lower_bound(first, last, later) - later_.begin());
}

double* BlockLu::block(int row, int column) {
  const std::size_t entries = index(block_) * index(block_);
  const int a = position_[index(row)], b = position_[index(column)];
  if (a == b) return diagonal_.data() + index(a) * entries;
  if (a < b) return upper_.data() + place_of(a, b) * entries;
  return lower_.data() + place_of(b, a) * entries;
}

bool BlockLu::factorise() {
  const int n = block_;
  const std::size_t entries = index(n) * index(n);
  std::vector<double> work, scaled(entries);
  std::size_t pair = 0;
  for (std::size_t k = 0; k < order_.size(); ++k) {
    double* const inverse = diagonal_.data() + k * entries;
    if (!invert(n, inverse, work)) return false;
    const auto first = index(later_start_[k]), last = index(later_start_[k + 1]);
    for (std::size_t i = first; i < last; ++i) {
      double* const left = lower_.data() + i * entries;
      std::ranges::fill(scaled, 0.0);
      subtract_product(n, left, inverse, scaled.data());
      for (std::size_t e = 0; e < entries; ++e) left[e] = -scaled[e];
      for (std::size_t j = first; j < last; ++j) {
        auto& blocks = later_[i] == later_[j] ? diagonal_ : later_[i] < later_[j] ? upper_ : lower_;
        subtract_product(n, left, upper_.data() + j * entries,
                         blocks.data() + target_[pair++] * entries);
      }
    }
  }
  return true;
}

void BlockLu::solve(VecX& b) const {
  const int n = block_;
  const std::size_t entries = index(n) * index(n);
  const auto part = [&](int pivot) { return b.data() + order_[index(pivot)] * n; };
  const int count = size();
  for (int k = 0; k < count; ++k)
    for (int i = later_start_[index(k)]; i < later_start_[index(k) + 1]; ++i)
      subtract_image(n, lower_.data() + index(i) * entries, part(k), part(later_[index(i)]));
  VecX own(n);
  for (int k = count - 1; k >= 0; --k) {
    for (int i = later_start_[index(k)]; i < later_start_[index(k) + 1]; ++i)
      subtract_image(n, upper_.data() + index(i) * entries, part(later_[index(i)]), part(k));
    own.setZero();
    subtract_image(n, diagonal_.data() + index(k) * entries, part(k), own.data());
    for (int i = 0; i < n; ++i) part(k)[i] = -own[i];
  }
}

}  // namespace porthos
