#include "expr/sign.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "expr/derivative.hpp"
#include "expr/query.hpp"

namespace porthos::expr {
namespace {

/// Formulas are shared, so a walk along all paths could take long.
constexpr int kDeepest = 24;
/// of coefficients that are computed from parameters
constexpr double kSlopeRounding = 1e-13;

/// c of f = sum c_i x_i; nullopt if f is not of this form, or not known to be.
std::optional<std::vector<double>> constant_slopes(const Expr& f, const std::vector<Expr>& xs,
                                                   Ranges& ranges) {
  const Graph& graph = *f.graph();
  for (const std::uint32_t id : graph.cone({&f, 1})) {
    const Op op = graph.node(id).op;
    // Derivatives of these operations do not determine the formula.
    const bool is_broken = is_piecewise_constant(op) || op == Op::kIf || op == Op::kAbs ||
                           op == Op::kMin || op == Op::kMax;
    if (is_broken && depends_on_any(graph.expr(id), xs)) return std::nullopt;
  }
  std::vector<double> slopes;
  for (const Expr& x : xs) {
    const Expr slope = derivative(f, x);
    if (slope.graph() != nullptr && depends_on_any(slope, xs)) return std::nullopt;
    const Interval value = ranges.of(slope);
    const double size = std::max(std::abs(value.lo), std::abs(value.hi));
    if (!(value.hi - value.lo <= kSlopeRounding * size)) return std::nullopt;
    slopes.push_back(0.5 * (value.lo + value.hi));
  }
  Ranges at_zero = ranges;
  for (const Expr& x : xs) at_zero.set(x, {0, 0});
  const Interval rest = at_zero.of(f);
  return rest.lo == 0 && rest.hi == 0 ? std::optional(slopes) : std::nullopt;
}

}  // namespace

/// Bounds of a factor c with effort = c flow where the flow is not zero; all numbers if none is
/// known.
Interval SignProof::ratio(const Expr& effort, const Expr& flow) {
  constexpr Interval kUnknown{-std::numeric_limits<double>::infinity(),
                              std::numeric_limits<double>::infinity()};
  if (is_zero(flow)) return kUnknown;
  if (effort == flow) return {1, 1};
  // The simplifier cancels common factors of a quotient.
  const Interval quotient = ranges_.of(make(Op::kDiv, effort, flow));
  if (quotient.lo >= 0 || quotient.hi <= 0) return quotient;
  if (effort.graph() == nullptr || flow.graph() == nullptr) return kUnknown;
  std::vector<Expr> xs;
  for (const Expr& symbol : symbols_of(std::vector<Expr>{effort, flow}))
    if (!ranges_.of(symbol).is_point()) xs.push_back(symbol);
  constexpr std::size_t kMostSymbols = 12;
  if (xs.size() > kMostSymbols) return kUnknown;
  const auto a = constant_slopes(effort, xs, ranges_), b = constant_slopes(flow, xs, ranges_);
  if (!a || !b) return kUnknown;
  std::optional<double> factor;
  for (std::size_t i = 0; i < xs.size(); ++i) {
    const double x = (*a)[i], y = (*b)[i];
    if (x == 0 && y == 0) continue;
    if (y == 0 || (factor && std::abs(x - *factor * y) > kSlopeRounding * std::abs(x)))
      return kUnknown;
    factor = x / y;
  }
  return factor ? Interval{*factor, *factor} : kUnknown;
}

/// sign * effort * flow >= 0
bool SignProof::agree(const Expr& effort, const Expr& flow, int sign, int depth) {
  if (depth > kDeepest) return false;
  if (is_zero(effort) || is_zero(flow)) return true;
  if (is_signed(flow, 1) && is_signed(effort, sign)) return true;
  if (is_signed(flow, -1) && is_signed(effort, -sign)) return true;
  if (depth == 0 && is_signed(effort * flow, sign)) return true;
  if (effort.graph() == nullptr) return false;
  const Interval factor = ratio(effort, flow);
  if (sign > 0 ? factor.lo >= 0 : factor.hi <= 0) return true;
  return agree_by_parts(effort, flow, sign, depth + 1);
}

bool SignProof::agree_by_parts(const Expr& effort, const Expr& flow, int sign, int depth) {
  const Graph& graph = *effort.graph();
  const Node node = graph.node(effort.id());
  const auto operand = [&](std::size_t k) { return graph.operand(effort.id(), k); };
  const auto one = [&](std::size_t k, int of) { return agree(operand(k), flow, of, depth); };
  switch (node.op) {
    case Op::kAdd:
    case Op::kMin:
    case Op::kMax: return one(0, sign) && one(1, sign);
    case Op::kSub: return one(0, sign) && one(1, -sign);
    case Op::kNeg: return one(0, -sign);
    case Op::kMul:
      for (const std::size_t k : {0, 1}) {
        if (is_signed(operand(k), 1) && one(1 - k, sign)) return true;
        if (is_signed(operand(k), -1) && one(1 - k, -sign)) return true;
      }
      return false;
    case Op::kDiv:
      if (is_signed(operand(1), 1)) return one(0, sign);
      if (is_signed(operand(1), -1)) return one(0, -sign);
      return false;
    case Op::kPow: {
      const auto exponent = constant(operand(1));
      return exponent && std::abs(std::fmod(*exponent, 2)) == 1 && one(0, sign);
    }
    case Op::kIf: return agree_chosen(effort, flow, sign, depth);
    default: break;
  }
  const bool is_rising = properties(node.op).growth == Growth::kRising || node.op == Op::kSign;
  return properties(node.op).parity == Parity::kOdd && is_rising && one(0, sign);
}

/// if(condition, a, b): if the condition is the sign of the flow, each branch must have the right
/// sign on its own side only.
bool SignProof::agree_chosen(const Expr& effort, const Expr& flow, int sign, int depth) {
  const Graph& graph = *effort.graph();
  const Expr condition = graph.operand(effort.id(), 0);
  const Expr branches[] = {graph.operand(effort.id(), 1), graph.operand(effort.id(), 2)};
  // The flow has this sign in the first branch, and the other one in the second branch.
  int side = 0;
  if (condition.graph() != nullptr) {
    const Op op = graph.node(condition.id()).op;
    if (op == Op::kLess || op == Op::kLessEqual) {
      const Expr compared = graph.operand(condition.id(), 1) - graph.operand(condition.id(), 0);
      const Interval factor = ratio(compared, flow);
      side = factor.lo > 0 ? 1 : factor.hi < 0 ? -1 : 0;
    }
  }
  for (const int k : {0, 1}) {
    const int here = k == 0 ? side : -side;
    const Expr& branch = branches[static_cast<std::size_t>(k)];
    if (here != 0 && is_signed(branch, sign * here)) continue;
    if (!agree(branch, flow, sign, depth)) return false;
  }
  return true;
}

}  // namespace porthos::expr
