#pragma once

#include <span>

#include "expr/graph.hpp"

namespace porthos::expr {

/// True if the formulas have the same value at a few fixed pseudo-random points (relative 1e-11):
/// what hash-consing does not recognise as identical, sin^2 + cos^2 = 1 for instance, this does.
bool agree(std::span<const Expr> f, std::span<const Expr> g);

}  // namespace porthos::expr
