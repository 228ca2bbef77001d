#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "linearize/linear_system.hpp"
#include "simulate/build.hpp"
#include "simulate/recorder.hpp"

namespace porthos::linearize {

/// Columns of the table as outputs of a linear system:
///
///   y = C xi + D u + D' u'
struct OutputMatrices {
  MatX C, D, D_rate;
};

/// The columns of a model's table that the present state determines: all except t, the ledger and
/// gaps.
class Outputs {
 public:
  explicit Outputs(const simulate::Built& built);

  const std::vector<simulate::Column>& columns() const { return columns_; }

  /// The matrices of some columns, by differences along each direction of (L). In these directions
  /// everything that formulas may read moves: states, multipliers, efforts of ports, accelerations.
  OutputMatrices matrices(const Equations& equations, const Reference& reference,
                          const LinearSystem& of, const std::vector<Drive>& drives,
                          const std::vector<int>& which);

 private:
  VecX read(system::Workspace& at, const std::vector<int>& which);

  simulate::RunState present_;
  std::vector<simulate::Column> columns_;
};

}  // namespace porthos::linearize
