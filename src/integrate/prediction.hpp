#pragma once

#include "base/numbers.hpp"
#include "integrate/method.hpp"
#include "integrate/tableau.hpp"

namespace porthos::integrate {

/// Where the stages of the next step begin their iteration: the slopes of the last ones, continued.
class Prediction {
 public:
  explicit Prediction(const Tableau& table) : table_(table) {}

  void forget() { times_.resize(0); }
  bool is_empty() const { return times_.size() == 0; }

  /// True if `state` is where the last step ended, or near it: an adaptive method may have gone on
  /// from a better end.
  bool reaches(const State& state) const;

  /// (z + w) x stages of the step of length h from `state` on, which is within reach.
  MatX stages(const State& state, double h) const;

  /// slopes  (z + w) x stages, of the step of length h that began at t and ended in `end`
  void remember(double t, double h, MatX slopes, const State& end);

  void write(NumberWriter& to) const;
  /// states: z + w. False if that is no such memory.
  bool read(NumberReader& from, int states);

 private:
  const Tableau& table_;
  VecX times_;   // of the slopes
  MatX slopes_;  // (z + w) x times
  VecX end_;     // (z + w)
};

}  // namespace porthos::integrate
