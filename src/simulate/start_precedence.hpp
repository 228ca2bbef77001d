#pragma once

#include "base/metric.hpp"
#include "base/sparse.hpp"

namespace porthos::simulate {

/// The metric M~ of the part of a motion d that the rows of `stated` see: the least energy of a
/// motion with the same stated d,
///
///   d^T M~ d = min (d + n)^T M (d + n)  over  stated n = 0
///   M~ = M - M N (N^T M N)^-1 N^T M,    the columns of N a basis of these n
///
/// Motions that are not stated have no mass in it, so a correction of least energy moves them
/// first.
Metric seen_by(const Metric& metric, const Sparse& stated);

}  // namespace porthos::simulate
