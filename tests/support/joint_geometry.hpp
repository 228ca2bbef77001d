/// The geometry of a random model by brackets of vector fields that are differentiated numerically.
#pragma once

#include <optional>
#include <vector>

#include "support/joint_dynamics.hpp"
#include "support/pencil.hpp"

namespace porthos::test {

/// What velocity constraints leave: of the mechanics' positions, time as the last coordinate.
struct Reach {
  int rank = 0;        // independent rows, beside the position constraints
  int integrable = 0;  // combinations of them that are rates of functions
  int reachable = 0;   // positions of the whole model that can be reached at a fixed time
  std::vector<char> alone, together;  // (rows) integrable by itself, or on what all rows leave
};

/// Empty where a rank is not clear, or brackets of high order would be needed.
std::optional<Reach> reach_at(const JointDynamics& dynamics, const JointState& at);

/// E y' = A y of the model's equations beside a state, y = (z, w, multipliers), time held.
Pencil pencil_of(const JointDynamics& dynamics, const JointState& at);

/// The model's Dirac structure at fixed time over positions and momenta, its ports closed.
class JointStructure {
 public:
  explicit JointStructure(const JointDynamics& dynamics, bool has_rows = true);

  struct Sizes {
    int pairs = 0, casimirs = 0, constraints = 0;
    bool operator==(const Sizes&) const = default;
  };
  std::optional<Sizes> sizes(const JointState& at) const;
  /// The largest bracket of three sections, relative to its terms: 0 of a closed structure.
  Real closedness(const JointState& at) const;

 private:
  RealMatrix tensor(const JointState& at) const;   // J over (z, P)
  RealMatrix columns(const JointState& at) const;  // flows that need no effort
  JointState moved(const JointState& at, const RealVector& by) const;

  const JointDynamics& dynamics_;
  std::vector<int> heavy_, massless_;
  RealMatrix inverse_mass_;
  bool has_rows_;
};

}  // namespace porthos::test
