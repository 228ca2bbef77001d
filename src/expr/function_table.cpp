#include "expr/function_table.hpp"

#include <algorithm>

namespace porthos::expr {
namespace {

std::string_view name_of(const Function& function) {
  return function.usage.substr(0, function.usage.find('('));
}

/// The operations that are written as calls, and other names that they have.
const std::vector<Function>& functions() {
  static const std::vector<Function> kAll = [] {
    std::vector<Function> all;
    for (int i = 0; i < kOpCount; ++i) {
      const Op op = static_cast<Op>(i);
      const bool is_call = properties(op).written.find('(') != std::string_view::npos;
      const bool folds = is_commutative(op);
      if (is_call)
        all.push_back({op, arity(op), folds ? kAnyCount : arity(op), properties(op).written});
    }
    all.push_back({Op::kLog, 1, 1, "ln(x)"});
    all.push_back({Op::kPow, 2, 2, "pow(x, n)"});
    return all;
  }();
  return kAll;
}

}  // namespace

const Op* find_infix(std::string_view mark) {
  static constexpr Op kInfix[] = {Op::kAdd, Op::kSub,  Op::kMul,       Op::kDiv,
                                  Op::kPow, Op::kLess, Op::kLessEqual, Op::kEqual};
  const auto found =
      std::ranges::find_if(kInfix, [&](const Op& op) { return properties(op).written == mark; });
  return found == std::end(kInfix) ? nullptr : found;
}

const Function* find_function(std::string_view name) {
  const auto& all = functions();
  const auto found =
      std::ranges::find_if(all, [&](const Function& one) { return name_of(one) == name; });
  return found == all.end() ? nullptr : &*found;
}

const TensorFunction* find_tensor_function(std::string_view name) {
  const auto all = tensor_functions();
  const auto found =
      std::ranges::find_if(all, [&](const TensorFunction& one) { return one.name == name; });
  return found == all.end() ? nullptr : &*found;
}

std::vector<std::string> function_names() {
  std::vector<std::string> names;
  for (const Function& one : functions()) names.emplace_back(name_of(one));
  for (const TensorFunction& one : tensor_functions()) names.emplace_back(one.name);
  return names;
}

}  // namespace porthos::expr
