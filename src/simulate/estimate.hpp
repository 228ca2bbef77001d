#pragma once

#include <optional>
#include <string>

#include "simulate/run_state.hpp"

namespace porthos::simulate {

/// The error of the trajectory of a run, by a companion run from the same start: the same method
/// with steps of k h, or with a tolerance that allows such steps (numerics 6, Richardson). With the
/// method's order p both errors are C h^p and C (k h)^p, so that
///
///   y_h - y = (y_kh - y_h) / (k^p - 1)                                                        (E)
///
/// The companion is set to the run again after each event, and where it is too far away for (E).
/// The motion then changes the error e that was there. After an event with a large enough e a
/// shadow of the companion shows how: it starts at y_h + s e, and
///
///   y_h - y = (y_shadow - y_kh) / s + (y_kh - y_h) / (k^p - 1)                                (S)
///
/// Near a pole of coordinates, or at kinks of forces, steps do not have their order. Where the
/// companion suddenly departs from the run, the new error is the difference between the run's steps
/// and steps of half the length from the same state.
///
/// With an adaptive method k is counted: the steps of the run over those of the companion. Where it
/// is near 1, as where stability or kinks limit the steps, the error is not known.
class Estimate {
 public:
  /// The companion's steps in those of the run. Long ones cost a fifth of the run; with high
  /// orders, where (E) divides by more, they are shorter. The companion takes short steps where the
  /// equations of long ones cannot be solved or their errors are too large, and at first, since
  /// transients may decay after a start.
  static constexpr int kLong = 6, kLongOfHighOrder = 5, kShort = 2, kOpening = 3;

  explicit Estimate(RunState& now) : now_(now) {}

  void begin();
  /// Follows the run to its present state. At the end of a run or before an event the companion
  /// takes the rest in one step.
  void follow(bool is_end);
  /// Restarts from the present state with the error so far.
  void join_anew();

  /// The largest error so far of any position or velocity, relative to the motion: the largest
  /// distance from its start, at least a hundredth of the largest of its kind and a millionth of
  /// the largest start value. nullopt where it is unknown.
  static std::optional<double> largest(const RunState& now);
  /// The reason why it is unknown, a sentence, or "".
  static std::string because(const RunState& now);
  /// The error at the last comparison; 0 before any.
  static double present(const RunState& now);

 private:
  /// The end of the run's steps from the companion's state, and their error by steps of half the
  /// length.
  struct HalvedSteps {
    dae::State end;
    VecX error;
  };

  void join();
  bool waits();
  double put_beside(const dae::State& from, const VecX& error, dae::State& to);
  void begin_shadow(double least);
  bool compare(double h);
  bool is_adaptive() const { return now_.method.traits.is_adaptive; }
  double ratio(double h) const;
  bool is_sudden(const VecX& growth, double h) const;
  bool check_order(const VecX& growth, double h);
  void estimate_by_halving(double h);
  void add(const HalvedSteps& found, double h);
  bool take(dae::State& state, double h, long steps);
  VecX carried(const dae::State& end, double h);
  long steps_in(double h) const;
  std::optional<HalvedSteps> by_halving(double h);
  void inherit(double h);

  RunState& now_;
  // Buffers of a comparison.
  dae::State next_;
  VecX difference_, growth_, inherited_;
};

}  // namespace porthos::simulate
