#pragma once

#include <vector>

#include "base/sparse.hpp"

namespace porthos::dae {

/// The maximum number of dependent rows to search for: beyond it the session reports a problem.
inline constexpr int kMostDependent = 300;

/// The rank of gamma, and the rows that take part in a linear dependence: those in the support of
/// the left null space.
std::vector<int> dependent_rows(const Sparse& gamma, int& rank);

/// An orthonormal basis of the y with y^T A = 0, see Orthogonal. Fast where A is sparse and has no
/// such y.
MatX left_kernel(const Sparse& a, double threshold);

/// The largest |y^T values| over all y with y^T A = 0, in the units of the values, if it exceeds
/// their tolerance: then linear functions with the rows of A and these values cannot all be zero. 0
/// if there is no such contradiction, and for many rows, where it is not computed.
double contradiction(const Sparse& a, const VecX& values, const VecX& may_be_off);

}  // namespace porthos::dae
