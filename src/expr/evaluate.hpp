#pragma once

#include <cmath>
#include <functional>
#include <limits>
#include <type_traits>

#include "expr/graph.hpp"

namespace porthos::expr {

/// a^n by repeated squaring, n >= 1.
constexpr double integer_power(double a, int n) {
  if (n == 1) return a;
  const double half = integer_power(a, n / 2);
  return n % 2 == 0 ? half * half : (half * half) * a;
}

/// b if a^b is computed as integer_power(a, b), or for b < 0 as 1 / integer_power(a, -b); else 0.
inline int small_integer_power(double b) {
  constexpr double kLargest = 16;  // beyond, rounding adds up and pow() is as fast
  return std::abs(b) <= kLargest && b == std::floor(b) ? static_cast<int>(b) : 0;
}

/// kOp(a, b, c) of numbers: the one definition of what an operation means.
template <Op kOp>
double apply(double a, [[maybe_unused]] double b = 0, [[maybe_unused]] double c = 0) {
  if constexpr (kOp == Op::kAdd) return a + b;
  if constexpr (kOp == Op::kSub) return a - b;
  if constexpr (kOp == Op::kMul) return a * b;
  if constexpr (kOp == Op::kDiv) return a / b;
  if constexpr (kOp == Op::kPow) {
    const int n = small_integer_power(b);
    if (n > 0) return integer_power(a, n);
    if (n < 0) return 1 / integer_power(a, -n);
    return std::pow(a, b);
  }
  if constexpr (kOp == Op::kAtan2) return std::atan2(a, b);
  if constexpr (kOp == Op::kHypot) return std::hypot(a, b);
  if constexpr (kOp == Op::kMin) return b < a ? b : a;
  if constexpr (kOp == Op::kMax) return a < b ? b : a;
  if constexpr (kOp == Op::kLess) return a < b ? 1 : 0;
  if constexpr (kOp == Op::kLessEqual) return a <= b ? 1 : 0;
  if constexpr (kOp == Op::kEqual) return a == b ? 1 : 0;
  if constexpr (kOp == Op::kAnd) return a != 0 && b != 0 ? 1 : 0;
  if constexpr (kOp == Op::kOr) return a != 0 || b != 0 ? 1 : 0;
  if constexpr (kOp == Op::kNeg) return -a;
  if constexpr (kOp == Op::kSin) return std::sin(a);
  if constexpr (kOp == Op::kCos) return std::cos(a);
  if constexpr (kOp == Op::kTan) return std::tan(a);
  if constexpr (kOp == Op::kAsin) return std::asin(a);
  if constexpr (kOp == Op::kAcos) return std::acos(a);
  if constexpr (kOp == Op::kAtan) return std::atan(a);
  if constexpr (kOp == Op::kSinh) return std::sinh(a);
  if constexpr (kOp == Op::kCosh) return std::cosh(a);
  if constexpr (kOp == Op::kTanh) return std::tanh(a);
  if constexpr (kOp == Op::kExp) return std::exp(a);
  if constexpr (kOp == Op::kLog) return std::log(a);
  if constexpr (kOp == Op::kSqrt) return std::sqrt(a);
  if constexpr (kOp == Op::kAbs) return std::abs(a);
  if constexpr (kOp == Op::kSign) return a > 0 ? 1 : a < 0 ? -1 : a;
  if constexpr (kOp == Op::kNot) return a != 0 ? 0 : 1;
  if constexpr (kOp == Op::kFloor) return std::floor(a);
  if constexpr (kOp == Op::kIf) return a != 0 ? b : c;
}

/// Calls function(std::integral_constant<Op, op>{}): from an op at run time to one at compile time.
/// op is neither a constant nor a symbol.
template <typename Function>
[[gnu::always_inline]] inline decltype(auto) with_op(Op op, Function&& function) {
  using enum Op;
  switch (op) {
    case kAdd: return function(std::integral_constant<Op, kAdd>{});
    case kSub: return function(std::integral_constant<Op, kSub>{});
    case kMul: return function(std::integral_constant<Op, kMul>{});
    case kDiv: return function(std::integral_constant<Op, kDiv>{});
    case kPow: return function(std::integral_constant<Op, kPow>{});
    case kAtan2: return function(std::integral_constant<Op, kAtan2>{});
    case kHypot: return function(std::integral_constant<Op, kHypot>{});
    case kMin: return function(std::integral_constant<Op, kMin>{});
    case kMax: return function(std::integral_constant<Op, kMax>{});
    case kLess: return function(std::integral_constant<Op, kLess>{});
    case kLessEqual: return function(std::integral_constant<Op, kLessEqual>{});
    case kEqual: return function(std::integral_constant<Op, kEqual>{});
    case kAnd: return function(std::integral_constant<Op, kAnd>{});
    case kOr: return function(std::integral_constant<Op, kOr>{});
    case kNeg: return function(std::integral_constant<Op, kNeg>{});
    case kSin: return function(std::integral_constant<Op, kSin>{});
    case kCos: return function(std::integral_constant<Op, kCos>{});
    case kTan: return function(std::integral_constant<Op, kTan>{});
    case kAsin: return function(std::integral_constant<Op, kAsin>{});
    case kAcos: return function(std::integral_constant<Op, kAcos>{});
    case kAtan: return function(std::integral_constant<Op, kAtan>{});
    case kSinh: return function(std::integral_constant<Op, kSinh>{});
    case kCosh: return function(std::integral_constant<Op, kCosh>{});
    case kTanh: return function(std::integral_constant<Op, kTanh>{});
    case kExp: return function(std::integral_constant<Op, kExp>{});
    case kLog: return function(std::integral_constant<Op, kLog>{});
    case kSqrt: return function(std::integral_constant<Op, kSqrt>{});
    case kAbs: return function(std::integral_constant<Op, kAbs>{});
    case kSign: return function(std::integral_constant<Op, kSign>{});
    case kNot: return function(std::integral_constant<Op, kNot>{});
    case kFloor: return function(std::integral_constant<Op, kFloor>{});
    default: return function(std::integral_constant<Op, kIf>{});
  }
}

/// op(a, b, c) of numbers. op is neither a constant nor a symbol.
double apply(Op op, double a, double b = 0, double c = 0);

/// Value of f once; for repeated evaluation use Tape. `value` gives the value of each symbol that f
/// depends on.
double evaluate(const Expr& f, const std::function<double(Expr symbol)>& value);

}  // namespace porthos::expr
