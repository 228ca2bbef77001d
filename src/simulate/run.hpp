#pragma once

#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "simulate/advice.hpp"
#include "simulate/events.hpp"
#include "simulate/invariants.hpp"
#include "simulate/recorder.hpp"
#include "simulate/run_state.hpp"
#include "simulate/stepping.hpp"

namespace porthos::simulate {

/// One run of one system with one method: its steps and its table.
class Run {
 public:
  Run(std::shared_ptr<system::System> system, std::shared_ptr<const system::Assembled> assembled,
      const integrate::Method& method, const Start& start, const RunOptions& options,
      Rebuild rebuild = {})
      : now_(std::move(system), std::move(assembled), method, start, options, std::move(rebuild)) {}

  Run(const Run&) = delete;  // the parts refer to the run state
  Run& operator=(const Run&) = delete;

  /// Advances by up to max_steps steps.
  void advance(int max_steps) {
    long all = std::numeric_limits<long>::max();
    advance(max_steps, all);
  }
  /// The same in at most `attempts` internal steps, which it counts down: an adaptive method may
  /// take very many in one step.
  void advance(int max_steps, long& attempts) { stepping_.advance(max_steps, attempts); }

  /// Gives parameters new values from now on, (index, value). The change of the stored energy is
  /// event energy.
  void change(const std::vector<std::pair<int, double>>& values) { stepping_.change(values); }

  Outcome outcome() const { return now_.outcome; }
  /// A sentence on the outcome, with time and cause for a failure.
  std::string message() const;
  /// The cause of a failure, a sentence, or "".
  const std::string& cause() const { return now_.cause; }
  double time() const { return now_.state.t; }
  /// Steps of the grid of times.
  long steps() const { return now_.steps; }
  /// The modes of set-valued laws, (mode).
  const VecX& modes() const { return now_.modes; }
  const system::Work& work() const { return now_.work; }
  const integrate::Method& method() const { return now_.method; }
  const RunOptions& options() const { return now_.options; }

  const std::vector<Column>& columns() const { return recorder_.columns(); }
  /// The name of the column without a finite value, for a run that has no first row.
  std::string first_bad_column() const;
  /// The last row recorded, (columns).
  const VecX& last_row() const { return recorder_.last_row(); }
  /// The row of the last state, which a run that has failed did not record, (columns).
  VecX final_row() { return recorder_.final_row(); }
  /// Rows recorded since the last call, row-major; valid until the next one.
  const std::vector<double>& take_rows() { return recorder_.take_rows(); }
  /// The scene's numbers for the same rows: 12 a body (position, rotation matrix column by
  /// column), 6 a vector (at, value), 6 a moving shape (from, to).
  const std::vector<double>& take_poses() { return recorder_.take_poses(); }
  /// Numbers that take_rows() would give.
  std::size_t waiting() const { return recorder_.waiting(); }

  double start_energy() const { return now_.state.start_energy - now_.event_energy; }
  double stored() const { return recorder_.stored(); }
  /// The change of the stored energy by events, J.
  double event_energy() const { return now_.event_energy; }
  /// The events so far: all counted, the first 10000 listed.
  long event_count() const { return now_.event_count; }
  std::size_t events() const { return now_.event_log.size() / 5; }
  double time_of(std::size_t event) const { return now_.event_log[5 * event]; }
  const std::string& name_of(std::size_t event) const {
    return now_.assembled->events[static_cast<std::size_t>(now_.event_log[5 * event + 1])].name;
  }
  /// See Progress::event_log: from 0, the modes before and after a switch, and whether it was an
  /// impact.
  int switch_of(std::size_t event, std::size_t what) const {
    return static_cast<int>(now_.event_log[5 * event + 2 + what]);
  }
  double dissipated() const { return now_.dissipated(); }
  double forced() const { return now_.forced(); }
  double supplied() const { return now_.state.supplied.sum(); }
  /// Largest absolute values over all steps of the run.
  double largest_balance_error() const { return now_.largest_balance_error; }
  const dae::Gaps& largest_gaps() const { return now_.largest_gaps; }

  /// The steps in coordinates of joints, if the options ask for them.
  const integrate::TreeUse& tree_use() const { return now_.tree_use; }
  /// True if the tree of joints satisfies more rows than it leaves to others, but those of driven
  /// joints: otherwise steps in their coordinates may be slower.
  bool has_large_tree() const {
    return now_.joints.tree && 2 * (std::ssize(now_.joints.tree->loop_rows()) -
                                    std::ssize(now_.joints.tree->speed_rows())) <
                                   now_.system->sizes().lambda;
  }
  const std::string& no_joints_because() const { return now_.joints.why_not; }

  /// The error of the trajectory, relative to the motion; see estimate.hpp.
  std::optional<double> error() const { return Estimate::largest(now_); }
  std::string why_error_is_unknown() const { return Estimate::because(now_); }
  /// See advice.hpp.
  double ledger_share() const { return simulate::ledger_share(now_); }
  void check_accuracy(Problems& to) const { simulate::check_accuracy(now_, to); }
  void check_invariants(Problems& to) const { simulate::check_invariants(now_, to); }
  void check_contacts(Problems& to) const { simulate::check_contacts(now_, to); }
  void check_resets(Problems& to) const { simulate::check_resets(now_, to); }

  /// See archive.hpp.
  std::vector<double> snapshot() const;
  bool restore(const std::vector<double>& numbers);

 private:
  RunState now_;
  Recorder recorder_{now_};
  Events events_{now_, recorder_};
  Stepping stepping_{now_, events_, recorder_};
};

}  // namespace porthos::simulate
