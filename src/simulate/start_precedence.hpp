#pragma once

#include "base/metric.hpp"
#include "base/sparse.hpp"

namespace porthos::simulate {

/// The metric M~ that measures a motion d by what the rows of `stated` see of it: the least energy
/// of a motion with the same stated d,
///
///   d^T M~ d = min (d + n)^T M (d + n)  over  stated n = 0
///   M~ = M - M N (N^T M N)^-1 N^T M,    the columns of N a basis of these n
///
/// A correction of least energy in it moves what is not stated first: that has no mass here.
Metric seen_by(const Metric& metric, const Sparse& stated);

}  // namespace porthos::simulate
