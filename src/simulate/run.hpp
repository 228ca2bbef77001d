#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/outcome.hpp"
#include "integrate/accelerations.hpp"
#include "integrate/methods.hpp"
#include "integrate/projection.hpp"
#include "simulate/roots.hpp"
#include "simulate/start.hpp"
#include "system/assemble.hpp"

namespace porthos::simulate {

struct RunOptions {
  double until = 10;   // s
  double step = 0.01;  // s
  int output_every = 1;
  double tolerance = 1e-9;  // of methods that choose their own steps
};

/// Gives the system with other values of some parameters, by their outside names: the same layout;
/// nullptr where it cannot be (a negative mass).
using Rebuild =
    std::function<std::shared_ptr<const system::System>(const std::map<std::string, double>&)>;

/// What belongs to one system.
struct Tools {
  explicit Tools(const system::System& system)
      : projection(system), accelerations(system, projection.metric()) {}
  integrate::Projection projection;
  integrate::Accelerations accelerations;
};

/// One run of one system with one method: steps, and a table of what happened.
class Run {
 public:
  Run(std::shared_ptr<const system::System> system,
      std::shared_ptr<const system::Assembled> assembled, const integrate::Method& method,
      const Start& start, const RunOptions& options, Rebuild rebuild = {});

  /// Up to max_steps steps further.
  void advance(int max_steps);

  Outcome outcome() const { return outcome_; }
  /// A sentence on the outcome, with the time and the culprit where it is a failure.
  std::string message() const;
  double time() const { return state_.t; }
  long steps() const { return steps_; }

  /// Columns of the table: t, states, multipliers, ports, outputs, ledger, gaps.
  const std::vector<system::Named>& columns() const { return columns_; }
  /// The last row recorded, (columns).
  const VecX& last_row() const { return last_row_; }
  /// Rows recorded since the last call, row-major.
  std::vector<double> take_rows() { return std::exchange(rows_, {}); }
  /// The scene's numbers for the same rows: 12 a body (position, rotation matrix column by
  /// column), 6 a vector (at, value), 6 a moving shape (from, to).
  std::vector<double> take_poses() { return std::exchange(poses_, {}); }

  double start_energy() const { return state_.start_energy - event_energy_; }
  double stored() const { return stored_; }
  /// What events added to the stored energy, J.
  double event_energy() const { return event_energy_; }
  /// The events so far: all counted, the first kMostListed listed.
  long event_count() const { return event_count_; }
  std::size_t events() const { return happened_.size() / 2; }
  double time_of(std::size_t event) const { return happened_[2 * event]; }
  const std::string& name_of(std::size_t event) const {
    return assembled_->events[static_cast<std::size_t>(happened_[2 * event + 1])].name;
  }
  double dissipated() const { return state_.dissipated.sum(); }
  double supplied() const { return state_.supplied.sum(); }
  /// Largest absolute values over all steps of the run.
  double largest_balance_error() const { return largest_balance_error_; }
  const integrate::Gaps& largest_gaps() const { return largest_gaps_; }

  /// Everything that later steps depend on, as numbers; and back into a run of the same model,
  /// method and options: it goes on bit for bit as this one.
  std::vector<double> snapshot() const;
  bool restore(const std::vector<double>& numbers);

 private:
  void make_columns();
  void step_to(double end);
  void observe();
  void record();
  bool crossed_pole();

  // run_events.cpp
  bool has_events() const { return !assembled_->events.empty(); }
  VecX readouts_at(const integrate::State& state, VecX* accelerations = nullptr);
  VecX roots_at(const integrate::State& state);
  Roots roots_with_rates(const integrate::State& state);
  void start_roots();
  bool is_zero(Eigen::Index i, double value) const;
  bool is_leaving(Eigen::Index i) const;
  bool is_turning(Eigen::Index i) const;
  bool is_wanted(Eigen::Index i, int side) const;
  int side_of(Eigen::Index i, double value, int before) const;
  bool find_passage(Eigen::Index i, const integrate::State& before, double h, const Roots& end,
                    Passage& first, Side& known);
  Outcome take(const integrate::State& from, double share, double h, Passage& to);
  std::vector<int> locate(const integrate::State& before);
  void fire(const std::vector<int>& events);
  void act(const system::Event& event);
  void reset(const model::Action& action);
  void switch_parameters(const model::Action& action);
  std::shared_ptr<const system::System> system_for(const VecX& switched) const;
  void account(double before);

  std::shared_ptr<const system::System> system_;
  std::shared_ptr<const system::Assembled> assembled_;
  const integrate::Method& method_;
  Rebuild rebuild_;
  std::unique_ptr<integrate::Stepper> stepper_;
  std::unique_ptr<Tools> tools_;
  RunOptions options_;
  system::Workspace at_;
  integrate::State state_;
  long steps_ = 0, all_steps_ = 0;
  Outcome outcome_ = Outcome::kRunning;
  std::string culprit_;
  VecX watched_;
  std::vector<system::Named> columns_;
  std::vector<int> scene_readouts_;
  VecX last_row_;
  std::vector<double> rows_, poses_;
  bool is_recorded_ = false;  // the last row is the present state
  double stored_ = 0, balance_error_ = 0, largest_balance_error_ = 0;
  integrate::Gaps gaps_, largest_gaps_;

  std::shared_ptr<const system::System> first_system_;  // before any switch
  VecX switched_;           // (2 x parameters) for each whether an event has set it, and to what
  bool has_acted_ = false;  // an event has changed the state or a parameter
  system::Workspace probe_;
  Roots roots_;   // at state_
  VecX sides_;    // (events) the sign that each root function last had: -1, 1, or 0 before any
  VecX largest_;  // (events) |value| so far, which says how large its rounding is
  double event_energy_ = 0;
  long event_count_ = 0;
  int acting_ = -1;               // the event that ended the run
  std::vector<double> happened_;  // (2 x events) time, index into Assembled::events
};

}  // namespace porthos::simulate
