#pragma once

#include <cstddef>
#include <string>

#include "expr/graph.hpp"

namespace porthos::expr {

/// The formula in the syntax that parse() reads, with minimal parentheses and all digits, for
/// messages and tests. Sub-expressions longer than max_length bytes are printed as "...".
std::string text(const Expr& f, std::size_t max_length = 20000);

}  // namespace porthos::expr
