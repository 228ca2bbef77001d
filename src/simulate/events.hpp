#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "integrate/roots.hpp"
#include "simulate/recorder.hpp"
#include "simulate/run_state.hpp"

namespace porthos::simulate {

using integrate::Passage;
using integrate::Roots;
using integrate::Side;

/// Events: where a root function of the model passes through zero the run stops for a moment, does
/// what the model says, and begins again. A passage is looked for with the method's own steps, from
/// the state before the one in which it showed: so the state there has the method's full order and
/// its energy ledger is as exact as everywhere else.
class Events {
 public:
  Events(RunState& now, Recorder& recorder) : now_(now), recorder_(recorder) {}

  /// Looks at the root functions of the start. Returns the events that happen there: a root
  /// function that is zero and moves in the direction that its event names passes at the start.
  std::vector<int> begin();
  /// Looks at those of a state that has been read from an archive.
  void resume();
  /// Takes the run to the end of the step ahead, or to the first passage in it, and gives the
  /// events there. nullopt once there are no attempts left, which are counted down: to be called
  /// again, with the same result as in one go. What the run leaves is exchanged with `before`.
  std::optional<std::vector<int>> locate(long& attempts, dae::State& before);
  /// The events whose root functions have passed through zero with a jump of the present state.
  std::vector<int> look_after_jump();
  /// Lets the events happen, in the order of the model, and then those that their actions drive
  /// through zero (touching.cpp). Resets the method.
  void fire(const std::vector<int>& events);
  /// Gives parameters new values, (index, value). Returns the events that this drives through zero.
  std::vector<int> change(const std::vector<std::pair<int, double>>& values);

 private:
  // events.cpp
  bool are_of_positions() const;
  void find_roots(const dae::State& state, VecX& value);
  void find_roots(const dae::State& state, Roots& roots);
  bool is_zero(Eigen::Index i, double value) const;
  bool is_leaving(Eigen::Index i, double rate) const;
  bool is_turning(Eigen::Index i) const;
  bool is_wanted(Eigen::Index i, int side) const;
  int side_of(Eigen::Index i, double value, int before) const;
  std::optional<bool> find_passage(Eigen::Index i, double h, Passage& first, Side& known,
                                   long& attempts);
  std::optional<Outcome> take(double share, double h, Passage& to, long& attempts);
  void begin_search();
  std::vector<int> arrive(double h, dae::State& before);
  static double resolution(double t, double h);

  // touching.cpp
  void find_terms();
  bool touches_at_start(Eigen::Index i);
  bool is_at_zero(Eigen::Index i) const;
  bool is_moving(Eigen::Index i) const;
  bool is_driven(Eigen::Index i) const;
  std::optional<int> first_driven() const;
  void settle_side(Eigen::Index i, double value);

  // actions.cpp
  void probe(const dae::State& state);
  bool happen(int event);
  void act(int event);
  void reset(const model::Action& action, int event);
  void note_undone(const model::Action& action, int event, const VecX& before, const VecX& asked);
  void switch_parameters(const model::Action& action);
  void switch_to(VecX switched);
  void account(double before);

  RunState& now_;
  Recorder& recorder_;
  system::Workspace probe_;
  bool of_positions_ = false;     // see are_of_positions
  Roots roots_;                   // at the present state
  VecX term_sizes_, term_rates_;  // (events) see find_terms
  std::vector<char> has_fired_;   // (events) at the present time
  /// For the first passage in the step ahead.
  struct Search {
    bool is_under_way = false;
    Roots end;
    std::vector<char> rests;  // (events) does not move at either end
    Passage first;            // the end of the step, without its state, as long as none is found
    bool is_found = false;
    std::vector<Side> known;  // of the root functions that have been looked at
    // Of the next one: the parts of the step that have been taken. It is looked at again from its
    // begin after a pause, and finds them here.
    std::vector<std::pair<Outcome, Passage>> taken;
    std::size_t seen = 0;
    bool has_part = false;  // the next part has begun
  };
  Search search_;
  // Of the last roots; every step looks for some, and asks for no memory.
  VecX accelerations_, z_rate_, w_rate_, before_;
  dae::State beside_;
  bool has_acted_ = false;  // an event has changed the state or a parameter
};

}  // namespace porthos::simulate
