#pragma once

#include <optional>
#include <string>

#include "simulate/run_state.hpp"

namespace porthos::simulate {

/// How far the trajectory of a run with fixed steps h is off, by a companion: the same method with
/// steps of k h from the same start (numerics 6, Richardson). With the method's order p both errors
/// are C h^p and C (k h)^p, so that
///
///   y_h - y = (y_kh - y_h) / (k^p - 1)                                                        (E)
///
/// It joins the run again after each event, and where it has gone too far away to tell. What the
/// error e was there the motion goes on to change; a shadow of the companion tells how, after an
/// event where e is worth it. It begins beside the run, at y_h + s e, and
///
///   y_h - y = (y_shadow - y_kh) / s + (y_kh - y_h) / (k^p - 1)                                (S)
///
/// Beside a pole of coordinates, or where forces have kinks, steps do not have their order. Where
/// the companion goes away from the run all at once, the error that arises there is what the run's
/// steps and half as long ones make of the same state.
class Estimate {
 public:
  /// The companion's steps in those of the run: with such long ones it costs a fifth of the run. Of
  /// high orders, which divide by more in (E), their errors are no longer small sooner. Where the
  /// equations of long ones cannot be solved, or they err too much, it takes short ones, and so it
  /// does for the first few: a start may have what dies out soon.
  static constexpr int kLong = 6, kLongOfHighOrder = 5, kShort = 2, kOpening = 3;

  explicit Estimate(RunState& now) : now_(now) {}

  void begin();
  /// Of the present state; at the end of a run or before an event the companion takes what is left
  /// in one step.
  void follow(bool is_end);
  /// Goes on from the present state, keeping the error so far, as from a start.
  void join_anew();

  /// The largest error so far of any position or velocity, relative to the motion: how far it has
  /// been from its start, at least a hundredth of the farthest of its kind and a millionth of the
  /// largest start value. nullopt where nothing tells.
  static std::optional<double> largest(const RunState& now);
  /// Why nothing tells, a sentence; "" where something does.
  static std::string because(const RunState& now);
  /// The error at the last comparison; 0 before any.
  static double present(const RunState& now);

 private:
  /// What the run's steps make of the companion's state, and their error by half as long ones.
  struct Halved {
    dae::State end;
    VecX error;
  };

  void join();
  bool waits();
  double put_beside(const dae::State& from, const VecX& error, dae::State& to);
  void begin_shadow(double least);
  bool compare(double h);
  bool is_sudden(const VecX& growth, double h) const;
  bool check_order(const VecX& growth, double h);
  void tell_by_halving(double h);
  void add(const Halved& found, double h);
  bool take(dae::State& state, double h, long steps);
  VecX carried(const dae::State& end, double h);
  long steps_in(double h) const;
  std::optional<Halved> by_halving(double h);
  void inherit(double h);

  RunState& now_;
  // Room for what each comparison makes anew.
  dae::State next_;
  VecX difference_, growth_, inherited_;
};

}  // namespace porthos::simulate
