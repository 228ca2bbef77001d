#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <utility>
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

/// The couplings of all rows, and an LU with their pattern. False if there are too many.
bool ContactProblem::find_couplings() {
  constexpr std::size_t kMost = 400'000;
  const auto count = index(rows());
  std::vector<std::vector<std::pair<int, double>>> of_column(index(static_cast<int>(w_.size())));
  for (std::size_t s = 0; s < count; ++s)
    for (int e = response_start_[s]; e < response_start_[s + 1]; ++e)
      of_column[index(response_column_[index(e)])].emplace_back(static_cast<int>(s),
                                                                response_[index(e)]);
  std::vector<double> sum(count, 0);
  std::vector<char> is_met(count, 0);
  std::vector<int> met;
  std::vector<Entry> places;
  coupled_start_.assign(1, 0);
  coupled_.clear();
  coupling_.clear();
  const auto meet = [&](int s) {
    if (is_met[index(s)]) return;
    is_met[index(s)] = 1;
    met.push_back(s);
  };
  for (const Law& law : laws_)
    for (int row = law.first; row < law.first + law.size; ++row) {
      if (law.normal >= 0) meet(law.normal);
      for (int other = law.first; other < law.first + law.size; ++other) {  // slip turns both
        meet(other);
        for (int e = start_[index(other)]; e < start_[index(other) + 1]; ++e)
          for (const auto& [s, response] : of_column[index(column_[index(e)])]) {
            meet(s);
            if (other == row) sum[index(s)] += gamma_[index(e)] * response;
          }
      }
      std::ranges::sort(met);
      for (const int s : met) {
        places.push_back({row, s});
        coupled_.push_back(s);
        coupling_.push_back(std::exchange(sum[index(s)], 0));
        is_met[index(s)] = 0;
      }
      met.clear();
      coupled_start_.push_back(static_cast<int>(coupled_.size()));
      if (coupled_.size() > kMost) return false;
    }
  lu_ = SparseLu<double>(rows(), places, true);
  newton_value_.resize(lu_.value_count());
  lu_place_.clear();
  for (const Entry& place : places) lu_place_.push_back(lu_.find(place));
  return true;
}

/// The index of W_row,column among the couplings; the two must be coupled.
int ContactProblem::place_of(int row, int column) const {
  const auto first = coupled_.begin() + coupled_start_[index(row)];
  const auto last = coupled_.begin() + coupled_start_[index(row) + 1];
  return static_cast<int>(std::lower_bound(first, last, column) - coupled_.begin());
}

bool ContactProblem::newton_step() {
  std::ranges::fill(newton_value_, 0.0);
  newton_right_.setZero(rows());
  for (const Law& law : laws_) set_equation(law);
  if (!lu_.factorise(newton_value_)) return false;
  lu_.solve(newton_right_);
  if (!newton_right_.allFinite()) return false;
  for (int row = 0; row < rows(); ++row) {
    impulse_[index(row)] += newton_right_[row];
    push(row, newton_right_[row]);
  }
  return true;
}

/// The equations of one law for the changes of all impulses, in units of its flow.
void ContactProblem::set_equation(const Law& law) {
  // Keeps redundant rows from making the matrix singular; it delays convergence only.
  constexpr double kProximal = 1e-9;
  const double unit = law.most > 0 ? law.most : 1;
  const auto hold = [&](int row, double goal) {
    for (int e = coupled_start_[index(row)]; e < coupled_start_[index(row) + 1]; ++e)
      newton_value_[index(lu_place_[index(e)])] += coupling_[index(e)];
    newton_value_[index(lu_place_[index(place_of(row, row))])] -= kProximal * unit;
    newton_right_[row] = goal - value(row, w_);
  };
  const auto leave = [&](int row) {
    newton_value_[index(lu_place_[index(place_of(row, row))])] = -unit;
    newton_right_[row] = unit * impulse_[index(row)];
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
    set_slip(law, next, length, load);
  }
}

/// The equation of slip, p = bound load y/|y| with y = p + v/most.
void ContactProblem::set_slip(const Law& law, const std::array<double, 3>& next, double length,
                              double load) {
  const double unit = law.most > 0 ? law.most : 1;
  const double share = length > 0 ? std::min(1.0, law.bound * load / length) : 0;
  for (int i = 0; i < law.size; ++i) {
    const int row = law.first + i;
    const auto add = [&](int column, double factor) {
      newton_value_[index(lu_place_[index(place_of(row, column))])] -= unit * factor;
    };
    const double along = length > 0 ? next[index(i)] / length : 0;
    add(row, 1);
    if (law.normal >= 0) add(law.normal, -law.bound * along);
    newton_right_[row] = unit * (impulse_[index(row)] - law.bound * load * along);
    if (law.size == 1 || !(share > 0)) continue;
    for (int k = 0; k < law.size; ++k) {  // y turns with p and v
      const double turn = share * ((i == k ? 1 : 0) - along * next[index(k)] / length);
      add(law.first + k, -turn);
      const int other = law.first + k;
      for (int e = coupled_start_[index(other)]; e < coupled_start_[index(other) + 1]; ++e)
        add(coupled_[index(e)], -turn * coupling_[index(e)] / unit);
    }
  }
}

}  // namespace porthos::integrate
