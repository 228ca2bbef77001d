#include "integrate/prediction.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "base/dense.hpp"
#include "base/seldom.hpp"

namespace porthos::integrate {

bool Prediction::reaches(const State& state) const {
  constexpr double kNear = 1e-2;
  return !is_empty() &&
         (state.z - end_.head(state.z.size())).norm() <= kNear * (1 + state.z.norm()) &&
         (state.w - end_.tail(state.w.size())).norm() <= kNear * (1 + state.w.norm());
}

bool Prediction::has_length(double h) const { return std::abs(h - h_) <= 1e-9 * h_; }

MatX Prediction::lowest(Eigen::Index first, Eigen::Index count) const {
  MatX found(count, table_.c.size());
  for (Eigen::Index i = 0; i < found.cols(); ++i)
    for (Eigen::Index k = 0; k < count; ++k) found(k, i) = *of(first + k, i);
  return found;
}

void Prediction::put_stages(const State& state, double h, bool continues_nu, MatX& to) const {
  const Eigen::Index states = end_.size(), nu = unknowns() - states;
  to.resize(states + nu, table_.c.size());
  const bool is_even = has_length(h) && continue_differences(state, to);
  if (!is_even) to.topRows(states) = continued_slopes(h);
  if (!is_even || !continues_nu) to.bottomRows(nu).colwise() = lowest(states, nu).rowwise().mean();
  to.topRows(state.z.size()).colwise() += state.z;
  to.middleRows(state.z.size(), state.w.size()).colwise() += state.w;
}

/// z_i - z = h sum_j a_ij z'_j tells the slopes of the last step.
MatX Prediction::continued_slopes(double h) const {
  const Eigen::Index stages = table_.c.size();
  MatX weights(stages, stages);  // column i: Lagrange values at stage i
  for (Eigen::Index i = 0; i < stages; ++i)
    weights.col(i) = table_.lagrange(1 + table_.c[i] * h / h_);
  const MatX integrals = product(weights, h / h_ * table_.a.transpose());
  return product(lowest(0, end_.size()), product(table_.inverse.transpose(), integrals));
}

/// (V1). False if there are too few differences to be worth more than the slopes, which are
/// continued to the order s + 1, or if they hardly shrink: the motion is too rough for them.
bool Prediction::continue_differences(const State& state, MatX& sum) const {
  constexpr double kRough = 0.05;  // of the change in a step
  const Eigen::Index stages = table_.c.size(), first_w = state.z.size();
  if (count_ <= static_cast<std::size_t>(std::max<Eigen::Index>(2, stages))) return false;
  double left[] = {0, 0, 0}, change[] = {0, 0, 0};  // of z, w, nu
  for (Eigen::Index k = 0; k < sum.rows(); ++k) {
    double least = std::numeric_limits<double>::infinity();
    std::size_t terms = 1;
    for (std::size_t m = 1; m < count_; ++m) {
      double size = 0;
      for (Eigen::Index i = 0; i < stages; ++i) size = std::max(size, std::abs(of(k, i)[m]));
      if (!(size < least)) continue;
      least = size;
      terms = m;
    }
    const int kind = k < first_w ? 0 : k < end_.size() ? 1 : 2;
    left[kind] = std::max(left[kind], least);
    for (Eigen::Index i = 0; i < stages; ++i) {
      const double* const difference = of(k, i);
      double next = difference[0];
      change[kind] = std::max(change[kind], std::abs(next));
      for (std::size_t m = 1; m < terms; ++m) next += difference[m];
      sum(k, i) = next;
    }
  }
  return left[0] <= kRough * change[0] && left[1] <= kRough * change[1];
}

void Prediction::remember(const State& start, double h, const MatX& stages, const State& end) {
  if (!has_length(h)) forget();
  h_ = h;
  differences_.resize(static_cast<std::size_t>(stages.size()) * kMost);
  const Eigen::Index first_w = start.z.size(), first_nu = first_w + start.w.size();
  double* difference = differences_.data();
  for (Eigen::Index k = 0; k < stages.rows(); ++k) {
    const double before = k < first_w ? start.z[k] : k < first_nu ? start.w[k - first_w] : 0.0;
    for (Eigen::Index i = 0; i < stages.cols(); ++i, difference += kMost) {
      double next = stages(k, i) - before;
      for (std::size_t m = 0; m < count_; ++m) next -= std::exchange(difference[m], next);
      if (count_ < kMost) difference[count_] = next;
    }
  }
  if (count_ < kMost) ++count_;
  end_.resize(end.z.size() + end.w.size());
  end_ << end.z, end.w;
}

PORTHOS_SELDOM void Prediction::write(NumberWriter& to) const {
  to.put(static_cast<double>(count_));
  if (is_empty()) return;
  to.put(h_);
  for (Eigen::Index k = 0; k < unknowns(); ++k)
    for (Eigen::Index i = 0; i < table_.c.size(); ++i)
      to.put_list(std::span<const double>(of(k, i), count_));
  to.put_list(end_);
}

PORTHOS_SELDOM bool Prediction::read(NumberReader& from, int states, int unknowns) {
  forget();
  const auto count = static_cast<std::size_t>(from.get_count(static_cast<int>(kMost)));
  if (count == 0) return from.is_good();
  h_ = from.get();
  differences_.assign(static_cast<std::size_t>(unknowns * table_.c.size()) * kMost, 0);
  VecX list(static_cast<Eigen::Index>(count));
  for (std::size_t at = 0; at < differences_.size(); at += kMost) {
    from.get_list(list);
    std::copy_n(list.data(), count, differences_.data() + at);
  }
  count_ = count;
  end_.resize(states);
  from.get_list(end_);
  return from.is_good();
}

}  // namespace porthos::integrate
