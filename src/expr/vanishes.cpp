#include "expr/vanishes.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "base/index.hpp"
#include "expr/evaluate.hpp"

namespace porthos::expr {
namespace {

/// A value and a bound of its rounding error.
struct Rounded {
  double value = 0, error = 0;
};

/// Two units in the last place of a result: library functions are not correctly rounded.
constexpr double kUnit = 2 * std::numeric_limits<double>::epsilon();

/// op of values with errors: its own rounding and, to first order by a difference, the propagated
/// errors of the operands.
Rounded rounded(Op op, const std::array<Rounded, 3>& x, int arity) {
  const double value = apply(op, x[0].value, x[1].value, x[2].value);
  double error = kUnit * std::abs(value);
  for (int k = 0; k < arity; ++k) {
    double change = 0;
    for (const double sign : {1.0, -1.0}) {
      std::array<double, 3> moved{x[0].value, x[1].value, x[2].value};
      moved[index(k)] += sign * x[index(k)].error;
      change = std::max(change, std::abs(apply(op, moved[0], moved[1], moved[2]) - value));
    }
    // A difference that is smaller than its own rounding is covered by that rounding, which `error`
    // contains.
    error += change;
  }
  return {value, error};
}

/// Operations whose formulas are zero everywhere if they are zero at a random point: algebra and
/// angles. Others may be zero up to rounding except in a small region, as 1 - tanh(1e6 x)^2.
bool is_told_by_points(Op op) {
  switch (op) {
    case Op::kAdd:
    case Op::kSub:
    case Op::kMul:
    case Op::kDiv:
    case Op::kNeg:
    case Op::kPow:
    case Op::kSqrt:
    case Op::kSin:
    case Op::kCos:
    case Op::kConstant:
    case Op::kSymbol: return true;
    default: return false;
  }
}

/// A symbol at a point: between 0.3 and 1.7; at every second point of either sign, and from the
/// ninth on of any size between 1e-10 and 1e10, since a formula may vary on another scale.
double sample(std::uint32_t symbol, int point) {
  std::uint64_t z = (std::uint64_t{symbol} * 16 + index(point) + 1) * 0x9E3779B97F4A7C15u;
  const auto next = [&z] {
    z += 0x9E3779B97F4A7C15u;
    std::uint64_t x = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    x = (x ^ x >> 27) * 0x94D049BB133111EBu;
    return static_cast<double>((x ^ x >> 31) >> 11) * 0x1p-53;
  };
  const double size = 0.3 + 1.4 * next();
  const bool is_negative = point % 2 == 1 && next() < 0.5;
  const double scale = point < 8 ? 1 : std::pow(10, 20 * next() - 10);
  return (is_negative ? -size : size) * scale;
}

}  // namespace

bool vanishes(const Expr& f) {
  if (const auto value = constant(f)) return *value == 0;
  const Graph& graph = *f.graph();
  if (graph.budget()->is_spent()) return false;
  const std::vector<std::uint32_t> ids = graph.cone({&f, 1});
  for (const std::uint32_t id : ids)
    if (!is_told_by_points(graph.node(id).op)) return false;
  std::vector<Rounded> at(f.id() + 1);
  int finite = 0;
  for (int point = 0; point < 16; ++point) {
    for (const std::uint32_t id : ids) {
      const Node& node = graph.node(id);
      if (node.op == Op::kConstant) {
        at[id] = {node.value, 0};
      } else if (node.op == Op::kSymbol) {
        at[id] = {sample(node.arg[0], point), 0};
      } else {
        std::array<Rounded, 3> operands;
        for (int k = 0; k < arity(node.op); ++k) operands[index(k)] = at[node.arg[index(k)]];
        at[id] = rounded(node.op, operands, arity(node.op));
      }
    }
    const auto [value, error] = at[f.id()];
    if (!std::isfinite(value)) continue;
    if (!(std::abs(value) <= error)) return false;
    ++finite;
  }
  return finite >= 4;
}

}  // namespace porthos::expr
