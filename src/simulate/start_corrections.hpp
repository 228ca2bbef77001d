#pragma once

#include <vector>

#include "base/metric.hpp"
#include "integrate/rows.hpp"
#include "system/assemble.hpp"

namespace porthos::simulate {

/// The way from start values to a consistent start, with fixed values at rest:           numerics 4
///
///   c(z) = 0        R(z, w, x, t) = 0 of integrate::Rows
///
/// Positions move as the kinematics and the impulses of rows can move them, dz = Z d + N_z y; what
/// neither velocities nor x can meet of R is met by them. Then velocities and x meet the rest.
class StartCorrections {
 public:
  StartCorrections(const system::System& system, const system::Assembled& assembled,
                   system::Workspace& at);

  void correct_positions();
  void correct_velocities();

  const integrate::Rows& rows() const { return rows_; }

 private:
  /// Combinations of the rows of R that velocities and x leave as they are, (rows x count).
  MatX position_level();
  void correct_gaps(double trace);
  Metric metric_of_guesses() const;
  void correct_levels();
  VecX drift_of(const std::vector<int>& held);

  const system::System& system_;
  const system::Assembled& assembled_;
  system::Workspace& at_;
  Metric metric_;
  integrate::Rows rows_;
  system::Kinematics kinematics_;
  Sparse jacobian_;
};

/// Indices of the values that the author fixed.
std::vector<int> fixed(const std::vector<system::StartValue>& states);

}  // namespace porthos::simulate
