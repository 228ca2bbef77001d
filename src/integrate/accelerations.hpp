#pragma once

#include "base/metric.hpp"
#include "base/numbers.hpp"
#include "base/sparse_lu.hpp"
#include "system/system.hpp"

namespace porthos::integrate {

/// Accelerations and multipliers of a consistent state (index-1 form, theory 0.3):
///
///   [M  Gamma^T; Gamma  0] [w'; nu] = [f; -(d/dt Gamma) w + q']
class Accelerations {
 public:
  Accelerations(const system::System& system, const Metric& metric);

  /// at must hold z, w and the signals of its time; on return its lambda, mu and rates are those of
  /// the motion. Where rows depend on each other the multipliers are the smallest ones.
  /// Returns w', (w).
  VecX compute(system::Workspace& at);

  void write(NumberWriter& to) const { to.put_list(lu_.order()); }
  bool read(NumberReader& from) { return lu_.set_order(from.get_list()); }

 private:
  const system::System& system_;
  const Metric& metric_;
  VecX diagonal_;  // of M
  Sparse jacobian_;
  std::vector<Entry> places_;  // of the Jacobian's entries
  SparseLu<double> lu_;
  std::vector<double> values_;
  std::vector<int> mass_, place_, rho_;  // where the entries of M, of the Jacobian, of rho are
};

}  // namespace porthos::integrate
