#pragma once

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "simulate/run_state.hpp"

namespace porthos::simulate {

/// The data of a row: the run state, and quantities that only rows need.
struct RowData {
  const RunState& now;
  VecX velocities;
  VecX lambda;  // (c), zero of constraints without a multiplier
  VecX mu, efforts, flows, potentials, powers, heats, temperatures, productions, readouts;
};

/// A column of the table: name, unit, label ("" without one), and the function that reads it.
struct Column {
  std::string name, unit, label;
  double (*read)(const RowData&, Eigen::Index index);
  Eigen::Index index = 0;

  double operator()(const RowData& from) const { return read(from, index); }
};

/// Reports requested names that match no optional column (PH111).
void check_columns(const std::vector<std::string>& names, const system::Assembled& model,
                   Problems& to);

/// All columns of a model: t, states, multipliers, ports, outputs, ledger, gaps.
std::vector<Column> columns_of(const RunState& now);

/// The table and the poses of a run.
class Recorder {
 public:
  explicit Recorder(RunState& now);

  /// Adds a row, with the present multipliers, unless the present state has one. A row with a
  /// number that is not finite ends the run instead.
  void record();
  /// The present has changed since the last row.
  void touch() { is_recorded_ = false; }
  /// Drops the rows that have not been taken.
  void clear();

  const std::vector<Column>& columns() const { return columns_; }
  const VecX& last_row() const { return last_row_; }
  /// The stored energy, J, at present; that of the last row if the present one is not finite.
  double stored() const { return std::isfinite(now_.stored) ? now_.stored : last_stored_; }
  /// The row of the present state, if the run has failed; otherwise the last row.
  VecX final_row();
  /// The rows since the last call, valid until the next one.
  const std::vector<double>& take_rows() { return take(rows_, taken_rows_); }
  const std::vector<double>& take_poses() { return take(poses_, taken_poses_); }
  std::size_t waiting() const { return rows_.size(); }

 private:
  /// A double buffer: a row allocates nothing. Large buffers are freed.
  static const std::vector<double>& take(std::vector<double>& from, std::vector<double>& taken) {
    constexpr std::size_t kMostKept = 1 << 16;
    taken.clear();
    std::swap(from, taken);
    if (from.capacity() > kMostKept) from = {};
    return taken;
  }

  /// Readouts of the drawing, which in order are the poses of a row.
  struct Drawn {
    int first, count;
    std::string what;
  };

  RowData read();
  RowData read_with_laws();
  RowData read(const system::System& system, system::Workspace& at) const;
  VecX row_of(const RowData& reading) const;
  bool has_finite_scene(const RowData& reading);

  RunState& now_;
  const std::vector<Column> columns_;
  std::vector<Drawn> drawn_;
  system::Workspace of_laws_;  // of RunState::whole
  VecX last_row_;
  double last_stored_ = 0;
  std::vector<double> rows_, poses_, taken_rows_, taken_poses_;
  bool is_recorded_ = false;  // the last row is the present state
};

}  // namespace porthos::simulate
