#include "integrate/velocity_response.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>

#include "base/index.hpp"
#include "base/saddle.hpp"

namespace porthos::integrate {

VelocityResponse::VelocityResponse(const Sparse& mass, const Sparse& slopes, const Sparse& gamma,
                                   const std::vector<char>& held)
    : mass_(mass), slopes_(slopes) {
  for (int row = 0; row < gamma.rows; ++row)
    if (held[index(row)]) held_.push_back(row);
  find_groups(mass, slopes, gamma);
  plan(gamma);
}

/// Groups of velocities that M, F or rows couple. Small ones without rows are solved alone.
void VelocityResponse::find_groups(const Sparse& mass, const Sparse& slopes, const Sparse& gamma) {
  constexpr std::size_t kMostAlone = 12;
  const int n = mass.rows;
  std::vector<int> root(index(n));
  std::iota(root.begin(), root.end(), 0);
  const auto find = [&](int i) {
    while (root[index(i)] != i) i = root[index(i)] = root[index(root[index(i)])];
    return i;
  };
  const auto join = [&](int a, int b) { root[index(find(a))] = find(b); };
  for (const Sparse* one : {&mass, &slopes})
    for (const auto& [row, column] : one->entries()) join(row, column);
  std::vector<char> is_held(index(n), 0);
  for (const int row : held_)
    for (int e = gamma.start[index(row)]; e < gamma.start[index(row) + 1]; ++e) {
      join(gamma.column[index(gamma.start[index(row)])], gamma.column[index(e)]);
      is_held[index(gamma.column[index(e)])] = 1;
    }
  std::vector<std::vector<int>> members(index(n));
  for (int i = 0; i < n; ++i) members[index(find(i))].push_back(i);
  group_of_.assign(index(n), -1);
  place_.assign(index(n), 0);
  for (const std::vector<int>& group : members) {
    if (group.empty()) continue;
    const bool is_alone = group.size() <= kMostAlone && std::ranges::none_of(group, [&](int i) {
                            return is_held[index(i)] != 0;
                          });
    for (int k = 0; const int i : group) {
      if (is_alone) group_of_[index(i)] = static_cast<int>(groups_.size());
      place_[index(i)] = is_alone ? k++ : static_cast<int>(rest_.size());
      if (!is_alone) rest_.push_back(i);
    }
    if (is_alone) {
      const auto size = static_cast<Eigen::Index>(group.size());
      groups_.push_back({group, MatX::Zero(size, size)});
    }
  }
}

void VelocityResponse::plan(const Sparse& gamma) {
  std::vector<Entry> places;
  const int n = static_cast<int>(rest_.size());
  const auto in_lu = [&](int i) { return group_of_[index(i)] < 0; };
  const auto at = [&](int i) { return place_[index(i)]; };
  for (const Sparse* one : {&mass_, &slopes_})
    for (const auto& [row, column] : one->entries())
      if (in_lu(row)) places.push_back({at(row), at(column)});
  for (int k = 0; k < static_cast<int>(held_.size()); ++k) {
    const int row = held_[index(k)];
    places.push_back({n + k, n + k});
    for (int e = gamma.start[index(row)]; e < gamma.start[index(row) + 1]; ++e) {
      places.push_back({at(gamma.column[index(e)]), n + k});
      places.push_back({n + k, at(gamma.column[index(e)])});
    }
  }
  const int size = n + static_cast<int>(held_.size());
  lu_ = SparseLu<double>(size, places, true);
  values_.resize(lu_.value_count());
  unknowns_ = VecX::Zero(size);
  const auto find = [&](const Sparse& of, std::vector<int>& to) {
    for (const auto& [row, column] : of.entries())
      to.push_back(in_lu(row) ? lu_.find({at(row), at(column)}) : -1);
  };
  find(mass_, mass_at_);
  find(slopes_, slope_at_);
  for (int k = 0; k < static_cast<int>(held_.size()); ++k) {
    const int row = held_[index(k)];
    own_.push_back(lu_.find({n + k, n + k}));
    for (int e = gamma.start[index(row)]; e < gamma.start[index(row) + 1]; ++e) {
      above_.push_back(lu_.find({at(gamma.column[index(e)]), n + k}));
      below_.push_back(lu_.find({n + k, at(gamma.column[index(e)])}));
    }
  }
}

bool VelocityResponse::factorise(const Sparse& slopes, double h, const Sparse& gamma) {
  constexpr double kProximal = 1e-13;  // of the diagonal of Gamma M^-1 Gamma^T
  const bool is_constant = slopes_.value.empty() && held_.empty();
  if (is_constant && is_factorised_) return true;
  std::fill(values_.begin(), values_.end(), 0.0);
  for (Group& group : groups_) group.inverse.setZero();
  const auto add = [&](const Sparse& of, const std::vector<int>& places, double factor) {
    std::size_t k = 0;
    for (int row = 0; row < of.rows; ++row)
      for (int e = of.start[index(row)]; e < of.start[index(row) + 1]; ++e, ++k) {
        const double value = factor * of.value[index(e)];
        const int group = group_of_[index(row)];
        if (group < 0)
          values_[index(places[k])] += value;
        else
          groups_[index(group)].inverse(place_[index(row)], place_[index(of.column[index(e)])]) +=
              value;
      }
  };
  add(mass_, mass_at_, 1);
  add(slopes, slope_at_, -h / 2);
  for (Group& group : groups_) {
    if (!group.inverse.allFinite()) return false;
    group.inverse = group.inverse.partialPivLu().inverse().eval();
    if (!group.inverse.allFinite()) return false;
  }
  const VecX mass = diagonal(mass_);
  for (std::size_t k = 0, next = 0; k < held_.size(); ++k) {
    double own = 0;
    for (int e = gamma.start[index(held_[k])]; e < gamma.start[index(held_[k]) + 1]; ++e, ++next) {
      const double value = gamma.value[index(e)];
      values_[index(above_[next])] = values_[index(below_[next])] = value;
      own += value * value / mass[gamma.column[index(e)]];
    }
    values_[index(own_[k])] = own > 0 ? -kProximal * own : -1;
  }
  is_factorised_ = rest_.empty() || lu_.factorise(values_);
  return is_factorised_;
}

void VelocityResponse::solve(VecX& r, VecX& g) {
  for (const Group& group : groups_) {
    const auto size = static_cast<Eigen::Index>(group.velocities.size());
    small_.resize(size);
    for (Eigen::Index i = 0; i < size; ++i)
      small_[i] = r[group.velocities[index(static_cast<int>(i))]];
    for (Eigen::Index i = 0; i < size; ++i)
      r[group.velocities[index(static_cast<int>(i))]] = group.inverse.row(i).dot(small_);
  }
  if (rest_.empty()) return;
  const auto n = static_cast<Eigen::Index>(rest_.size());
  for (Eigen::Index i = 0; i < n; ++i) unknowns_[i] = r[rest_[index(static_cast<int>(i))]];
  unknowns_.tail(g.size()) = g;
  lu_.solve(unknowns_);
  for (Eigen::Index i = 0; i < n; ++i) r[rest_[index(static_cast<int>(i))]] = unknowns_[i];
  g = unknowns_.tail(g.size());
}

void VelocityResponse::append(const Sparse& gamma, int row, std::vector<int>& columns,
                              std::vector<double>& values) {
  const std::size_t first = columns.size();
  bool has_rest = false;
  for (int e = gamma.start[index(row)]; e < gamma.start[index(row) + 1]; ++e) {
    const int own = gamma.column[index(e)], group = group_of_[index(own)];
    const double value = gamma.value[index(e)];
    if (value == 0) continue;
    if (group < 0) {
      if (!has_rest) unknowns_.setZero();
      has_rest = true;
      unknowns_[place_[index(own)]] -= value;
      continue;
    }
    const Group& one = groups_[index(group)];
    for (Eigen::Index i = 0; i < one.inverse.rows(); ++i) {
      const double change = -one.inverse(i, place_[index(own)]) * value;
      if (change == 0) continue;
      const int velocity = one.velocities[index(static_cast<int>(i))];
      const auto known =
          std::find(columns.begin() + static_cast<std::ptrdiff_t>(first), columns.end(), velocity);
      if (known != columns.end()) {
        values[static_cast<std::size_t>(known - columns.begin())] += change;
        continue;
      }
      columns.push_back(velocity);
      values.push_back(change);
    }
  }
  if (!has_rest) return;
  lu_.solve(unknowns_);
  for (std::size_t i = 0; i < rest_.size(); ++i) {
    const double change = unknowns_[static_cast<Eigen::Index>(i)];
    if (change == 0) continue;
    columns.push_back(rest_[i]);
    values.push_back(change);
  }
}

}  // namespace porthos::integrate
