#pragma once

#include "expr/graph.hpp"

namespace porthos::expr {

/// f is zero for all values of its symbols, as far as evaluation can tell: at sixteen pseudo-random
/// points, of either sign and of very different size, its value is within a bound of its own
/// rounding error (running error analysis). This covers sums, products, powers, roots, sines and
/// cosines only. For all other formulas, and if f is finite at fewer than four points, the answer
/// is no.
bool vanishes(const Expr& f);

}  // namespace porthos::expr
