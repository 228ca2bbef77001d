#pragma once

#include <span>

#include "expr/graph.hpp"

namespace porthos::expr {

/// True if the formulas have the same value at a few fixed pseudo-random points (relative 1e-11):
/// what hash-consing does not recognise as identical, sin^2 + cos^2 = 1 for instance, this does.
/// Where no such point is found at which all are numbers it is not known, and `if_unknown` is the
/// answer: true lets a formula pass, false keeps it as it stands.
bool agree(std::span<const Expr> f, std::span<const Expr> g, bool if_unknown = true);

}  // namespace porthos::expr
