#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "expr/graph.hpp"
#include "expr/tensor.hpp"

namespace porthos::expr {

/// A mistake in a formula, with its place.
struct ParseError {
  std::size_t position;   // byte offset into the text
  std::string found;      // "\"omgea\"", "the end of the formula"
  std::string expected;   // "a known name"
  std::string hint;       // "did you mean \"omega\"?"; may be empty
  bool is_shape = false;  // numbers, vectors and matrices that do not fit together
};

/// A value or a condition, with its place in the text.
struct Operand {
  Tensor value;
  std::size_t position = 0;
  bool is_condition = false;
  std::string_view text = {};
};

/// The meanings of the names in a formula.
struct Scope {
  /// Value of a name; nullopt if unknown. Asked before the built-in constant `pi`.
  std::function<std::optional<Tensor>(std::string_view name)> variable;

  /// Value of function(name), for the functions listed in `accessors`, as in effort(q).
  std::function<std::optional<Tensor>(std::string_view function, std::string_view name)> accessor;
  std::vector<std::string> accessors;

  /// Called with the operands of an operation whose rule demands one unit for all, or none.
  std::function<void(UnitRule rule, std::span<const Operand> operands)> units;

  /// Called with conditions, in words, that a function sets for its arguments.
  std::function<void(const std::string& sentence, const Expr& condition)> require;

  /// All legal names, for "did you mean"; called when a name is wrong.
  std::function<std::vector<std::string>()> names;

  /// The text is a condition, and its value 1 or 0.
  bool is_condition = false;
};

/// Reads a formula.
///
///   condition   not a < b and (c >= d or e == f)      first argument of if(), or the whole text
///   sum         a + b - c
///   product     a * b / c
///   sign        -a           binds less tightly than a power: -x^2 = -(x^2)
///   power       a ^ b        from the right: 2^3^2 = 2^9; 2^-1 is allowed
///   operand     1.5e-3   pi   name   a.b.name   (sum)   function(sum, ...)   accessor(name)
///   vector      [a, b, c]; a matrix by rows: [[a, b], [c, d]]
///
/// Functions: those of operations.inc that are written as calls (log = ln is natural), of numbers;
/// those of tensor_functions(), of vectors and matrices. Names are letters, digits and _, or any
/// character beyond ASCII; part[i].name is a name too.
///
/// Hand-written, by recursive descent: its errors name places and remedies, which a generated
/// parser could not do, and it simplifies formulas while building them.
///
/// Errors: every unknown name is reported, or else the first mismatch of shapes; a mistake of
/// grammar is reported and ends the reading. Texts beyond 20000 bytes and nesting beyond 200 are
/// refused, so no text exhausts the stack.
std::variant<Tensor, std::vector<ParseError>> parse_tensor(std::string_view text, Graph& graph,
                                                           const Scope& scope);

/// A formula that is a number.
std::variant<Expr, std::vector<ParseError>> parse(std::string_view text, Graph& graph,
                                                  const Scope& scope);

}  // namespace porthos::expr
