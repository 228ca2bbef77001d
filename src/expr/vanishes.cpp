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

/// op of values with errors: its own rounding, and what the errors of the operands do to it, to
/// first order by a difference.
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
    // A difference that its own rounding hides is at most that rounding, which `error` has.
    error += change;
  }
  return {value, error};
}

/// A symbol at a point: between 0.3 and 1.7, of either sign at every second point.
double sample(std::uint32_t symbol, int point) {
  std::uint64_t z = (std::uint64_t{symbol} * 8 + index(point) + 1) * 0x9E3779B97F4A7C15u;
  z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
  z = (z ^ z >> 27) * 0x94D049BB133111EBu;
  const double u = static_cast<double>((z ^ z >> 31) >> 11) * 0x1p-53;
  const bool is_negative = point % 2 == 1 && ((z >> 7) & 1) != 0;
  return (is_negative ? -1 : 1) * (0.3 + 1.4 * u);
}

}  // namespace

bool vanishes(const Expr& f) {
  if (const auto value = constant(f)) return *value == 0;
  const Graph& graph = *f.graph();
  if (graph.budget()->is_spent()) return false;
  const std::vector<std::uint32_t> ids = graph.cone({&f, 1});
  std::vector<Rounded> at(f.id() + 1);
  int finite = 0;
  for (int point = 0; point < 8; ++point) {
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
