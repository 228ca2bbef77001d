#include "expr/derivative.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <numbers>
#include <utility>

#include "base/index.hpp"
#include "expr/functions.hpp"

namespace porthos::expr {
namespace {

[[maybe_unused]] bool is_symbol(const Expr& x) {
  return x.graph() != nullptr && x.graph()->node(x.id()).op == Op::kSymbol;
}

// One new node per statement where order matters: C++ does not specify which operand of + is built
// first, but every compiler must build the same formulas in the same order.

Expr product_rule(const Expr& x, const Expr& dy, const Expr& y, const Expr& dx) {
  const Expr first = dx * y;
  return first + x * dy;
}

/// The derivative of f = a/b.
Expr quotient_rule(const Expr& f, const Expr& a, const Expr& b, const Expr& da, const Expr& db) {
  if (is_zero(db)) return da / b;
  if (!is_zero(da)) return (da - f * db) / b;
  const Expr numerator = -(a * db);
  return numerator / pow(b, 2);
}

/// The derivative of f = a^b.
Expr power_rule(const Expr& f, const Expr& a, const Expr& b, const Expr& da, const Expr& db) {
  if (const auto n = constant(b)) return *n * pow(a, *n - 1) * da;
  Expr df = log(a) * f * db;
  if (!is_zero(da)) df += b * pow(a, b - 1.0) * da;  // absent for 0^b: no 0*inf
  return df;
}

/// The derivative of atan2(a, b).
Expr angle_rule(const Expr& a, const Expr& b, const Expr& da, const Expr& db) {
  const Expr numerator = product_rule(-a, db, b, da);
  const Expr square = pow(a, 2);
  return numerator / (square + pow(b, 2));
}

/// Derivative of f = op(a, b, c), given those of the operands.
Expr chain_rule(Op op, const Expr& f, const Expr& a, const Expr& b, const Expr& da, const Expr& db,
                const Expr& dc) {
  switch (op) {
#define OPERATION(op, written, arity, value, derivative, ...) \
  case Op::op:                                                \
    return derivative;
#include "expr/operations.inc"
#undef OPERATION
    default: return 0.0;
  }
}

std::uint32_t slot_of(std::span<const std::uint32_t> ids, std::uint32_t id) {
  return static_cast<std::uint32_t>(std::lower_bound(ids.begin(), ids.end(), id) - ids.begin());
}

/// Items sorted into buckets; each bucket keeps the order of insertion.
class Buckets {
 public:
  using Placed = std::pair<std::uint32_t, std::uint32_t>;  // bucket, item

  Buckets() = default;
  Buckets(std::size_t count, std::span<const Placed> placed)
      : first_(count + 1), items_(placed.size()) {
    for (const auto& [bucket, item] : placed) ++first_[bucket + 1];
    for (std::size_t i = 1; i < first_.size(); ++i) first_[i] += first_[i - 1];
    std::vector<std::uint32_t> next = first_;
    for (const auto& [bucket, item] : placed) items_[next[bucket]++] = item;
  }

  std::span<const std::uint32_t> of(std::uint32_t bucket) const {
    return std::span(items_).subspan(first_[bucket], first_[bucket + 1] - first_[bucket]);
  }

 private:
  std::vector<std::uint32_t> first_, items_;
};

/// The derivatives of the nodes of a cone, one symbol after the other; slot i belongs to ids[i].
class Differentiation {
 public:
  Differentiation(const Graph& graph, std::vector<std::uint32_t> ids)
      : graph_(graph), ids_(std::move(ids)), is_met_(ids_.size()) {
    graph_.budget()->spend(ids_.size());
    derivatives_.assign(ids_.size(), 0.0);
    operands_.resize(3 * ids_.size());
    std::vector<Buckets::Placed> users;
    for (std::uint32_t slot = 0; slot < ids_.size(); ++slot) {
      const Node& node = graph_.node(ids_[slot]);
      for (std::size_t k = 0; k < static_cast<std::size_t>(arity(node.op)); ++k) {
        operands_[3 * slot + k] = slot_of(ids_, node.arg[k]);
        users.emplace_back(operands_[3 * slot + k], slot);
      }
    }
    users_ = Buckets(ids_.size(), users);
  }

  const std::vector<std::uint32_t>& ids() const { return ids_; }

  /// d/dx of the nodes that depend on x, given to `take(slot, derivative)`, ascending.
  template <typename Take>
  void by(std::uint32_t x, const Take& take) {
    std::vector<std::uint32_t> reached{slot_of(ids_, x)};
    if (reached[0] == ids_.size() || ids_[reached[0]] != x || graph_.budget()->is_spent()) return;
    derivatives_[reached[0]] = 1.0;
    for (std::size_t i = 0; i < reached.size(); ++i)
      for (const std::uint32_t user : users_.of(reached[i]))
        if (!is_met_[user]) {
          is_met_[user] = 1;
          reached.push_back(user);
        }
    graph_.budget()->visit(reached.size());
    std::sort(reached.begin(), reached.end());
    for (const std::uint32_t slot : reached) {
      if (ids_[slot] != x) derivatives_[slot] = of_node(slot);
      take(slot, derivatives_[slot]);
    }
    for (const std::uint32_t slot : reached) {
      derivatives_[slot] = 0.0;
      is_met_[slot] = 0;
    }
  }

