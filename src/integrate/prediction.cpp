#include "integrate/prediction.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "base/dense.hpp"
#include "base/pair.hpp"

namespace porthos::integrate {

bool Prediction::is_near(const State& state) const {
  constexpr double kNear = 1e-2;
  return !is_empty() &&
         (state.z - end_.head(state.z.size())).norm() <= kNear * (1 + state.z.norm()) &&
         (state.w - end_.tail(state.w.size())).norm() <= kNear * (1 + state.w.norm());
}

bool Prediction::has_length(double h) const { return std::abs(h - h_) <= 1e-9 * h_; }

MatX Prediction::lowest(Eigen::Index first, Eigen::Index count) const {
  MatX found(count, table_.c.size());
  for (Eigen::Index i = 0; i < found.cols(); ++i)
    for (Eigen::Index k = 0; k < count; ++k)
      found(k, i) = difference(0)[i * unknowns() + first + k];
  return found;
}

void Prediction::put_stages(const State& state, double h, bool extrapolates_nu, MatX& to) const {
  const Eigen::Index states = end_.size(), nu = unknowns() - states;
  to.resize(states + nu, table_.c.size());
  const bool is_even = has_length(h) && extrapolate_differences(state, to);
  if (!is_even) to.topRows(states) = extrapolated_slopes(h);
  if (!is_even || !extrapolates_nu)
    to.bottomRows(nu).colwise() = lowest(states, nu).rowwise().mean();
  to.topRows(state.z.size()).colwise() += state.z;
  to.middleRows(state.z.size(), state.w.size()).colwise() += state.w;
}

/// z_i - z = h sum_j a_ij z'_j gives the slopes of the last step.
MatX Prediction::extrapolated_slopes(double h) const {
  const Eigen::Index stages = table_.c.size();
  MatX weights(stages, stages);  // column i: Lagrange values at stage i
  for (Eigen::Index i = 0; i < stages; ++i)
    weights.col(i) = table_.lagrange(1 + table_.c[i] * h / h_);
  const MatX integrals = product(weights, h / h_ * table_.a.transpose());
  return product(lowest(0, end_.size()), product(table_.inverse.transpose(), integrals));
}

/// (V1). False if there are too few differences to be better than the slopes, whose extrapolation
/// has the order s + 1, or if they hardly shrink: then the motion is not smooth enough.
bool Prediction::extrapolate_differences(const State& state, MatX& sum) const {
  if (count_ <= static_cast<std::size_t>(std::max<Eigen::Index>(2, table_.c.size()))) return false;
  const Eigen::Index first_w = state.z.size();
  const bool z_is_smooth = extrapolate_differences(0, first_w, sum);
  const bool w_is_smooth = extrapolate_differences(first_w, end_.size(), sum);
  extrapolate_differences(end_.size(), sum.rows(), sum);
  return z_is_smooth && w_is_smooth;
}

bool Prediction::extrapolate_differences(Eigen::Index first, Eigen::Index last, MatX& sum) const {
  constexpr double kRough = 0.05;  // share of the change in a step
  const Eigen::Index rows = sum.rows(), stages = sum.cols();
  double left = 0, change = 0;
  in_pairs(first, last, [&]<typename Numbers>(Eigen::Index k, Numbers zero) {
    Numbers least = zero + std::numeric_limits<double>::infinity(), terms = zero + 1;
    for (std::size_t m = 1; m < count_; ++m) {
      Numbers size = zero;
      for (Eigen::Index i = 0; i < stages; ++i)
        size = larger(size, absolute(numbers_at<Numbers>(difference(m) + i * rows + k)));
      const auto is_less = size < least;
      least = is_less ? size : least;
      terms = is_less ? zero + static_cast<double>(m) : terms;
    }
    left = std::max(left, largest(least));
    const double most = largest(terms);
    for (Eigen::Index i = 0; i < stages; ++i) {
      auto next = numbers_at<Numbers>(difference(0) + i * rows + k);
      change = std::max(change, largest(absolute(next)));
      for (std::size_t m = 1; static_cast<double>(m) < most; ++m) {
        const auto term = numbers_at<Numbers>(difference(m) + i * rows + k);
        next += (zero + static_cast<double>(m) < terms) ? term : zero;
      }
      put_numbers(next, &sum(k, i));
    }
  });
  return left <= kRough * change;
}

void Prediction::add(const State& start, double h, const MatX& stages, const State& end) {
  if (!has_length(h)) reset();
  h_ = h;
  next_ = stages;
  next_.topRows(start.z.size()).colwise() -= start.z;
  next_.middleRows(start.z.size(), start.w.size()).colwise() -= start.w;
  differences_.resize(static_cast<std::size_t>(next_.size()) * kMost);
  in_pairs(0, next_.size(), [&]<typename Numbers>(Eigen::Index k, Numbers) {
    auto next = numbers_at<Numbers>(next_.data() + k);
    for (std::size_t m = 0; m < count_; ++m) {
      const auto before = numbers_at<Numbers>(difference(m) + k);
      put_numbers(next, difference(m) + k);
      next -= before;
    }
    if (count_ < kMost) put_numbers(next, difference(count_) + k);
  });
  if (count_ < kMost) ++count_;
  end_.resize(end.z.size() + end.w.size());
  end_ << end.z, end.w;
}

void Prediction::describe(Archive& archive, int states, int unknowns) {
  int count = static_cast<int>(count_);
  archive.count(count, 0, static_cast<int>(kMost));
  if (archive.is_reading()) {
    reset();
    differences_.resize(static_cast<std::size_t>(unknowns * table_.c.size()) * kMost);
    end_.resize(states);
  }
  if (count == 0 || !archive.is_good()) return;
  archive(h_);
  VecX list(static_cast<Eigen::Index>(size()));
  for (std::size_t m = 0; m < static_cast<std::size_t>(count); ++m) {
    std::copy_n(difference(m), size(), list.data());
    archive(list);
    std::copy_n(list.data(), size(), difference(m));
  }
  count_ = static_cast<std::size_t>(count);
  archive(end_);
}

}  // namespace porthos::integrate
