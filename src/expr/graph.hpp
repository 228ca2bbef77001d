#pragma once

#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "expr/op.hpp"

namespace porthos::expr {

class Graph;

/// A formula: either a plain number, which needs no graph, or a node of a Graph. It is a 16-byte
/// handle, copied like a pointer; the graph must outlive it.
///
/// Operators build formulas and simplify locally (simplify.cpp has the rules), so equal formulas
/// written the same way are the same node. The age of operands shows only in the order in which a
/// sum or product is printed; C++ leaves it open for f(x) + g(x) in one statement. There is no
/// operator<, since formulas have no order: use if_() or max() instead of branches.
class Expr {
 public:
  constexpr Expr() : Expr(0.0) {}
  constexpr Expr(double value)
      : graph_(nullptr), value_(value) {}  // implicit: numbers are formulas

  /// Null for a plain number.
  constexpr Graph* graph() const { return graph_; }

  /// Index of the node; only for an Expr with a graph.
  constexpr std::uint32_t id() const {
    assert(graph_ != nullptr);
    return id_;
  }

  /// Structural identity: the same number or the same node. Two formulas may be equal in value
  /// without being identical.
  friend constexpr bool operator==(const Expr& a, const Expr& b) {
    if (a.graph_ != b.graph_) return false;
    return a.graph_ == nullptr ? a.value_ == b.value_ : a.id_ == b.id_;
  }

  Expr& operator+=(const Expr& b);
  Expr& operator-=(const Expr& b);
  Expr& operator*=(const Expr& b);
  Expr& operator/=(const Expr& b);

 private:
  friend class Graph;
  friend constexpr std::optional<double> constant(const Expr& a);
  constexpr Expr(Graph* graph, std::uint32_t id) : graph_(graph), id_(id) {}

  Graph* graph_;
  union {
    double value_;      // if graph_ == nullptr
    std::uint32_t id_;  // otherwise: the number of the node
  };
};

static_assert(sizeof(Expr) <= 16);

/// The number, if this is one.
constexpr std::optional<double> constant(const Expr& a) {
  if (a.graph_ == nullptr) return a.value_;
  return std::nullopt;
}

/// Recognised as zero. A formula that is zero only by algebra is not.
constexpr bool is_zero(const Expr& a) { return a == Expr(0.0); }

/// One operation. `arg` holds the ids of its arity(op) operands; for a symbol, arg[0] is the index
/// of its name. `value` belongs to constants.
struct Node {
  Op op = Op::kConstant;
  bool is_nonnegative = false;  // provably >= 0 (or NaN) for all values of the symbols
  std::array<std::uint32_t, 3> arg{};
  double value = 0;
};

/// A limit on the work for the formulas of a model and their derivatives, whatever its text says;
/// the graphs of its components share it. Once it is spent, every operation gives zero at once. The
/// reader and the compiler of a model check at the end whether it was enough.
class Budget {
 public:
  /// In units of some 100 ns and 10 bytes.
  static constexpr std::size_t kMost = 12'000'000;
  static constexpr std::size_t kOperation = 4,
                               kDerivative = 4;  // a new operation; a kept derivative
  static constexpr std::size_t kVisitsPerUnit = 4;

  void spend(std::size_t units) { spent_ += units; }
  void visit(std::size_t nodes) { spent_ += nodes / kVisitsPerUnit; }
  bool is_spent() const { return spent_ > kMost; }
  void renew() { spent_ = 0; }
  std::size_t spent() const { return spent_; }

 private:
  std::size_t spent_ = 0;
};

/// All formulas of a model: an append-only list of distinct nodes (hash-consing). The operands of a
/// node always have smaller ids than the node, so every pass is a loop over ids, never a recursion.
class Graph {
 public:
  explicit Graph(std::shared_ptr<Budget> budget = std::make_shared<Budget>())
      : budget_(std::move(budget)) {}
  Graph(const Graph&) = delete;  // an Expr holds the address of its graph
  Graph& operator=(const Graph&) = delete;

  /// The symbol with this name; it is made if it does not exist.
  Expr symbol(std::string_view name);

  /// The symbol of that name, if there is one.
  std::optional<Expr> find_symbol(std::string_view name) const;

  /// Name of a symbol. The reference is valid until the next new symbol.
  const std::string& name(const Expr& symbol) const;
  const std::string& name(std::uint32_t symbol_id) const;

  /// op(a, b, c), simplified, as every operator builds it. Unlike the operators it never turns
  /// finite numbers into an infinite or undefined one: 1/0 stays a node.
  Expr make(Op op, const Expr& a, const Expr& b = {}, const Expr& c = {});

  std::size_t size() const { return nodes_.size(); }
  const std::shared_ptr<Budget>& budget() const { return budget_; }
  const Node& node(std::uint32_t id) const { return nodes_[id]; }

  /// The formula at a node; a constant node becomes a plain number.
  Expr expr(std::uint32_t id) const;

  /// Operand k of a node, 0 <= k < arity.
  Expr operand(std::uint32_t id, std::size_t k) const { return expr(nodes_[id].arg[k]); }

  /// Ids of all nodes that the formulas depend on, themselves included, in ascending order, hence
  /// operands first. Plain numbers are skipped; all others must be of this graph.
  std::vector<std::uint32_t> cone(std::span<const Expr> formulas) const;

 private:
  friend class Simplifier;

  /// Id of a formula; a number gets a node.
  std::uint32_t id_of(const Expr& a);

  /// The node with these contents; it is made if it does not exist.
  Expr intern(const Node& node);
  void grow_table();

  std::shared_ptr<Budget> budget_;
  std::vector<Node> nodes_;
  std::vector<std::uint32_t> table_;  // open addressing: ids, or kEmpty
  std::vector<std::string> names_;
  std::map<std::string, std::uint32_t, std::less<>> symbols_;  // name -> id
};

/// op(a, b, c) in the graph of the operands (all in one graph); numbers alone are computed at once.
Expr make(Op op, const Expr& a, const Expr& b = {}, const Expr& c = {});

// By reference and out of line: there are many calls, and a browser loads every byte of them.
Expr operator+(const Expr& a, const Expr& b);
Expr operator-(const Expr& a, const Expr& b);
Expr operator*(const Expr& a, const Expr& b);
Expr operator/(const Expr& a, const Expr& b);
Expr operator-(const Expr& a);
constexpr Expr operator+(const Expr& a) { return a; }

/// The graph of the first formula that has one; null if all are numbers.
Graph* graph_of(std::span<const Expr> formulas);

}  // namespace porthos::expr
