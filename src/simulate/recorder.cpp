#include "simulate/recorder.hpp"

#include <utility>

#include "model/component.hpp"
#include "simulate/set_valued.hpp"

namespace porthos::simulate {

using system::Segment;

namespace {

/// True for failures: the last state of the run has no row.
bool has_failed(Outcome outcome) {
  return outcome != Outcome::kRunning && outcome != Outcome::kFinished &&
         outcome != Outcome::kStopped;
}

}  // namespace

Recorder::Recorder(RunState& now) : now_(now), columns_(columns_of(now)) {
  const auto add = [&](int first, int count, const std::string& what) {
    drawn_.push_back({first, count, what});
  };
  const system::Scene& scene = now.assembled->scene;
  for (const auto& body : scene.bodies) {
    add(body.pose, 3, "The position of the body \"" + body.name + "\"");
    add(body.pose + 3, 9, "The rotation of the body \"" + body.name + "\"");
  }
  for (const auto& vector : scene.vectors)
    add(vector.first, 6, "The vector \"" + vector.name + "\" of the view");
  for (const auto& body : scene.bodies)
    for (const auto& shape : body.shapes)
      if (shape.moving >= 0)
        add(shape.moving, 6,
            "An end of the " + shape.declared->type + " of the body \"" + body.name + "\"");
}

/// Multipliers, powers and readouts of the present state.
RowData Recorder::read() {
  if (now_.solves_laws()) return read_with_laws();
  const bool has_gaps = !now_.needs_rates_for_rows_only();
  if (!has_gaps) now_.load(now_.state, now_.at);
  now_.compute_accelerations(now_.at);
  if (!has_gaps) now_.measure_gaps();
  return read(*now_.system, now_.at);
}

/// The same with the forces of the last step, of a method that solves set-valued laws.
RowData Recorder::read_with_laws() {
  system::System& whole = *now_.whole;
  if (of_laws_.values.size() == 0) of_laws_ = whole.workspace();
  // The effort of a slip follows from its mode.
  const VecX force = now_.step_force;
  for (const model::SetValued& law : now_.assembled->set_valued)
    if (law.kind == model::SetValued::Kind::kFriction &&
        !now_.modes.segment(law.mode, law.size).isZero(0))
      now_.step_force.segment(simulate::row_of(whole, law), law.size).setZero();
  whole.modes() = now_.modes;
  now_.observe(now_.state, of_laws_);
  whole.compute_potentials(of_laws_);
  RowData found = read(whole, of_laws_);
  whole.modes().setZero();
  now_.step_force = force;
  return found;
}

RowData Recorder::read(const system::System& system, system::Workspace& at) const {
  system.compute_powers(at);
  system.compute_heats(at);
  system.compute_readouts(at);
  VecX lambda = VecX::Zero(system.sizes().c);
  for (Eigen::Index i = 0; const int c : system.active())
    lambda[c] = system.segment(at, Segment::kLambda)[i++];
  return {now_,
          system.velocities(at),
          std::move(lambda),
          system.segment(at, Segment::kMu),
          system.port_efforts(at),
          system.segment(at, Segment::kFlow),
          system.segment(at, Segment::kPotential),
          system.segment(at, Segment::kPower),
          system.segment(at, Segment::kHeat),
          system.segment(at, Segment::kTemperature),
          system.segment(at, Segment::kProduction),
          system.segment(at, Segment::kReadout)};
}

void Recorder::record() {
  if (is_recorded_) return;
  const RowData reading = read();
  const VecX row = row_of(reading);
  if (!row.allFinite() || !has_finite_scene(reading)) {
    // Tables and drawings never contain NaN: the run ends before.
    now_.outcome = Outcome::kNotFinite;
    if (last_row_.size() == 0) last_row_ = row;
    return;
  }
  is_recorded_ = true;
  last_row_ = row;
  last_stored_ = now_.stored;
  rows_.insert(rows_.end(), row.begin(), row.end());
  for (const Drawn& drawn : drawn_) {
    const auto values = reading.readouts.segment(drawn.first, drawn.count);
    poses_.insert(poses_.end(), values.begin(), values.end());
  }
}

VecX Recorder::row_of(const RowData& reading) const {
  VecX row(static_cast<Eigen::Index>(columns_.size()));
  for (Eigen::Index next = 0; const Column& column : columns_) row[next++] = column(reading);
  return row;
}

VecX Recorder::final_row() {
  if (is_recorded_ || !has_failed(now_.outcome)) return last_row_;
  dae::Accelerations& accelerations = now_.tools->accelerations;
  const std::vector<double> memory = written(accelerations);
  now_.update_quantities();
  const VecX row = row_of(read());
  read_back(memory, accelerations);
  return row.allFinite() ? row : last_row_;
}

bool Recorder::has_finite_scene(const RowData& reading) {
  for (const Drawn& drawn : drawn_) {
    if (reading.readouts.segment(drawn.first, drawn.count).allFinite()) continue;
    now_.cause = " " + drawn.what + " is not a finite number.";
    return false;
  }
  return true;
}

void Recorder::clear() {
  rows_.clear();
  poses_.clear();
}

}  // namespace porthos::simulate
