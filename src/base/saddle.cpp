#include "base/saddle.hpp"
#include "base/index.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace porthos {

void make_proximal(VecX& diagonal, double share, const VecX& sizes, double trace) {
  constexpr double kSmall = 1e-2;
  if (diagonal.size() == 0) return;
  const double mean = diagonal.mean();
  for (Eigen::Index i = 0; i < diagonal.size(); ++i) {
    double& own = diagonal[i];
    double least = mean;
    if (sizes.size() > 0) {
      const double typical = i < sizes.size() ? sizes[i] : own;
      if (typical > 0) least = std::min(mean, typical);
    }
    own = share * std::min(std::max(own / kSmall, trace * least), mean);
  }
  diagonal = diagonal.cwiseMax(std::numeric_limits<double>::min());
}

void put_proximal(const Sparse& matrix, const VecX& diagonal, double share, VecX& rho, Entry first,
                  const VecX& sizes, double trace) {
  rho.setZero(matrix.rows - first.row);
  for (int i = first.row; i < matrix.rows; ++i)
    for (int k = matrix.start[index(i)]; k < matrix.start[index(i + 1)]; ++k) {
      const int j = matrix.column[index(k)] - first.column;
      const double value = matrix.value[index(k)];
      if (j >= 0 && j < diagonal.size()) rho[i - first.row] += value * value / diagonal[j];
    }
  make_proximal(rho, share, sizes, trace);
}

VecX diagonal(const Sparse& matrix) {
  VecX made(matrix.rows);
  for (int i = 0; i < matrix.rows; ++i) made[i] = matrix.value[index(matrix.find({i, i}))];
  return made;
}

Saddle::Saddle(const Metric& metric, const Sparse& K, VecX sizes)
    : K_(K), added_(metric.added()), diagonal_(diagonal(metric.mass())), sizes_(std::move(sizes)) {
  const int n = K.columns;
  const std::vector<Entry> masses = metric.mass().entries(), rows = K.entries();
  std::vector<Entry> places = masses;
  for (const auto& [i, j] : rows) {
    places.push_back({n + i, j});
    places.push_back({j, n + i});
  }
  for (int i = 0; i < K.rows; ++i) places.push_back({n + i, n + i});
  lu_ = SparseLu<double>(n + K.rows, places);
  values_.resize(lu_.value_count());
  for (std::size_t k = 0; k < masses.size(); ++k)
    values_[index(lu_.find(masses[k]))] = metric.mass().value[k];
  for (const auto& [i, j] : rows) {
    below_.push_back(lu_.find({n + i, j}));
    above_.push_back(lu_.find({j, n + i}));
  }
  for (int i = 0; i < K.rows; ++i) rho_.push_back(lu_.find({n + i, n + i}));
}

void Saddle::factorise(std::span<const double> values, double share, double trace) {
  K_.value.assign(values.begin(), values.end());
  for (std::size_t k = 0; k < values.size(); ++k) {
    values_[index(below_[k])] = values[k];
    values_[index(above_[k])] = -values[k];
  }
  put_proximal(K_, diagonal_, share, proximal_, {0, 0}, sizes_, trace);
  units_.setZero(K_.rows);
  for (int i = 0; i < K_.rows; ++i) {
    for (int k = K_.start[index(i)]; k < K_.start[index(i + 1)]; ++k)
      units_[i] += K_.value[index(k)] * K_.value[index(k)] / diagonal_[K_.column[index(k)]];
    units_[i] = units_[i] > 0 ? std::sqrt(units_[i]) : 1;
  }
  for (Eigen::Index i = 0; i < proximal_.size(); ++i) values_[index(rho_[index(i)])] = proximal_[i];
  is_regular_ = lu_.factorise(values_);
}

void Saddle::solve(const VecX& r) const {
  solve(r, nullptr);
  if (added_.rows == 0) return;
  const VecX force = added_.times(found_.change);
  solve(r, &force);
}

void Saddle::solve(const VecX& r, const VecX* force) const {
  unknowns_.setZero(lu_.size());
  if (force) unknowns_.head(K_.columns) = *force;
  unknowns_.tail(r.size()) = r;
  if (is_regular_)
    lu_.solve(unknowns_);
  else
    unknowns_.setConstant(std::numeric_limits<double>::quiet_NaN());
  found_.change = unknowns_.head(K_.columns);
  found_.multipliers = unknowns_.tail(r.size());
}

namespace {
constexpr double kLost = 1e-6;  // of r; with independent rows rho leaves far less
}

double Saddle::size_of(const VecX& r) const {
  return r.size() > 0 ? r.cwiseQuotient(units_).lpNorm<Eigen::Infinity>() : 0;
}

// Redundant rows cannot satisfy every r. If rows are nearly redundant, as in a long chain, rho
// leaves a part of r, but each correction reduces it.
bool Saddle::has_dependent_rows() const {
  VecX r(K_.rows);
  for (Eigen::Index i = 0; i < r.size(); ++i)
    r[i] = units_[i] * (1 + static_cast<double>(i * i % 7));
  VecX rest = r;
  double before = 0;
  for (int k = 0; k < 4; ++k) {
    before = size_of(rest);
    solve(rest);
    rest -= K_.times(found_.change);
  }
  const double left = size_of(rest);
  return left > 0.5 * before && left > kLost * size_of(r);
}

const Saddle::Correction& Saddle::correct(const VecX& r) const {
  solve(r);
  rest_.resize(K_.rows);
  K_.times(found_.change, rest_);
  rest_ = r - rest_;
  // The unattainable part drives x along the dependence of the rows to rest / rho: remove it.
  if (size_of(rest_) > kLost * size_of(r)) solve(r - rest_);
  return found_;
}

}  // namespace porthos
