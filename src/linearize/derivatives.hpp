#pragma once

#include "base/metric.hpp"
#include "system/system.hpp"

namespace porthos::linearize {

/// Exact first derivatives of (1) at a state, as full matrices. N are the massless directions of w,
/// and x = (N^T w, lambda, mu) are the unknowns without rates. The equations are (numerics 3)
///
///   z' = g(z, w, x)      M w' = f(z, w, x)      0 = c(z)      0 = R(z, w, x) = (N^T f; c' z'; a)
///
/// s = (z, w) is the state; only the massive part of w counts.
struct Derivatives {
  MatX g_s, g_x;  // (z x s), (z x x)
  MatX f_s, f_x;  // (w x s), (w x x)
  MatX R_s, R_x;  // (x x s), (x x x)
  MatX c_s;       // (c x s), including inert constraints
  MatX Z;         // dz'/dw, (z x w)
};

/// The equations of a system: values and derivatives at a given state. The class itself stores no
/// state.
class Equations {
 public:
  explicit Equations(const system::System& system);

  const system::System& system() const { return system_; }
  int z() const { return system_.sizes().z; }
  int w() const { return system_.sizes().w; }
  int s() const { return z() + w(); }
  int x() const { return massless() + system_.sizes().nu(); }
  int massless() const { return static_cast<int>(N_.cols()); }
  const MatX& N() const { return N_; }  // (w x massless), orthonormal columns
  const MatX& M() const { return M_; }  // (w x w)

  /// Requires compute_rates.
  Derivatives derivatives(system::Workspace& at) const;

  /// Moves z, w and the multipliers of `at` by (ds, dx), and computes its rates.
  void move(system::Workspace& at, const VecX& ds, const VecX& dx) const;

  /// Takes the values of a state as the typical sizes of all unknowns. Multipliers and massless
  /// velocities get at least the size that balances the other forces of the state.
  void measure_by(system::Workspace start);
  /// The values (z, w, x) of a state.
  VecX unknowns(const system::Workspace& at) const;
  /// The sizes of (z, w, x) at a state: of its values and of those of the start. An unknown that is
  /// zero in both has size 1. Such an unknown does not show the units of its model.
  VecX sizes(const system::Workspace& at) const;

 private:
  const system::System& system_;
  MatX M_, N_;
  VecX typical_;  // (z, w, x), or empty
};

}  // namespace porthos::linearize
