#pragma once

#include <array>
#include <utility>
#include <vector>

#include "inspect/subject.hpp"

namespace porthos::inspect {

/// The bracket of quasi-velocities and the rows, at one state.                    [004] Prop. 4.1
///
/// For constant u, v the fields Z u, Z v have the bracket Z gamma(u, v). Where G is that of the
/// frame, gamma_k = u^T (dG/dP_k) v. In general the bracket itself says the rest:
///
///   Z gamma = (d(Z v)/dz) Z u - (d(Z u)/dz) Z v
///
/// A row alpha(w) = A w is closed on the velocities K where
///
///   d alpha(u, v) = (Z u)(A v) - (Z v)(A u) - A gamma(u, v) = 0      for all u, v in K
class Frame {
 public:
  Frame(const Subject& subject, const StructureAt& at);

  const MatX& Z() const { return Z_; }
  const MatX& A() const { return A_; }
  const MatX& c_Z() const { return c_Z_; }

  /// d alpha of row a as a skew matrix over the velocities, (w x w), and the size of its terms.
  std::pair<MatX, double> differential(int a) const;

  /// What G lacks of the frame's own in the force on the velocities, -(P . (gamma - gamma_G))(.,
  /// w), relative to the largest of both; and the velocities of the largest.
  struct Lack {
    double residual = 0;
    std::array<int, 2> velocities{};
  };
  Lack lack(const VecX& momenta, const VecX& w) const;

  /// How far the brackets lead out of what velocities can reach: 0 where Z is involutive.
  double escape() const;

 private:
  MatX own_along(const VecX& factor) const;
  MatX rest_along(const VecX& factor) const;
  MatX bracket_along(const VecX& factor) const;
  void find_rest();

  int z_, w_;
  const StructureAt& at_;
  MatX Z_, A_, c_Z_, inverse_;
  std::vector<MatX> rest_;
};

}  // namespace porthos::inspect
