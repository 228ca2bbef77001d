#pragma once

#include <cstdint>
#include <string_view>

namespace porthos::expr {

/// The operations of the expression language. Truth is a number: 1 for true, 0 for false, and any
/// other number counts as true.
enum class Op : std::uint8_t {
  kConstant,  // a number
  kSymbol,    // a name
  // two operands
  kAdd,
  kSub,
  kMul,
  kDiv,
  kPow,
  kAtan2,  // atan2(y, x), rad
  kHypot,  // sqrt(a^2 + b^2) without overflow
  kMin,
  kMax,
  kLess,
  kLessEqual,
  kEqual,
  kAnd,
  kOr,
  // one operand
  kNeg,
  kSin,
  kCos,
  kTan,
  kAsin,
  kAcos,
  kAtan,
  kSinh,
  kCosh,
  kTanh,
  kExp,
  kLog,  // natural
  kSqrt,
  kAbs,
  kSign,  // -1, 0 or 1
  kNot,
  kFloor,
  // three operands
  kIf,  // (condition, then, else)
};

inline constexpr int kOpCount = static_cast<int>(Op::kIf) + 1;

/// Number of operands.
constexpr int arity(Op op) {
  if (op <= Op::kSymbol) return 0;
  if (op <= Op::kOr) return 2;
  return op == Op::kIf ? 3 : 1;
}

/// f(a, b) = f(b, a), to the last bit (min and max: but for the sign of zero). Conditions keep the
/// order in which they were written.
constexpr bool is_commutative(Op op) {
  return op == Op::kAdd || op == Op::kMul || op == Op::kHypot || op == Op::kMin || op == Op::kMax;
}

/// Constant between jumps: the derivative is zero wherever it exists.
constexpr bool is_piecewise_constant(Op op) {
  return op == Op::kSign || op == Op::kFloor || op == Op::kLess || op == Op::kLessEqual ||
         op == Op::kEqual || op == Op::kAnd || op == Op::kOr || op == Op::kNot;
}

/// The name in formulas, for operations written as functions or words; "" for the others.
constexpr std::string_view function_name(Op op) {
  using enum Op;
  switch (op) {
    case kAtan2: return "atan2";
    case kHypot: return "hypot";
    case kMin: return "min";
    case kMax: return "max";
    case kAnd: return "and";
    case kOr: return "or";
    case kSin: return "sin";
    case kCos: return "cos";
    case kTan: return "tan";
    case kAsin: return "asin";
    case kAcos: return "acos";
    case kAtan: return "atan";
    case kSinh: return "sinh";
    case kCosh: return "cosh";
    case kTanh: return "tanh";
    case kExp: return "exp";
    case kLog: return "log";
    case kSqrt: return "sqrt";
    case kAbs: return "abs";
    case kSign: return "sign";
    case kNot: return "not";
    case kFloor: return "floor";
    case kIf: return "if";
    default: return "";
  }
}

}  // namespace porthos::expr
