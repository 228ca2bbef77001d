#include "expr/query.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <cstdint>
#include <set>
#include <utility>

#include "base/index.hpp"
#include "expr/derivative.hpp"
#include "expr/evaluate.hpp"
#include "expr/functions.hpp"

namespace porthos::expr {
namespace {

/// The indices of the xs that a formula contains, ascending.
std::vector<std::size_t> places_in(const Expr& f, std::span<const Expr> xs) {
  const std::vector<Expr> symbols = symbols_of({&f, 1});  // in ascending order, too
  std::vector<std::size_t> places;
  if (symbols.empty()) return places;
  constexpr std::size_t kLooksPerVisit = 8;
  f.graph()->budget()->visit(xs.size() / kLooksPerVisit);
  for (std::size_t j = 0; j < xs.size(); ++j) {
    assert(xs[j].graph() == f.graph());
    const auto found =
        std::lower_bound(symbols.begin(), symbols.end(), xs[j].id(),
                         [](const Expr& symbol, std::uint32_t id) { return symbol.id() < id; });
    if (found != symbols.end() && found->id() == xs[j].id()) places.push_back(j);
  }
  return places;
}

bool is_number(const Expr& f) { return symbols_of({&f, 1}).empty(); }

// ---------------------------------------------------------------- poles

/// Adds the factors of a product that can vanish, except those of known nodes.
void add_factors(const Expr& product, std::set<std::uint32_t>& known, std::vector<Expr>& factors) {
  std::vector<Expr> pending{product};
  while (!pending.empty()) {
    const Expr f = pending.back();
    pending.pop_back();
    if (f.graph() == nullptr || !known.insert(f.id()).second || is_number(f)) continue;
    const Graph& graph = *f.graph();
    switch (graph.node(f.id()).op) {
      case Op::kMul:
        pending.push_back(graph.operand(f.id(), 1));
        pending.push_back(graph.operand(f.id(), 0));
        break;
      case Op::kNeg:
      case Op::kSqrt:
      case Op::kAbs:
      case Op::kDiv:  // the zeros of a quotient are those of its numerator
      case Op::kPow: pending.push_back(graph.operand(f.id(), 0)); break;
      case Op::kExp:
      case Op::kCosh: break;  // cosh is never zero
      default: factors.push_back(f);
    }
  }
}

/// Marks the nodes that the formulas always need: their cone without the branches of an if.
/// Ascending ids.
std::vector<std::uint32_t> unconditional_cone(const Graph& graph, std::span<const Expr> fs) {
  std::vector<std::uint32_t> all = graph.cone(fs);
  std::vector<bool> is_needed(all.empty() ? 0 : all.back() + 1);
  for (const Expr f : fs) {
    if (f.graph() != nullptr) is_needed[f.id()] = true;
  }
  for (auto id = all.rbegin(); id != all.rend(); ++id) {
    if (!is_needed[*id]) continue;
    const Node& node = graph.node(*id);
    const int operands = node.op == Op::kIf ? 1 : arity(node.op);
    for (int k = 0; k < operands; ++k) is_needed[node.arg[index(k)]] = true;
  }
  std::erase_if(all, [&](std::uint32_t id) { return !is_needed[id]; });
  return all;
}

// ---------------------------------------------------------------- linearity

bool has_jumps(const Expr& f, std::span<const Expr> xs) {
  if (f.graph() == nullptr) return false;
  const Graph& graph = *f.graph();
  const auto ids = graph.cone({&f, 1});
  return std::any_of(ids.begin(), ids.end(), [&](std::uint32_t id) {
    const Op op = graph.node(id).op;
    return (is_piecewise_constant(op) || op == Op::kIf) && depends_on_any(graph.expr(id), xs);
  });
}

/// x_j -> first + j * step.
std::vector<std::pair<Expr, Expr>> at_numbers(std::span<const Expr> xs, double first, double step) {
  std::vector<std::pair<Expr, Expr>> replacements;
  for (const Expr x : xs) {
    replacements.emplace_back(x, first);
    first += step;
  }
  return replacements;
}

/// A number in [0, 1) from a seed: splitmix64, the same everywhere.
double uniform(std::uint64_t seed) {
  std::uint64_t z = seed * 0x9E3779B97F4A7C15u;
  z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
  z = (z ^ z >> 27) * 0x94D049BB133111EBu;
  return static_cast<double>((z ^ z >> 31) >> 11) * 0x1p-53;
}

/// f = sum_j c_j x_j at three points? The xs change sign and size between them, so that |x| or
/// floor(x) does not pass; the others are positive, where roots and logarithms exist.
bool is_sum_at_points(const Expr& f, std::span<const Expr> c, std::span<const Expr> xs) {
  constexpr double kTolerance = 1e-12;  // rounding of 1e4 operations
  std::vector<std::uint32_t> ids;
  for (const Expr& x : xs) ids.push_back(x.id());
  std::sort(ids.begin(), ids.end());
  for (const double scale : {1.0, -3.0, 40.0}) {
    const auto value_of = [&](const Expr& symbol) {
      const std::uint32_t which = symbol.graph()->node(symbol.id()).arg[0];
      const double u = uniform(which + (scale > 1 ? 1'000'003 : 1));
      return std::binary_search(ids.begin(), ids.end(), symbol.id())
                 ? scale * (u < 0.5 ? -0.3 - u : 0.3 + u)
                 : 0.3 + 1.4 * u;
    };
    double sum = 0, size = 0;
    for (std::size_t j = 0; j < xs.size(); ++j) {
      const double term = evaluate(c[j], value_of) * value_of(xs[j]);
      sum += term;
      size += std::abs(term);
    }
    const double value = evaluate(f, value_of);
    // NaN does not pass either: a formula without a value at an ordinary point is not known to be
    // linear.
    if (!(std::abs(value - sum) <= kTolerance * (size + std::abs(value)))) return false;
  }
  return true;
}

}  // namespace

bool depends_on(const Expr& f, const Expr& x) { return depends_on_any(f, {&x, 1}); }

bool depends_on_any(const Expr& f, std::span<const Expr> xs) { return !places_in(f, xs).empty(); }

std::vector<Expr> symbols_of(std::span<const Expr> fs) {
  std::vector<Expr> symbols;
  const Graph* graph = graph_of(fs);
  if (graph == nullptr || graph->budget()->is_spent()) return symbols;
  for (const std::uint32_t id : graph->cone(fs)) {
    if (graph->node(id).op == Op::kSymbol) symbols.push_back(graph->expr(id));
  }
  return symbols;
}

std::vector<Expr> poles(std::span<const Expr> fs) {
  std::vector<Expr> factors;
  std::set<std::uint32_t> known;
  Graph* graph = graph_of(fs);
  if (graph == nullptr) return factors;
  for (const std::uint32_t id : unconditional_cone(*graph, fs)) {
    const Op op = graph->node(id).op;
    if (op == Op::kDiv) add_factors(graph->operand(id, 1), known, factors);
    if (op == Op::kLog) add_factors(graph->operand(id, 0), known, factors);
    if (op == Op::kTan) add_factors(cos(graph->operand(id, 0)), known, factors);
    if (op == Op::kPow) {
      const auto exponent = constant(graph->operand(id, 1));
      if (exponent && *exponent < 0) add_factors(graph->operand(id, 0), known, factors);
    }
  }
  return factors;
}

std::optional<std::vector<Expr>> linear_coefficients(const Expr& f, std::span<const Expr> all) {
  std::vector<Expr> coefficients(all.size(), 0.0);
  if (f.graph() == nullptr) return is_zero(f) ? std::optional(coefficients) : std::nullopt;
  Graph& graph = *f.graph();
  if (graph.budget()->is_spent()) return coefficients;
  const std::vector<std::size_t> places = places_in(f, all);
  std::vector<Expr> xs;
  for (const std::size_t j : places) xs.push_back(all[j]);
  std::vector<Expr> c = gradient(f, xs);
  bool is_decided = !has_jumps(f, xs) && is_zero(substitute(f, at_numbers(xs, 0, 0), graph));
  for (Expr& coefficient : c) {
    if (!depends_on_any(coefficient, xs)) continue;
    // Perhaps only in appearance, as in d(x^2/x)/dx. Then any values of xs give the coefficient;
    // at 1, 2, 3... there is no 0/0.
    coefficient = substitute(coefficient, at_numbers(xs, 1, 1), graph);
    is_decided = false;
  }
  if (!is_decided && !is_sum_at_points(f, c, xs)) return std::nullopt;
  for (std::size_t k = 0; k < places.size(); ++k) coefficients[places[k]] = c[k];
  return coefficients;
}

}  // namespace porthos::expr
