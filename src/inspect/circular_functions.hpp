#pragma once

#include <vector>

#include "expr/graph.hpp"
#include "laws/laws.hpp"

namespace porthos::inspect {

/// sin(z) and cos(z) of each position for which the formulas contain one of them; also those of
/// time if `has_time`.
std::vector<expr::Expr> circular_functions(const laws::Laws& laws,
                                           const std::vector<expr::Expr>& formulas, bool has_time);

}  // namespace porthos::inspect
