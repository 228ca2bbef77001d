#include "simulate/recorder.hpp"

namespace porthos::simulate {

using system::Segment;

Recorder::Recorder(Present& now) : now_(now), columns_(columns_of(now)) {
  const auto range = [&](int first, int count) {
    for (int i = 0; i < count; ++i) scene_readouts_.push_back(first + i);
  };
  const system::Scene& scene = now.assembled->scene;
  for (const auto& body : scene.bodies) range(body.pose, 12);
  for (const auto& vector : scene.vectors) range(vector.first, 6);
  for (const auto& body : scene.bodies)
    for (const auto& shape : body.shapes)
      if (shape.moving >= 0) range(shape.moving, 6);
}

/// Multipliers, powers and readouts of the present, whose rates are in its workspace.
Reading Recorder::read() {
  const system::System& system = *now_.system;
  system::Workspace& at = now_.at;
  now_.tools->accelerations.compute(at);
  system.compute_powers(at);
  system.compute_readouts(at);
  return {now_,
          system.segment(at, Segment::kLambda),
          system.segment(at, Segment::kMu),
          system.port_efforts(at),
          system.segment(at, Segment::kFlow),
          system.segment(at, Segment::kPotential),
          system.segment(at, Segment::kReadout)};
}

void Recorder::record() {
  if (is_recorded_) return;
  const Reading reading = read();
  VecX row(static_cast<Eigen::Index>(columns_.size()));
  for (Eigen::Index next = 0; const Column& column : columns_) row[next++] = column(reading);
  if (!row.allFinite()) {  // never a NaN in a table: the run ends before it
    now_.outcome = Outcome::kNotFinite;
    if (last_row_.size() == 0) last_row_ = row;
    return;
  }
  is_recorded_ = true;
  last_row_ = row;
  rows_.insert(rows_.end(), row.begin(), row.end());
  for (const int index : scene_readouts_) poses_.push_back(reading.readouts[index]);
}

void Recorder::clear() {
  rows_.clear();
  poses_.clear();
}

}  // namespace porthos::simulate
