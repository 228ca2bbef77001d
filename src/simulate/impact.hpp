#pragma once

#include <cstddef>
#include <vector>

#include "base/linear.hpp"

namespace porthos::simulate {

/// An impact of some set-valued laws at a fixed position: their flows before, the effects of unit
/// impulses, and the impulses. With impulses p (impulses) the flows after it are before + response
/// p and w changes by change p. Forces and rates of flows obey the same laws, with bounds of
/// friction that need no force.
struct Impact {
  /// A law with `size` impulses from `first` on.
  struct Part {
    std::size_t law = 0;
    bool is_friction = false;
    bool is_forced = false;  // its flow becomes zero, whatever its impulse
    int first = 0, size = 1;
    double bounce = 0;  // the flow after the impact, relative to the flow before
  };
  std::vector<Part> parts;
  VecX before;              // (impulses)
  MatX change;              // (w x impulses)
  MatX response;            // (impulses x impulses)
  MatX bound, stick_bound;  // (parts x impulses): of friction that slips, that sticks
  VecX least, stick_least;  // (parts) or empty: the parts of these bounds without an impulse
  VecX impulse;             // (impulses)

  /// Finds the impulses that obey all laws: a contact presses only, and separates only without an
  /// impulse; friction sticks, or has its bound against its flow. False if there are none.
  bool solve();
  /// The same by projected Gauss-Seidel from the present impulses: for coupled cones, whose
  /// directions pivots may turn for ever. False if it does not converge.
  bool sweep();
  /// The impulses by Lemke's method. Friction of several flows is that of a polygon inside its
  /// cone, so that they are a guess then. False if there is a ray, or a part whose flow is forced.
  bool complement();
  /// True if the present impulses obey all laws, nearly to rounding. Other impulses may do so as
  /// well where laws are redundant.
  bool obeys_laws() const;
  /// Solves again for these flows before it, in the modes of the present impulses.
  void solve_again(const VecX& flows);
  /// The bound of a friction that slips, at the present impulses.
  double bound_of(Eigen::Index part) const;
  /// The kinetic energy that each part takes, (parts), J.
  VecX taken() const;
};

}  // namespace porthos::simulate
