#pragma once

#include <vector>

#include "expr/graph.hpp"
#include "laws/laws.hpp"

namespace porthos::inspect {

/// sin(z) and cos(z) of each position of which the formulas have one of them; of time too if
/// `has_time`.
std::vector<expr::Expr> circular_functions(const laws::Laws& laws,
                                           const std::vector<expr::Expr>& formulas, bool has_time);

}  // namespace porthos::inspect
