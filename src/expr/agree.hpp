#pragma once

#include <span>

#include "expr/graph.hpp"

namespace porthos::expr {

/// True if the formulas have the same value at a few fixed pseudo-random points (relative 1e-11).
/// This recognises identities that hash-consing does not, such as sin^2 + cos^2 = 1. If no point is
/// found where all formulas are finite, the answer is `if_unknown`: true lets a formula pass, false
/// keeps it as it stands.
bool agree(std::span<const Expr> f, std::span<const Expr> g, bool if_unknown = true);

}  // namespace porthos::expr
