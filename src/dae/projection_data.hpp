#pragma once

#include <span>
#include <vector>

#include "base/metric.hpp"
#include "base/outcome.hpp"
#include "base/saddle.hpp"
#include "dae/accelerations.hpp"
#include "dae/integrable.hpp"

namespace porthos::dae {

/// The largest gaps of a state.
struct Gaps {
  double position = 0;  // |c(z)|, in the constraints' units
  double velocity = 0;  // |Gamma w - q|, in units of the constraints' rates
};

/// The result of a projection.
struct Projected {
  Outcome outcome;
  double missing = 0;  // of the energy, relative to its size; 0: no more than rounding

  /// A step that follows the motion does not lose so much: it has jumped to another motion, or
  /// over a jump of V.
  bool is_torn() const { return missing > 1e-3; }
};

/// A constraint that prescribes motion: the row of a port with prescribed flow, or a position
/// constraint that contains a clock, a position that is time.
struct PrescribedMotion {
  int u, row;
  int clock = -1;
};

/// The data that P1, P2 and P3 of one system share.
struct ProjectionData {
  explicit ProjectionData(const Integrable& of);
  ProjectionData(const ProjectionData&) = delete;
  ProjectionData& operator=(const ProjectionData&) = delete;

  /// Counts the factorisation. share: see Saddle.
  void factorise(Saddle& saddle, std::span<const double> values, double share = 1e-12) const {
    ++system.work().factorisations;
    saddle.factorise(values, share);
  }
  /// The rows at `at`, and what the conserved momenta need.
  void compute_rows(Workspace& at) const {
    if (system.momenta().rows > 0)
      system.compute_rates(at);
    else
      system.compute_rows(at);
  }
  /// c' direction of the active constraints, of the last kinematics.
  VecX gap_rates(const VecX& direction) const {
    const VecX all = kinematics.c_prime.times(direction);
    return all(system.active());
  }

  const system::System& system;
  const Metric metric;
  Kinematics kinematics;  // the last ones computed
  Accelerations accelerations;
  std::vector<PrescribedMotion> prescribed;
  const VecX zero_rows, zero_w;  // (rows of the accelerations), (w)
};

}  // namespace porthos::dae
