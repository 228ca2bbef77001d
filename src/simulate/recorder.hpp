#pragma once

#include <string>
#include <utility>
#include <vector>

#include "simulate/run_state.hpp"

namespace porthos::simulate {

/// What the columns of a row are read from: the present, and what is computed for a row alone.
struct Reading {
  const RunState& now;
  VecX velocities, lambda, mu, efforts, flows, potentials, powers, heats, temperatures, readouts;
};

/// A column of the table: a name, a unit, what it is for people ("" where no text says it), and how
/// it is read.
struct Column {
  std::string name, unit, label;
  double (*read)(const Reading&, Eigen::Index index);
  Eigen::Index index = 0;

  double operator()(const Reading& from) const { return read(from, index); }
};

/// A name among those that a text asks for which is of no column that a large table leaves out is a
/// problem (PH111).
void check_columns(const std::vector<std::string>& names, const system::Assembled& model,
                   Problems& to);

/// All columns of a model: t, states, multipliers, ports, outputs, ledger, gaps.
std::vector<Column> columns_of(const RunState& now);

/// The table and the poses of a run.
class Recorder {
 public:
  explicit Recorder(RunState& now);

  /// One row, with the multipliers of this very moment; none if the present has one already. A row
  /// with a number that is not finite ends the run instead.
  void record();
  /// The present has changed since the last row.
  void touch() { is_recorded_ = false; }
  /// Drops the rows that have not been taken.
  void clear();

  const std::vector<Column>& columns() const { return columns_; }
  const VecX& last_row() const { return last_row_; }
  /// The row of the state at which the run is, if it has failed; else the last row.
  VecX final_row();
  /// What has been recorded since the last call, valid until the next one.
  const std::vector<double>& take_rows() { return take(rows_, taken_rows_); }
  const std::vector<double>& take_poses() { return take(poses_, taken_poses_); }
  std::size_t waiting() const { return rows_.size(); }

 private:
  /// Two rooms by turns: a row costs no allocation. Large ones are given back.
  static const std::vector<double>& take(std::vector<double>& from, std::vector<double>& taken) {
    constexpr std::size_t kMostKept = 1 << 16;
    taken.clear();
    std::swap(from, taken);
    if (from.capacity() > kMostKept) from = {};
    return taken;
  }

  /// Readouts that the picture needs, which one after the other are the poses of a row.
  struct Drawn {
    int first, count;
    std::string what;
  };

  Reading read();
  VecX row_of(const Reading& reading) const;
  bool has_finite_scene(const Reading& reading);

  RunState& now_;
  const std::vector<Column> columns_;
  std::vector<Drawn> drawn_;
  VecX last_row_;
  std::vector<double> rows_, poses_, taken_rows_, taken_poses_;
  bool is_recorded_ = false;  // the last row is the present state
};

}  // namespace porthos::simulate
