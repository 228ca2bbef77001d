#pragma once

#include <vector>

#include "base/sparse.hpp"

namespace porthos::simulate {

/// Rows that depend on others, at most: of more the session makes a problem.
inline constexpr int kMostDependent = 300;

/// The rank of gamma, and the rows that take part in a linear dependence: those in which the left
/// null space lives.
std::vector<int> dependent_rows(const Sparse& gamma, int& rank);

}  // namespace porthos::simulate
