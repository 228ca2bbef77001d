#include "expr/enclosure.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <initializer_list>
#include <limits>
#include <numbers>

#include "expr/evaluate.hpp"

namespace porthos::expr {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr Interval kLine{-kInfinity, kInfinity};

/// The hull of some values, wider by their rounding.
Interval hull(std::initializer_list<double> values) {
  Interval all{kInfinity, -kInfinity};
  for (const double value : values) {
    if (std::isnan(value)) return kLine;
    all.lo = std::min(all.lo, value);
    all.hi = std::max(all.hi, value);
  }
  constexpr double kRounding = 4 * std::numeric_limits<double>::epsilon();
  const double by = kRounding * std::max(std::abs(all.lo), std::abs(all.hi));
  return {all.lo - by, all.hi + by};
}

Interval joined(const Interval& a, const Interval& b) {
  return {std::min(a.lo, b.lo), std::max(a.hi, b.hi)};
}

Interval magnitude(const Interval& a) {
  const double lo = std::abs(a.lo), hi = std::abs(a.hi);
  return {a.lo <= 0 && a.hi >= 0 ? 0 : std::min(lo, hi), std::max(lo, hi)};
}

Interval quotient(const Interval& a, const Interval& b) {
  if (b.has_zero()) return kLine;
  return hull({a.lo / b.lo, a.lo / b.hi, a.hi / b.lo, a.hi / b.hi});
}

/// cos(a): its extrema are where a passes a multiple of pi.
Interval cosine(const Interval& a) {
  if (!(std::abs(a.lo) < 1e15 && std::abs(a.hi) < 1e15)) return {-1, 1};
  const double first = std::ceil(a.lo / std::numbers::pi - 1e-9);
  const double last = std::floor(a.hi / std::numbers::pi + 1e-9);
  Interval found = hull({std::cos(a.lo), std::cos(a.hi)});
  for (double k = first; k <= last && k <= first + 1; ++k)
    found = joined(found, std::fmod(k, 2) == 0 ? Interval{1, 1} : Interval{-1, -1});
  return found;
}

Interval power(const Interval& a, const Interval& b) {
  const int n = b.is_point() ? small_integer_power(b.lo) : 0;
  if (b.is_point() && b.lo == 0) return {1, 1};
  if (n != 0) {
    const bool is_even = n % 2 == 0;
    if (n < 0 && a.has_zero()) return kLine;
    const Interval base = is_even ? magnitude(a) : a;
    return hull({apply<Op::kPow>(base.lo, n), apply<Op::kPow>(base.hi, n)});
  }
  if (!(a.lo > 0)) return kLine;
  return hull(
      {std::pow(a.lo, b.lo), std::pow(a.lo, b.hi), std::pow(a.hi, b.lo), std::pow(a.hi, b.hi)});
}

Interval angle(const Interval& y, const Interval& x) {
  if (x.lo <= 0 && y.has_zero()) return {-std::numbers::pi, std::numbers::pi};
  return hull({std::atan2(y.lo, x.lo), std::atan2(y.lo, x.hi), std::atan2(y.hi, x.lo),
               std::atan2(y.hi, x.hi)});
}

Interval tangent(const Interval& a) {
  const double half = 0.5 * std::numbers::pi;
  if (!(a.hi - a.lo < std::numbers::pi)) return kLine;
  const bool is_whole = std::floor((a.lo + half) / std::numbers::pi - 1e-9) ==
                        std::floor((a.hi + half) / std::numbers::pi + 1e-9);
  return is_whole ? hull({std::tan(a.lo), std::tan(a.hi)}) : kLine;
}

/// The bounds for operands that are not all points.
Interval widened(Op op, const Interval& a, const Interval& b, const Interval& c) {
  switch (op) {
    case Op::kAdd: return hull({a.lo + b.lo, a.hi + b.hi});
    case Op::kSub: return hull({a.lo - b.hi, a.hi - b.lo});
    case Op::kMul: return hull({a.lo * b.lo, a.lo * b.hi, a.hi * b.lo, a.hi * b.hi});
    case Op::kDiv: return quotient(a, b);
    case Op::kPow: return power(a, b);
    case Op::kAtan2: return angle(a, b);
    case Op::kHypot: {
      const Interval x = magnitude(a), y = magnitude(b);
      return hull({std::hypot(x.lo, y.lo), std::hypot(x.hi, y.hi)});
    }
    case Op::kMin: return {std::min(a.lo, b.lo), std::min(a.hi, b.hi)};
    case Op::kMax: return {std::max(a.lo, b.lo), std::max(a.hi, b.hi)};
    case Op::kNeg: return {-a.hi, -a.lo};
    case Op::kCos: return cosine(a);
    case Op::kSin: {
      const double quarter = 0.5 * std::numbers::pi;
      return cosine({a.lo - quarter, a.hi - quarter});
    }
    case Op::kTan: return tangent(a);
    case Op::kAbs: return magnitude(a);
    case Op::kCosh: {
      const Interval x = magnitude(a);
      return hull({std::cosh(x.lo), std::cosh(x.hi)});
    }
    case Op::kSign:
    case Op::kFloor: return hull({apply(op, a.lo), apply(op, a.hi)});
    case Op::kIf: return a.is_point() ? (a.lo != 0 ? b : c) : joined(b, c);
    default: break;
  }
  switch (properties(op).growth) {
    case Growth::kRising: return hull({apply(op, a.lo), apply(op, a.hi)});
    case Growth::kFalling: return hull({apply(op, a.hi), apply(op, a.lo)});
    case Growth::kJumping: return {0, 1};  // conditions
    case Growth::kOther: break;
  }
  return kLine;
}

}  // namespace

