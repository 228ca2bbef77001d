#pragma once

#include <vector>

#include "simulate/present.hpp"
#include "simulate/recorder.hpp"
#include "simulate/roots.hpp"

namespace porthos::simulate {

/// Events: where a root function of the model passes through zero the run stops for a moment, does
/// what the model says, and begins again. A passage is looked for with the method's own steps, from
/// the state before the one in which it showed: so the state there has the method's full order and
/// its energy account is as exact as everywhere else.
class Events {
 public:
  Events(Present& now, Recorder& recorder) : now_(now), recorder_(recorder) {}

  /// Looks at the root functions of the start.
  void begin();
  /// Looks at those of a state that has been read from an archive.
  void resume();
  /// The events at the first passage between `before` and the present state, which becomes that of
  /// the passage; none, and the state stays, if nothing passes.
  std::vector<int> locate(const integrate::State& before);
  /// The events whose root functions have passed through zero with a jump of the present state.
  std::vector<int> look_after_jump();
  /// Lets the events happen, in the order of the model, and begins again.
  void fire(const std::vector<int>& events);

 private:
  // events.cpp
  VecX roots_at(const integrate::State& state);
  Roots roots_with_rates(const integrate::State& state);
  bool is_zero(Eigen::Index i, double value) const;
  bool is_leaving(Eigen::Index i) const;
  bool is_turning(Eigen::Index i) const;
  bool is_wanted(Eigen::Index i, int side) const;
  int side_of(Eigen::Index i, double value, int before) const;
  bool find_passage(Eigen::Index i, const integrate::State& before, double h, const Roots& end,
                    Passage& first, Side& known);
  Outcome take(const integrate::State& from, double share, double h, Passage& to);

  // actions.cpp
  VecX readouts_at(const integrate::State& state, VecX* accelerations = nullptr);
  void act(const system::Event& event);
  void reset(const model::Action& action);
  void switch_parameters(const model::Action& action);
  void account(double before);

  Present& now_;
  Recorder& recorder_;
  system::Workspace probe_;
  Roots roots_;             // at the present state
  bool has_acted_ = false;  // an event has changed the state or a parameter
};

}  // namespace porthos::simulate
