#pragma once

#include <vector>

#include "base/numbers.hpp"
#include "integrate/method.hpp"
#include "integrate/tableau.hpp"

namespace porthos::integrate {

/// Where the stages of the next step begin their iteration. With x_i(n) what stage i of step n was
/// beyond the start of the step (of multipliers: what they were), and v the backward difference of
/// steps of one length,
///
///   x_i(n+1) = x_i(n) + v x_i(n) + v^2 x_i(n) + ... + v^(m-1) x_i(n) + O(h^m)                 (V1)
///
/// each unknown with the m whose next term, v^m x_i(n), was the smallest: that is the error that
/// (V1) had in the last step. Differences of one stage are smooth where stages among themselves are
/// not: they have errors of their own, of a lower order than the step's. After a step of another
/// length the slopes of the last one are continued, as polynomials through its stages.
class Prediction {
 public:
  explicit Prediction(const Tableau& table) : table_(table) {}

  void forget() { count_ = 0; }
  bool is_empty() const { return count_ == 0; }

  /// True if `state` is where the last step ended, or near it: an adaptive method may have gone on
  /// from a better end.
  bool reaches(const State& state) const;

  /// Writes the (z + w + nu) x stages of the step of length h from `state` on, which is within
  /// reach. continues_nu: or else all stages have the mean of the last step's multipliers
  void put_stages(const State& state, double h, bool continues_nu, MatX& to) const;

  /// Of the step of length h from `start` to `end`; stages (z + w + nu) x stages.
  void remember(const State& start, double h, const MatX& stages, const State& end);

  void write(NumberWriter& to) const;
  /// states: z + w, unknowns: z + w + nu. False if that is no such memory.
  bool read(NumberReader& from, int states, int unknowns);

 private:
  bool has_length(double h) const;
  MatX continued_slopes(double h) const;
  bool continue_differences(const State& state, MatX& sum) const;
  /// Of the unknowns `first` to `last`.
  bool continue_differences(Eigen::Index first, Eigen::Index last, MatX& sum) const;

  /// v^7 has up to 2^7 roundings of the stages: in short steps of a smooth motion that is more than
  /// the motion itself has left there, and further differences tell nothing.
  static constexpr std::size_t kMost = 8;

  /// v^m x_i(n), unknowns x stages.
  double* difference(std::size_t m) { return differences_.data() + m * size(); }
  const double* difference(std::size_t m) const { return differences_.data() + m * size(); }
  std::size_t size() const { return differences_.size() / kMost; }
  Eigen::Index unknowns() const { return static_cast<Eigen::Index>(size()) / table_.c.size(); }
  /// x_i(n) of unknowns `first` to `first + count`, (count x stages).
  MatX lowest(Eigen::Index first, Eigen::Index count) const;

  const Tableau& table_;
  VecX end_;                         // (z + w)
  double h_ = 0;                     // of the steps that the differences are of
  std::size_t count_ = 0;            // of the differences that are known, of each
  std::vector<double> differences_;  // kMost of (z + w + nu) x stages
  MatX next_;                        // a room of the same shape as the stages
};

}  // namespace porthos::integrate
