#pragma once

#include <string>
#include <vector>

#include "base/problem.hpp"
#include "dae/projection.hpp"
#include "system/assemble.hpp"

namespace porthos::simulate {

/// The gap of one constraint before and after the search for a consistent start.
struct StartGap {
  std::string name;
  std::string level;  // "position" or "velocity"
  double before = 0;
  double after = 0;
};

/// A stated value that the start could not keep.
struct StartChange {
  std::string name, unit;
  double stated = 0;
  double became = 0;
  /// True for a position that velocities move, which may select one of several poses, and for
  /// values that a component states of itself.
  bool is_guess = false;
};

/// A consistent start and the properties of the model there.
struct Start {
  VecX z, w;
  std::vector<StartGap> gaps;
  std::vector<StartChange> changes;
  int degrees_of_freedom = 0;  // n_w - rank Gamma - massless directions that Gamma leaves
  int rank = 0;
  std::vector<std::string> dependent;  // constraints that depend on each other
  bool opens = false;  // they allow fewer motions than velocities: then the degrees of freedom are
                       // not known
};

/// Adds a change to a start, if it exceeds the rounding of quantities of this size.
void add_change(Start& start, const StartChange& change, double size);

/// Warns of stated velocities, charges, fluxes, entropies and starts of joints that have changed
/// (PH208).
void check_changes(const Start& start, Problems& to);

/// The scope of the search: kPositions leaves the velocities as they are.
enum class StartOf { kPositions, kAll };

/// The start values, corrected until the constraints hold: fixed values stay, stated ones stay
/// where possible, and the others follow (numerics 4). Constraints that cannot be met are a problem
/// that names them (PH201); constraints that depend on each other a warning (PH202). whole: the
/// system with the rows of all set-valued laws, without which the start is found.
Start find_start(const system::System& system, const system::Assembled& assembled,
                 Problems& problems, StartOf of = StartOf::kAll,
                 const system::System* whole = nullptr);
/// The same for the whole system: dry friction, contacts and one-way laws keep no velocity from its
/// stated value, and their modes are found afterwards.
Start find_free_start(const system::System& whole, const system::Assembled& assembled,
                      Problems& problems, StartOf of);

}  // namespace porthos::simulate
