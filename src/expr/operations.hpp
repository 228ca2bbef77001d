#pragma once

#include <span>
#include <string>
#include <string_view>

#include "expr/function_table.hpp"
#include "expr/lexer.hpp"
#include "expr/mistakes.hpp"
#include "expr/parse.hpp"

namespace porthos::expr {

/// The operations of formulas on operands of any shape. Operands that do not fit are mistakes; the
/// result is then any value.
class Operations {
 public:
  Operations(Graph& graph, const Scope& scope, Mistakes& mistakes)
      : graph_(graph), scope_(scope), mistakes_(mistakes) {}

  /// The operand as a value or as a condition, with a mistake if it is the other.
  Tensor tensor(const Operand& operand);
  Expr condition(const Operand& operand);

  Expr invert(const Operand& operand) { return graph_.make(Op::kNot, condition(operand)); }
  Expr power(const Operand& base, const Operand& exponent);
  Tensor combine(const Token& op, const Operand& a, const Operand& b);
  Tensor list(const Token& opening, std::span<const Tensor> parts);
  Tensor call(const Function& function, const Token& name, std::span<const Operand> arguments);
  Tensor call(const TensorFunction& function, const Token& name,
              std::span<const Operand> arguments);
  void check_units(UnitRule rule, std::span<const Operand> operands) const;

 private:
  /// The operand as a number; `what` begins the text of a mistake: "sin() of ".
  Expr number(const Operand& operand, const std::string& what = "");
  /// Sets the condition that these points increase, as far as they are not known.
  void require_increasing(const Token& name, const Tensor& points);
  Tensor combine_tensors(const Token& op, const Operand& a, const Operand& b);
  /// False after a mistake if the function does not take so many arguments.
  bool has_count(const Token& name, std::size_t found, int fewest, int most,
                 std::string_view usage);
  /// Spends the budget for these entries, also where they are numbers, which the graph does not
  /// count.
  bool spend_for(std::size_t entries);

  Graph& graph_;
  const Scope& scope_;
  Mistakes& mistakes_;
};

}  // namespace porthos::expr
