#include "integrate/prediction.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/seldom.hpp"

namespace porthos::integrate {
namespace {

/// v^7 has up to 2^7 roundings of the stages: in short steps of a smooth motion that is more than
/// the motion itself has left there, and further differences tell nothing.
constexpr int kMostDifferences = 8;

}  // namespace

void Prediction::forget() { differences_.clear(); }

bool Prediction::reaches(const State& state) const {
  constexpr double kNear = 1e-2;
  return !is_empty() &&
         (state.z - end_.head(state.z.size())).norm() <= kNear * (1 + state.z.norm()) &&
         (state.w - end_.tail(state.w.size())).norm() <= kNear * (1 + state.w.norm());
}

bool Prediction::has_length(double h) const { return std::abs(h - h_) <= 1e-9 * h_; }

void Prediction::put_stages(const State& state, double h, bool continues_nu, MatX& to) {
  const Eigen::Index states = end_.size(), nu = differences_.front().rows() - states;
  to.resize(states + nu, table_.c.size());
  const bool is_even = has_length(h) && continue_differences(state, to);
  if (!is_even) to.topRows(states) = continued_slopes(h);
  if (!is_even || !continues_nu)
    to.bottomRows(nu).colwise() = differences_.front().bottomRows(nu).rowwise().mean();
  to.topRows(state.z.size()).colwise() += state.z;
  to.middleRows(state.z.size(), state.w.size()).colwise() += state.w;
}

/// z_i - z = h sum_j a_ij z'_j tells the slopes of the last step.
MatX Prediction::continued_slopes(double h) const {
  const Eigen::Index stages = table_.c.size();
  MatX weights(stages, stages);  // column i: Lagrange values at stage i
  for (Eigen::Index i = 0; i < stages; ++i)
    weights.col(i) = table_.lagrange(1 + table_.c[i] * h / h_);
  const MatX integrals = weights * (h / h_ * table_.a.transpose());
  return differences_.front().topRows(end_.size()) * (table_.inverse.transpose() * integrals);
}

/// (V1). False if there are too few differences to be worth more than the slopes, which are
/// continued to the order s + 1, or if they hardly shrink: the motion is too rough for them.
bool Prediction::continue_differences(const State& state, MatX& sum) {
  constexpr double kRough = 0.05;  // of the change in a step
  const Eigen::Index fewest = std::max<Eigen::Index>(2, table_.c.size());
  if (static_cast<Eigen::Index>(differences_.size()) <= fewest) return false;
  sum = differences_.front();
  least_.setConstant(sum.rows(), std::numeric_limits<double>::infinity());
  terms_.assign(static_cast<std::size_t>(sum.rows()), 0);
  for (std::size_t m = 1; m < differences_.size(); ++m) {
    const double* const difference = differences_[m].data();
    const Eigen::Index rows = sum.rows(), all = differences_[m].size();
    for (Eigen::Index k = 0; k < rows; ++k) {
      double size = 0;
      for (Eigen::Index at = k; at < all; at += rows)
        size = std::max(size, std::abs(difference[at]));
      if (!(size < least_[k])) continue;
      least_[k] = size;
      terms_[static_cast<std::size_t>(k)] = m;
    }
  }
  const auto is_rough = [&](Eigen::Index first, Eigen::Index count) {
    return count > 0 && least_.segment(first, count).maxCoeff() >
                            kRough * sum.middleRows(first, count).cwiseAbs().maxCoeff();
  };
  if (is_rough(0, state.z.size()) || is_rough(state.z.size(), state.w.size())) return false;
  for (std::size_t m = 1; m + 1 < differences_.size(); ++m)
    for (Eigen::Index i = 0; i < sum.cols(); ++i) {
      double* const to = sum.col(i).data();
      const double* const difference = differences_[m].col(i).data();
      for (std::size_t k = 0; k < terms_.size(); ++k)
        if (terms_[k] > m) to[k] += difference[k];
    }
  return true;
}

void Prediction::remember(const State& start, double h, const MatX& stages, const State& end) {
  if (!has_length(h)) differences_.clear();
  h_ = h;
  rest_ = stages;
  rest_.topRows(start.z.size()).colwise() -= start.z;
  rest_.middleRows(start.z.size(), start.w.size()).colwise() -= start.w;
  for (MatX& difference : differences_) {
    difference.swap(rest_);
    rest_ = difference - rest_;
  }
  if (static_cast<int>(differences_.size()) < kMostDifferences) differences_.push_back(rest_);
  end_.resize(end.z.size() + end.w.size());
  end_ << end.z, end.w;
}

PORTHOS_SELDOM void Prediction::write(NumberWriter& to) const {
  to.put(static_cast<double>(differences_.size()));
  if (is_empty()) return;
  to.put(h_);
  for (const MatX& difference : differences_) to.put_list(difference);
  to.put_list(end_);
}

PORTHOS_SELDOM bool Prediction::read(NumberReader& from, int states, int unknowns) {
  forget();
  const int count = from.get_count(kMostDifferences);
  if (count == 0) return from.is_good();
  h_ = from.get();
  for (int k = 0; k < count; ++k) {
    VecX list(unknowns * table_.c.size());
    from.get_list(list);
    differences_.push_back(list.reshaped(unknowns, table_.c.size()));
  }
  end_.resize(states);
  from.get_list(end_);
  return from.is_good();
}

}  // namespace porthos::integrate
