#include "expr/graph.hpp"

#include <algorithm>
#include <bit>

#include "base/index.hpp"

namespace porthos::expr {
namespace {

constexpr std::uint32_t kEmpty = ~std::uint32_t{0};

/// Numbers are the same node if they have the same bits; all other nodes have value 0.
bool same(const Node& a, const Node& b) {
  return a.op == b.op && a.arg == b.arg &&
         std::bit_cast<std::uint64_t>(a.value) == std::bit_cast<std::uint64_t>(b.value);
}

std::size_t hash(const Node& node) {
  // Multiply and fold, a word at a time: ids are small and dense, so the bits must be spread.
  std::uint64_t h = static_cast<std::uint64_t>(node.op) + 1;
  const auto mix = [&h](std::uint64_t word) {
    h = (h ^ word) * 0x9E3779B97F4A7C15u;
    h ^= h >> 32;
  };
  mix(std::uint64_t{node.arg[0]} << 32 | node.arg[1]);
  mix(node.arg[2]);
  mix(std::bit_cast<std::uint64_t>(node.value));
  return static_cast<std::size_t>(h);
}

}  // namespace

Expr Graph::symbol(std::string_view name) {
  if (const auto known = find_symbol(name)) return *known;
  Node node{.op = Op::kSymbol};
  node.arg[0] = static_cast<std::uint32_t>(names_.size());
  names_.emplace_back(name);
  const Expr result = intern(node);
  symbols_.emplace(name, result.id());
  return result;
}

std::optional<Expr> Graph::find_symbol(std::string_view name) const {
  const auto found = symbols_.find(name);
  if (found == symbols_.end()) return std::nullopt;
  return expr(found->second);
}

const std::string& Graph::name(std::uint32_t symbol_id) const {
  assert(nodes_[symbol_id].op == Op::kSymbol);
  return names_[nodes_[symbol_id].arg[0]];
}

const std::string& Graph::name(const Expr& symbol) const {
  assert(symbol.graph() == this);
  return name(symbol.id());
}

Expr Graph::expr(std::uint32_t id) const {
  const Node& node = nodes_[id];
  if (node.op == Op::kConstant) return node.value;
  // Constness of the graph protects its nodes from its readers; the holder of a formula may add to
  // it.
  return Expr(const_cast<Graph*>(this), id);
}

std::uint32_t Graph::id_of(const Expr& a) {
  if (const auto value = constant(a)) {
    return intern({.op = Op::kConstant, .is_nonnegative = *value >= 0, .value = *value}).id_;
  }
  assert(a.graph() == this && "formulas of two graphs meet");
  return a.id();
}

Expr Graph::intern(const Node& node) {
  if (2 * (nodes_.size() + 1) > table_.size()) grow_table();
  const std::size_t mask = table_.size() - 1;
  std::size_t slot = hash(node) & mask;
  for (; table_[slot] != kEmpty; slot = (slot + 1) & mask) {
    if (!same(nodes_[table_[slot]], node)) continue;
    budget_->spend(Budget::kOperation / 4);  // finding a node costs a quarter of making it
    return Expr(this, table_[slot]);
  }
  const auto id = static_cast<std::uint32_t>(nodes_.size());
  budget_->spend(Budget::kOperation);
  nodes_.push_back(node);
  table_[slot] = id;
  return Expr(this, id);
}

void Graph::grow_table() {
  table_.assign(std::max<std::size_t>(64, 2 * table_.size()), kEmpty);
  const std::size_t mask = table_.size() - 1;
  for (std::size_t id = 0; id < nodes_.size(); ++id) {
    std::size_t slot = hash(nodes_[id]) & mask;
    while (table_[slot] != kEmpty) slot = (slot + 1) & mask;
    table_[slot] = static_cast<std::uint32_t>(id);
  }
}

std::vector<std::uint32_t> Graph::cone(std::span<const Expr> formulas) const {
  // From the top: operands lie below, so a node that is reached is final. A heap of the nodes left
  // to visit costs nothing for the rest of the graph.
  std::vector<std::uint32_t> ids, left;
  std::uint32_t top = 0;
  for (const Expr f : formulas) {
    assert(f.graph() == nullptr || f.graph() == this);
    if (f.graph() == nullptr) continue;
    left.push_back(f.id());
    top = std::max(top, f.id() + 1);
  }
  std::make_heap(left.begin(), left.end());
  const auto visit = [&](std::uint32_t id, const auto& reach) {
    ids.push_back(id);
    for (int k = 0; k < arity(nodes_[id].op); ++k) reach(nodes_[id].arg[index(k)]);
  };
  while (!left.empty() && ids.size() <= top / 256) {
    const std::uint32_t id = left.front();
    while (!left.empty() && left.front() == id) {
      std::pop_heap(left.begin(), left.end());
      left.pop_back();
    }
    visit(id, [&](std::uint32_t operand) {
      left.push_back(operand);
      std::push_heap(left.begin(), left.end());
    });
  }
  // For a large part of the graph, one bit per node: the empty words cost next to nothing.
  std::vector<std::uint64_t> marks(left.empty() ? 0 : left.front() / 64 + 1);
  const auto mark = [&](std::uint32_t id) { marks[id / 64] |= std::uint64_t{1} << id % 64; };
  for (const std::uint32_t id : left) mark(id);
  for (std::size_t word = marks.size(); word-- > 0;) {
    while (marks[word] != 0) {
      const auto bit = static_cast<std::uint32_t>(std::bit_width(marks[word]) - 1);
      marks[word] ^= std::uint64_t{1} << bit;
      visit(static_cast<std::uint32_t>(word) * 64 + bit, mark);
    }
  }
  std::reverse(ids.begin(), ids.end());
  budget_->visit(ids.size());
  return ids;
}

Graph* graph_of(std::span<const Expr> formulas) {
  for (const Expr f : formulas) {
    if (f.graph() != nullptr) return f.graph();
  }
  return nullptr;
}

}  // namespace porthos::expr
