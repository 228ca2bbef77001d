#include "integrate/rows.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "base/dense.hpp"
#include "base/saddle.hpp"

namespace porthos::integrate {

using system::Segment;
using system::Workspace;

namespace {

std::size_t at_index(Eigen::Index i) { return static_cast<std::size_t>(i); }

/// N^T of a metric, (massless directions x w).
Sparse massless_directions(const Metric& metric) {
  constexpr double kZero = 1e-15;  // of a unit vector
  std::vector<Entry> places;
  std::vector<double> values;
  int count = 0;
  for (const Metric::Massless& massless : metric.massless())
    for (Eigen::Index k = 0; k < massless.directions.cols(); ++k, ++count)
      for (std::size_t i = 0; i < massless.velocities.size(); ++i)
        if (const double share = massless.directions(static_cast<Eigen::Index>(i), k);
            std::abs(share) > kZero) {
          places.push_back({count, massless.velocities[i]});
          values.push_back(share);
        }
  Sparse made(count, metric.mass().columns, places);
  for (std::size_t k = 0; k < places.size(); ++k)
    made.value[at_index(made.find(places[k]))] = values[k];
  return made;
}

Sparse transposed(const Sparse& a) {
  std::vector<Entry> places = a.entries();
  for (Entry& place : places) std::swap(place.row, place.column);
  Sparse made(a.columns, a.rows, places);
  for (std::size_t k = 0; k < places.size(); ++k)
    made.value[at_index(made.find(places[k]))] = a.value[k];
  return made;
}

}  // namespace

Rows::Rows(const system::System& system, const Metric& metric)
    : system_(system),
      metric_(metric),
      z_(system.sizes().z),
      w_(system.sizes().w),
      directions_(massless_directions(metric)),
      massless_(directions_.rows),
      count_(massless_ + system.sizes().nu()),
      by_velocity_(transposed(directions_)),
      jacobian_(system.jacobian()),
      kinematics_(system.kinematics()) {
  plan();
}

std::vector<Rows::Share> Rows::x_of(int j) const {
  if (j >= z_ + w_) return {{massless_ + j - z_ - w_, 1.0}};
  std::vector<Share> shares;
  if (j >= z_)
    for (int k = by_velocity_.start[at_index(j - z_)]; k < by_velocity_.start[at_index(j - z_) + 1];
         ++k)
      shares.push_back({by_velocity_.column[at_index(k)], by_velocity_.value[at_index(k)]});
  return shares;
}

/// Rows are in one block if they contain the same x.
void Rows::find_blocks(const std::vector<std::vector<int>>& x_in_row) {
  std::vector<int> parent(at_index(count_) * 2);  // rows, then x
  std::iota(parent.begin(), parent.end(), 0);
  const auto root = [&](int i) {
    while (parent[at_index(i)] != i)
      i = parent[at_index(i)] = parent[at_index(parent[at_index(i)])];
    return i;
  };
  for (int row = 0; row < count_; ++row)
    for (const int x : x_in_row[at_index(row)]) parent[at_index(root(row))] = root(count_ + x);
  block_of_.assign(at_index(count_), -1);
  std::vector<int> number(parent.size(), -1);
  for (int row = 0; row < count_; ++row) {
    if (x_in_row[at_index(row)].empty()) continue;
    int& block = number[at_index(root(row))];
    if (block < 0) {
      block = static_cast<int>(blocks_.size());
      blocks_.emplace_back();
    }
    block_of_[at_index(row)] = block;
    blocks_[at_index(block)].rows.push_back(row);
  }
}

void Rows::plan() {
  const std::vector<Entry> entries = jacobian_.entries();
  led_index_.assign(at_index(z_), -1);
  std::vector<std::vector<int>> x_in_row(at_index(count_)), columns(at_index(count_));
  for (const auto& [i, j] : entries) {
    const auto moved = x_of(j);
    if (i < z_ && !moved.empty() && led_index_[at_index(i)] < 0) {
      led_index_[at_index(i)] = static_cast<int>(led_.size());
      led_.push_back(i);
    }
    for (const auto& [row, share] : rows_of(i)) {
      for (const auto& [x, factor] : moved) x_in_row[at_index(row)].push_back(x);
      if (j < z_ + w_) columns[at_index(row)].push_back(j);
      for (const auto& [x, factor] : moved) columns[at_index(row)].push_back(z_ + w_ + x);
    }
  }
  find_blocks(x_in_row);
  for (Block& block : blocks_) {
    for (const int row : block.rows)
      block.columns.insert(block.columns.end(), columns[at_index(row)].begin(),
                           columns[at_index(row)].end());
    sort_once(block.columns);
    block.values.setZero(static_cast<Eigen::Index>(block.rows.size()),
                         static_cast<Eigen::Index>(block.columns.size()));
  }
  plan_matrix(entries);
}

int Rows::unknown(int column) const {
  const int led = static_cast<int>(led_.size());
  if (column < z_) return led_index_[at_index(column)];
  return led + column - z_;
}

/// The places of the matrix, and where each entry of the Jacobian goes.
void Rows::plan_matrix(const std::vector<Entry>& entries) {
  const int led = static_cast<int>(led_.size()), size = led + w_ + count_;
  std::vector<Entry> places;
  struct Planned {
    Target target;
    Entry place;
  };
  std::vector<Planned> planned;
  const auto add = [&](int entry, Entry place, double factor) {
    planned.push_back({{entry, -1, -1, factor}, place});
    places.push_back(place);
  };
  for (int k = 0; k < static_cast<int>(entries.size()); ++k) {
    const auto& [i, j] = entries[at_index(k)];
    const auto moved = x_of(j);
    for (const auto& [x, factor] : moved) {
      const int column = led + w_ + x;
      if (i < z_) add(k, {led_index_[at_index(i)], column}, -factor);
      if (i >= z_ && i < z_ + w_)
        for (const auto& [row, share] : massive_of(i - z_))
          add(k, {led + row, column}, -share * factor);
    }
    for (const auto& [row, share] : rows_of(i)) {
      const int number = block_of_[at_index(row)];
      if (number < 0) {
        if (j < z_ + w_ && unknown(j) >= 0) add(k, {led + w_ + row, unknown(j)}, share);
        continue;
      }
      const Block& block = blocks_[at_index(number)];
      const auto r = std::lower_bound(block.rows.begin(), block.rows.end(), row);
      const auto to_block = [&](int column, double factor) {
        const auto c = std::lower_bound(block.columns.begin(), block.columns.end(), column);
        const auto place =
            (c - block.columns.begin()) * block.values.rows() + (r - block.rows.begin());
        targets_.push_back({k, number, static_cast<int>(place), factor});
      };
      if (j < z_ + w_) to_block(j, share);
      for (const auto& [x, factor] : moved) to_block(z_ + w_ + x, share * factor);
    }
  }
  for (const Block& block : blocks_)
    for (const int column : block.columns)
      for (const int row : block.rows)
        if (unknown(column) >= 0) places.push_back({led + w_ + row, unknown(column)});
  for (int i = 0; i < led; ++i) places.push_back({i, i});
  const std::vector<Entry> masses = metric_.regular().entries();
  for (const auto& [i, j] : masses) places.push_back({led + i, led + j});
  for (int i = led + w_; i < size; ++i) places.push_back({i, i});
  lu_ = SparseLu<double>(size, places);
  values_.resize(lu_.value_count());

  for (Planned& one : planned) {
    one.target.place = lu_.find(one.place);
    targets_.push_back(one.target);
  }
  for (Block& block : blocks_)
    for (const int column : block.columns)
      for (const int row : block.rows)
        block.place.push_back(unknown(column) < 0 ? -1
                                                  : lu_.find({led + w_ + row, unknown(column)}));
  for (int i = 0; i < led; ++i) unit_.push_back(lu_.find({i, i}));
  for (const auto& [i, j] : masses) mass_.push_back(lu_.find({led + i, led + j}));
  for (int i = led + w_; i < size; ++i) rho_.push_back(lu_.find({i, i}));
  const VecX diagonal = porthos::diagonal(metric_.regular());
  for (const auto& [i, j] : lu_.entries()) {
    if (i < led + w_ || j >= led + w_) continue;
    const int back = j < led ? lu_.find({j, i}) : -1;
    if (j >= led || back >= 0)
      pairs_.push_back({lu_.find({i, j}), back, j < led ? 1.0 : diagonal[j - led]});
  }
}

std::vector<Rows::Share> Rows::rows_of(int i) const {
  if (i < z_) return {};
  if (i >= z_ + w_) return {{massless_ + i - z_ - w_, 1.0}};
  return x_of(i);  // N^T f
}

std::vector<Rows::Share> Rows::massive_of(int velocity) const {
  std::vector<Share> shares{{velocity, 1.0}};
  const auto own = x_of(z_ + velocity);
  for (const auto& [x, factor] : own)
    for (int k = directions_.start[at_index(x)]; k < directions_.start[at_index(x) + 1]; ++k) {
      const int other = directions_.column[at_index(k)];
      const auto known = std::ranges::find(shares, other, &Share::index);
      const double share = -factor * directions_.value[at_index(k)];
      if (known == shares.end())
        shares.push_back({other, share});
      else
        known->factor += share;
    }
  constexpr double kZero = 1e-15;
  std::erase_if(shares, [](const Share& share) { return std::abs(share.factor) < kZero; });
  return shares;
}

VecX Rows::unknowns(const Workspace& at) const {
  VecX x(count_);
  x << directions_.times(system_.segment(at, Segment::kW)), system_.segment(at, Segment::kLambda),
      system_.segment(at, Segment::kMu);
  return x;
}

void Rows::set_unknowns(Workspace& at, const VecX& x) const {
  const auto& n = system_.sizes();
  if (massless_ > 0) {
    auto w = system_.segment(at, Segment::kW);
    w += directions_.transpose_times(x.head(massless_) - directions_.times(w));
  }
  system_.segment(at, Segment::kLambda) = x.segment(massless_, n.lambda);
  system_.segment(at, Segment::kMu) = x.tail(n.mu);
}

VecX Rows::values(const Workspace& at) const {
  VecX r(count_);
  r << directions_.times(system_.segment(at, Segment::kForce)), system_.rows(at);
  return r;
}

VecX Rows::held(const VecX& values) const {
  VecX left = values;
  for (const Block& block : blocks_) {
    VecX own(static_cast<Eigen::Index>(block.rows.size()));
    for (Eigen::Index i = 0; i < own.size(); ++i) own[i] = values[block.rows[at_index(i)]];
    own = block.held * own;
    for (Eigen::Index i = 0; i < own.size(); ++i) left[block.rows[at_index(i)]] = own[i];
  }
  return left;
}

VecX Rows::along(const VecX& z_rate, const VecX& w_rate) const {
  VecX by_states = VecX::Zero(w_ + system_.sizes().nu());  // of f, c' z', a
  for (int i = massless_ > 0 ? 0 : w_; i < by_states.size(); ++i) {
    const auto row = at_index(z_ + i);
    for (int k = jacobian_.start[row]; k < jacobian_.start[row + 1]; ++k) {
      const int j = jacobian_.column[at_index(k)];
      if (j < z_ + w_)
        by_states[i] += jacobian_.value[at_index(k)] * (j < z_ ? z_rate[j] : w_rate[j - z_]);
    }
  }
  VecX rate(count_);
  rate << directions_.times(VecX(by_states.head(w_))), by_states.tail(system_.sizes().nu());
  return rate;
}

VecX Rows::defect(Workspace& at, const VecX& w_rate) {
  const auto& n = system_.sizes();
  VecX rate = along(system_.segment(at, Segment::kZdot), w_rate);
  system_.compute_row_times(at);
  rate.tail(n.mu) += system_.segment(at, Segment::kRowTime);
  if (is_plain()) return rate;
  system_.compute_rate_times(at);
  rate.head(massless_) += directions_.times(system_.segment(at, Segment::kForceTime));
  system_.compute_kinematics(at, kinematics_);
  const VecX gap_time = kinematics_.c_prime.times(system_.segment(at, Segment::kZdotTime));
  for (int i = 0; i < n.lambda; ++i) rate[massless_ + i] += gap_time[system_.active()[at_index(i)]];
  const VecX now = values(at);
  return now + held(rate - now);
}

VecX Rows::force_defect(const Workspace& at, const VecX& w_rate) const {
  VecX r = system_.segment(at, Segment::kForce);
  if (massless_ > 0) r -= directions_.transpose_times(directions_.times(r));
  return metric_.regular().times(w_rate) - r;
}

/// What the entries of a gap's rate by x are sums of, at most. Rates depend on multipliers where a
/// kinematics contains efforts: c' J c'^T with a skew J, so that much of it cancels.
double Rows::largest_term(int row) const {
  const auto& n = system_.sizes();
  double largest = 0;
  if (row < massless_ || row >= massless_ + n.lambda) return largest;
  const Sparse& c = kinematics_.c_prime;
  const auto gap = at_index(system_.active()[at_index(row - massless_)]);
  for (int k = c.start[gap]; k < c.start[gap + 1]; ++k) {
    const auto z = at_index(c.column[at_index(k)]);
    for (int l = jacobian_.start[z]; l < jacobian_.start[z + 1]; ++l)
      if (!x_of(jacobian_.column[at_index(l)]).empty())
        largest = std::max(largest, std::abs(c.value[at_index(k)] * jacobian_.value[at_index(l)]));
  }
  return largest;
}

/// L of a block, and what it makes of its rows in the matrix.
void Rows::split(Block& block) {
  constexpr double kCancelled = 1e-12;
  constexpr double kDependent = 1e-9;  // of rows and columns that are about one
  const auto count = static_cast<Eigen::Index>(block.rows.size());
  std::vector<Eigen::Index> x_columns;
  for (std::size_t c = 0; c < block.columns.size(); ++c)
    if (block.columns[c] >= z_ + w_) x_columns.push_back(static_cast<Eigen::Index>(c));
  MatX J(count, static_cast<Eigen::Index>(x_columns.size()));
  for (Eigen::Index i = 0; i < count; ++i) {
    const double noise = kCancelled * largest_term(block.rows[at_index(i)]);
    for (Eigen::Index k = 0; k < J.cols(); ++k) {
      double& value = block.values(i, x_columns[at_index(k)]);
      if (std::abs(value) <= noise) value = 0;
      J(i, k) = value;
    }
  }
  VecX scale = VecX::Ones(count);
  for (int pass = 0; pass < 3; ++pass) {
    for (Eigen::Index i = 0; i < count; ++i)
      if (const double size = J.row(i).lpNorm<Eigen::Infinity>(); size > 0) {
        J.row(i) /= size;
        scale[i] /= size;
      }
    for (Eigen::Index k = 0; k < J.cols(); ++k)
      if (const double size = J.col(k).lpNorm<Eigen::Infinity>(); size > 0) J.col(k) /= size;
  }
  const MatX kernel = J.allFinite() ? Orthogonal(J, kDependent).left_kernel() : MatX(count, 0);
  block.held = kernel * kernel.transpose();
  for (Eigen::Index i = 0; i < count; ++i)
    for (Eigen::Index k = 0; k < count; ++k) block.held(i, k) *= scale[k] / scale[i];
  const MatX by_states = block.held * block.values;
  std::size_t k = 0;
  for (Eigen::Index c = 0; c < block.values.cols(); ++c)
    for (Eigen::Index r = 0; r < count; ++r, ++k)
      if (block.place[k] >= 0)
        values_[at_index(block.place[k])] +=
            block.columns[at_index(c)] < z_ + w_ ? by_states(r, c) : block.values(r, c);
}

void Rows::linearise(Workspace& at) { system_.linearize(at, jacobian_); }

bool Rows::factorise(Workspace& at) {
  constexpr double kShare = 1e-12;  // of the scale of Gamma M^-1 Gamma^T: see Saddle
  std::fill(values_.begin(), values_.end(), 0.0);
  for (Block& block : blocks_) block.values.setZero();
  for (const Target& target : targets_) {
    const double value = target.factor * jacobian_.value[at_index(target.entry)];
    if (target.block < 0)
      values_[at_index(target.place)] += value;
    else
      blocks_[at_index(target.block)].values.data()[target.place] += value;
  }
  if (!blocks_.empty()) {
    system_.compute_kinematics(at, kinematics_);
    for (Block& block : blocks_) split(block);
  }
  for (const int place : unit_) values_[at_index(place)] += 1;
  for (std::size_t k = 0; k < mass_.size(); ++k)
    values_[at_index(mass_[k])] += metric_.regular().value[k];
  double sum = 0;
  for (const auto& [row, back, mass] : pairs_) {
    const double value = values_[at_index(row)];
    sum += back < 0 ? value * value / mass : std::abs(value * values_[at_index(back)]);
  }
  rho_value_ = std::max(kShare * sum / std::max(1, count_), std::numeric_limits<double>::min());
  for (const int place : rho_) values_[at_index(place)] -= rho_value_;
  return lu_.factorise(values_);
}

Rows::Solution Rows::solve(const VecX& force, const VecX& rows) const {
  const auto led = static_cast<Eigen::Index>(led_.size());
  VecX right(led + w_ + count_);
  right << VecX::Zero(led), force, rows;
  const auto solved = [&](VecX b) {
    lu_.solve(b);
    return b;
  };
  VecX x = solved(right);
  const auto rest = [&] {  // of the equations without rho
    VecX r = right - lu_.times(values_, x);
    r.tail(count_) -= rho_value_ * x.tail(count_);
    return r;
  };
  // Beside a singular pose every correction leaves rho / (sigma^2 + rho) of what the singular
  // value sigma holds up. What does not shrink cannot be met, and would drive the multipliers
  // along the dependence of the rows: left out.
  constexpr int kMostCorrections = 40;
  constexpr double kRounding = 1e-15;
  const auto size_of = [&](const VecX& r) {
    return count_ > 0 ? r.tail(count_).lpNorm<Eigen::Infinity>() : 0.0;
  };
  VecX left = rest();
  bool is_reduced = false;
  for (int k = 0; k < kMostCorrections; ++k) {
    x += solved(left);
    const VecX before = std::exchange(left, rest());
    if (!(size_of(left) > kRounding * size_of(right))) break;
    if (size_of(left) <= 0.5 * size_of(before)) continue;
    if (std::exchange(is_reduced, true)) break;
    right.tail(count_) -= left.tail(count_);
    x = solved(right);
    left = rest();
  }
  VecX z = VecX::Zero(z_);
  for (Eigen::Index i = 0; i < led; ++i) z[led_[at_index(i)]] = x[i];
  return {std::move(z), x.segment(led, w_), x.tail(count_)};
}

MatX Rows::dense() const {
  MatX made = MatX::Zero(lu_.size(), lu_.size());
  std::size_t k = 0;
  for (const auto& [i, j] : lu_.entries()) made(i, j) = values_[k++];
  for (Eigen::Index i = made.rows() - count_; i < made.rows(); ++i) made(i, i) += rho_value_;
  return made;
}

bool Rows::is_nearly_singular() const {
  constexpr double kLost = 1e-8;  // rho / (sigma^2 + rho) of the smallest singular value
  VecX x = VecX::Zero(lu_.size());
  auto rows = x.tail(count_);
  for (Eigen::Index i = 0; i < rows.size(); ++i) rows[i] = 1 + static_cast<double>(i * i % 7);
  const double size = rows.norm();
  lu_.solve(x);
  return rho_value_ * rows.norm() > kLost * size;
}

}  // namespace porthos::integrate
