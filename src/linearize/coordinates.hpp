#pragma once

#include <string>
#include <vector>

#include "linearize/reference.hpp"
#include "system/assemble.hpp"

namespace porthos::linearize {

/// A named linear function of a small change ds of the state: a position, a velocity of the model,
/// or a small rotation.
struct Coordinate {
  std::string name, unit;
  bool is_velocity = false;
};

/// The candidates for coordinates of the tangent space. Small changes of positions that inert
/// constraints couple, such as the entries of a quaternion or of a rotation matrix, are rotations.
/// With the kinematics z' = Z w of that block
///
///   turn = Z^+ dz                                                                             (T)
///
/// is the small rotation with the rate w, called "turn.w", in the unit of w times s.
class Candidates {
 public:
  Candidates(const Equations& equations, const system::Assembled& assembled, Reference& reference);

  const std::vector<Coordinate>& list() const { return list_; }
  /// The preference for each candidate: lower for one that moves along the reference motion, by its
  /// share in the change of the state.
  const VecX& weights() const { return weights_; }
  /// Each candidate as a row, L(z, w); (list x s). Only z and w of `at` are used.
  MatX rows(system::Workspace& at) const;

 private:
  struct Turning {
    std::vector<int> z, w;
  };
  void find_turning(system::Workspace& at);
  MatX velocity_rows(system::Workspace& at) const;
  /// dz'/dv for the model's own velocities v, (z x w).
  MatX kinematics(system::Workspace& at) const;

  const Equations& equations_;
  std::vector<Turning> turning_;
  std::vector<int> plain_;  // (z) positions that are coordinates themselves
  std::vector<Coordinate> list_;
  VecX weights_;
};

/// A basis of the tangent space of the constraint set at a state, in coordinates xi chosen from the
/// candidates:
///
///   K ds = 0        L ds = xi        ds = S xi
///
/// K contains all conditions on ds: c' dz = 0 (including inert constraints), N^T dw = 0, Q^T R_s ds
/// = 0 with Q^T R_x = 0 (the part of R that no multiplier changes), and fixed clocks.
struct Tangent {
  MatX K;                   // (conditions x s)
  MatX Q;                   // (x x fixed rows)
  std::vector<int> chosen;  // the candidates that are xi
  MatX S;                   // (s x xi)
  int rank = 0;             // of K
};

/// `preferred`: candidates to use first, if they are independent. `chosen`: the coordinates found
/// at a nearby state; if empty, they are chosen here. `sizes` of s and x.
Tangent find_tangent(const Equations& equations, const Derivatives& of, const VecX& sizes,
                     const MatX& candidates, const VecX& weights, const std::vector<int>& clocks,
                     const std::vector<int>& preferred, const std::vector<int>& chosen);

}  // namespace porthos::linearize
