#pragma once

#include "base/dense.hpp"
#include "base/linear.hpp"
#include "system/system.hpp"

namespace porthos::integrate {

/// The metric of the projections: M, made definite where it is only semidefinite. A massless
/// direction is given a mass so small (1e-8 of the mean) that it takes up a correction first.
class Metric {
 public:
  Metric() = default;
  explicit Metric(const MatX& mass);

  /// The correction d of least kinetic energy with K d = r; least squares where rows of K depend on
  /// each other or contradict. K (rows x w), r (rows) -> (w).
  VecX least_change(const MatX& K, const VecX& r) const;

  /// The multipliers of the correction: d = M^-1 K^T x; the smallest x where they are not unique.
  VecX multipliers(const MatX& K, const VecX& r) const;

  /// M^-1 x.
  VecX solve(const VecX& x) const { return factor_.solve(x); }
  /// M^-1 X, column by column.
  MatX solve_columns(const MatX& X) const { return factor_.solve_columns(X); }

 private:
  friend class Conditions;
  Cholesky factor_;
};

/// The rows K of some linear conditions K d = r, factorised once for several right-hand sides.
class Conditions {
 public:
  Conditions(const Metric& metric, MatX K);

  /// As in Metric.
  VecX multipliers(const VecX& r) const;
  VecX least_change(const VecX& r) const;

 private:
  const Metric& metric_;
  MatX K_, half_, schur_;
  Cholesky cholesky_;
  bool is_regular_ = false;
};

/// The numbers a projection leaves behind, relative to what they are compared with.
struct Gaps {
  double position = 0;  // largest |c(z)|, in the constraints' units
  double velocity = 0;  // largest |Gamma w - q|, in units of the constraints' rates
};

/// The three projections that follow every step (numerics: P1, P2, P3).
class Projection {
 public:
  Projection() = default;
  explicit Projection(const system::System& system);

  /// P1: z back to c(z) = 0 along the kinematics, by the correction of least kinetic energy;
  /// inert constraints (unit quaternions, rotation matrices) are renormalised. False when the gap
  /// stays, or is not a number.
  bool position(system::Workspace& at) const;

  /// P2: w back to Gamma w = q(t). at must hold rates of the current z; leaves new ones. The work
  /// of the correction at prescribed ports is added to `supplied`, (u), J.
  void velocity(system::Workspace& at, VecX& supplied) const;

  /// P3: scales what is free of w so that H(z, w) = energy. Momenta that the model declares as
  /// conserved, and prescribed motion, are not touched. Where the free part is too small (less than
  /// 1e-6 of `scale`) or the change too large (1 % of it) nothing is done: the caller's energy
  /// target carries the defect on. at must hold rates; leaves new ones.
  void energy(system::Workspace& at, double energy, double scale) const;

  /// What is left of the gaps; after compute_rates.
  Gaps gaps(const system::Workspace& at) const;

  const Metric& metric() const { return metric_; }

 private:
  const system::System* system_ = nullptr;
  Metric metric_;
};

}  // namespace porthos::integrate
