#include "expr/derivative.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>

#include "expr/functions.hpp"

namespace porthos::expr {
namespace {

[[maybe_unused]] bool is_symbol(const Expr& x) {
  return x.graph() != nullptr && x.graph()->node(x.id()).op == Op::kSymbol;
}

/// Derivative of f = op(a, b, c), given those of the operands.
///
/// One new node per statement where order matters: C++ does not say which operand of + is built
/// first, but the same formulas shall come out in the same order with every compiler.
Expr chain_rule(Op op, const Expr& f, const Expr& a, const Expr& b, const Expr& da, const Expr& db,
                const Expr& dc) {
  const auto product_rule = [](const Expr& x, const Expr& dy, const Expr& y, const Expr& dx) {
    const Expr first = dx * y;
    return first + x * dy;
  };
  switch (op) {
    case Op::kAdd: return da + db;
    case Op::kSub: return da - db;
    case Op::kMul: return product_rule(a, db, b, da);
    case Op::kDiv:
      if (is_zero(db)) return da / b;
      if (is_zero(da)) {
        const Expr numerator = -(a * db);
        return numerator / pow(b, 2);
      }
      return (da - f * db) / b;
    case Op::kNeg: return -da;
    case Op::kPow: {
      if (const auto n = constant(b)) return *n * pow(a, *n - 1) * da;
      Expr df = log(a) * f * db;
      if (!is_zero(da)) df += b * pow(a, b - 1.0) * da;  // absent for 0^b: no 0*inf
      return df;
    }
    case Op::kSin: return cos(a) * da;
    case Op::kCos: return -sin(a) * da;
    case Op::kTan: return (1.0 + pow(f, 2)) * da;
    case Op::kAsin: return da / sqrt(1.0 - pow(a, 2));
    case Op::kAcos: return -(da / sqrt(1.0 - pow(a, 2)));
    case Op::kAtan: return da / (1.0 + pow(a, 2));
    case Op::kSinh: return cosh(a) * da;
    case Op::kCosh: return sinh(a) * da;
    case Op::kTanh: return (1.0 - pow(f, 2)) * da;
    case Op::kExp: return f * da;
    case Op::kLog: return da / a;
    case Op::kSqrt: return da / (2.0 * f);
    case Op::kAbs: return sign(a) * da;
    case Op::kAtan2: {
      const Expr numerator = product_rule(-a, db, b, da);
      const Expr square = pow(a, 2);
      return numerator / (square + pow(b, 2));
    }
    case Op::kHypot: return product_rule(a, da, b, db) / f;
    // The conditions repeat those of the operation, so that value and derivative switch together.
    case Op::kMin: return if_(less(b, a), db, da);
    case Op::kMax: return if_(less(a, b), db, da);
    case Op::kIf: return if_(a, db, dc);
    default: return 0.0;  // piecewise constant
  }
}

/// d/dx of all nodes of a cone; entry i belongs to ids[i], and slot_of[id] = i.
void differentiate(const Graph& graph, std::span<const std::uint32_t> ids,
                   std::span<const std::uint32_t> slot_of, std::uint32_t x,
                   std::vector<Expr>& derivatives) {
  derivatives.assign(ids.size(), 0.0);
  const auto first = std::lower_bound(ids.begin(), ids.end(), x);
  for (auto it = first; it != ids.end(); ++it) {
    const std::uint32_t id = *it;
    const Node node = graph.node(id);  // a copy: the list grows below
    Expr& result = derivatives[static_cast<std::size_t>(it - ids.begin())];
    if (id == x) result = 1.0;
    std::array<Expr, 3> operands, d;
    bool depends = false;
    for (std::size_t k = 0; k < static_cast<std::size_t>(arity(node.op)); ++k) {
      operands[k] = graph.expr(node.arg[k]);
      d[k] = derivatives[slot_of[node.arg[k]]];
      depends |= !is_zero(d[k]);
    }
    if (!depends) continue;
    result = chain_rule(node.op, graph.expr(id), operands[0], operands[1], d[0], d[1], d[2]);
  }
}

}  // namespace

SparseJacobian jacobian(std::span<const Expr> fs, std::span<const Expr> xs) {
  SparseJacobian result;
  result.rows = static_cast<int>(fs.size());
  result.cols = static_cast<int>(xs.size());
  const Graph* graph = graph_of(fs);
  if (graph == nullptr) return result;
  const std::vector<std::uint32_t> ids = graph->cone(fs);
  std::vector<std::uint32_t> slot_of(ids.back() + 1);
  for (std::size_t i = 0; i < ids.size(); ++i) slot_of[ids[i]] = static_cast<std::uint32_t>(i);

  std::vector<std::vector<SparseJacobian::Entry>> rows(fs.size());
  std::vector<Expr> derivatives;
  for (std::size_t j = 0; j < xs.size(); ++j) {
    assert(is_symbol(xs[j]) && xs[j].graph() == graph);
    const std::uint32_t x = xs[j].id();
    if (!std::binary_search(ids.begin(), ids.end(), x)) continue;
    differentiate(*graph, ids, slot_of, x, derivatives);
    for (std::size_t i = 0; i < fs.size(); ++i) {
      if (fs[i].graph() == nullptr) continue;
      const Expr value = derivatives[slot_of[fs[i].id()]];
      if (!is_zero(value)) rows[i].push_back({static_cast<int>(i), static_cast<int>(j), value});
    }
  }
  for (const auto& row : rows) result.entries.insert(result.entries.end(), row.begin(), row.end());
  return result;
}

std::vector<Expr> gradient(const Expr& f, std::span<const Expr> xs) {
  std::vector<Expr> result(xs.size());
  for (const auto& entry : jacobian({&f, 1}, xs).entries) {
    result[static_cast<std::size_t>(entry.col)] = entry.value;
  }
  return result;
}

Expr derivative(const Expr& f, const Expr& x) { return gradient(f, {&x, 1})[0]; }

std::vector<Expr> substitute(std::span<const Expr> fs,
                             std::span<const std::pair<Expr, Expr>> replacements, Graph& target) {
  std::vector<Expr> result(fs.begin(), fs.end());
  const Graph* graph = graph_of(fs);
  if (graph == nullptr) return result;
  const std::vector<std::uint32_t> ids = graph->cone(fs);
  std::vector<std::optional<Expr>> replacement_of(ids.back() + 1);
  for (const auto& [symbol, replacement] : replacements) {
    assert(is_symbol(symbol) && symbol.graph() == graph);
    if (symbol.id() < replacement_of.size()) replacement_of[symbol.id()] = replacement;
  }
  std::vector<Expr> rebuilt(ids.back() + 1);
  for (const std::uint32_t id : ids) {
    const Node node = graph->node(id);  // a copy: target may be the same graph and grow
    const auto [a, b, c] = node.arg;
    switch (arity(node.op)) {
      case 0:
        if (replacement_of[id]) {
          rebuilt[id] = *replacement_of[id];
        } else if (node.op == Op::kSymbol) {
          rebuilt[id] = target.symbol(graph->name(id));
        } else {
          rebuilt[id] = node.value;
        }
        break;
      case 1: rebuilt[id] = target.make(node.op, rebuilt[a]); break;
      case 2: rebuilt[id] = target.make(node.op, rebuilt[a], rebuilt[b]); break;
      default: rebuilt[id] = target.make(node.op, rebuilt[a], rebuilt[b], rebuilt[c]);
    }
  }
  for (Expr& f : result) {
    if (f.graph() != nullptr) f = rebuilt[f.id()];
  }
  return result;
}

Expr substitute(const Expr& f, std::span<const std::pair<Expr, Expr>> replacements, Graph& target) {
  return substitute({&f, 1}, replacements, target)[0];
}

}  // namespace porthos::expr
