#include "simulate/coordinates.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "base/index.hpp"
#include "simulate/joint_poses.hpp"
#include "simulate/vanishing_rows.hpp"
#include "system/build.hpp"

namespace porthos::simulate {
namespace {

using system::Assembled;
using system::Coordinate;
using system::Guide;

void take(const VecX& from, std::vector<system::StartValue>& to) {
  for (Eigen::Index i = 0; auto& state : to) state.value = from[i++];
}

/// The starts of joints for positions, or for velocities.
class CoordinateStarts {
 public:
  CoordinateStarts(Assembled& model, const AssembleWith& assemble, bool are_positions)
      : model_(model), assemble_(assemble), are_positions_(are_positions) {
    for (const Coordinate& one : model.coordinates)
      if (one.is_position == are_positions) (one.is_fixed ? fixed_ : free_).push_back(one.name);
  }

  /// The start that satisfies all of them, or as many as possible; nullopt if there are no starts.
  /// Reports problems if fixed ones cannot be satisfied.
  std::optional<Start> find(Problems& problems) const {
    if (fixed_.empty() && free_.empty()) return {};
    Guide held(fixed_.begin(), fixed_.end());
    Guide all = held;
    all.insert(free_.begin(), free_.end());
    Problems found;
    if (auto start = meet(all, found)) return start;
    std::optional<Start> best;
    if (!held.empty() && !(best = meet(held, problems))) return {};
    constexpr std::size_t kMostTries = 24;  // each compiles the model with other rows
    for (std::size_t i = 0; i < free_.size() && i < kMostTries; ++i) {
      held.insert(free_[i]);
      if (auto start = meet(held, found))
        best = std::move(start);
      else
        held.erase(free_[i]);
    }
    return best;
  }

 private:
  /// Begins the search at the poses that starts of joints determine. There the inert constraints of
  /// the model are found without further searches.
  void take_poses(Assembled& guided) const {
    system::System system(guided.assembly);
    system.set_phase(first_phase(system));
    const auto poses = joint_poses(system, guided);
    if (!poses) return;
    take(*poses, guided.z);
    if (!model_.assembly.inert.empty()) return;
    Assembled placed = model_;
    take(*poses, placed.z);
    system::build(placed);
    model_.assembly.inert = placed.assembly.inert;
  }

  /// The inert constraints of the model, which rows for starts do not change. Empty: not known.
  std::vector<char> inert_of(const Assembled& guided) const {
    std::vector<char> inert = model_.assembly.inert;
    if (!inert.empty()) inert.resize(guided.c.size(), 0);  // the rows for starts are the last ones
    return inert;
  }

  /// With the velocities of the model.
  std::optional<Start> meet(const Guide& held, Problems& problems) const {
    Problems found;
    Assembled guided = assemble_(held, found);
    if (!has_errors(found)) {
      guided.z = model_.z;
      if (are_positions_)  // a pose does not depend on velocities
        for (auto& velocity : guided.w) velocity = {.name = velocity.name};
      if (are_positions_) take_poses(guided);
      const auto system = system::build(guided, inert_of(guided));
      system->set_phase(first_phase(*system));
      Start start = find_free_start(*system, guided, found,
                                    are_positions_ ? StartOf::kPositions : StartOf::kAll);
      if (!has_errors(found)) {
        system::Workspace at = system->workspace();
        system->segment(at, system::Segment::kZ) = start.z;
        system->segment(at, system::Segment::kW) = start.w;
        start.w = system->velocities(at);
        return start;
      }
    }
    problems.insert(problems.end(), found.begin(), found.end());
    return {};
  }

  Assembled& model_;
  const AssembleWith& assemble_;
  bool are_positions_;
  std::vector<std::string> fixed_, free_;
};

}  // namespace

void take_coordinates(Assembled& model, const AssembleWith& assemble, Problems& problems) {
  for (const bool are_positions : {true, false}) {
    const auto start = CoordinateStarts(model, assemble, are_positions).find(problems);
    if (has_errors(problems)) return;
    if (start) are_positions ? take(start->z, model.z) : take(start->w, model.w);
  }
}

void add_changed_coordinates(const system::System& system, const Assembled& model, Start& start) {
  if (model.coordinates.empty()) return;
  system::Workspace at = system.workspace();
  system.set_time(at, 0);
  system.segment(at, system::Segment::kZ) = start.z;
  system.segment(at, system::Segment::kW) = start.w;
  system.compute_rates(at);
  system.compute_readouts(at);
  const auto readouts = system.segment(at, system::Segment::kReadout);
  for (const Coordinate& one : model.coordinates) {
    const auto output = std::ranges::find(model.outputs, one.name, &system::Named::name);
    if (output == model.outputs.end()) continue;
    const double became = readouts[model.output_index[index(output - model.outputs.begin())]];
    add_change(start, {one.name, one.unit, one.value, became, false}, 0);
  }
}

}  // namespace porthos::simulate