 private:
  Expr of_node(std::uint32_t slot) const {
    const Node node = graph_.node(ids_[slot]);  // a copy: the list grows below
    std::array<Expr, 3> operands, d;
    bool depends = false;
    for (std::size_t k = 0; k < static_cast<std::size_t>(arity(node.op)); ++k) {
      operands[k] = graph_.expr(node.arg[k]);
      d[k] = derivatives_[operands_[3 * slot + k]];
      depends |= !is_zero(d[k]);
    }
    if (!depends) return 0.0;
    return chain_rule(node.op, graph_.expr(ids_[slot]), operands[0], operands[1], d[0], d[1], d[2]);
  }

  const Graph& graph_;
  std::vector<std::uint32_t> ids_;
  std::vector<std::uint32_t> operands_;  // three slots a node
  Buckets users_;                        // users of each slot
  std::vector<Expr> derivatives_;
  std::vector<char> is_met_;
};

}  // namespace

SparseJacobian jacobian(std::span<const Expr> fs, std::span<const Expr> xs) {
  constexpr std::size_t kEntry = 4 * Budget::kDerivative;  // with its place in a step's matrices
  SparseJacobian result;
  result.rows = static_cast<int>(fs.size());
  result.cols = static_cast<int>(xs.size());
  const Graph* graph = graph_of(fs);
  if (graph == nullptr || graph->budget()->is_spent()) return result;
  Differentiation differentiation(*graph, graph->cone(fs));

  std::vector<Buckets::Placed> outputs;  // slot, row
  for (std::uint32_t i = 0; i < fs.size(); ++i)
    if (fs[i].graph() != nullptr)
      outputs.emplace_back(slot_of(differentiation.ids(), fs[i].id()), i);
  const Buckets rows(differentiation.ids().size(), outputs);
  std::vector<SparseJacobian::Entry> by_columns;
  std::vector<Buckets::Placed> places;  // row, entry
  graph->budget()->visit(xs.size() / 4);
  for (std::size_t j = 0; j < xs.size(); ++j) {
    assert(is_symbol(xs[j]) && xs[j].graph() == graph);
    differentiation.by(xs[j].id(), [&](std::uint32_t slot, const Expr& value) {
      if (is_zero(value)) return;
      for (const std::uint32_t row : rows.of(slot)) {
        graph->budget()->spend(kEntry);
        places.emplace_back(row, by_columns.size());
        by_columns.push_back({static_cast<int>(row), static_cast<int>(j), value});
      }
    });
  }
  const Buckets by_rows(fs.size(), places);
  for (std::uint32_t row = 0; row < fs.size(); ++row)
    for (const std::uint32_t entry : by_rows.of(row)) result.entries.push_back(by_columns[entry]);
  return result;
}

std::vector<Expr> gradient(const Expr& f, std::span<const Expr> xs) {
  std::vector<Expr> result(xs.size());
  for (const auto& entry : jacobian({&f, 1}, xs).entries) {
    result[index(entry.col)] = entry.value;
  }
  return result;
}

Expr derivative(const Expr& f, const Expr& x) { return gradient(f, {&x, 1})[0]; }

Substitution::Substitution(std::span<const std::pair<Expr, Expr>> replacements, Graph& target)
    : target_(target) {
  target.budget()->spend(replacements.size());
  for (const auto& [symbol, replacement] : replacements) {
    rebuilt_[symbol.id()] = replacement;
  }
}

Expr Substitution::operator()(const Expr& f) {
  if (f.graph() == nullptr) return f;
  const Graph& graph = *f.graph();
  if (graph.budget()->is_spent()) return 0.0;
  for (const std::uint32_t id : graph.cone({&f, 1}))
    if (!rebuilt_.count(id)) rebuilt_[id] = rebuild(graph, id);
  return rebuilt_.at(f.id());
}

Expr Substitution::rebuild(const Graph& graph, std::uint32_t id) {
  const Node node = graph.node(id);  // a copy: target may be the same graph and grow
  if (node.op == Op::kSymbol) return target_.symbol(graph.name(id));
  if (node.op == Op::kConstant) return node.value;
  std::array<Expr, 3> operands;
  for (std::size_t k = 0; k < static_cast<std::size_t>(arity(node.op)); ++k)
    operands[k] = rebuilt_.at(node.arg[k]);
  return target_.make(node.op, operands[0], operands[1], operands[2]);
}

std::vector<Expr> substitute(std::span<const Expr> fs,
                             std::span<const std::pair<Expr, Expr>> replacements, Graph& target) {
  Substitution substitution(replacements, target);
  std::vector<Expr> result;
  for (const Expr& f : fs) result.push_back(substitution(f));
  return result;
}

Expr substitute(const Expr& f, std::span<const std::pair<Expr, Expr>> replacements, Graph& target) {
  return substitute({&f, 1}, replacements, target)[0];
}

}  // namespace porthos::expr
