#pragma once

#include <vector>

#include "base/sparse.hpp"

namespace porthos::dae {

/// Rows that depend on others, at most: of more the session makes a problem.
inline constexpr int kMostDependent = 300;

/// The rank of gamma, and the rows that take part in a linear dependence: those in which the left
/// null space lives.
std::vector<int> dependent_rows(const Sparse& gamma, int& rank);

/// An orthonormal basis of the y with y^T A = 0, see Orthogonal; fast where there is none and A is
/// sparse.
MatX left_kernel(const Sparse& a, double threshold);

/// How far linear functions with the rows of A, of these values, are from being zero together, at
/// most, in their own units: y^T A = 0, and y^T values stays whatever they are functions of. Of
/// many rows it is not looked for: 0.
double contradiction(const Sparse& a, const VecX& values);

}  // namespace porthos::dae
