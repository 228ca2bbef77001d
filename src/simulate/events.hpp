#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "integrate/roots.hpp"
#include "simulate/modes.hpp"
#include "simulate/recorder.hpp"
#include "simulate/run_state.hpp"

namespace porthos::simulate {

using integrate::Passage;
using integrate::Roots;
using integrate::Side;

/// Events: where a root function of the model passes through zero, the run performs the actions of
/// the event and restarts the method. A passage is located by steps of the method from the start of
/// the step. So the state there has the method's full order, and the ledger is as exact as
/// elsewhere.
class Events {
 public:
  Events(RunState& now, Recorder& recorder) : now_(now), recorder_(recorder) {}

  /// Evaluates the root functions of the start. Returns the events that happen there: a root
  /// function that is zero and moves in the direction of its event passes at the start.
  std::vector<int> begin();
  /// Evaluates those of a state from a snapshot.
  void resume();
  /// Moves the run to the end of the pending step, or to the first passage in it, and returns the
  /// events there. It counts `attempts` down, and returns nullopt when there are none left; called
  /// again, it gives the same result as in one call. The state before goes to `before`.
  std::optional<std::vector<int>> locate(long& attempts, dae::State& before);
  /// Finds new modes of set-valued laws after a jump in time or of parameters that contradicts the
  /// modes `before`.
  void renew_modes(const VecX& before);
  Modes& modes() { return modes_; }
  /// The events whose root functions have passed through zero with a jump of the present state.
  std::vector<int> look_after_jump();
  /// Performs the events, in the order of the model, and then those that their actions drive
  /// through zero (touching.cpp). Resets the stepper.
  void fire(const std::vector<int>& events);
  /// Lists the laws whose modes have changed in a step of a method that solves them, or that it has
  /// struck. `before`: the modes before it.
  void list_switches(const VecX& before, const std::vector<char>& struck);
  /// The events that the change of the modes since `before` fires, in the order of the text.
  /// struck: whether each law was in an impact, (laws).
  std::vector<int> fired_by_switches(const VecX& before, const std::vector<char>& struck) const;
  /// Gives parameters new values, (index, value). Returns the events that this drives through zero.
  std::vector<int> change(const std::vector<std::pair<int, double>>& values);
  /// True for the root function of a set-valued law, which are the last ones.
  bool is_switch(Eigen::Index i) const {
    return i >= static_cast<Eigen::Index>(now_.assembled->events.size() -
                                          now_.assembled->set_valued.size());
  }

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
  std::vector<int> move_to_result(double h, dae::State& before);
  static double resolution(double t, double h);

  // touching.cpp
  void find_terms();
  bool touches_at_start(Eigen::Index i);
  bool is_at_zero(Eigen::Index i) const;
  bool is_moving(Eigen::Index i) const;
  bool is_driven(Eigen::Index i) const;
  std::optional<int> first_driven() const;
  void set_side(Eigen::Index i, double value, double rate);

  // actions.cpp
  void probe(const dae::State& state);
  void list(int event, int from, int to, bool is_impact);
  void list_switches(const std::vector<int>& events, const VecX& before);
  void add_changed(const VecX& before, const std::vector<char>& struck,
                   std::vector<int>& found) const;
  void list_switches(const std::vector<int>& events, const VecX& before,
                     const std::vector<char>& struck);
  bool pass_switches(std::vector<int> ended, bool& stops);
  bool perform(int event);
  void perform_actions(int event);
  void reset(const model::Action& action, int event);
  /// Velocities of a reset: before it, as the event gives them, as they became.
  struct Reset {
    VecX before, asked, became;
  };
  void note_undone(const model::Action& action, int event, const Reset& reset);
  void meet_rows(const system::System& solved);
  void release_laws(const VecX& before);
  void switch_parameters(const model::Action& action);
  void switch_to(VecX switched);
  void account(double before);

  void find_modes(const std::vector<int>& events);
  void find_roots_in_modes();
  void begin_modes();

  RunState& now_;
  Recorder& recorder_;
  Modes modes_{now_};
  system::Workspace probe_;
  bool of_positions_ = false;     // see are_of_positions
  Roots roots_;                   // at the present state
  VecX term_sizes_, term_rates_;  // (events) see find_terms
  std::vector<char> has_fired_;   // (events) at the present time
  /// The search for the first passage in the pending step.
  struct Search {
    bool is_under_way = false;
    Roots end;
    std::vector<char> is_at_rest;  // (events) does not move at either end
    Passage first;                 // until one is found: the end of the step, without its state
    bool is_found = false;
    std::vector<Side> known;  // of the root functions that have been searched
    // For the next root function: the parts of the step that have been computed. After a pause the
    // search for it starts again and uses them.
    std::vector<std::pair<Outcome, Passage>> taken;
    std::size_t seen = 0;
    bool has_part = false;  // whether the next part has begun
  };
  Search search_;
  // Buffers of the last roots.
  VecX accelerations_, z_rate_, w_rate_, before_;
  dae::State beside_;
  std::vector<int> switches_;
  VecX modes_before_;  // before the first action since modes were found; empty if there is none
  bool has_acted_ = false;  // an event has changed the state or a parameter
};

}  // namespace porthos::simulate
