#pragma once

#include <memory>
#include <vector>

#include "base/archive.hpp"
#include "base/metric.hpp"
#include "dae/integrable.hpp"

namespace porthos::dae {

/// Finds an independent set of rows that replaces all rows, where rows depend on each other all
/// along the motion, as those of spatial joints in a planar loop. (Off c(z) = 0, where there is no
/// motion, they may be independent.) The set leaves as many directions free as all rows do. So both
/// have the same surface of poses, and the rows that are left out stay closed. Only the multipliers
/// differ; therefore the set serves only where nothing but the forces of the rows reads these.
class ConstraintSelection {
 public:
  explicit ConstraintSelection(const Integrable& system);

  enum class Found {
    kIndependent,  // no row depends on others, or none needs any care
    kNone,         // the dependence at this state need not last
    kSet
  };
  /// At a state, with is_kept, (nu). Rows that prescribe motion are never left out, since they do
  /// work; of the others, velocity constraints are left out first.
  Found find(const State& state, std::vector<char>& is_kept);

  /// True if the rows that have been left out are closed at a state, to rounding.
  bool is_closed(const State& state, const std::vector<char>& is_kept);

 private:
  void compute(const State& state);
  bool persists(const State& state, const std::vector<char>& is_kept);
  bool is_applicable() const;

  const system::System& system_;
  Metric metric_;
  VecX masses_;                // the diagonal of the metric
  std::vector<int> priority_;  // (nu) of position, velocity and prescribed-motion constraints
  Workspace at_;
  Kinematics kinematics_;
};

/// A system with all of its constraints, or with an independent set of them.
class SelectedSystem {
 public:
  explicit SelectedSystem(const Integrable& all) : all_(all) {}

  /// The system with the rows in use. Valid until use().
  Integrable system() const { return reduced_ ? Integrable(*reduced_) : all_; }
  bool is_reduced() const { return reduced_ != nullptr; }
  /// (nu), or empty: all.
  const std::vector<char>& is_kept() const { return is_kept_; }
  /// These rows, (nu), from now on; all if it is empty.
  void use(std::vector<char> is_kept);
  /// Takes over the phase of the system with all constraints.
  void update_phase() {
    if (reduced_) reduced_->set_phase(all_.phase());
  }

  /// See ConstraintSelection.
  ConstraintSelection& selection();
  /// Frees the memory of it.
  void drop_selection() { selection_.reset(); }
  bool is_closed(const State& state) { return selection().is_closed(state, is_kept_); }

  /// Describes the rows in use, and returns those that were read; fails unless they fit.
  std::vector<char> describe(Archive& archive) const;

 private:
  const Integrable all_;
  std::vector<char> is_kept_;
  std::unique_ptr<system::System> reduced_;
  std::unique_ptr<ConstraintSelection> selection_;  // made when it is needed
};

}  // namespace porthos::dae
