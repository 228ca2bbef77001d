#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "base/dense.hpp"
#include "base/index.hpp"
#include "base/saddle.hpp"
#include "dae/constraint_equations.hpp"

// The plan of the matrix (K), once for a system: the rows that share their x, the z that some x
// moves, and the places to which each entry of the Jacobian contributes. Redundant rows of its
// blocks.

namespace porthos::dae {

namespace {

/// N^T of a metric, (massless directions x w).
Sparse massless_directions(const Metric& metric) {
  constexpr double kZero = 1e-15;  // entry of a unit vector below which it is zero
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
    made.value[index(made.find(places[k]))] = values[k];
  return made;
}

Sparse transposed(const Sparse& a) {
  std::vector<Entry> places = a.entries();
  for (Entry& place : places) std::swap(place.row, place.column);
  Sparse made(a.columns, a.rows, places);
  for (std::size_t k = 0; k < places.size(); ++k)
    made.value[index(made.find(places[k]))] = a.value[k];
  return made;
}

}  // namespace

ConstraintEquations::ConstraintEquations(const Integrable& system, const Metric& metric)
    : system_(system.system()),
      metric_(metric),
      z_(system.sizes().z),
      w_(system.sizes().w),
      directions_(massless_directions(metric)),
      massless_(directions_.rows),
      count_(massless_ + system.sizes().nu()),
      by_velocity_(transposed(directions_)),
      jacobian_(system.jacobian()),
      kinematics_(system.kinematics()) {
  noise_.setZero(count_);
  by_velocity_size_.setZero(count_);
  if (const VecX rows = system_.row_sizes(); rows.size() > 0) {
    const VecX& force = system_.assembly().typical.force;
    sizes_.setZero(count_);
    for (int i = 0; i < massless_; ++i)
      for (int k = directions_.start[index(i)]; k < directions_.start[index(i) + 1]; ++k)
        sizes_[i] += directions_.value[index(k)] * directions_.value[index(k)] *
                     force[directions_.column[index(k)]];
    sizes_.tail(rows.size()) = rows;
  }
  plan();
}

bool ConstraintEquations::has_x(int j) const {
  if (j >= z_ + w_) return true;
  return j >= z_ && by_velocity_.start[index(j - z_)] < by_velocity_.start[index(j - z_) + 1];
}

std::vector<ConstraintEquations::Share> ConstraintEquations::x_of(int j) const {
  if (j >= z_ + w_) return {{massless_ + j - z_ - w_, 1.0}};
  std::vector<Share> shares;
  if (j >= z_)
    for (int k = by_velocity_.start[index(j - z_)]; k < by_velocity_.start[index(j - z_) + 1]; ++k)
      shares.push_back({by_velocity_.column[index(k)], by_velocity_.value[index(k)]});
  return shares;
}

/// Rows that contain the same x are in one block.
void ConstraintEquations::find_blocks(const std::vector<std::vector<int>>& x_in_row) {
  std::vector<int> parent(index(count_) * 2);  // union-find over rows, then over x
  std::iota(parent.begin(), parent.end(), 0);
  const auto root = [&](int i) {
    while (parent[index(i)] != i) i = parent[index(i)] = parent[index(parent[index(i)])];
    return i;
  };
  for (int row = 0; row < count_; ++row)
    for (const int x : x_in_row[index(row)]) parent[index(root(row))] = root(count_ + x);
  block_of_.assign(index(count_), -1);
  std::vector<int> number(parent.size(), -1);
  for (int row = 0; row < count_; ++row) {
    if (x_in_row[index(row)].empty()) continue;
    int& block = number[index(root(row))];
    if (block < 0) {
      block = static_cast<int>(blocks_.size());
      blocks_.emplace_back();
    }
    block_of_[index(row)] = block;
    blocks_[index(block)].rows.push_back(row);
  }
}

void ConstraintEquations::plan() {
  const std::vector<Entry> entries = jacobian_.entries();
  moved_index_.assign(index(z_), -1);
  std::vector<std::vector<int>> x_in_row(index(count_)), columns(index(count_));
  for (const auto& [i, j] : entries) {
    const auto moved = x_of(j);
    if (i < z_ && !moved.empty() && moved_index_[index(i)] < 0) {
      moved_index_[index(i)] = static_cast<int>(moved_.size());
      moved_.push_back(i);
    }
    for (const auto& [row, share] : rows_of(i)) {
      for (const auto& [x, factor] : moved) x_in_row[index(row)].push_back(x);
      if (j < z_ + w_) columns[index(row)].push_back(j);
      for (const auto& [x, factor] : moved) columns[index(row)].push_back(z_ + w_ + x);
    }
  }
  find_blocks(x_in_row);
  for (Block& block : blocks_) {
    for (const int row : block.rows)
      block.columns.insert(block.columns.end(), columns[index(row)].begin(),
                           columns[index(row)].end());
    sort_once(block.columns);
    const auto first_x = std::ranges::lower_bound(block.columns, z_ + w_);
    block.states = first_x - block.columns.begin();
    block.has_massless = first_x != block.columns.end() && *first_x < z_ + w_ + massless_;
    const auto rows = static_cast<Eigen::Index>(block.rows.size());
    block.values.setZero(rows, static_cast<Eigen::Index>(block.columns.size()));
    constexpr double kNone = std::numeric_limits<double>::quiet_NaN();  // equal to no matrix
    block.J.setConstant(rows, block.values.cols() - block.states, kNone);
    block.sizes.setConstant(rows, kNone);
  }
  plan_matrix(entries);
}

int ConstraintEquations::unknown(int column) const {
  const int moved = static_cast<int>(moved_.size());
  if (column < z_) return moved_index_[index(column)];
  return moved + column - z_;
}

/// The places of the matrix, and those of each entry of the Jacobian.
void ConstraintEquations::plan_matrix(const std::vector<Entry>& entries) {
  const int moved = static_cast<int>(moved_.size()), size = moved + w_ + count_;
  std::vector<Planned> planned;
  for (int k = 0; k < static_cast<int>(entries.size()); ++k) {
    plan_effects(k, entries[index(k)], planned);
    plan_rows(k, entries[index(k)], planned);
  }
  std::vector<Entry> places;
  for (const Planned& one : planned) places.push_back(one.place);
  for (const Block& block : blocks_)
    for (const int column : block.columns)
      for (const int row : block.rows)
        if (unknown(column) >= 0) places.push_back({moved + w_ + row, unknown(column)});
  for (int i = 0; i < moved; ++i) places.push_back({i, i});
  for (const auto& [i, j] : metric_.regular().entries()) places.push_back({moved + i, moved + j});
  for (int i = moved + w_; i < size; ++i) places.push_back({i, i});
  lu_ = SparseLu<double>(size, places, true);
  values_.resize(lu_.value_count());
  for (const Planned& one : planned)
    targets_.push_back({one.entry, -1, lu_.find(one.place), one.factor});
  find_places();
}

/// -N_z and -N_w.
void ConstraintEquations::plan_effects(int entry, const Entry& of,
                                       std::vector<Planned>& planned) const {
  const int moved = static_cast<int>(moved_.size());
  for (const auto& [x, factor] : x_of(of.column)) {
    const int column = moved + w_ + x;
    if (of.row < z_) planned.push_back({entry, {moved_index_[index(of.row)], column}, -factor});
    if (of.row >= z_ && of.row < z_ + w_)
      for (const auto& [row, share] : massive_of(of.row - z_))
        planned.push_back({entry, {moved + row, column}, -share * factor});
  }
}

/// R_z, R_w and J: directly into the matrix, or into the block that computes L of them.
void ConstraintEquations::plan_rows(int entry, const Entry& of, std::vector<Planned>& planned) {
  const int j = of.column, moved = static_cast<int>(moved_.size());
  for (const auto& [row, share] : rows_of(of.row)) {
    const int number = block_of_[index(row)];
    if (number < 0) {
      if (j < z_ + w_ && unknown(j) >= 0)
        planned.push_back({entry, {moved + w_ + row, unknown(j)}, share});
      continue;
    }
    const Block& block = blocks_[index(number)];
    const auto r = std::lower_bound(block.rows.begin(), block.rows.end(), row);
    const auto to_block = [&](int column, double factor) {
      const auto c = std::lower_bound(block.columns.begin(), block.columns.end(), column);
      const auto place =
          (c - block.columns.begin()) * block.values.rows() + (r - block.rows.begin());
      targets_.push_back({entry, number, static_cast<int>(place), factor});
    };
    if (j < z_ + w_) to_block(j, share);
    for (const auto& [x, factor] : x_of(j)) to_block(z_ + w_ + x, share * factor);
  }
}

/// The places that do not come from the Jacobian.
void ConstraintEquations::find_places() {
  const int moved = static_cast<int>(moved_.size()), size = lu_.size();
  for (Block& block : blocks_)
    for (const int column : block.columns)
      for (const int row : block.rows)
        block.place.push_back(unknown(column) < 0 ? -1
                                                  : lu_.find({moved + w_ + row, unknown(column)}));
  for (int i = 0; i < moved; ++i) unit_.push_back(lu_.find({i, i}));
  for (const auto& [i, j] : metric_.regular().entries())
    mass_.push_back(lu_.find({moved + i, moved + j}));
  for (int i = moved + w_; i < size; ++i) rho_.push_back(lu_.find({i, i}));
  const VecX diagonal = porthos::diagonal(metric_.regular());
  for (const auto& [i, j] : lu_.entries()) {
    if (i < moved + w_ || j >= moved + w_) continue;
    const int back = j < moved ? lu_.find({j, i}) : -1;
    if (j >= moved || back >= 0)
      pairs_.push_back(
          {i - moved - w_, lu_.find({i, j}), back, j < moved ? 1.0 : diagonal[j - moved]});
  }
}

std::vector<ConstraintEquations::Share> ConstraintEquations::rows_of(int i) const {
  if (i < z_) return {};
  if (i >= z_ + w_) return {{massless_ + i - z_ - w_, 1.0}};
  return x_of(i);  // N^T f
}

std::vector<ConstraintEquations::Share> ConstraintEquations::massive_of(int velocity) const {
  std::vector<Share> shares{{velocity, 1.0}};
  const auto own = x_of(z_ + velocity);
  for (const auto& [x, factor] : own)
    for (int k = directions_.start[index(x)]; k < directions_.start[index(x) + 1]; ++k) {
      const int other = directions_.column[index(k)];
      const auto known = std::ranges::find(shares, other, &Share::index);
      const double share = -factor * directions_.value[index(k)];
      if (known == shares.end())
        shares.push_back({other, share});
      else
        known->factor += share;
    }
  constexpr double kZero = 1e-15;
  std::erase_if(shares, [](const Share& share) { return std::abs(share.factor) < kZero; });
  return shares;
}

/// The x of a column of J.
int ConstraintEquations::x_of(const Block& block, Eigen::Index column) const {
  return block.columns[index(block.states + column)] - z_ - w_;
}

/// True if rows of a block depend on each other and their combination contains no state: no mass
/// shows the size of rho.
bool ConstraintEquations::is_redundant(const Block& block) const {
  constexpr double kRounding = 1e-12, kNoShare = 1e-10;
  if (block.kernel.rows() == 0) return false;
  // Shares of the rows in units of their sizes; below rounding a row is not part of a combination.
  const MatX shares = block.kernel.cwiseProduct(block.lift.transpose()).cwiseAbs().cwiseSqrt();
  const MatX kernel = (shares.array() > kNoShare).select(block.kernel, 0.0);
  for (Eigen::Index c = 0; c < block.states; ++c) {
    if (unknown(block.columns[index(c)]) < 0) continue;
    const VecX column = block.values.col(c);
    const VecX left = kernel * column;
    const VecX terms = kernel.cwiseAbs() * column.cwiseAbs();
    if ((left.array().abs() > kRounding * terms.array()).any()) return false;
  }
  return true;
}

/// rho of redundant blocks, from the sizes of J.
void ConstraintEquations::measure_redundant() {
  constexpr double kShare = 1e-9;
  for (const Block& block : blocks_) {
    if (!is_redundant(block)) continue;
    for (std::size_t i = 0; i < block.rows.size(); ++i)
      proximal_[block.rows[i]] = kShare * block.sizes_of_x[static_cast<Eigen::Index>(i)];
  }
}

/// An orthonormal basis of J x = 0, (x x any).
MatX ConstraintEquations::null_of(const Block& block) const {
  constexpr double kDependent = 1e-9;
  MatX J = block.J;
  for (auto row : J.rowwise())
    if (const double size = row.lpNorm<Eigen::Infinity>(); size > 0) row /= size;
  VecX sizes = J.colwise().lpNorm<Eigen::Infinity>().transpose();
  for (double& one : sizes) one = one > 0 ? 1 / one : 1;
  J = (J * sizes.asDiagonal()).eval();
  if (!J.allFinite()) return MatX(J.cols(), 0);
  const MatX null = sizes.asDiagonal() * Orthogonal(J, kDependent).kernel();
  if (null.cols() == 0) return null;
  return Eigen::HouseholderQR<MatX>(null).householderQ() * MatX::Identity(null.rows(), null.cols());
}

/// Leaves the x of least norm where rows are redundant: rho determines the others to a few digits.
void ConstraintEquations::remove_null(VecX& x) const {
  const Eigen::Index first = x.size() - count_;
  for (const Block& block : blocks_) {
    if (!is_redundant(block)) continue;
    const MatX null = null_of(block);
    VecX& own = buffers_.of_block;
    own.resize(null.rows());
    for (Eigen::Index k = 0; k < own.size(); ++k) own[k] = x[first + x_of(block, k)];
    own = (null * (null.transpose() * own)).eval();
    for (Eigen::Index k = 0; k < own.size(); ++k) x[first + x_of(block, k)] -= own[k];
  }
}

MatX ConstraintEquations::dense() const {
  MatX made = MatX::Zero(lu_.size(), lu_.size());
  std::size_t k = 0;
  for (const auto& [i, j] : lu_.entries()) made(i, j) = values_[k++];
  for (Eigen::Index i = made.rows() - count_; i < made.rows(); ++i)
    made(i, i) += proximal_[i - made.rows() + count_];
  return made;
}

bool ConstraintEquations::is_nearly_singular() const {
  constexpr double kLost = 1e-8;  // rho / (sigma^2 + rho) of the smallest singular value
  VecX x = VecX::Zero(lu_.size());
  auto rows = x.tail(count_);
  for (Eigen::Index i = 0; i < rows.size(); ++i) rows[i] = 1 + static_cast<double>(i * i % 7);
  const double size = rows.norm();
  lu_.solve(x);
  return proximal_.cwiseProduct(rows).norm() > kLost * size;
}

}  // namespace porthos::dae
