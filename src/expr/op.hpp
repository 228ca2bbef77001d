#pragma once

#include <cstdint>
#include <iterator>
#include <string_view>

namespace porthos::expr {

/// The operations of the expression language, from operations.inc. Truth is a number: 1 for true, 0
/// for false, and any other number counts as true.
enum class Op : std::uint8_t {
  kConstant,  // a number
  kSymbol,    // a name
#define OPERATION(op, ...) op,
#include "expr/operations.inc"
#undef OPERATION
};

enum class Parity : std::uint8_t { kNeither, kOdd, kEven };
enum class Sign : std::uint8_t { kMaybe, kAlways, kIfAll, kIfAny, kIfFirst, kIfChosen };
enum class Growth : std::uint8_t { kOther, kRising, kFalling, kJumping };
/// The unit that an operation expects of its operands, and the unit of its result.
enum class UnitRule : std::uint8_t {
  kPure,      // no unit; no unit
  kAlike,     // the same for all; that unit
  kRatio,     // the same for all; no unit
  kProduct,   // any; the product of the units
  kQuotient,  // any; the quotient of the units
  kPower,     // any, and a number as exponent; the power of the unit, else no unit
  kRoot,      // any; the root of the unit
  kChoice     // the same for all but the first; that unit
};

/// The properties of an operation besides its value.
struct Operation {
  std::string_view written;
  int arity = 0;
  Parity parity = Parity::kNeither;
  Sign sign = Sign::kMaybe;
  Growth growth = Growth::kOther;
  UnitRule unit = UnitRule::kPure;
  std::string_view latex;
};

inline constexpr Operation kOperations[] = {
    {},  // of kConstant
    {},  // of kSymbol
#define OPERATION(op, written, arity, value, derivative, parity, sign, growth, unit, latex) \
  {written, arity, Parity::parity, Sign::sign, Growth::growth, UnitRule::unit, latex},
#include "expr/operations.inc"
#undef OPERATION
};

inline constexpr int kOpCount = static_cast<int>(std::size(kOperations));

constexpr const Operation& properties(Op op) { return kOperations[static_cast<std::size_t>(op)]; }

/// Number of operands.
constexpr int arity(Op op) { return properties(op).arity; }

/// f(a, b) = f(b, a), to the last bit (min and max: except for the sign of zero). Conditions keep
/// the order in which they were written.
constexpr bool is_commutative(Op op) {
  return op == Op::kAdd || op == Op::kMul || op == Op::kHypot || op == Op::kMin || op == Op::kMax;
}

/// Constant between jumps: the derivative is zero wherever it exists.
constexpr bool is_piecewise_constant(Op op) { return properties(op).growth == Growth::kJumping; }

/// The name in formulas of an operation written as a function or a word; "" for the others.
constexpr std::string_view function_name(Op op) {
  const std::string_view written = properties(op).written;
  const bool is_word = !written.empty() && written[0] >= 'a' && written[0] <= 'z';
  return is_word ? written.substr(0, written.find('(')) : std::string_view();
}

}  // namespace porthos::expr
