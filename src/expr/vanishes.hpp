#pragma once

#include "expr/graph.hpp"

namespace porthos::expr {

/// f is zero for all values of its symbols, as far as evaluation can tell: at eight pseudo-random
/// points, positive and negative, its value is within a bound of its own rounding error (running
/// error analysis). Points where f has no finite value do not count; with fewer than four others
/// the answer is no.
bool vanishes(const Expr& f);

}  // namespace porthos::expr
