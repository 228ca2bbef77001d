#include "integrate/prediction.hpp"
#include "base/seldom.hpp"

#include <utility>

namespace porthos::integrate {

bool Prediction::reaches(const State& state) const {
  constexpr double kNear = 1e-2;
  return !is_empty() &&
         (state.z - end_.head(state.z.size())).norm() <= kNear * (1 + state.z.norm()) &&
         (state.w - end_.tail(state.w.size())).norm() <= kNear * (1 + state.w.norm());
}

MatX Prediction::stages(const State& state, double h) const {
  const Eigen::Index stages = table_.c.size();
  MatX weights(times_.size(), stages);  // column i: Lagrange values at stage i
  for (Eigen::Index i = 0; i < stages; ++i)
    weights.col(i) = lagrange(times_, state.t + table_.c[i] * h);
  // Column i: the integral of the slopes to stage i.
  MatX found = slopes_ * (weights * (h * table_.a.transpose()));
  found.topRows(state.z.size()).colwise() += state.z;
  found.bottomRows(state.w.size()).colwise() += state.w;
  return found;
}

void Prediction::remember(double t, double h, MatX slopes, const State& end) {
  VecX times = t + table_.c.array() * h;
  // One slope alone tells nothing of its change.
  if (times.size() == 1 && !is_empty() && times_[0] < times[0]) {
    times = VecX{{times[0], times_[0]}};
    const VecX before = slopes_.col(0);
    slopes.conservativeResize(Eigen::NoChange, 2);
    slopes.col(1) = before;
  }
  times_ = std::move(times);
  slopes_ = std::move(slopes);
  end_.resize(end.z.size() + end.w.size());
  end_ << end.z, end.w;
}

PORTHOS_SELDOM void Prediction::write(NumberWriter& to) const {
  to.put_list(times_);
  if (is_empty()) return;
  to.put_list(slopes_);
  to.put_list(end_);
}

PORTHOS_SELDOM bool Prediction::read(NumberReader& from, int states) {
  const auto times = from.get_list();
  const auto count = static_cast<Eigen::Index>(times.size());
  if (count > table_.c.size() + 1) return false;
  times_ = Eigen::Map<const VecX>(times.data(), count);
  if (is_empty()) return from.is_good();
  VecX slopes(states * count);
  from.get_list(slopes);
  slopes_ = slopes.reshaped(states, count);
  end_.resize(states);
  from.get_list(end_);
  return from.is_good();
}

}  // namespace porthos::integrate
