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

/// a^b; the same bits everywhere for small whole b.
inline double power(double a, double b) {
  const int n = small_integer_power(b);
  if (n > 0) return integer_power(a, n);
  if (n < 0) return 1 / integer_power(a, -n);
  return std::pow(a, b);
}

/// kOp(a, b, c) of numbers, as operations.inc has it.
template <Op kOp>
double apply(double a, [[maybe_unused]] double b = 0, [[maybe_unused]] double c = 0) {
#define OPERATION(op, written, arity, value, ...) \
  if constexpr (kOp == Op::op) return value;
#include "expr/operations.inc"
#undef OPERATION
}

/// Calls function(std::integral_constant<Op, op>{}): from an op at run time to one at compile time.
/// op is neither a constant nor a symbol.
template <typename Function>
[[gnu::always_inline]] inline decltype(auto) with_op(Op op, Function&& function) {
  switch (op) {
#define OPERATION(op, ...) \
  case Op::op:             \
    return function(std::integral_constant<Op, Op::op>{});
#include "expr/operations.inc"
#undef OPERATION
    default: return function(std::integral_constant<Op, Op::kIf>{});
  }
}

/// op(a, b, c) of numbers. op is neither a constant nor a symbol.
double apply(Op op, double a, double b = 0, double c = 0);

/// Value of f once; for repeated evaluation use Tape. `value` gives the value of each symbol that f
/// depends on.
double evaluate(const Expr& f, const std::function<double(Expr symbol)>& value);

}  // namespace porthos::expr
