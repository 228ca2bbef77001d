#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

#include "base/index.hpp"
#include "integrate/contact_problem.hpp"

// Newton's method for the impulses of a step (Alart and Curnier 1991). Each law is an equation that
// depends on whether it holds: whether a contact is closed, whether a friction sticks.

namespace porthos::integrate {

/// Newton's steps, each followed by a sweep, from the present impulses. Returns the change of the
/// last sweep; impulses whose sweep changes the least stay.
double ContactProblem::solve_by_newton(double fastest, double change) {
  constexpr double kConverged = 1e-15;
  constexpr int kMost = 40, kStalled = 12;  // steps, and those without a better result
  if (!find_couplings()) return change;
  double least = change;
  best_impulse_ = impulse_;
  for (int k = 0, last = 0; k < kMost && k - last < kStalled; ++k) {
    if (!newton_step()) break;
    change = sweep();
    if (!(change < least)) continue;
    least = change;
    last = k;
    best_impulse_ = impulse_;
    if (change <= kConverged * fastest) return change;
  }
  for (int row = 0; row < rows(); ++row) {
    push(row, best_impulse_[index(row)] - impulse_[index(row)]);
    impulse_[index(row)] = best_impulse_[index(row)];
  }
  return least;
}

void ContactProblem::find_groups() {
  group_start_.clear();
  group_of_.clear();
  for (const Law& law : laws_) {
    if (law.normal < 0) group_start_.push_back(law.first);
    group_of_.resize(index(law.first + law.size), static_cast<int>(group_start_.size()) - 1);
  }
  group_start_.push_back(rows());
  block_ = 0;
  for (std::size_t g = 0; g + 1 < group_start_.size(); ++g)
    block_ = std::max(block_, group_start_[g + 1] - group_start_[g]);
}

/// The couplings of all groups, and an LU with their pattern. False if it would cost too much.
bool ContactProblem::find_couplings() {
  constexpr std::size_t kMostPairs = 40'000;
  find_groups();
  // The rows that respond in each velocity.
  column_start_.assign(index(w_.size()) + 1, 0);
  for (const int column : response_column_) ++column_start_[index(column) + 1];
  for (std::size_t k = 1; k < column_start_.size(); ++k) column_start_[k] += column_start_[k - 1];
  row_at_.resize(response_.size());
  response_at_.resize(response_.size());
  std::vector<int> next = column_start_;
  for (int row = 0; row < rows(); ++row)
    for (int e = response_start_[index(row)]; e < response_start_[index(row) + 1]; ++e) {
      const auto place = index(next[index(response_column_[index(e)])]++);
      row_at_[place] = row;
      response_at_[place] = response_[index(e)];
    }
  const std::size_t groups = group_start_.size() - 1, entries = index(block_) * index(block_);
  coupled_start_.assign(1, 0);
  coupled_.clear();
  coupling_.clear();
  slot_.assign(groups, -1);
  const auto each = [&](std::size_t group, const auto& visit) {
    for (int row = group_start_[group]; row < group_start_[group + 1]; ++row)
      for (int e = start_[index(row)]; e < start_[index(row) + 1]; ++e) {
        const auto column = index(column_[index(e)]);
        for (auto at = index(column_start_[column]); at < index(column_start_[column + 1]); ++at)
          visit(row, row_at_[at], gamma_[index(e)] * response_at_[at]);
      }
  };
  for (std::size_t group = 0; group < groups; ++group) {
    met_.assign(1, static_cast<int>(group));
    slot_[group] = 0;
    each(group, [&](int, int other, double) {
      int& slot = slot_[index(group_of_[index(other)])];
      if (slot < 0) met_.push_back(group_of_[index(other)]);
      slot = 0;
    });
    std::ranges::sort(met_);
    for (std::size_t k = 0; k < met_.size(); ++k) slot_[index(met_[k])] = static_cast<int>(k);
    const std::size_t first = coupling_.size();
    coupling_.resize(first + met_.size() * entries, 0);
    each(group, [&](int row, int other, double product) {
      const auto at = index(group_of_[index(other)]);
      const int place = place_of(row, group) * block_ + place_of(other, at);
      coupling_[first + index(slot_[at]) * entries + index(place)] += product;
    });
    for (const int other : met_) slot_[index(other)] = -1;
    coupled_.insert(coupled_.end(), met_.begin(), met_.end());
    coupled_start_.push_back(static_cast<int>(coupled_.size()));
  }
  return lu_.set_pattern(block_, coupled_start_, coupled_, kMostPairs);
}

bool ContactProblem::newton_step() {
  lu_.set_zero();
  newton_right_.setZero(lu_.size() * block_);
  for (int group = 0; group < lu_.size(); ++group)  // rows that fill the block
    for (int k = group_start_[index(group) + 1] - group_start_[index(group)]; k < block_; ++k)
      lu_.block(group, group)[k * block_ + k] = 1;
  for (const Law& law : laws_) set_equation(law, index(group_of_[index(law.first)]));
  if (!lu_.factorise()) return false;
  lu_.solve(newton_right_);
  if (!newton_right_.allFinite()) return false;
  for (int row = 0; row < rows(); ++row) {
    const auto group = index(group_of_[index(row)]);
    const double change = newton_right_[group_of_[index(row)] * block_ + place_of(row, group)];
    impulse_[index(row)] += change;
    push(row, change);
  }
  return true;
}

/// The equations of one law for the changes of all impulses, in units of its flow.
void ContactProblem::set_equation(const Law& law, std::size_t group) {
  // Keeps redundant rows from making the matrix singular; it delays convergence only.
  constexpr double kProximal = 1e-9;
  const double unit = law.most > 0 ? law.most : 1;
  const int own = static_cast<int>(group);
  const auto diagonal = [&](int row) -> double& {
    return lu_.block(own, own)[place_of(row, group) * (block_ + 1)];
  };
  const auto right = [&](int row) -> double& {
    return newton_right_[own * block_ + place_of(row, group)];
  };
  const auto hold = [&](int row, double goal) {
    const auto from = index(place_of(row, group) * block_);
    for (int e = coupled_start_[group]; e < coupled_start_[group + 1]; ++e) {
      double* const to = lu_.block(own, coupled_[index(e)]) + from;
      const double* const coupling =
          coupling_.data() + index(e) * index(block_) * index(block_) + from;
      for (int k = 0; k < block_; ++k) to[k] += coupling[k];
    }
    diagonal(row) -= kProximal * unit;
    right(row) = goal - value(row, w_);
  };
  const auto leave = [&](int row) {
    diagonal(row) = -unit;
    right(row) = unit * impulse_[index(row)];
  };
  if (!law.is_friction) {
    const double next = impulse_[index(law.first)] + (value(law.first, w_) - law.goal) / unit;
    return law.most > 0 && next > 0 ? hold(law.first, law.goal) : leave(law.first);
  }
  const double load = law.normal >= 0 ? std::max(0.0, impulse_[index(law.normal)]) : 1;
  std::array<double, 3> next{};
  double square = 0;
  for (int i = 0; i < law.size; ++i) {
    next[index(i)] = impulse_[index(law.first + i)] + value(law.first + i, w_) / unit;
    square += next[index(i)] * next[index(i)];
  }
  const double length = std::sqrt(square);
  const bool is_free = !(law.most > 0) || !(law.bound * load > 0);
  if (law.most > 0 && length <= law.stick_bound * load) {
    for (int i = 0; i < law.size; ++i) hold(law.first + i, 0);
  } else if (is_free && law.normal < 0) {
    for (int i = 0; i < law.size; ++i) leave(law.first + i);
  } else {
    set_slip(law, group, next, length, load);
  }
}

/// The equation of slip, p = bound load y/|y| with y = p + v/most.
void ContactProblem::set_slip(const Law& law, std::size_t group, const std::array<double, 3>& next,
                              double length, double load) {
  const double unit = law.most > 0 ? law.most : 1;
  const double share = length > 0 ? std::min(1.0, law.bound * load / length) : 0;
  const int own = static_cast<int>(group);
  for (int i = 0; i < law.size; ++i) {
    const int row = law.first + i, place = place_of(row, group);
    double* const equation = lu_.block(own, own) + place * block_;
    const double along = length > 0 ? next[index(i)] / length : 0;
    equation[place] -= unit;
    if (law.normal >= 0) equation[place_of(law.normal, group)] += unit * law.bound * along;
    newton_right_[own * block_ + place] = unit * (impulse_[index(row)] - law.bound * load * along);
    if (law.size == 1 || !(share > 0)) continue;
    for (int k = 0; k < law.size; ++k) {  // y turns with p and v
      const double turn = share * ((i == k ? 1 : 0) - along * next[index(k)] / length);
      const int other = place_of(law.first + k, group);
      equation[other] += unit * turn;
      for (int e = coupled_start_[group]; e < coupled_start_[group + 1]; ++e) {
        double* const to = lu_.block(own, coupled_[index(e)]) + place * block_;
        const double* const coupling = coupling_.data() + index((e * block_ + other) * block_);
        for (int m = 0; m < block_; ++m) to[m] += turn * coupling[m];
      }
    }
  }
}

}  // namespace porthos::integrate
