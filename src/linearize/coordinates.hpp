#pragma once

#include <string>
#include <vector>

#include "linearize/reference.hpp"
#include "system/assemble.hpp"

namespace porthos::linearize {

/// A linear function of a small change ds of the state, with a name: a position, a velocity of the
/// model, or a small turn.
struct Coordinate {
  std::string name, unit;
  bool is_velocity = false;
};

/// What may be a coordinate of the tangent space. Where inert constraints bind positions, as the
/// entries of a quaternion or of a rotation matrix, small changes of them are turns: with the
/// kinematics z' = Z w of that block
///
///   turn = Z^+ dz                                                                             (T)
///
/// is the small rotation whose rate w is, named "turn.w" in its unit times s.
class Candidates {
 public:
  Candidates(const Equations& equations, const system::Assembled& assembled, Reference& reference);

  const std::vector<Coordinate>& list() const { return list_; }
  /// How gladly each is taken: less what moves along the reference, as its share of the state
  /// changes there.
  const VecX& weights() const { return weights_; }
  /// Each as a row, L(z, w); (list x s). `at` may have any values but z and w.
  MatX rows(system::Workspace& at) const;

 private:
  struct Turning {
    std::vector<int> z, w;
  };
  void find_turning(system::Workspace& at);
  MatX velocity_rows(system::Workspace& at) const;
  /// dz'/dv by the model's own velocities v, (z x w).
  MatX kinematics(system::Workspace& at) const;

  const Equations& equations_;
  std::vector<Turning> turning_;
  std::vector<int> plain_;  // (z) what is a coordinate by itself
  std::vector<Coordinate> list_;
  VecX weights_;
};

/// A basis of the tangent space of the constraint set at a state, in coordinates xi that are some
/// of the candidates:
///
///   K ds = 0        L ds = xi        ds = S xi
///
/// K are all conditions on ds: c' dz = 0 (inert rows too), N^T dw = 0, Q^T R_s ds = 0 with
/// Q^T R_x = 0 (what of the rows no multiplier changes), and clocks stand still.
struct Tangent {
  MatX K;                   // (conditions x s)
  MatX Q;                   // (x x held rows)
  std::vector<int> chosen;  // which candidates are xi
  MatX S;                   // (s x xi)
  int rank = 0;             // of K
};

/// `preferred`: candidates to be taken first, as far as they are independent. `chosen`: take these,
/// as they were found at a state nearby; or none, to choose them.
Tangent find_tangent(const Equations& equations, const Derivatives& of, const MatX& candidates,
                     const VecX& weights, const std::vector<int>& clocks,
                     const std::vector<int>& preferred, const std::vector<int>& chosen);

}  // namespace porthos::linearize
