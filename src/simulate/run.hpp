#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/outcome.hpp"
#include "integrate/accelerations.hpp"
#include "integrate/methods.hpp"
#include "integrate/projection.hpp"
#include "simulate/start.hpp"
#include "system/assemble.hpp"

namespace porthos::simulate {

struct RunOptions {
  double until = 10;   // s
  double step = 0.01;  // s
  int output_every = 1;
  double tolerance = 1e-9;  // of methods that choose their own steps
};

/// One run of one system with one method: steps, and a table of what happened.
class Run {
 public:
  Run(std::shared_ptr<const system::System> system,
      std::shared_ptr<const system::Assembled> assembled, const integrate::Method& method,
      const Start& start, const RunOptions& options);

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

  double start_energy() const { return state_.start_energy; }
  double stored() const { return stored_; }
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
  void observe();
  void record();
  bool crossed_pole();

  std::shared_ptr<const system::System> system_;
  std::shared_ptr<const system::Assembled> assembled_;
  const integrate::Method& method_;
  std::unique_ptr<integrate::Stepper> stepper_;
  integrate::Projection projection_;
  std::unique_ptr<integrate::Accelerations> accelerations_;
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
  double stored_ = 0, balance_error_ = 0, largest_balance_error_ = 0;
  integrate::Gaps gaps_, largest_gaps_;
};

}  // namespace porthos::simulate
