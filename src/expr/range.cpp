#include "expr/range.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>
#include <limits>
#include <numbers>
#include <optional>

#include "expr/evaluate.hpp"

namespace porthos::expr {
namespace {

constexpr double kRangeInfinity = std::numeric_limits<double>::infinity();
constexpr double kRangeLargest = std::numeric_limits<double>::max();
constexpr Interval kAllNumbers{-kRangeInfinity, kRangeInfinity};
constexpr Interval kTruth{0, 1};

/// The interval with its ends moved outwards by the rounding of one operation; the functions of the
/// standard library are exact to two units in the last place. An exact zero stays.
Interval outward(double lo, double hi) {
  constexpr double kUnits = 4 * std::numeric_limits<double>::epsilon();
  if (std::isnan(lo) || std::isnan(hi)) return kAllNumbers;
  lo = std::isinf(lo) ? std::min(lo, kRangeLargest) : lo - kUnits * std::abs(lo);
  hi = std::isinf(hi) ? std::max(hi, -kRangeLargest) : hi + kUnits * std::abs(hi);
  return {lo, hi};
}

Interval hull_of(std::initializer_list<double> values) {
  return outward(std::min(values), std::max(values));
}

/// At an end of an interval 0 times infinity is 0: the infinite end is not a value.
double end_product(double a, double b) { return a == 0 || b == 0 ? 0 : a * b; }

Interval range_of_product(const Interval& a, const Interval& b) {
  return hull_of({end_product(a.lo, b.lo), end_product(a.lo, b.hi), end_product(a.hi, b.lo),
                  end_product(a.hi, b.hi)});
}

Interval joined_range(const Interval& a, const Interval& b) {
  return {std::min(a.lo, b.lo), std::max(a.hi, b.hi)};
}

/// The absolute values.
Interval sizes(const Interval& a) {
  const double lo = std::abs(a.lo), hi = std::abs(a.hi);
  return {a.has_zero() ? 0 : std::min(lo, hi), std::max(lo, hi)};
}

/// 1/a without the pole.
Interval range_of_inverse(const Interval& a) {
  if (a.lo < 0 && a.hi > 0) return kAllNumbers;
  if (a.lo == 0 && a.hi == 0) return kAllNumbers;
  if (a.lo == 0) return outward(1 / a.hi, kRangeInfinity);
  if (a.hi == 0) return outward(-kRangeInfinity, 1 / a.lo);
  return outward(1 / a.hi, 1 / a.lo);
}

Interval to_the(const Interval& a, const Interval& exponent) {
  if (!exponent.is_point()) return a.lo >= 0 ? Interval{0, kRangeInfinity} : kAllNumbers;
  const double n = exponent.lo;
  if (n == 0) return {1, 1};
  if (n < 0) return range_of_inverse(to_the(a, {-n, -n}));
  const bool is_whole = n == std::floor(n);
  const bool is_even = is_whole && std::fmod(n, 2) == 0;
  Interval base = is_even ? sizes(a) : a;
  if (!is_whole) base.lo = std::max(base.lo, 0.0);
  if (base.lo > base.hi) return kAllNumbers;
  Interval made = outward(std::pow(base.lo, n), std::pow(base.hi, n));
  // integer_power() rounds after each of its few products
  for (int k = 0; k < 4; ++k) made = outward(made.lo, made.hi);
  return made;
}

/// sin or cos: its distance from the value in the middle is at most the distance of the ends from
/// the middle.
Interval wave(Op op, const Interval& a) {
  const double middle = 0.5 * (a.lo + a.hi), radius = 0.5 * (a.hi - a.lo);
  if (!(radius < 2) || !(std::abs(middle) < 1e9)) return {-1, 1};
  const double value = apply(op, middle), by = radius * (1 + 1e-12);
  const Interval made = outward(value - by, value + by);
  return {std::max(made.lo, -1.0), std::min(made.hi, 1.0)};
}

Interval tangents(const Interval& a) {
  const auto branch = [](double x) { return std::floor(x / std::numbers::pi + 0.5); };
  if (!(std::abs(a.lo) < 1e9 && std::abs(a.hi) < 1e9)) return kAllNumbers;
  if (branch(a.lo) != branch(a.hi)) return kAllNumbers;
  return outward(std::tan(a.lo), std::tan(a.hi));
}

/// The part of a where a function is defined.
Interval defined(Op op, Interval a) {
  if (op == Op::kSqrt || op == Op::kLog) a.lo = std::max(a.lo, 0.0);
  if (op == Op::kAsin || op == Op::kAcos) a = {std::max(a.lo, -1.0), std::min(a.hi, 1.0)};
  return a;
}

Interval of_one(Op op, const Interval& all) {
  const Interval a = defined(op, all);
  if (a.lo > a.hi) return kAllNumbers;
  switch (op) {
    case Op::kNeg: return {-a.hi, -a.lo};
    case Op::kAbs: return sizes(a);
    case Op::kSin:
    case Op::kCos: return wave(op, a);
    case Op::kTan: return tangents(a);
    case Op::kCosh: {
      const Interval size = sizes(a);
      return outward(std::cosh(size.lo), std::cosh(size.hi));
    }
    case Op::kSign: return {apply(op, a.lo), apply(op, a.hi)};
    case Op::kFloor: return {std::floor(a.lo), std::floor(a.hi)};
    case Op::kNot: return a.has_zero() ? (a.is_point() ? Interval{1, 1} : kTruth) : Interval{0, 0};
    default: break;
  }
  if (properties(op).growth == Growth::kRising) return outward(apply(op, a.lo), apply(op, a.hi));
  if (properties(op).growth == Growth::kFalling) return outward(apply(op, a.hi), apply(op, a.lo));
  return kAllNumbers;
}

Interval of_two(Op op, const Interval& a, const Interval& b) {
  switch (op) {
    case Op::kAdd: return outward(a.lo + b.lo, a.hi + b.hi);
    case Op::kSub: return outward(a.lo - b.hi, a.hi - b.lo);
    case Op::kMul: return range_of_product(a, b);
    case Op::kDiv:
      return a.is_point() && a.lo == 1 ? range_of_inverse(b)
                                       : range_of_product(a, range_of_inverse(b));
    case Op::kPow: return to_the(a, b);
    case Op::kHypot: {
      const Interval x = sizes(a), y = sizes(b);
      return outward(std::hypot(x.lo, y.lo), std::hypot(x.hi, y.hi));
    }
    case Op::kAtan2: {
      constexpr double kHalfTurn = std::numbers::pi * (1 + 1e-15);
      if (a.lo > 0 || (a.lo >= 0 && b.lo > 0)) return {0, kHalfTurn};
      if (a.hi < 0) return {-kHalfTurn, 0};
      return {-kHalfTurn, kHalfTurn};
    }
    case Op::kMin: return {std::min(a.lo, b.lo), std::min(a.hi, b.hi)};
    case Op::kMax: return {std::max(a.lo, b.lo), std::max(a.hi, b.hi)};
    case Op::kLess:
      if (a.hi < b.lo) return {1, 1};
      return a.lo >= b.hi ? Interval{0, 0} : kTruth;
    case Op::kLessEqual:
      if (a.hi <= b.lo) return {1, 1};
      return a.lo > b.hi ? Interval{0, 0} : kTruth;
    default: return properties(op).growth == Growth::kJumping ? kTruth : kAllNumbers;
  }
}

Interval chosen(const Interval& condition, const Interval& a, const Interval& b) {
  if (!condition.has_zero()) return a;
  if (condition.is_point()) return b;
  return joined_range(a, b);
}

/// Bounds of operations that may have a value although an operand is not a number: a comparison
/// with it is false, min and max give the other operand or it. nullopt for the other operations.
std::optional<Interval> without_order(Op op, const std::array<Interval, 3>& from) {
  if (op == Op::kMin || op == Op::kMax) return joined_range(from[0], from[1]);
  if (op == Op::kIf) return joined_range(from[1], from[2]);
  if (op != Op::kSign && op != Op::kFloor && properties(op).growth == Growth::kJumping)
    return kTruth;
  return std::nullopt;
}

/// The operation is not a number for some operands in these intervals. Infinite ends are values
/// that overflow, and their differences, products with zero and quotients are not numbers.
bool may_undefine(Op op, const std::array<Interval, 3>& from) {
  const auto is_bounded = [](const Interval& a) {
    return std::isfinite(a.lo) && std::isfinite(a.hi);
  };
  switch (op) {
    case Op::kAdd:
    case Op::kSub:
    case Op::kMul: return !is_bounded(from[0]) || !is_bounded(from[1]);
    case Op::kDiv: return !is_bounded(from[0]) || !is_bounded(from[1]) || from[1].has_zero();
    case Op::kPow: return !is_bounded(from[0]) || !is_bounded(from[1]) || !(from[0].lo > 0);
    case Op::kSqrt:
    case Op::kLog: return !(from[0].lo >= 0);
    case Op::kAsin:
    case Op::kAcos: return !(from[0].lo >= -1 && from[0].hi <= 1);
    case Op::kSin:
    case Op::kCos:
    case Op::kTan: return !is_bounded(from[0]);
    default: return false;
  }
}

}  // namespace

void Ranges::set(const Expr& symbol, Interval values) {
  symbols_[symbol.id()] = values;
  known_.clear();
}

Ranges::Known Ranges::at(const Graph& graph, std::uint32_t id) const {
  const Node& node = graph.node(id);
  if (node.op == Op::kConstant && !std::isnan(node.value)) return {{node.value, node.value}};
  if (node.op == Op::kConstant) return {kAllNumbers, true};
  if (node.op == Op::kSymbol) {
    const auto symbol = symbols_.find(id);
    return {symbol == symbols_.end() ? kAllNumbers : symbol->second};
  }
  const auto count = static_cast<std::size_t>(arity(node.op));
  std::array<Interval, 3> from{};
  bool may_be_undefined = false;
  for (std::size_t k = 0; k < count; ++k) {
    const Known& operand = known_.at(node.arg[k]);
    from[k] = operand.values;
    may_be_undefined = may_be_undefined || operand.may_be_undefined;
  }
  if (may_be_undefined)
    if (const auto found = without_order(node.op, from)) return {*found, true};
  // The sign of a zero divisor has no meaning.
  const bool is_by_zero = node.op == Op::kDiv && from[1].lo == 0 && from[1].hi == 0;
  if (is_by_zero) return {kAllNumbers, true};
  Known made{kAllNumbers, may_be_undefined || may_undefine(node.op, from)};
  if (count == 1) made.values = of_one(node.op, from[0]);
  if (count == 2)
    made.values = node.op == Op::kMul && node.arg[0] == node.arg[1]
                      ? to_the(from[0], {2, 2})
                      : of_two(node.op, from[0], from[1]);
  if (count == 3) made.values = chosen(from[0], from[1], from[2]);
  if (node.is_nonnegative && !may_be_undefined) made.values.lo = std::max(made.values.lo, 0.0);
  return made;
}

Interval Ranges::of(const Expr& f) {
  if (const auto number = constant(f))
    return std::isnan(*number) ? kAllNumbers : Interval{*number, *number};
  const Graph& graph = *f.graph();
  for (const std::uint32_t id : graph.cone({&f, 1}))
    if (!known_.contains(id)) known_.emplace(id, at(graph, id));
  return known_.at(f.id()).values;
}

}  // namespace porthos::expr