Enclosure::Enclosure(const Expr& f, const Expr& x, [[maybe_unused]] const Expr& fixed) {
  if (f.graph() == nullptr) {
    steps_.push_back({.number = *constant(f)});
  } else {
    const Graph& graph = *f.graph();
    const auto ids = graph.cone({&f, 1});
    const auto place = [&](std::uint32_t id) {
      return static_cast<std::uint32_t>(std::lower_bound(ids.begin(), ids.end(), id) - ids.begin());
    };
    for (const std::uint32_t id : ids) {
      const Node& node = graph.node(id);
      Step step{.op = node.op, .number = node.value};
      if (node.op == Op::kSymbol) step.is_fixed = !(graph.expr(id) == x);
      assert(node.op != Op::kSymbol || graph.expr(id) == x || graph.expr(id) == fixed);
      for (std::size_t k = 0; k < static_cast<std::size_t>(arity(node.op)); ++k)
        step.from[k] = place(node.arg[k]);
      steps_.push_back(step);
    }
  }
  values_.resize(steps_.size());
}

Interval Enclosure::bounds(Interval x, double fixed) {
  for (std::size_t i = 0; i < steps_.size(); ++i) {
    const Step& step = steps_[i];
    if (step.op == Op::kConstant) {
      values_[i] = {step.number, step.number};
      continue;
    }
    if (step.op == Op::kSymbol) {
      values_[i] = step.is_fixed ? Interval{fixed, fixed} : x;
      continue;
    }
    const Interval &a = values_[step.from[0]], &b = values_[step.from[1]],
                   &c = values_[step.from[2]];
    const int operands = arity(step.op);
    if (a.is_point() && (operands < 2 || b.is_point()) && (operands < 3 || c.is_point())) {
      const double value = apply(step.op, a.lo, b.lo, c.lo);
      values_[i] = {value, value};
    } else {
      values_[i] = widened(step.op, a, b, c);
    }
  }
  return values_.back();
}

double Enclosure::size() const {
  double largest = 0;
  for (const Interval& value : values_)
    largest = std::max({largest, std::abs(value.lo), std::abs(value.hi)});
  return largest;
}

}  // namespace porthos::expr
