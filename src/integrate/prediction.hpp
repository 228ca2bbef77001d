#pragma once

#include <vector>

#include "integrate/method.hpp"
#include "integrate/tableau.hpp"

namespace porthos::integrate {

/// The start of the iteration for the stages of the next step. With x_i(n) stage i of step n, minus
/// the start of the step (multipliers: not), and v the backward difference over steps of equal
/// length,
///
///   x_i(n+1) = x_i(n) + v x_i(n) + v^2 x_i(n) + ... + v^(m-1) x_i(n) + O(h^m)                 (V1)
///
/// for each unknown with the m whose next term, v^m x_i(n), was the smallest: the error that (V1)
/// had in the last step. Differences over steps are smooth; those between stages are not, since
/// stages have errors of a lower order than the step. After a step of another length the
/// polynomials through the slopes of the last stages are extrapolated.
class Prediction {
 public:
  explicit Prediction(const Tableau& table) : table_(table) {}

  void reset() { count_ = 0; }
  bool is_empty() const { return count_ == 0; }

  /// True if `state` is the end of the last step, or near it: an adaptive method may have continued
  /// from a more accurate end.
  bool is_near(const State& state) const;

  /// The (z + w + nu) x stages of the step of length h from `state`, which is_near().
  /// extrapolates_nu: otherwise all stages get the mean of the last step's multipliers.
  void put_stages(const State& state, double h, bool extrapolates_nu, MatX& to) const;

  /// Adds the step of length h from `start` to `end`; stages (z + w + nu) x stages.
  void add(const State& start, double h, const MatX& stages, const State& end);

  /// states: z + w, unknowns: z + w + nu.
  void describe(Archive& archive, int states, int unknowns);

 private:
  bool has_length(double h) const;
  MatX extrapolated_slopes(double h) const;
  bool extrapolate_differences(const State& state, MatX& sum) const;
  /// For the unknowns `first` to `last`.
  bool extrapolate_differences(Eigen::Index first, Eigen::Index last, MatX& sum) const;

  /// v^7 contains up to 2^7 rounding errors of the stages: in short steps of a smooth motion,
  /// higher differences are only rounding.
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
  double h_ = 0;                     // length of the steps of these differences
  std::size_t count_ = 0;            // the number of differences
  std::vector<double> differences_;  // kMost of (z + w + nu) x stages
  MatX next_;                        // buffer
};

}  // namespace porthos::integrate
