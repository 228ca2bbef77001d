#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "expr/op.hpp"
#include "expr/tensor.hpp"

namespace porthos::expr {

constexpr int kAnyCount = 1000;  // of arguments

/// A function of numbers as formulas call it. More than two arguments fold from the left.
struct Function {
  Op op;
  int fewest, most;
  std::string_view usage;  // "sin(x)"
};

/// The operation that is written as a mark between two operands; nullptr if there is none.
const Op* find_infix(std::string_view mark);

/// nullptr if there is none.
const Function* find_function(std::string_view name);
const TensorFunction* find_tensor_function(std::string_view name);

/// The names of all functions.
std::vector<std::string> function_names();

}  // namespace porthos::expr
