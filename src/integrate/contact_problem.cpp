#include "integrate/contact_problem.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

#include "base/index.hpp"

namespace porthos::integrate {

namespace {

constexpr int kMostFlows = 3;  // of one friction

}  // namespace

void ContactProblem::clear() {
  laws_.clear();
  start_.assign(1, 0);
  response_start_.assign(1, 0);
  for (auto* list : {&column_, &response_column_}) list->clear();
  for (auto* list : {&gamma_, &response_, &offset_, &diagonal_, &impulse_}) list->clear();
}

ContactProblem::Law& ContactProblem::add_law(bool is_friction) {
  laws_.push_back({.is_friction = is_friction, .first = rows(), .size = 0});
  return laws_.back();
}

void ContactProblem::add_row(std::span<const int> columns, std::span<const double> values,
                             double impulse) {
  ++laws_.back().size;
  column_.insert(column_.end(), columns.begin(), columns.end());
  gamma_.insert(gamma_.end(), values.begin(), values.end());
  start_.push_back(static_cast<int>(column_.size()));
  offset_.push_back(0);
  impulse_.push_back(impulse);
}

void ContactProblem::finish_row() {
  const std::size_t row = diagonal_.size();
  double own = 0;
  const auto first = index(response_start_.back());
  for (std::size_t k = first; k < response_.size(); ++k)
    for (int e = start_[row]; e < start_[row + 1]; ++e)
      if (column_[index(e)] == response_column_[k]) own -= gamma_[index(e)] * response_[k];
  response_start_.push_back(static_cast<int>(response_.size()));
  diagonal_.push_back(own);
  laws_.back().most = std::max(laws_.back().most, own);
}

double ContactProblem::value(int row, const VecX& w) const {
  double sum = offset_[index(row)];
  for (int e = start_[index(row)]; e < start_[index(row) + 1]; ++e)
    sum += gamma_[index(e)] * w[column_[index(e)]];
  return sum;
}

void ContactProblem::push(int row, double change) {
  for (int e = response_start_[index(row)]; e < response_start_[index(row) + 1]; ++e)
    w_[response_column_[index(e)]] += response_[index(e)] * change;
}

/// One law, with the impulses of the others. Returns the change of its rows' values.
double ContactProblem::update(const Law& law) {
  if (!(law.most > 0)) return 0;
  if (!law.is_friction) {
    double& own = impulse_[index(law.first)];
    const double next = std::max(0.0, own + (value(law.first, w_) - law.goal) / law.most);
    const double change = next - own;
    if (change == 0) return 0;
    own = next;
    push(law.first, change);
    return std::abs(change) * law.most;
  }
  std::array<double, kMostFlows> next{};
  double square = 0;
  for (int i = 0; i < law.size; ++i) {
    const double one = impulse_[index(law.first + i)] + value(law.first + i, w_) / law.most;
    next[index(i)] = one;
    square += one * one;
  }
  const double load = law.normal >= 0 ? impulse_[index(law.normal)] : 1;
  const double length = std::sqrt(square);
  const double share = length > law.stick_bound * load ? law.bound * load / length : 1;
  double most = 0;
  for (int i = 0; i < law.size; ++i) {
    double& own = impulse_[index(law.first + i)];
    const double change = share * next[index(i)] - own;
    if (change == 0) continue;
    own += change;
    push(law.first + i, change);
    most = std::max(most, std::abs(change));
  }
  return most * law.most;
}

/// One sweep over all laws. Returns the largest change of a row's value.
double ContactProblem::sweep() {
  double change = 0;
  for (const Law& law : laws_) change = std::max(change, update(law));
  return change;
}

double ContactProblem::solve(const VecX& free) {
  constexpr double kConverged = 1e-15, kGood = 1e-7;  // of the fastest row, in one sweep
  constexpr int kFine = 8'000, kMost = 100'000;       // updates of rows
  constexpr int kLeastSweeps = 30;
  w_ = free;
  double fastest = 0;
  for (int row = 0; row < rows(); ++row) {
    fastest = std::max(fastest, std::abs(value(row, free)));
    push(row, impulse_[index(row)]);
  }
  last_change_.clear();
  forget();
  double change = 0;
  const int fine = std::max(kFine / std::max(1, rows()), kLeastSweeps);
  const int most = std::max(kMost / std::max(1, rows()), kLeastSweeps);
  for (int k = 0; k < most; ++k) {
    before_ = impulse_;
    change = sweep();
    if (change <= (k < fine ? kConverged : kGood) * fastest) return 0;
    if (k == fine || k == most - 1) {
      change = solve_by_newton(fastest, change);
      if (change <= kGood * fastest) return 0;
      last_change_.clear();
      forget();
      continue;
    }
    if (k < most - most / 8) accelerate();  // sweeps alone smooth what is left
  }
  return change / fastest;
}

namespace {

double weighted_product(const std::vector<double>& metric, const std::vector<double>& a,
                        const std::vector<double>& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += metric[i] * a[i] * b[i];
  return sum;
}

}  // namespace

/// Anderson's acceleration (Walker and Ni 2011): the mean of the last sweeps whose change would be
/// the smallest if a sweep were linear. It needs far fewer sweeps than sweeps alone.
void ContactProblem::accelerate() {
  constexpr double kWorse = 4;  // the square of a growth that shows other modes
  const std::size_t count = impulse_.size();
  change_.resize(count);
  for (std::size_t i = 0; i < count; ++i) change_[i] = impulse_[i] - before_[i];
  const double size = weighted_product(diagonal_, change_, change_);
  const bool is_known = last_change_.size() == count;
  if (is_known && size > kWorse * size_before_) {
    forget();
  } else if (is_known) {
    newest_ = differences_ == 0 ? 0 : (newest_ + 1) % kDifferences;
    differences_ = std::min(differences_ + 1, kDifferences);
    Difference& made = history_[newest_];
    made.swept.resize(count);
    made.change.resize(count);
    for (std::size_t i = 0; i < count; ++i) {
      made.swept[i] = impulse_[i] - last_swept_[i];
      made.change[i] = change_[i] - last_change_[i];
    }
    for (std::size_t k = 0; k < differences_; ++k)
      products_[newest_ * kDifferences + k] = products_[k * kDifferences + newest_] =
          weighted_product(diagonal_, made.change, history_[k].change);
  }
  size_before_ = size;
  last_swept_ = impulse_;
  std::swap(last_change_, change_);
  if (differences_ == 0) return;
  if (!find_shares()) return forget();
  for (std::size_t i = 0; i < count; ++i) {
    double more = 0;
    for (std::size_t k = 0; k < differences_; ++k) more -= shares_[k] * history_[k].swept[i];
    if (more == 0) continue;
    impulse_[i] += more;
    push(static_cast<int>(i), more);
  }
}

/// The shares of the differences in the last change, by least squares. False if they are useless.
bool ContactProblem::find_shares() {
  constexpr double kSame = 1e-10;  // of differences that depend on each other
  constexpr double kLargest = 1e4;
  std::array<double, kDifferences* kDifferences> lower = products_;
  const std::size_t n = differences_;
  const auto at = [&](std::size_t row, std::size_t column) -> double& {
    return lower[row * kDifferences + column];
  };
  for (std::size_t k = 0; k < n; ++k)
    shares_[k] = weighted_product(diagonal_, history_[k].change, last_change_);
  for (std::size_t k = 0; k < n; ++k) at(k, k) *= 1 + kSame;
  for (std::size_t k = 0; k < n; ++k) {  // Gauss; the matrix is positive definite
    if (!(at(k, k) > 0)) return false;
    for (std::size_t row = k + 1; row < n; ++row) {
      const double factor = at(row, k) / at(k, k);
      for (std::size_t column = k; column < n; ++column) at(row, column) -= factor * at(k, column);
      shares_[row] -= factor * shares_[k];
    }
  }
  double sum = 0;
  for (std::size_t k = n; k-- > 0;) {
    for (std::size_t column = k + 1; column < n; ++column)
      shares_[k] -= at(k, column) * shares_[column];
    shares_[k] /= at(k, k);
    sum += std::abs(shares_[k]);
  }
  return sum <= kLargest;
}

}  // namespace porthos::integrate
