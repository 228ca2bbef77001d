#include "expr/operations.hpp"

#include <array>
#include <vector>

#include "expr/parse_hints.hpp"

namespace porthos::expr {
namespace {

std::string shapes_of(std::string text, std::span<const Tensor> tensors) {
  for (std::size_t i = 0; i < tensors.size(); ++i) {
    if (i > 0) text += i + 1 == tensors.size() ? " and " : ", ";
    text += describe(tensors[i].shape);
  }
  return text;
}

}  // namespace

Tensor Operations::tensor(const Operand& operand) {
  if (operand.is_condition) {
    const std::string number = "write if(condition, 1, 0)";
    const bool is_equation = operand.text.find("==") != std::string_view::npos;
    mistakes_.add({operand.position, "a condition", "a number",
                   is_equation ? "for a constraint a == b write a - (b); for a number of a "
                                 "condition " +
                                     number
                               : number});
  }
  return operand.value;
}

Expr Operations::condition(const Operand& operand) {
  if (!operand.is_condition)
    mistakes_.add({operand.position, "a number", "a condition", "compare it, as in x > 0"});
  return operand.value.entries[0];
}

Expr Operations::number(const Operand& operand, const std::string& what) {
  const Tensor value = tensor(operand);
  if (value.is_scalar()) return value.scalar();
  return mistakes_.add_shape(operand.position, what + describe(value.shape), "a number",
                             "take an entry, as in r.1");
}

Expr Operations::power(const Operand& base, const Operand& exponent) {
  const Expr n = number(exponent);
  return graph_.make(Op::kPow, number(base), n);
}

Tensor Operations::combine(const Token& op, const Operand& a, const Operand& b) {
  if (op.is_word("or")) return graph_.make(Op::kOr, condition(a), condition(b));
  if (op.is_word("and")) return graph_.make(Op::kAnd, condition(a), condition(b));
  if (!a.value.is_scalar() || !b.value.is_scalar()) return combine_tensors(op, a, b);
  const Expr x = number(a), y = number(b);
  if (op.is(">")) return graph_.make(Op::kLess, y, x);
  if (op.is(">=")) return graph_.make(Op::kLessEqual, y, x);
  if (const Op* found = find_infix(op.text)) return graph_.make(*found, x, y);
  return graph_.make(Op::kNot, graph_.make(Op::kEqual, x, y));  // !=
}

Tensor Operations::combine_tensors(const Token& op, const Operand& a, const Operand& b) {
  const Tensor x = tensor(a), y = tensor(b);
  const std::size_t terms = op.is("*") ? static_cast<std::size_t>(y.shape.columns) : 1;
  if (!spend_for(x.entries.size() * terms + y.entries.size())) return 1.0;
  std::optional<Tensor> result;
  std::string expected = "two numbers", hint;
  if (op.is("+") || op.is("-")) {
    result = op.is("+") ? add(x, y) : subtract(x, y);
    expected = "two of one shape";
  } else if (op.is("*")) {
    result = multiply(x, y);
    expected = "a number times anything, or a matrix times a matrix or vector that fits";
    if (x.shape.rank == 1 && y.shape.rank == 1) hint = "write dot(a, b), cross(a, b), outer(a, b)";
  } else if (op.is("/")) {
    result = divide(x, y);
    expected = "a divisor that is a number";
  }
  if (result) return *result;
  const std::string middle = " " + std::string(op.text) + " ";
  return mistakes_.add_shape(op.position, describe(x.shape) + middle + describe(y.shape), expected,
                             hint);
}

Tensor Operations::list(const Token& opening, std::span<const Tensor> parts) {
  if (auto whole = stack(parts)) return *whole;
  return mistakes_.add_shape(opening.position, shapes_of("[ ] of ", parts),
                             "numbers, or rows of one length", "");
}

bool Operations::has_count(const Token& name, std::size_t found, int fewest, int most,
                           std::string_view usage) {
  const auto count = static_cast<int>(found);
  if (count >= fewest && count <= most) return true;
  std::string expected = std::to_string(fewest);
  if (most == kAnyCount)
    expected += " or more";
  else if (most != fewest)
    expected += " or " + std::to_string(most);
  const auto arguments = [](int n) { return n == 1 ? " argument" : " arguments"; };
  mistakes_.add({name.position,
                 in_quotes(name.text) + " with " + std::to_string(count) + arguments(count),
                 expected + arguments(most), "write " + std::string(usage)});
  return false;
}

Tensor Operations::call(const Function& function, const Token& name,
                        std::span<const Operand> arguments) {
  if (!has_count(name, arguments.size(), function.fewest, function.most, function.usage))
    return 1.0;
  if (function.op == Op::kIf) {
    const Expr test = condition(arguments[0]);
    check_units(UnitRule::kAlike, arguments.subspan(1));
    const std::array branches{tensor(arguments[1]), tensor(arguments[2])};
    if (auto chosen = choose(test, branches[0], branches[1])) return *chosen;
    return mistakes_.add_shape(name.position, shapes_of("if() of ", branches), "two of one shape",
                               "");
  }
  check_units(properties(function.op).unit, arguments);
  const std::string called = std::string(name.text) + "() of ";
  Expr result = number(arguments[0], called);
  if (arguments.size() == 1) return graph_.make(function.op, result);
  for (const Operand& next : arguments.subspan(1))
    result = graph_.make(function.op, result, number(next, called));
  return result;
}

Tensor Operations::call(const TensorFunction& function, const Token& name,
                        std::span<const Operand> arguments) {
  if (!has_count(name, arguments.size(), function.fewest, function.most, function.usage))
    return 1.0;
  std::vector<Tensor> tensors;
  for (const Operand& argument : arguments) tensors.push_back(tensor(argument));
  for (const Tensor& argument : tensors)
    if (!spend_for(argument.entries.size())) return 1.0;
  if (auto result = function.apply(tensors)) {
    if (function.increasing >= 0) require_increasing(name, tensors[index(function.increasing)]);
    return *result;
  }
  return mistakes_.add_shape(name.position, shapes_of(std::string(name.text) + "() of ", tensors),
                             std::string(function.expected), "");
}

void Operations::require_increasing(const Token& name, const Tensor& points) {
  if (!scope_.require) return;
  for (int k = 0; k + 1 < points.shape.rows; ++k)
    if (const Expr holds = graph_.make(Op::kLess, points.at(k), points.at(k + 1)); !constant(holds))
      scope_.require("points of " + std::string(name.text) + "() that increase", holds);
}

void Operations::check_units(UnitRule rule, std::span<const Operand> operands) const {
  if (scope_.units && mistakes_.is_empty()) scope_.units(rule, operands);
}

bool Operations::spend_for(std::size_t entries) {
  graph_.budget()->visit(entries);
  return !graph_.budget()->is_spent();
}

}  // namespace porthos::expr
